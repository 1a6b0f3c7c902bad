//===- TypeClasses.h - Classes by their names --------------------------------------===//
#ifndef ONNXC_FRONTEND_TYPECLASSES_H
#define ONNXC_FRONTEND_TYPECLASSES_H

#include "Frontend/Types.h"

#include "clang/AST/DeclCXX.h"

namespace onnxc::frontend {

/// The outermost namespace that `decl` is in; "" for the global one.
llvm::StringRef outerNamespace(const clang::Decl *decl);

/// The class of namespace onnxc itself that `record` is ("Tensor" ...), "" when it is none.
llvm::StringRef onnxcName(const clang::TagDecl *record);

/// The first class of `record` and its bases that `accept` accepts.
template <class Accept> const clang::CXXRecordDecl *findBase(const clang::CXXRecordDecl *record, Accept accept) {
  if (accept(record))
    return record;
  if (!record->hasDefinition() || record->isDependentContext())
    return nullptr;
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (const auto *baseRecord = base.getType()->getAsCXXRecordDecl())
      if (const clang::CXXRecordDecl *found = findBase(baseRecord, accept))
        return found;
  return nullptr;
}

inline clang::QualType plainType(clang::QualType type) {
  return type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
}

} // namespace onnxc::frontend

#endif
