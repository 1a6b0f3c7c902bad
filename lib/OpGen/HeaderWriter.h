//===- HeaderWriter.h - The declarations of one operator ----------------===//
#ifndef ONNXC_OPGEN_HEADERWRITER_H
#define ONNXC_OPGEN_HEADERWRITER_H

#include "OpGen/Operator.h"

namespace onnxc::opgen {

/// The attributes, the result and the declarations, with documentation.
std::string declarationOf(const Operator &op);

/// The names that an opset's namespace takes from a since-namespace.
std::vector<std::string> declaredNames(const Operator &op);

} // namespace onnxc::opgen

#endif // ONNXC_OPGEN_HEADERWRITER_H
