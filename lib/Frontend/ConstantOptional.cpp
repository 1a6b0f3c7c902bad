#include "Frontend/ConstantOptional.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace onnxc::frontend {

namespace {

/// In the C++ libraries the flag that says whether there is a value lies beside a union that holds it.
std::optional<OptionalConstant> findOptional(const APValue &constant, const CXXRecordDecl *record) {
  if (!constant.isStruct() || !record)
    return std::nullopt;
  const APValue *value = nullptr;
  std::optional<bool> isEngaged;
  for (const FieldDecl *field : record->fields()) {
    const APValue &part = constant.getStructField(field->getFieldIndex());
    if (part.isUnion())
      value = &part.getUnionValue();
    else if (part.isInt() && (field->getName() == "_M_engaged" || field->getName() == "__engaged_"))
      isEngaged = part.getInt().getBoolValue();
    else if (std::optional<OptionalConstant> found = findOptional(part, field->getType()->getAsCXXRecordDecl()))
      return found;
  }
  if (isEngaged && (!*isEngaged || value))
    return OptionalConstant{*isEngaged ? value : nullptr};
  unsigned base = 0;
  for (const CXXBaseSpecifier &each : record->bases())
    if (std::optional<OptionalConstant> found =
            findOptional(constant.getStructBase(base++), each.getType()->getAsCXXRecordDecl()))
      return found;
  return std::nullopt;
}

bool isNullopt(QualType type) {
  const CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() && record->getName() == "nullopt_t";
}

} // namespace

std::optional<OptionalConstant> constantOptional(const APValue &constant, QualType type) {
  return findOptional(constant, type.getNonReferenceType()->getAsCXXRecordDecl());
}

bool isEmptyOptional(const Expr *value, const ASTContext &context) {
  Expr::EvalResult result;
  if (!value->isValueDependent() && value->getType()->isRecordType() && value->EvaluateAsRValue(result, context))
    if (std::optional<OptionalConstant> constant = constantOptional(result.Val, value->getType()))
      return !constant->value;
  // Such as one of strings, which are no constants.
  for (const Expr *inner = value;;) {
    inner = inner->IgnoreImplicit();
    if (isNullopt(inner->getType()))
      return true;
    if (const auto *list = dyn_cast<InitListExpr>(inner))
      return list->getNumInits() == 0;
    const auto *construct = dyn_cast<CXXConstructExpr>(inner);
    if (!construct || construct->getNumArgs() == 0)
      return construct != nullptr;
    inner = construct->getArg(0);
  }
}

} // namespace onnxc::frontend
