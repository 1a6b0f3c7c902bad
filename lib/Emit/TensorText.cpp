#include "Emit/TensorText.h"

#include "Graph/IR/Type.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace onnxc::emit {
namespace {

using onnx::TensorProto;

template <class T> std::string shortest(T value) {
  if (std::isnan(value))
    return std::signbit(value) ? "-nan" : "nan";
  char buffer[32];
  auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

std::string elementText(float value) { return shortest(value); }
std::string elementText(double value) { return shortest(value); }
std::string elementText(const std::string &value) { return quoted(value); }
template <class T> std::string elementText(T value) { return std::to_string(value); }

template <class List> std::string listText(const List &elements) {
  std::string text;
  for (const auto &element : elements)
    text += (text.empty() ? "" : ", ") + elementText(element);
  return "{" + text + "}";
}

/// The elements of raw_data (little-endian, as ONNX stores it and as the machines that we run on have it).
template <class T> std::string rawText(const std::string &raw) {
  std::vector<T> elements(raw.size() / sizeof(T));
  std::memcpy(elements.data(), raw.data(), elements.size() * sizeof(T));
  return listText(elements);
}

/// Two elements of 4 bits a byte, the first in the low half.
std::string nibbleText(const std::vector<unsigned char> &bytes, int64_t count, bool isSigned) {
  std::vector<int> elements;
  for (int64_t i = 0; i < count && static_cast<std::size_t>(i / 2) < bytes.size(); ++i) {
    int value = (bytes[i / 2] >> (i % 2 * 4)) & 15;
    elements.push_back(isSigned && value > 7 ? value - 16 : value);
  }
  return listText(elements);
}

std::string packedText(const TensorProto &tensor) {
  int64_t count = 1;
  for (int64_t dim : tensor.dims())
    count *= dim;
  std::vector<unsigned char> bytes(tensor.raw_data().begin(), tensor.raw_data().end());
  if (!tensor.has_raw_data())
    bytes.assign(tensor.int32_data().begin(), tensor.int32_data().end());
  return nibbleText(bytes, count, tensor.data_type() == TensorProto::INT4);
}

std::string rawElements(const TensorProto &tensor) {
  const std::string &raw = tensor.raw_data();
  switch (tensor.data_type()) {
  case TensorProto::FLOAT:
  case TensorProto::COMPLEX64:
    return rawText<float>(raw);
  case TensorProto::DOUBLE:
  case TensorProto::COMPLEX128:
    return rawText<double>(raw);
  case TensorProto::INT8:
    return rawText<int8_t>(raw);
  case TensorProto::INT16:
    return rawText<int16_t>(raw);
  case TensorProto::INT32:
    return rawText<int32_t>(raw);
  case TensorProto::INT64:
    return rawText<int64_t>(raw);
  case TensorProto::UINT16:
  case TensorProto::FLOAT16:
  case TensorProto::BFLOAT16:
    return rawText<uint16_t>(raw);
  case TensorProto::UINT32:
    return rawText<uint32_t>(raw);
  case TensorProto::UINT64:
    return rawText<uint64_t>(raw);
  default:
    return rawText<uint8_t>(raw); // bool, uint8, 8-bit floats
  }
}

std::string elements(const TensorProto &tensor) {
  if (tensor.data_type() == TensorProto::INT4 || tensor.data_type() == TensorProto::UINT4 ||
      tensor.data_type() == TensorProto::FLOAT4E2M1)
    return packedText(tensor);
  if (tensor.has_raw_data())
    return rawElements(tensor);
  switch (tensor.data_type()) {
  case TensorProto::FLOAT:
  case TensorProto::COMPLEX64:
    return listText(tensor.float_data());
  case TensorProto::DOUBLE:
  case TensorProto::COMPLEX128:
    return listText(tensor.double_data());
  case TensorProto::INT64:
    return listText(tensor.int64_data());
  case TensorProto::UINT32:
  case TensorProto::UINT64:
    return listText(tensor.uint64_data());
  case TensorProto::STRING:
    return listText(tensor.string_data());
  default:
    return listText(tensor.int32_data());
  }
}

std::string shapeText(const onnx::TensorShapeProto &shape) {
  std::string text;
  for (const auto &dim : shape.dim()) {
    text += text.empty() ? "[" : ",";
    text += dim.has_dim_value()   ? std::to_string(dim.dim_value())
            : dim.has_dim_param() ? identifier(dim.dim_param())
                                  : "?";
  }
  return text.empty() ? text : text + "]";
}

template <class TensorType> std::string tensorTypeText(const TensorType &type) {
  return elementTypeText(type.elem_type()) + (type.has_shape() ? shapeText(type.shape()) : "[]");
}

} // namespace

std::string numberText(double value) { return shortest(value); }
std::string numberText(float value) { return shortest(value); }

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '\\' || c == '"')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string identifier(const std::string &text) {
  bool plain = !text.empty() && !(text[0] >= '0' && text[0] <= '9');
  for (char c : text)
    plain = plain && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_');
  return plain ? text : quoted(text);
}

std::string elementTypeText(int32_t type) { return graph::toString(static_cast<DType>(type)); }

std::string typeText(const onnx::TypeProto &type) {
  switch (type.value_case()) {
  case onnx::TypeProto::kTensorType:
    return tensorTypeText(type.tensor_type());
  case onnx::TypeProto::kSequenceType:
    return "seq(" + typeText(type.sequence_type().elem_type()) + ")";
  case onnx::TypeProto::kOptionalType:
    return "optional(" + typeText(type.optional_type().elem_type()) + ")";
  case onnx::TypeProto::kMapType:
    return "map(" + elementTypeText(type.map_type().key_type()) + ", " + typeText(type.map_type().value_type()) + ")";
  case onnx::TypeProto::kSparseTensorType:
    return "sparse_tensor(" + tensorTypeText(type.sparse_tensor_type()) + ")";
  case onnx::TypeProto::kOpaqueType:
    return "opaque(" + type.opaque_type().domain() + "," + type.opaque_type().name() + ")";
  case onnx::TypeProto::VALUE_NOT_SET:
    break;
  }
  return {};
}

std::string tensorText(const TensorProto &tensor) {
  std::string text = elementTypeText(tensor.data_type());
  for (int i = 0; i < tensor.dims_size(); ++i)
    text += (i == 0 ? "[" : ",") + std::to_string(tensor.dims(i));
  if (tensor.dims_size() > 0)
    text += "]";
  if (!tensor.name().empty())
    text += " " + identifier(tensor.name());
  if (tensor.data_location() == TensorProto::EXTERNAL) {
    std::string place;
    for (const auto &entry : tensor.external_data())
      place += (place.empty() ? "" : ", ") + quoted(entry.key()) + ": " + quoted(entry.value());
    return text + " [" + place + "]";
  }
  return text + " " + elements(tensor);
}

} // namespace onnxc::emit
