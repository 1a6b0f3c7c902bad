#include "Driver/Binding/CppValues.h"
#include "Graph/IR/RawData.h"

#include "Driver/Binding/AttributeValues.h"
#include "Driver/Options/Failure.h"
#include "Graph/IR/Literal.h"
#include "Graph/Model/Model.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

#include <cmath>
#include <cstdio>
#include <cstring>

namespace onnxc::driver {
namespace {

using frontend::AttrKind;
using frontend::Param;

std::string quoted(const std::string &text) {
  std::string literal = "\"";
  static const char digits[] = "01234567";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    literal += {'\\', digits[byte / 64], digits[byte / 8 % 8], digits[byte % 8]};
  }
  return literal + '"';
}

std::string real(double value) {
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, "%a", value);
  return std::isnan(value)   ? "__builtin_nan(\"\")"
         : std::isinf(value) ? (value > 0 ? "__builtin_inf()" : "-__builtin_inf()")
                             : buffer;
}

std::string integer(int64_t value) {
  if (value == std::numeric_limits<int64_t>::min())
    return "(-9223372036854775807LL - 1)"; // C++ has no literal for it
  return std::to_string(value) + "LL";
}

/// Values of one attribute, as elements of type `type`.
class ElementWriter {
public:
  ElementWriter(clang::QualType type, const clang::ASTContext &context)
      : name(cppType(type, context)), isPointer(type->isPointerType()) {}

  std::string number(const std::string &text) const { return "static_cast<" + name + ">(" + text + ")"; }
  std::string string(const std::string &text) const {
    return isPointer ? quoted(text) : name + "(" + quoted(text) + ", " + std::to_string(text.size()) + ")";
  }

  const std::string name;

private:
  const bool isPointer;
};

template <class List, class Print> std::string braced(const List &list, const Print &print) {
  std::string text;
  for (const auto &element : list)
    text += (text.empty() ? "" : ", ") + print(element);
  return "{" + text + "}";
}

/// The braced elements as a list of the parameter's type; std::span looks at an array that lives as long as the call.
std::string listText(const Param &param, const std::string &element, std::size_t count, const std::string &braces) {
  const auto *record = param.attributeType->getAsCXXRecordDecl();
  if (record && record->getName() == "span")
    return "std::array<" + element + ", " + std::to_string(count) + ">" + braces;
  return cppType(param.attributeType, param.decl->getASTContext()) + braces;
}

// Tensors.

std::string elementTypeText(DType dtype) {
  switch (dtype) {
  case DType::FLOAT:
  case DType::DOUBLE:
  case DType::BOOL:
    return graph::toString(dtype);
  case DType::STRING:
    return "std::string";
  default:
    return (graph::isInteger(dtype) && graph::packedBits(dtype) == 0 ? "::" : "::onnxc::") +
           std::string(graph::toString(dtype)) + (graph::isInteger(dtype) && graph::packedBits(dtype) == 0 ? "_t" : "");
  }
}

/// The bits of element `index` of raw data, as a C++ value of type `type`.
std::string bitsText(const std::string &type, const std::string &bytes, std::size_t index, std::size_t size) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + index * size, size);
  return "__builtin_bit_cast(" + type + ", static_cast<::uint" + std::to_string(size * 8) + "_t>(" +
         std::to_string(bits) + "ULL))";
}

/// A byte for each element of less than a byte; those of signed integers are extended.
std::string unpacked(const std::string &bytes, std::size_t count, int bits, bool isSigned) {
  std::string elements;
  for (std::size_t i = 0; i < count; ++i) {
    unsigned value = 0;
    for (int bit = 0; bit < bits; ++bit) {
      std::size_t place = i * static_cast<std::size_t>(bits) + static_cast<std::size_t>(bit);
      value |= (static_cast<unsigned char>(bytes[place / 8]) >> place % 8 & 1u) << bit;
    }
    if (isSigned && (value >> (bits - 1) & 1u))
      value |= ~0u << bits;
    elements += static_cast<char>(value);
  }
  return elements;
}

std::vector<std::string> elementTexts(onnx::TensorProto tensor, std::size_t count) {
  auto dtype = static_cast<DType>(tensor.data_type());
  std::string type = elementTypeText(dtype);
  std::vector<std::string> texts;
  if (dtype == DType::STRING) {
    for (const std::string &text : tensor.string_data())
      texts.push_back("std::string(" + quoted(text) + ", " + std::to_string(text.size()) + ")");
    return texts;
  }
  graph::makeRaw(tensor);
  std::string bytes = tensor.raw_data();
  int bits = graph::packedBits(dtype);
  if (bits > 0 && bytes.size() * 8 >= count * static_cast<std::size_t>(bits))
    bytes = unpacked(bytes, count, bits, graph::isSigned(dtype));
  std::size_t size = count == 0 ? 1 : bytes.size() / count;
  for (std::size_t i = 0; i < count && size > 0; ++i)
    if (dtype == DType::COMPLEX128 || dtype == DType::COMPLEX64) {
      std::string part = dtype == DType::COMPLEX64 ? "float" : "double";
      texts.push_back(type + "(" + bitsText(part, bytes, 2 * i, size / 2) + ", " +
                      bitsText(part, bytes, 2 * i + 1, size / 2) + ")");
    } else {
      texts.push_back(bitsText(type, bytes, i, size));
    }
  return texts;
}

/// `{{a, b}, {c, d}}` of the elements from `next` on.
std::string nested(const onnx::TensorProto &tensor, int axis, const std::vector<std::string> &elements,
                   std::size_t &next) {
  if (axis == tensor.dims_size())
    return elements[next++];
  std::string text;
  for (int64_t i = 0; i < tensor.dims(axis); ++i)
    text += (i == 0 ? "" : ", ") + nested(tensor, axis + 1, elements, next);
  return "{" + text + "}";
}

std::string tensorText(const onnx::TensorProto &tensor, const std::string &given) {
  constexpr int maxRank = 5; // of onnxc::tensor
  std::size_t count = 1;
  for (int64_t size : tensor.dims())
    count *= static_cast<std::size_t>(size);
  std::vector<std::string> elements = elementTexts(tensor, count);
  if (tensor.dims_size() > maxRank || (count == 0 && tensor.dims_size() > 1))
    throw Failure::usage("the tensor in '" + given + "' has a shape that no onnxc::TensorLiteral has: at most " +
                         std::to_string(maxRank) + " dimensions, and without elements one");
  if (elements.size() != count)
    throw Failure::usage("the tensor in '" + given + "' has other data than its shape and element type say");
  std::size_t next = 0;
  return "::onnxc::tensor<" + elementTypeText(static_cast<DType>(tensor.data_type())) + ">(" +
         nested(tensor, 0, elements, next) + ")";
}

/// Traced code sees a double as it was written, although ONNX's attributes are floats.
std::string realText(const ElementWriter &element, float value, const std::string &text) {
  return element.number(element.name == "double" ? real(readReal(text).value_or(value))
                                                 : real(static_cast<double>(value)));
}

} // namespace

std::string cppType(clang::QualType type, const clang::ASTContext &context) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.SuppressUnwrittenScope = true;
  return type.getUnqualifiedType().getAsString(policy);
}

std::string cppValue(const Param &param, const GivenValue &given) {
  if (given.isAbsent)
    return "std::nullopt";
  if (param.kind == frontend::ParamKind::Opaque)
    return given.text;
  const onnx::AttributeProto &proto = given.proto;
  ElementWriter element(elementType(param), param.decl->getASTContext());
  auto list = [&](int count, const std::string &braces) {
    return listText(param, element.name, static_cast<std::size_t>(count), braces);
  };
  switch (param.attribute) {
  case AttrKind::Int:
    return element.number(integer(proto.i()));
  case AttrKind::Float:
    return realText(element, proto.f(), given.text);
  case AttrKind::String:
    return element.string(proto.s());
  case AttrKind::Tensor:
    return tensorText(proto.t(), given.text);
  case AttrKind::Floats: {
    std::vector<std::string> texts = listItems(given.text);
    std::size_t next = 0;
    return list(proto.floats_size(),
                braced(proto.floats(), [&](float value) { return realText(element, value, texts[next++]); }));
  }
  case AttrKind::Ints:
    return list(proto.ints_size(), braced(proto.ints(), [&](int64_t value) { return element.number(integer(value)); }));
  case AttrKind::Strings:
    return list(proto.strings_size(),
                braced(proto.strings(), [&](const std::string &value) { return element.string(value); }));
  case AttrKind::None:
    break;
  }
  return given.text;
}

} // namespace onnxc::driver
