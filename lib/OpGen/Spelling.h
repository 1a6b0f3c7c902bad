//===- Spelling.h - How the parts of an operator are written in C++ -----===//
#ifndef ONNXC_OPGEN_SPELLING_H
#define ONNXC_OPGEN_SPELLING_H

#include "OpGen/Operator.h"

namespace onnxc::opgen {

std::string valueClass(ValueKind kind);

/// `const RequiredInput &x, const Input &axes = {}, const ReduceSum_Attributes &attributes = {}`; without defaults for
/// a definition.
std::string parameterList(const Operator &op, const Overload &overload, bool withDefaults);

/// `Tensor`, `TopK_Result`.
std::string resultOf(const Operator &op, const Overload &overload);

/// `{"", "Softmax", 13}`
std::string operatorInfo(const Operator &op);

} // namespace onnxc::opgen

#endif // ONNXC_OPGEN_SPELLING_H
