//===- OperatorArguments.h - Arguments for the graph builder --------------===//
#ifndef ONNXC_RUNTIME_OPERATORARGUMENTS_H
#define ONNXC_RUNTIME_OPERATORARGUMENTS_H

#include "Graph/Building/Builder.h"
#include "onnxc/detail/operator_call.h"

namespace onnxc::runtime {

class Session;

graph::Attribute toAttribute(const char *name, const detail::AttributeBase &value);
graph::Attributes toAttributes(detail::ArrayView<detail::AttributeArgument> attributes);
Session &sessionOf(detail::ArrayView<detail::Argument> arguments);
std::vector<graph::Operand> toOperands(Session &session, detail::ArrayView<detail::Argument> arguments);

} // namespace onnxc::runtime

#endif
