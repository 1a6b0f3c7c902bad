#include "Frontend/ElementTypes.h"
#include "Frontend/TypeClasses.h"
#include "Support/ElementNames.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>

using namespace clang;

namespace onnxc::frontend {

ElementType smallElementType(const CXXRecordDecl *record) {
  if (outerNamespace(record) != "onnxc")
    return 0;
  // Templates of ours name it as an argument; the member of an instance need not have been instantiated.
  if (const auto *specialization = dyn_cast<ClassTemplateSpecializationDecl>(record))
    for (const TemplateArgument &argument : specialization->getTemplateArgs().asArray())
      if (argument.getKind() == TemplateArgument::Integral)
        if (const auto *type = argument.getIntegralType()->getAs<EnumType>();
            type && onnxcName(type->getDecl()) == "DType")
          return static_cast<ElementType>(argument.getAsIntegral().getExtValue());
  IdentifierInfo &name = record->getASTContext().Idents.get("dtype");
  for (const NamedDecl *member : record->lookup(&name))
    if (const auto *variable = dyn_cast<VarDecl>(member))
      if (const APValue *value = variable->evaluateValue(); value && value->isInt())
        return static_cast<ElementType>(value->getInt().getExtValue());
  return 0;
}

namespace {

ElementType integerElementType(unsigned bits, bool isSigned) {
  switch (bits) {
  case 8:
    return isSigned ? 3 : 2;
  case 16:
    return isSigned ? 5 : 4;
  case 32:
    return isSigned ? 6 : 12;
  case 64:
    return isSigned ? 7 : 13;
  default:
    return 0;
  }
}

const std::vector<ElementType> floatTypes = {1, 10, 11, 16};
const std::vector<ElementType> intTypes = {2, 3, 4, 5, 6, 7, 12, 13};
const std::vector<ElementType> complexTypes = {14, 15};

std::vector<ElementType> merged(std::initializer_list<const std::vector<ElementType> *> lists) {
  std::vector<ElementType> all;
  for (const auto *list : lists)
    all.insert(all.end(), list->begin(), list->end());
  std::sort(all.begin(), all.end());
  return all;
}

} // namespace

std::vector<ElementType> variableTypes(StringRef name) {
  if (name == "Real")
    return merged({&floatTypes, &intTypes});
  if (name == "Float")
    return floatTypes;
  if (name == "Int")
    return intTypes;
  if (name == "Numeric")
    return merged({&floatTypes, &intTypes, &complexTypes});
  std::vector<ElementType> all;
  if (name == "Any")
    for (ElementType type = 1; type <= 28; ++type)
      all.push_back(type);
  return all;
}

ElementType TypeTable::elementTypeOf(QualType type) {
  QualType canonical = plainType(type);
  switch (classify(canonical)) {
  case TypeClass::Arithmetic:
    if (canonical->isBooleanType())
      return 9;
    if (canonical->isWideCharType() || canonical->isChar16Type() || canonical->isChar32Type())
      return 0;
    if (canonical->isIntegerType())
      return integerElementType(context.getTypeSize(canonical), canonical->isSignedIntegerType());
    if (const auto *builtin = canonical->getAs<BuiltinType>())
      switch (builtin->getKind()) {
      case BuiltinType::Float:
        return 1;
      case BuiltinType::Double:
      case BuiltinType::LongDouble:
        return 11;
      case BuiltinType::Float16:
      case BuiltinType::Half:
        return 10;
      case BuiltinType::BFloat16:
        return 16;
      default:
        return 0;
      }
    return 0;
  case TypeClass::Enum:
  case TypeClass::DType:
    return 7;
  case TypeClass::StdString:
  case TypeClass::StringView:
  case TypeClass::CharPointer:
    return 8;
  case TypeClass::Complex: {
    ElementType part = elementTypeOf(templateArgument(canonical, 0));
    return part == 1 ? 14 : part == 11 ? 15 : 0;
  }
  case TypeClass::SmallElement:
    return smallElementType(canonical->getAsCXXRecordDecl());
  default:
    return 0;
  }
}

std::string_view elementTypeName(ElementType type) {
  constexpr auto &names = support::elementNames;
  return type >= 0 && static_cast<size_t>(type) < names.size() ? names[type] : "undefined";
}

} // namespace onnxc::frontend
