//===- Value.cpp - What a Tensor refers to --------------------------------===//
#include "Runtime/Values/Value.h"
#include "onnxc/literal.h"
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

} // namespace runtime

} // namespace onnxc
