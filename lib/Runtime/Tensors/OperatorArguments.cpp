//===- OperatorArguments.cpp - Arguments for the graph builder ------------===//
#include "Runtime/Tensors/OperatorArguments.h"
#include "Runtime/Session/Session.h"

namespace onnxc::runtime {

namespace {

std::string text(const detail::Text &text) { return std::string(text.data(), text.size()); }

onnx::TypeProto typeProto(const TypeAttribute &type) {
  onnx::TypeProto result;
  onnx::TypeProto *inner = &result;
  for (TypeAttribute::Wrapper wrapper : type.wrappers())
    inner = wrapper == TypeAttribute::Wrapper::Sequence ? inner->mutable_sequence_type()->mutable_elem_type()
                                                        : inner->mutable_optional_type()->mutable_elem_type();
  inner->mutable_tensor_type()->set_elem_type(static_cast<int32_t>(type.dtype()));
  if (!type.hasShape())
    return result;
  onnx::TensorShapeProto *shape = inner->mutable_tensor_type()->mutable_shape();
  for (const TypeAttribute::Dimension &dimension : type.shape()) {
    onnx::TensorShapeProto_Dimension *dim = shape->add_dim();
    if (dimension.size >= 0)
      dim->set_dim_value(dimension.size);
    else if (dimension.symbol)
      dim->set_dim_param(dimension.symbol);
  }
  return result;
}

onnx::SparseTensorProto sparseProto(const SparseTensorLiteral &literal) {
  onnx::SparseTensorProto sparse;
  *sparse.mutable_values() = toProto(literal.values);
  *sparse.mutable_indices() = toProto(literal.indices);
  const auto *dims = reinterpret_cast<const int64_t *>(literal.dims.data());
  for (size_t i = 0; i < literal.dims.size(); ++i)
    sparse.add_dims(dims[i]);
  return sparse;
}

} // namespace

graph::Attribute toAttribute(const char *name, const detail::AttributeBase &value) {
  graph::Attribute attribute;
  onnx::AttributeProto &proto = attribute.proto;
  proto.set_name(name);
  proto.set_type(static_cast<onnx::AttributeProto::AttributeType>(value.kind()));
  switch (value.kind()) {
  case AttributeKind::Float:
    proto.set_f(static_cast<const FloatAttribute &>(value).value());
    break;
  case AttributeKind::Int:
    proto.set_i(static_cast<const IntAttribute &>(value).value());
    break;
  case AttributeKind::String:
    proto.set_s(text(static_cast<const StringAttribute &>(value).value()));
    break;
  case AttributeKind::Tensor:
    *proto.mutable_t() = toProto(static_cast<const TensorAttribute &>(value).value());
    break;
  case AttributeKind::Floats:
    for (float each : static_cast<const FloatsAttribute &>(value).values())
      proto.add_floats(each);
    break;
  case AttributeKind::Ints:
    for (int64_t each : static_cast<const IntsAttribute &>(value).values())
      proto.add_ints(each);
    break;
  case AttributeKind::Strings:
    for (const detail::Text &each : static_cast<const StringsAttribute &>(value).values())
      proto.add_strings(text(each));
    break;
  case AttributeKind::SparseTensor:
    *proto.mutable_sparse_tensor() = sparseProto(static_cast<const SparseTensorAttribute &>(value).value());
    break;
  case AttributeKind::Type:
    *proto.mutable_tp() = typeProto(static_cast<const TypeAttribute &>(value));
    break;
  }
  return attribute;
}

graph::Attributes toAttributes(detail::ArrayView<detail::AttributeArgument> attributes) {
  graph::Attributes result;
  for (const detail::AttributeArgument &attribute : attributes)
    if (attribute.value->isGiven())
      result.push_back(toAttribute(attribute.name, *attribute.value));
  return result;
}

Session &sessionOf(detail::ArrayView<detail::Argument> arguments) {
  const Handle *buffer[16];
  std::vector<const Handle *> more;
  const Handle **handles = buffer;
  size_t count = 0;
  for (const detail::Argument &argument : arguments)
    count += argument.count;
  if (count > 16) {
    more.resize(count);
    handles = more.data();
  }
  count = 0;
  for (const detail::Argument &argument : arguments)
    for (size_t i = 0; i < argument.count; ++i)
      handles[count++] = argument.inputs[i].isGiven() ? &argument.inputs[i].value() : nullptr;
  return Session::of(handles, count);
}

std::vector<graph::Operand> toOperands(Session &session, detail::ArrayView<detail::Argument> arguments) {
  std::vector<graph::Operand> operands;
  for (const detail::Argument &argument : arguments)
    for (size_t i = 0; i < argument.count; ++i)
      operands.push_back(argument.inputs[i].isGiven() ? session.operand(argument.inputs[i].value()) : graph::Operand());
  return operands;
}

} // namespace onnxc::runtime
