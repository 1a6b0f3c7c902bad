// Tokens of attributes, which the syntax tree does not have.
#ifndef ONNXC_FRONTEND_ATTRIBUTETOKENS_H
#define ONNXC_FRONTEND_ATTRIBUTETOKENS_H

#include "Frontend/Diagnostics.h"

namespace clang {
class Preprocessor;
}

namespace onnxc::frontend {

/// Reports what never reaches the syntax tree: unknown onnx:: attributes and arguments that are a lone name.
void watchAttributeTokens(clang::Preprocessor &preprocessor, Diagnoser &diagnoser);

} // namespace onnxc::frontend

#endif
