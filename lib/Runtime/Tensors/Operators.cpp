//===- Operators.cpp - Operators and tensor expressions become nodes ------===//
#include "Runtime/Tensors/Operators.h"
#include "Runtime/Session/Session.h"
#include "onnxc/detail/operator_call.h"

namespace onnxc {

namespace runtime {

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

} // namespace runtime

using runtime::Session;

void detail::callOperator(const OperatorInfo &info, ArrayView<Argument> arguments,
                          ArrayView<AttributeArgument> attributes, Handle *outputs, size_t outputCount) {
  Session &session = runtime::sessionOf(arguments);
  std::vector<graph::Value *> values = session.check(
      session.frame().builder.op(info.domain, info.name, runtime::toOperands(session, arguments),
                                 runtime::toAttributes(attributes), static_cast<int>(outputCount), info.sinceVersion));
  for (size_t i = 0; i < outputCount; ++i)
    outputs[i] = session.handle(values[i]);
}

Tensor detail::listTensor(const InputElement *elements, size_t count) {
  std::vector<const Handle *> handles;
  bool computed = false;
  for (size_t i = 0; i < count; ++i) {
    handles.push_back(&elements[i].tensor());
    computed |= elements[i].isComputed() && elements[i].tensor().impl() && elements[i].tensor().impl()->session;
  }
  if (!computed) {
    graph::Literal list;
    list.dims = {static_cast<int64_t>(count)};
    bool plain = true;
    for (size_t i = 0; i < count && plain; ++i) {
      const ValueImpl *impl = elements[i].tensor().impl();
      plain = impl && impl->operand.literal && impl->operand.literal->isScalar();
      if (plain)
        list.data.push_back(impl->operand.literal->data[0]);
    }
    if (plain)
      return Tensor(runtime::literalHandle(std::move(list)));
  }
  Session &session = Session::of(handles.data(), handles.size());
  std::vector<graph::Operand> scalars;
  for (const Handle *handle : handles)
    scalars.push_back(session.operand(*handle));
  return Tensor(session.handle(session.check(session.frame().builder.list(std::move(scalars)))));
}

namespace {

Tensor apply(graph::CppOp op, const Tensor &a) {
  const detail::Handle *handles[] = {&a};
  Session &session = Session::of(handles, 1);
  return Tensor(session.handle(session.check(session.frame().builder.cpp(op, {session.operand(a)}))));
}

Tensor apply(graph::CppOp op, const Tensor &a, const Tensor &b) {
  const detail::Handle *handles[] = {&a, &b};
  // Numbers fold without a graph.
  bool constant =
      a.impl() && b.impl() && a.impl()->operand.literal && b.impl()->operand.literal && !Session::currentOrNull();
  if (constant) {
    graph::Function none;
    graph::Builder builder(none);
    if (auto folded = builder.cpp(op, {a.impl()->operand, b.impl()->operand}); folded && folded->literal)
      return Tensor(runtime::literalHandle(std::move(*folded->literal)));
  }
  Session &session = Session::of(handles, 2);
  return Tensor(
      session.handle(session.check(session.frame().builder.cpp(op, {session.operand(a), session.operand(b)}))));
}

} // namespace

using graph::CppOp;

Tensor operator+(const Tensor &a, const Tensor &b) { return apply(CppOp::Add, a, b); }
Tensor operator-(const Tensor &a, const Tensor &b) { return apply(CppOp::Sub, a, b); }
Tensor operator*(const Tensor &a, const Tensor &b) { return apply(CppOp::Mul, a, b); }
Tensor operator/(const Tensor &a, const Tensor &b) { return apply(CppOp::Div, a, b); }
Tensor operator%(const Tensor &a, const Tensor &b) { return apply(CppOp::Rem, a, b); }
Tensor operator+(const Tensor &a) { return apply(CppOp::Plus, a); }
Tensor operator-(const Tensor &a) { return apply(CppOp::Neg, a); }
Tensor operator!(const Tensor &a) { return apply(CppOp::Not, a); }
Tensor operator~(const Tensor &a) { return apply(CppOp::BitNot, a); }
Tensor operator<(const Tensor &a, const Tensor &b) { return apply(CppOp::Lt, a, b); }
Tensor operator<=(const Tensor &a, const Tensor &b) { return apply(CppOp::Le, a, b); }
Tensor operator>(const Tensor &a, const Tensor &b) { return apply(CppOp::Gt, a, b); }
Tensor operator>=(const Tensor &a, const Tensor &b) { return apply(CppOp::Ge, a, b); }
Tensor operator==(const Tensor &a, const Tensor &b) { return apply(CppOp::Eq, a, b); }
Tensor operator!=(const Tensor &a, const Tensor &b) { return apply(CppOp::Ne, a, b); }
Tensor operator&&(const Tensor &a, const Tensor &b) { return apply(CppOp::And, a, b); }
Tensor operator&&(const Tensor &a, bool b) { return apply(CppOp::And, a, Tensor(b)); }
Tensor operator&&(bool a, const Tensor &b) { return apply(CppOp::And, Tensor(a), b); }
Tensor operator||(const Tensor &a, const Tensor &b) { return apply(CppOp::Or, a, b); }
Tensor operator||(const Tensor &a, bool b) { return apply(CppOp::Or, a, Tensor(b)); }
Tensor operator||(bool a, const Tensor &b) { return apply(CppOp::Or, Tensor(a), b); }
Tensor operator&(const Tensor &a, const Tensor &b) { return apply(CppOp::BitAnd, a, b); }
Tensor operator|(const Tensor &a, const Tensor &b) { return apply(CppOp::BitOr, a, b); }
Tensor operator^(const Tensor &a, const Tensor &b) { return apply(CppOp::BitXor, a, b); }
Tensor operator<<(const Tensor &a, const Tensor &b) { return apply(CppOp::Shl, a, b); }
Tensor operator>>(const Tensor &a, const Tensor &b) { return apply(CppOp::Shr, a, b); }

Tensor &Tensor::operator+=(const Tensor &other) & { return *this = *this + other; }
Tensor &Tensor::operator-=(const Tensor &other) & { return *this = *this - other; }
Tensor &Tensor::operator*=(const Tensor &other) & { return *this = *this * other; }
Tensor &Tensor::operator/=(const Tensor &other) & { return *this = *this / other; }
Tensor &Tensor::operator%=(const Tensor &other) & { return *this = *this % other; }
Tensor &Tensor::operator&=(const Tensor &other) & { return *this = *this & other; }
Tensor &Tensor::operator|=(const Tensor &other) & { return *this = *this | other; }
Tensor &Tensor::operator^=(const Tensor &other) & { return *this = *this ^ other; }
Tensor &Tensor::operator<<=(const Tensor &other) & { return *this = *this << other; }
Tensor &Tensor::operator>>=(const Tensor &other) & { return *this = *this >> other; }
Tensor &Tensor::operator++() & { return *this += 1; }
Tensor &Tensor::operator--() & { return *this -= 1; }
Tensor Tensor::operator++(int) & {
  Tensor before = *this;
  *this += 1;
  return before;
}
Tensor Tensor::operator--(int) & {
  Tensor before = *this;
  *this -= 1;
  return before;
}

} // namespace onnxc
