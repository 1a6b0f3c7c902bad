//===- Writers.h - Text for one operator ----------------------------------===//
#ifndef ONNXC_OPGEN_WRITERS_H
#define ONNXC_OPGEN_WRITERS_H

#include "OpGen/Operator.h"

namespace onnxc::opgen {

/// The attributes, the result and the declarations, with documentation.
std::string declarationOf(const Operator &op);

/// The names that an opset's namespace takes from a since-namespace.
std::vector<std::string> declaredNames(const Operator &op);

/// `const RequiredInput &x, const Input &axes = {}, const ReduceSum_Attributes &attributes = {}`; without defaults for
/// a definition.
std::string parameterList(const Operator &op, const Overload &overload, bool withDefaults);

/// `Tensor`, `TopK_Result`.
std::string resultOf(const Operator &op, const Overload &overload);

/// `{"", "Softmax", 13}`
std::string operatorInfo(const Operator &op);

/// The definitions, in the namespace `onnxc::sinceNN`; empty for templates.
std::string definitionOf(const Operator &op);

/// The rows of this operator in the table of operators.
std::string entriesOf(const Operator &op);

std::string valueClass(ValueKind kind);

} // namespace onnxc::opgen

#endif // ONNXC_OPGEN_WRITERS_H
