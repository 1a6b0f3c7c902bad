// Attribute values of the command line as C++ text, for `onnxc trace`.
#ifndef ONNXC_DRIVER_BINDING_CPPVALUES_H
#define ONNXC_DRIVER_BINDING_CPPVALUES_H

#include "Driver/Binding/BoundCall.h"
#include "Frontend/Signature.h"

#include <string>

namespace onnxc::driver {

/// A C++ expression of the parameter's type, to be used as an argument. Values of types that ONNX has no attributes for
/// are C++ already. Throws Failure on tensors that no C++ literal has.
std::string cppValue(const frontend::Param &param, const GivenValue &given);

/// The name of a type, as it can be written in the global namespace.
std::string cppType(clang::QualType type, const clang::ASTContext &context);

} // namespace onnxc::driver

#endif
