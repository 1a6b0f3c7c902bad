//===- SourceWriter.h - The definitions of one operator -----------------===//
#ifndef ONNXC_OPGEN_SOURCEWRITER_H
#define ONNXC_OPGEN_SOURCEWRITER_H

#include "OpGen/Operator.h"

namespace onnxc::opgen {

/// The definitions, in the namespace `onnxc::sinceNN`; empty for templates.
std::string definitionOf(const Operator &op);

/// The rows of this operator in the table of operators.
std::string entriesOf(const Operator &op);

} // namespace onnxc::opgen

#endif // ONNXC_OPGEN_SOURCEWRITER_H
