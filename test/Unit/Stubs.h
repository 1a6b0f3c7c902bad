// What the rewritten source of a traced function looks like, for tests of the runtime alone:
//
//   Tensor twice(Tensor x) { TRACED(twice, {.name = "x"}) [&](Tensor x) -> Tensor { return x + x; }, x); }
#ifndef ONNXC_TEST_STUBS_H
#define ONNXC_TEST_STUBS_H

#include "onnx/defs/parser.h"
#include "onnxc/model.h"
#include "onnxc/opset20.h"
#include "onnxc/stub.h"

namespace onnxc_test {
/// Lets a type with commas be a macro argument in parentheses.
template <class T> struct Type;
template <class T> struct Type<void(T)> {
  using type = T;
};
} // namespace onnxc_test

#define DESCRIBED(tag, kindOf, ...)                                                                                    \
  static constexpr onnxc::stub::Parameter onnxc_parameters[] = {__VA_ARGS__};                                          \
  struct onnxc_descriptor {                                                                                            \
    static constexpr onnxc::stub::Descriptor get() {                                                                   \
      return {.domain = "acme",                                                                                        \
              .name = #tag,                                                                                            \
              .kind = onnxc::stub::Kind::kindOf,                                                                       \
              .parameters = onnxc_parameters,                                                                          \
              .parameterCount = std::size(onnxc_parameters),                                                           \
              .file = "test.cc",                                                                                       \
              .line = __LINE__};                                                                                       \
    }                                                                                                                  \
  };

#define TRACED_AS(tag, key, capturing, ...)                                                                            \
  DESCRIBED(tag, Trace, __VA_ARGS__)                                                                                   \
  return onnxc::stub::trace<onnxc_descriptor, typename onnxc_test::Type<void(key)>::type>(capturing,
#define TRACED(tag, ...) TRACED_AS(tag, onnxc::stub::Key<struct tag##_tag>, onnxc::stub::captures(), __VA_ARGS__)
/// Of a scripted function, whose body is not run and whose compiled form stub::Compiled<stub::Key<tag_tag>> has:
///
///   Tensor twice(Tensor x) { SCRIPTED(twice, {.name = "x"}) [&](Tensor x) -> Tensor { return x; }, x); }
#define SCRIPTED(tag, ...)                                                                                             \
  DESCRIBED(tag, Script, __VA_ARGS__)                                                                                  \
  return onnxc::stub::script<onnxc_descriptor, onnxc::stub::Key<tag##_tag>>(
#define CAPTURE(variable) onnxc::stub::capture(#variable, variable)

/// A function in ONNX's textual form as the bytes that a stub carries.
inline std::string compiled(const char *text) {
  onnx::FunctionProto function;
  auto status = onnx::OnnxParser::Parse(function, text);
  if (!status.IsOK())
    throw std::runtime_error(status.ErrorMessage());
  return function.SerializeAsString();
}

/// Functions that other functions call have their overload in the name, "layer<x.rank=2>": ONNX Runtime wants it.
inline bool hasName(const onnx::FunctionProto &function, const std::string &name) {
  return function.name() == name || function.name().starts_with(name + "<");
}

/// The number of functions of that name in a model.
inline int countFunctions(const onnx::ModelProto &model, const std::string &name) {
  int count = 0;
  for (const onnx::FunctionProto &function : model.functions())
    count += hasName(function, name);
  return count;
}

inline std::vector<std::string> overloadsOf(const onnx::ModelProto &model, const std::string &name) {
  std::vector<std::string> overloads;
  for (const onnx::FunctionProto &function : model.functions())
    if (hasName(function, name))
      overloads.push_back(function.overload());
  return overloads;
}

#endif
