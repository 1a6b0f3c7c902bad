//===- GraphTestUtil.h - Small functions for the tests of lib/Graph --------------===//
#ifndef ONNXC_TEST_UNIT_GRAPHTESTUTIL_H
#define ONNXC_TEST_UNIT_GRAPHTESTUTIL_H

#include "Graph/Building/Control.h"
#include "Graph/Model/CheckModel.h"
#include "Graph/Model/MainGraph.h"
#include "Graph/Model/Model.h"
#include "Graph/Passes/Finish.h"
#include "Graph/Passes/Verify.h"

#include <gtest/gtest.h>

namespace onnxc::graph {

inline Type floats(Shape shape) { return Type::tensor(DType::FLOAT, std::move(shape)); }
inline Type ints(Shape shape) { return Type::tensor(DType::INT64, std::move(shape)); }
inline Type bools(Shape shape) { return Type::tensor(DType::BOOL, std::move(shape)); }
inline Dim sym(const char *name) { return Dim(std::string(name)); }
inline Operand number(int64_t value) { return Operand(Literal(value)); }
inline Operand number(double value) { return Operand(Literal(value)); }
inline Operand truth(bool value) { return Operand(Literal(value)); }
inline Operand text(const char *value) { return Operand(Literal(std::string(value))); }

/// A function under construction.
struct TestFunction {
  Function function;
  Builder builder{function};
  Control control{builder};

  explicit TestFunction(const char *name = "f") {
    function.domain = "test";
    function.name = name;
  }
  Value *input(const char *name, Type type) { return function.body.addInput(name, std::move(type)); }
  /// An input of a fresh type variable.
  Value *generic(const char *name, const char *constraint = "", std::vector<DType> allowed = {}) {
    return input(name, Type::tensor(ElemType::variable(function.typeVars.fresh(constraint, std::move(allowed)))));
  }
  void output(Value *value) { function.body.outputs.push_back(value); }
  /// The operators of the body, in order: "Constant CastLike Add".
  static std::string operators(const Graph &graph) {
    std::string text;
    for (const auto &node : graph.nodes)
      text += (text.empty() ? "" : " ") + node->opType;
    return text;
  }
  std::string operators() const { return operators(function.body); }
  /// Finishes, verifies, and checks the model that calls the function with onnx's checker.
  onnx::ModelProto model() {
    finish(function);
    if (Status status = verify(function))
      ADD_FAILURE() << status->message;
    MainCall call;
    call.main = &function;
    Result<onnx::ModelProto> result = mainModel(call, {});
    if (!result) {
      ADD_FAILURE() << result.error().message;
      return {};
    }
    if (Status status = checkModel(*result))
      ADD_FAILURE() << status->message;
    return *result;
  }
};

/// The value of a result, or a failure of the test.
template <class T> T take(Result<T> result) {
  if (!result) {
    ADD_FAILURE() << result.error().message;
    return T();
  }
  return std::move(*result);
}

/// "7: message" of an error, "" for a value.
template <class T> std::string messageOf(const Result<T> &result) { return result ? "" : result.error().message; }

#define EXPECT_ERROR(RESULT, ID, PART)                                                                                 \
  do {                                                                                                                 \
    auto checked = (RESULT);                                                                                           \
    ASSERT_FALSE(checked);                                                                                             \
    EXPECT_EQ(checked.error().id, ErrorId::ID) << checked.error().message;                                             \
    EXPECT_NE(checked.error().message.find(PART), std::string::npos) << checked.error().message;                       \
  } while (false)

} // namespace onnxc::graph

#endif
