//===- Value.cpp - What a Tensor refers to --------------------------------===//
#include "Runtime/Values/Value.h"
#include "onnxc/tensor.h"
#include <bit>
#include <stdexcept>

namespace onnxc {

namespace detail {

void retain(ValueImpl *impl) noexcept { impl->references.fetch_add(1, std::memory_order_relaxed); }

void release(ValueImpl *impl) noexcept {
  if (impl->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete impl;
}

void failRaggedLiteral() { throw std::invalid_argument("the rows of a constant tensor have different lengths"); }

} // namespace detail

namespace runtime {

static_assert(std::endian::native == std::endian::little, "TensorProto::raw_data is little endian");

onnx::TensorProto toProto(const TensorLiteral &literal) {
  onnx::TensorProto proto;
  proto.set_data_type(static_cast<int32_t>(literal.dtype()));
  for (size_t i = 0; i < literal.rank(); ++i)
    proto.add_dims(literal.shape()[i]);
  if (literal.dtype() == DType::STRING) {
    for (const onnxc::detail::Text &text : literal.strings())
      proto.add_string_data(text.data(), text.size());
    return proto;
  }
  if (int bits = graph::packedBits(literal.dtype()))
    proto.set_raw_data(graph::packElements(literal.data(), literal.size(), bits));
  else
    proto.set_raw_data(literal.data(), literal.dataSize());
  return proto;
}

Handle constantHandle(onnx::TensorProto tensor) {
  auto *impl = new ValueImpl;
  impl->constant = std::make_shared<const onnx::TensorProto>(std::move(tensor));
  return Handle(impl);
}

Handle literalHandle(graph::Literal literal) {
  auto *impl = new ValueImpl;
  impl->operand = graph::Operand(std::move(literal));
  return Handle(impl);
}

namespace {
graph::Number toNumber(const onnxc::detail::Scalar &scalar) {
  switch (scalar.dtype) {
  case DType::BOOL:
    return scalar.integer != 0;
  case DType::FLOAT:
  case DType::DOUBLE:
    return scalar.real;
  case DType::UINT8:
  case DType::UINT16:
  case DType::UINT32:
    return static_cast<int64_t>(scalar.natural);
  case DType::UINT64:
    return scalar.natural <= INT64_MAX ? graph::Number(static_cast<int64_t>(scalar.natural))
                                       : graph::Number(scalar.natural);
  default:
    return scalar.integer;
  }
}
} // namespace

} // namespace runtime

Tensor::Tensor(detail::Scalar number) : Tensor(runtime::literalHandle(graph::Literal(runtime::toNumber(number)))) {}
Tensor::Tensor(const char *text, size_t size)
    : Tensor(runtime::literalHandle(graph::Literal(std::string(text, size)))) {}
Tensor::Tensor(const TensorLiteral &literal) : Tensor(runtime::constantHandle(runtime::toProto(literal))) {}

} // namespace onnxc
