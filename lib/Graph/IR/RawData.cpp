//===- RawData.cpp - Elements of tensors as bytes -------------------------------===//
#include "Graph/IR/RawData.h"

#include <bit>

namespace onnxc::graph {

namespace {

template <class T, class Field> void appendAs(std::string &bytes, const Field &field) {
  static_assert(std::endian::native == std::endian::little, "raw_data is little-endian");
  for (auto number : field) {
    T value = static_cast<T>(number);
    bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
  }
}

} // namespace

bool makeRaw(onnx::TensorProto &tensor) {
  if (tensor.has_raw_data())
    return true;
  std::string bytes;
  switch (tensor.data_type()) {
  case onnx::TensorProto::FLOAT:
  case onnx::TensorProto::COMPLEX64:
    appendAs<float>(bytes, tensor.float_data());
    break;
  case onnx::TensorProto::DOUBLE:
  case onnx::TensorProto::COMPLEX128:
    appendAs<double>(bytes, tensor.double_data());
    break;
  case onnx::TensorProto::INT64:
    appendAs<int64_t>(bytes, tensor.int64_data());
    break;
  case onnx::TensorProto::UINT64:
    appendAs<uint64_t>(bytes, tensor.uint64_data());
    break;
  case onnx::TensorProto::UINT32:
    appendAs<uint32_t>(bytes, tensor.uint64_data());
    break;
  case onnx::TensorProto::INT32:
    appendAs<int32_t>(bytes, tensor.int32_data());
    break;
  case onnx::TensorProto::INT16:
  case onnx::TensorProto::UINT16:
  case onnx::TensorProto::FLOAT16:
  case onnx::TensorProto::BFLOAT16:
    appendAs<uint16_t>(bytes, tensor.int32_data());
    break;
  case onnx::TensorProto::STRING:
    return false;
  default:
    appendAs<uint8_t>(bytes, tensor.int32_data());
  }
  tensor.clear_float_data();
  tensor.clear_double_data();
  tensor.clear_int64_data();
  tensor.clear_uint64_data();
  tensor.clear_int32_data();
  tensor.set_raw_data(std::move(bytes));
  return true;
}

} // namespace onnxc::graph
