//===- OperatorCall.cpp - A call of an operator becomes a node ------------===//
#include "Runtime/Session/Session.h"
#include "Runtime/Tensors/OperatorArguments.h"
#include "onnxc/detail/operator_call.h"

namespace onnxc {

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

} // namespace onnxc
