// The static data that a stub gives to the runtime: onnxc::stub::Descriptor and its parameters.
#ifndef ONNXC_STUB_DESCRIPTOR_H
#define ONNXC_STUB_DESCRIPTOR_H

#include "Frontend/Invocation.h"
#include "Stub/Plan.h"

#include <optional>
#include <string>

namespace onnxc::stub {

/// The class that describes `function` in its stub: `onnxc_descriptor`, unless a parameter has that name.
std::string descriptorName(const clang::FunctionDecl *function);

/// Declarations of `onnxc_parameters` (where there are any) and the class `descriptorName`, as statements on one line.
std::string descriptorText(const WrittenFunction &function, const std::string &fileName, bool debugLines,
                           frontend::ParsedUnit &unit, const SourceText &source);

/// The text of a constant as onnxc::stub::Parameter::defaultValue has it; none where `expr` is no constant.
std::optional<std::string> valueText(const clang::Expr *expr, const clang::ASTContext &context);

} // namespace onnxc::stub

#endif
