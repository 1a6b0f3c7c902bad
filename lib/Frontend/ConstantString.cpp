#include "Frontend/ConstantString.h"
#include "Frontend/Annotations.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace onnxc::frontend {

namespace {

bool isChar(QualType type) { return type->isCharType() || type->isChar8Type(); }

/// Characters of a constant array from `start` on, up to `length` or the first zero.
std::optional<std::string> fromArray(const APValue &array, uint64_t start, std::optional<uint64_t> length) {
  if (!array.isArray() || start > array.getArraySize())
    return std::nullopt;
  std::string text;
  for (uint64_t i = start; i < array.getArraySize() && (!length || text.size() < *length); ++i) {
    const APValue *element = i < array.getArrayInitializedElts() ? &array.getArrayInitializedElt(i)
                             : array.hasArrayFiller()            ? &array.getArrayFiller()
                                                                 : nullptr;
    if (!element || !element->isInt())
      return std::nullopt;
    char c = static_cast<char>(element->getInt().getExtValue());
    if (!length && c == 0)
      break;
    text += c;
  }
  if (length && text.size() < *length)
    return std::nullopt;
  return text;
}

std::optional<std::string> fromLiteral(const StringLiteral &literal, uint64_t start, std::optional<uint64_t> length) {
  if (literal.getCharByteWidth() != 1 || start > literal.getLength())
    return std::nullopt;
  StringRef rest = literal.getBytes().drop_front(start);
  if (length)
    return *length <= rest.size() ? std::optional(rest.take_front(*length).str()) : std::nullopt;
  return rest.take_until([](char c) { return c == 0; }).str();
}

/// The constant that a declaration stands for.
const APValue *valueOf(const ValueDecl *decl) {
  if (const auto *variable = dyn_cast<VarDecl>(decl))
    return variable->evaluateValue();
  if (const auto *object = dyn_cast<TemplateParamObjectDecl>(decl))
    return &object->getValue();
  return nullptr;
}

/// What a pointer to characters points at.
std::optional<std::string> fromPointer(const APValue &pointer, std::optional<uint64_t> length) {
  if (!pointer.isLValue() || pointer.isNullPointer())
    return std::nullopt;
  APValue::LValueBase base = pointer.getLValueBase();
  if (const auto *expr = base.dyn_cast<const Expr *>()) {
    if (const auto *predefined = dyn_cast<PredefinedExpr>(expr))
      expr = predefined->getFunctionName();
    const auto *literal = dyn_cast_or_null<StringLiteral>(expr);
    return literal ? fromLiteral(*literal, pointer.getLValueOffset().getQuantity(), length) : std::nullopt;
  }
  const auto *decl = base.dyn_cast<const ValueDecl *>();
  const APValue *value = decl ? valueOf(decl) : nullptr;
  if (!value || !pointer.hasLValuePath() || pointer.getLValuePath().empty())
    return std::nullopt;
  ArrayRef<APValue::LValuePathEntry> path = pointer.getLValuePath();
  for (APValue::LValuePathEntry entry : path.drop_back()) {
    if (value->isArray() && entry.getAsArrayIndex() < value->getArrayInitializedElts())
      value = &value->getArrayInitializedElt(entry.getAsArrayIndex());
    else if (const auto *field =
                 value->isStruct() ? dyn_cast_or_null<FieldDecl>(entry.getAsBaseOrMember().getPointer()) : nullptr)
      value = &value->getStructField(field->getFieldIndex());
    else
      return std::nullopt;
  }
  return fromArray(*value, path.back().getAsArrayIndex(), length);
}

} // namespace

std::optional<std::string> constantString(const APValue &value, QualType type, ASTContext &context) {
  if (value.isLValue()) {
    if (type->isAnyPointerType() ? isChar(type->getPointeeType()) : type->isArrayType())
      return fromPointer(value, std::nullopt);
    return std::nullopt;
  }
  if (value.isArray())
    return type->isArrayType() && isChar(context.getBaseElementType(type)) ? fromArray(value, 0, std::nullopt)
                                                                           : std::nullopt;
  const auto *record = type->getAsCXXRecordDecl();
  if (!value.isStruct() || !record)
    return std::nullopt;
  // std::string_view: a pointer and a length, in any order; or one array of characters.
  const APValue *pointer = nullptr, *length = nullptr, *array = nullptr;
  for (const FieldDecl *field : record->fields()) {
    const APValue &member = value.getStructField(field->getFieldIndex());
    if (field->getType()->isPointerType() && isChar(field->getType()->getPointeeType()))
      pointer = &member;
    else if (field->getType()->isIntegerType() && member.isInt())
      length = &member;
    else if (field->getType()->isArrayType() && isChar(context.getBaseElementType(field->getType())))
      array = &member;
  }
  if (pointer && length) {
    if (length->getInt() == 0)
      return std::string();
    return fromPointer(*pointer, length->getInt().getZExtValue());
  }
  return array && !pointer ? fromArray(*array, 0, std::nullopt) : std::nullopt;
}

} // namespace onnxc::frontend
