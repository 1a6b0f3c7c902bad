//===- Value.cpp - What a Tensor refers to ------------------------------------===//
#include "Value.h"
#include "onnxc/tensor.h"
#include <bit>
#include <cstring>
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

namespace {

static_assert(std::endian::native == std::endian::little, "TensorProto::raw_data is little endian");

/// Elements of less than a byte are packed, the first one in the low bits.
std::string packBits(const unsigned char *data, size_t count, unsigned bits) {
  const size_t perByte = 8 / bits;
  std::string packed((count + perByte - 1) / perByte, '\0');
  for (size_t i = 0; i < count; ++i) {
    unsigned value = data[i] & ((1u << bits) - 1);
    packed[i / perByte] =
        static_cast<char>(static_cast<unsigned char>(packed[i / perByte]) | value << (i % perByte * bits));
  }
  return packed;
}

/// FLOAT6 types are packed in a stream of bits.
std::string packStream(const unsigned char *data, size_t count, unsigned bits) {
  std::string packed((count * bits + 7) / 8, '\0');
  for (size_t i = 0; i < count * bits; ++i)
    if (data[i / bits] >> (i % bits) & 1)
      packed[i / 8] = static_cast<char>(packed[i / 8] | 1 << (i % 8));
  return packed;
}

unsigned bitsOf(DType dtype) {
  switch (dtype) {
  case DType::INT4:
  case DType::UINT4:
  case DType::FLOAT4E2M1:
    return 4;
  case DType::INT2:
  case DType::UINT2:
    return 2;
  case DType::FLOAT6E2M3:
  case DType::FLOAT6E3M2:
    return 6;
  default:
    return 8;
  }
}

} // namespace

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
  unsigned bits = bitsOf(literal.dtype());
  if (bits == 6)
    proto.set_raw_data(packStream(literal.data(), literal.size(), bits));
  else if (bits < 8)
    proto.set_raw_data(packBits(literal.data(), literal.size(), bits));
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
