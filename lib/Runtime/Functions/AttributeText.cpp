//===- AttributeText.cpp - Attribute values as text, and back -------------===//
#include "Runtime/Functions/AttributeText.h"
#include "Graph/IR/Type.h"
#include "Runtime/Functions/ValueReader.h"
#include "Runtime/Session/Errors.h"
#include "onnxc/detail/collect.h"

namespace onnxc::runtime {

namespace {

bool isReal(std::string_view text) {
  return text.find_first_of(".n") != std::string_view::npos ||
         (text.find('e') != std::string_view::npos && text.find_first_of("rl") == std::string_view::npos);
}

AttributeKind guess(std::string_view text) {
  bool list = text.starts_with('[');
  std::string_view item = list ? text.substr(1) : text;
  if (item.starts_with('"'))
    return list ? AttributeKind::Strings : AttributeKind::String;
  bool isDType = graph::dtypeNamed(item).has_value();
  if (isReal(item) && !isDType && item != "true" && item != "false")
    return list ? AttributeKind::Floats : AttributeKind::Float;
  return list ? AttributeKind::Ints : AttributeKind::Int;
}

} // namespace

std::string attributeText(const onnx::AttributeProto &attribute) {
  std::string text;
  auto list = [&](const auto &values, auto append) {
    text += '[';
    for (int i = 0; i < values.size(); ++i) {
      text += i ? ", " : "";
      append(values.Get(i));
    }
    text += ']';
  };
  auto integer = [&](int64_t value) { text += std::to_string(value); };
  auto real = [&](float value) { stub::detail::appendText(text, value); };
  auto string = [&](const std::string &value) { stub::detail::appendText(text, value.data(), value.size()); };
  switch (attribute.type()) {
  case onnx::AttributeProto::INT:
    integer(attribute.i());
    break;
  case onnx::AttributeProto::FLOAT:
    real(attribute.f());
    break;
  case onnx::AttributeProto::STRING:
    string(attribute.s());
    break;
  case onnx::AttributeProto::INTS:
    list(attribute.ints(), integer);
    break;
  case onnx::AttributeProto::FLOATS:
    list(attribute.floats(), real);
    break;
  case onnx::AttributeProto::STRINGS:
    list(attribute.strings(), string);
    break;
  default:
    text = "=" + attribute.name();
  }
  return text;
}

std::optional<onnx::AttributeProto> parseAttribute(const std::string &name, std::string_view text, AttributeKind kind) {
  if (text == "none")
    return std::nullopt;
  if (kind == AttributeKind())
    kind = guess(text);
  ValueReader reader(text);
  auto fail = [&] {
    runtime::fail("the value " + std::string(text) + " of attribute '" + name + "' is not of the attribute's type");
  };
  auto orFail = [&](auto value) {
    if (!value)
      fail();
    return std::move(*value);
  };
  onnx::AttributeProto proto;
  proto.set_name(name);
  proto.set_type(static_cast<onnx::AttributeProto::AttributeType>(kind));
  auto each = [&](auto read) {
    if (!reader.accept('['))
      fail();
    while (!reader.accept(']')) {
      read();
      reader.accept(',');
    }
  };
  switch (kind) {
  case AttributeKind::Int:
    proto.set_i(orFail(reader.integer()));
    break;
  case AttributeKind::Float:
    proto.set_f(static_cast<float>(orFail(reader.real())));
    break;
  case AttributeKind::String:
    proto.set_s(orFail(reader.string()));
    break;
  case AttributeKind::Ints:
    each([&] { proto.add_ints(orFail(reader.integer())); });
    break;
  case AttributeKind::Floats:
    each([&] { proto.add_floats(static_cast<float>(orFail(reader.real()))); });
    break;
  case AttributeKind::Strings:
    each([&] { proto.add_strings(orFail(reader.string())); });
    break;
  default:
    fail();
  }
  if (!reader.atEnd())
    fail();
  return proto;
}

} // namespace onnxc::runtime
