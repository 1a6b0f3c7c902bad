// ONNX's element types and type variables.
#ifndef ONNXC_FRONTEND_ELEMENTTYPES_H
#define ONNXC_FRONTEND_ELEMENTTYPES_H

#include "Frontend/Types.h"

#include "clang/AST/DeclCXX.h"

#include <string_view>
#include <vector>

namespace onnxc::frontend {

/// The ONNX name of an element type: "float", "int64", "bfloat16"...; "undefined" for 0.
std::string_view elementTypeName(ElementType type);

/// The `dtype` of an element type of ours; 0 when it has none.
ElementType smallElementType(const clang::CXXRecordDecl *record);

/// What a type variable of onnxc ("Real" ...) may be; empty when `name` is none.
std::vector<ElementType> variableTypes(llvm::StringRef name);

} // namespace onnxc::frontend

#endif
