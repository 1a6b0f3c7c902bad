#include "Frontend/TypeClasses.h"
#include "Frontend/ElementTypes.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace onnxc::frontend {

StringRef outerNamespace(const Decl *decl) {
  StringRef name;
  for (const DeclContext *context = decl->getDeclContext(); context; context = context->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(context))
      name = space->getName();
  return name;
}

StringRef onnxcName(const TagDecl *record) {
  if (!record || !record->getIdentifier())
    return "";
  const DeclContext *context = record->getDeclContext();
  while (context->isInlineNamespace())
    context = context->getParent();
  const auto *space = dyn_cast<NamespaceDecl>(context);
  return space && space->getName() == "onnxc" && space->getParent()->isTranslationUnit() ? record->getName() : "";
}

namespace {

/// The handle classes, which users' own classes may derive from.
TypeClass handleClass(StringRef name) {
  return llvm::StringSwitch<TypeClass>(name)
      .Cases("Tensor", "TensorOf", TypeClass::Tensor)
      .Cases("Sequence", "SequenceOf", TypeClass::Sequence)
      .Cases("OptionalValue", "OptionalOf", TypeClass::OptionalValue)
      .Cases("Map", "MapOf", TypeClass::Map)
      .Case("Value", TypeClass::Value)
      .Default(TypeClass::Other);
}

TypeClass onnxcClass(StringRef name) {
  return llvm::StringSwitch<TypeClass>(name)
      .Case("InputListOf", TypeClass::VariadicInput)
      .Case("Index", TypeClass::Index)
      .Case("Slice", TypeClass::Slice)
      .Case("TensorLiteral", TypeClass::TensorLiteral)
      .Case("SparseTensorLiteral", TypeClass::SparseTensorLiteral)
      .Case("Range", TypeClass::Range)
      .Default(TypeClass::OnnxcOther);
}

TypeClass stdClass(StringRef name) {
  return llvm::StringSwitch<TypeClass>(name)
      .Case("vector", TypeClass::StdVector)
      .Case("span", TypeClass::StdSpan)
      .Case("initializer_list", TypeClass::StdInitializerList)
      .Case("array", TypeClass::StdArray)
      .Case("tuple", TypeClass::StdTuple)
      .Case("pair", TypeClass::StdPair)
      .Case("optional", TypeClass::StdOptional)
      .Case("basic_string", TypeClass::StdString)
      .Case("basic_string_view", TypeClass::StringView)
      .Case("complex", TypeClass::Complex)
      .Default(TypeClass::Record);
}

} // namespace

TypeClass TypeTable::classify(QualType type) {
  QualType canonical = type.getCanonicalType().getUnqualifiedType();
  if (canonical.isNull())
    return TypeClass::Other;
  auto [entry, isNew] = classes.try_emplace(canonical.getTypePtr(), TypeClass::Other);
  if (isNew) {
    TypeClass result = classifyUncached(canonical);
    classes[canonical.getTypePtr()] = result;
    return result;
  }
  return entry->second;
}

TypeClass TypeTable::classifyUncached(QualType canonical) {
  if (canonical->isReferenceType())
    return TypeClass::Reference;
  if (canonical->isVoidType())
    return TypeClass::Void;
  if (const auto *enumType = canonical->getAs<EnumType>())
    return onnxcName(enumType->getDecl()) == "DType" ? TypeClass::DType : TypeClass::Enum;
  if (canonical->isNullPtrType())
    return TypeClass::Nullptr;
  if (canonical->isArithmeticType())
    return canonical->isAnyComplexType() ? TypeClass::Other : TypeClass::Arithmetic;
  if (canonical->isPointerType())
    return canonical->getPointeeType()->isCharType() ? TypeClass::CharPointer : TypeClass::Pointer;
  if (canonical->isMemberPointerType())
    return TypeClass::Pointer;
  if (canonical->isArrayType())
    return TypeClass::ArrayType;
  if (const auto *record = canonical->getAsCXXRecordDecl())
    return classifyRecord(record);
  return TypeClass::Other;
}

TypeClass TypeTable::classifyRecord(const CXXRecordDecl *record) {
  if (record->isLambda())
    return TypeClass::Lambda;
  if (const CXXRecordDecl *handle =
          findBase(record, [](const CXXRecordDecl *r) { return handleClass(onnxcName(r)) != TypeClass::Other; }))
    return handleClass(onnxcName(handle));
  // RequiredInput, SequenceInput ... derive from Input.
  if (findBase(record, [](const CXXRecordDecl *r) { return onnxcName(r) == "Input"; }))
    return TypeClass::Input;
  if (StringRef name = onnxcName(record); !name.empty() && onnxcClass(name) != TypeClass::OnnxcOther)
    return onnxcClass(name);
  if (record->getIdentifier() && record->isInStdNamespace())
    return stdClass(record->getName());
  if (outerNamespace(record) == "onnxc")
    return smallElementType(record) ? TypeClass::SmallElement : TypeClass::OnnxcOther;
  return TypeClass::Record;
}

} // namespace onnxc::frontend
