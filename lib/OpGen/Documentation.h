//===- Documentation.h - An operator's documentation as a doc comment -----===//
#ifndef ONNXC_OPGEN_DOCUMENTATION_H
#define ONNXC_OPGEN_DOCUMENTATION_H

#include "OpGen/Operator.h"

namespace onnxc::opgen {

/// The lines of `text` as `///` comment lines after `indent`. Blank lines at the ends are dropped, and what would
/// change how the compiler reads the next line.
std::string docComment(const std::string &text, const std::string &indent = "");

/// What the operator does, its inputs and outputs.
std::string operatorComment(const Operator &op);

/// What an attribute means, and its default.
std::string attributeComment(const Operator &op, const Attribute &attribute);

} // namespace onnxc::opgen

#endif // ONNXC_OPGEN_DOCUMENTATION_H
