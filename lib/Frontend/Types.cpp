#include "Frontend/Types.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>

using namespace clang;

namespace onnxc::frontend {

namespace {

/// Deeper nesting of types than this holds no tensor that anyone means.
constexpr unsigned maxTypeDepth = 32;

/// The outermost namespace that `decl` is in; "" for the global one.
StringRef outerNamespace(const Decl *decl) {
  StringRef name;
  for (const DeclContext *context = decl->getDeclContext(); context; context = context->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(context))
      name = space->getName();
  return name;
}

/// The class of namespace onnxc itself that `record` is ("Tensor" ...), "" when it is none.
StringRef onnxcName(const TagDecl *record) {
  if (!record || !record->getIdentifier())
    return "";
  const DeclContext *context = record->getDeclContext();
  while (context->isInlineNamespace())
    context = context->getParent();
  const auto *space = dyn_cast<NamespaceDecl>(context);
  return space && space->getName() == "onnxc" && space->getParent()->isTranslationUnit() ? record->getName() : "";
}

QualType plain(QualType type) { return type.getNonReferenceType().getCanonicalType().getUnqualifiedType(); }

/// The first class of `record` and its bases that `accept` accepts.
template <class Accept> const CXXRecordDecl *findBase(const CXXRecordDecl *record, Accept accept) {
  if (accept(record))
    return record;
  if (!record->hasDefinition() || record->isDependentContext())
    return nullptr;
  for (const CXXBaseSpecifier &base : record->bases())
    if (const auto *baseRecord = base.getType()->getAsCXXRecordDecl())
      if (const CXXRecordDecl *found = findBase(baseRecord, accept))
        return found;
  return nullptr;
}

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

/// The `dtype` of an element type of ours; 0 when it has none.
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

/// What a type variable of onnxc may be; empty when `name` is none.
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

DimSpec dimOf(const APValue &value, QualType type, bool &isScalar) {
  DimSpec dim;
  const auto *record = type->getAsCXXRecordDecl();
  if (!value.isStruct() || !record)
    return dim;
  int64_t kind = 2;
  for (const FieldDecl *field : record->fields()) {
    const APValue &member = value.getStructField(field->getFieldIndex());
    if (field->getName() == "kind" && member.isInt())
      kind = member.getInt().getExtValue();
    else if (field->getName() == "size" && member.isInt())
      dim.value = member.getInt().getExtValue();
    else if (field->getName() == "symbol" && member.isArray())
      for (unsigned i = 0; i < member.getArrayInitializedElts() && member.getArrayInitializedElt(i).getInt() != 0; ++i)
        dim.symbol += static_cast<char>(member.getArrayInitializedElt(i).getInt().getExtValue());
  }
  // The order of onnxc::Dim::Kind.
  isScalar = kind == 3;
  dim.kind = kind == 0 ? DimSpec::Value : kind == 1 ? DimSpec::Symbol : DimSpec::Unknown;
  return dim;
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

ElementType TypeTable::elementTypeOf(QualType type) {
  QualType canonical = plain(type);
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
    return 7;
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

QualType TypeTable::templateArgument(QualType type, unsigned index) {
  const auto *specialization = dyn_cast_or_null<ClassTemplateSpecializationDecl>(plain(type)->getAsCXXRecordDecl());
  if (!specialization)
    return {};
  for (const TemplateArgument &argument : specialization->getTemplateArgs().asArray()) {
    ArrayRef<TemplateArgument> flat =
        argument.getKind() == TemplateArgument::Pack ? argument.pack_elements() : ArrayRef(argument);
    for (const TemplateArgument &element : flat) {
      if (element.getKind() != TemplateArgument::Type)
        continue;
      if (index-- == 0)
        return element.getAsType();
    }
  }
  return {};
}

const TemplateTypeParmDecl *TypeTable::typeVariableOf(QualType type) const {
  type = type.getNonReferenceType();
  while (const auto *specialization = type->getAs<TemplateSpecializationType>()) {
    const TemplateDecl *named = specialization->getTemplateName().getAsTemplateDecl();
    if (named && named->getName() == "TensorOf" && !specialization->template_arguments().empty()) {
      const TemplateArgument &element = specialization->template_arguments()[0];
      const auto *written = element.getKind() == TemplateArgument::Type
                                ? element.getAsType()->getAs<SubstTemplateTypeParmType>()
                                : nullptr;
      const TemplateTypeParmDecl *param = written ? written->getReplacedParameter() : nullptr;
      return param && typeVariables.count(param) ? param : nullptr;
    }
    if (!specialization->isTypeAlias())
      return nullptr;
    type = specialization->getAliasedType();
  }
  return nullptr;
}

const TypeSpec &TypeTable::tensorTypeOf(QualType type) {
  QualType canonical = plain(type);
  if (!typeVariables.empty())
    if (const TemplateTypeParmDecl *param = typeVariableOf(type)) {
      if (auto found = variableSpecs.find({canonical.getTypePtr(), param}); found != variableSpecs.end())
        return *found->second;
      auto made = std::make_unique<TypeSpec>(specUncached(canonical));
      made->element = 0;
      made->variable = param->getNameAsString();
      made->allowed = variableTypes("Any");
      return *(variableSpecs[{canonical.getTypePtr(), param}] = std::move(made));
    }
  std::unique_ptr<TypeSpec> &spec = specs[canonical.getTypePtr()];
  if (!spec) {
    auto made = std::make_unique<TypeSpec>(specUncached(canonical));
    std::unique_ptr<TypeSpec> &entry = specs[canonical.getTypePtr()]; // the table may have grown
    entry = std::move(made);
    return *entry;
  }
  return *spec;
}

TypeSpec TypeTable::specUncached(QualType canonical) {
  TypeSpec spec;
  const auto *record = canonical->getAsCXXRecordDecl();
  auto base = [&](StringRef name) {
    return findBase(record, [&](const CXXRecordDecl *r) { return onnxcName(r) == name; });
  };
  switch (classify(canonical)) {
  case TypeClass::Tensor:
    return tensorSpec(base("TensorOf"));
  case TypeClass::Sequence:
    if (const CXXRecordDecl *typed = base("SequenceOf"))
      spec = elementSpec(templateArgument(QualType(typed->getTypeForDecl(), 0), 0));
    spec.kind = TypeSpec::Sequence;
    return spec;
  case TypeClass::OptionalValue:
    if (const CXXRecordDecl *typed = base("OptionalOf")) {
      spec = elementSpec(templateArgument(QualType(typed->getTypeForDecl(), 0), 0));
      spec.ofSequence = spec.kind == TypeSpec::Sequence;
    }
    spec.kind = TypeSpec::OptionalValue;
    return spec;
  case TypeClass::Map:
    spec.kind = TypeSpec::Map;
    return spec;
  case TypeClass::Value:
    spec.kind = TypeSpec::Value;
    return spec;
  case TypeClass::StdOptional:
    spec = tensorTypeOf(templateArgument(canonical, 0));
    spec.kind = spec.kind == TypeSpec::Tensor     ? TypeSpec::OptionalTensor
                : spec.kind == TypeSpec::Sequence ? TypeSpec::OptionalSequence
                                                  : TypeSpec::None;
    return spec;
  default:
    return spec;
  }
}

TypeSpec TypeTable::elementSpec(QualType type) {
  TypeSpec spec;
  if (type.isNull())
    return spec;
  TypeClass typeClass = classify(type);
  if (typeClass == TypeClass::Tensor || typeClass == TypeClass::Sequence)
    return tensorTypeOf(type);
  setElement(spec, type);
  return spec;
}

void TypeTable::setElement(TypeSpec &spec, QualType type) {
  const auto *record = type->getAsCXXRecordDecl();
  StringRef name = onnxcName(record);
  if (name == "OneOf") {
    for (unsigned i = 0; !templateArgument(type, i).isNull(); ++i)
      if (ElementType element = elementTypeOf(templateArgument(type, i)))
        spec.allowed.push_back(element);
    std::sort(spec.allowed.begin(), spec.allowed.end());
    spec.variable = "OneOf<";
    for (ElementType element : spec.allowed)
      spec.variable += (spec.variable.back() == '<' ? "" : ", ") + std::string(elementTypeName(element));
    spec.variable += ">";
  } else if (std::vector<ElementType> allowed = variableTypes(name); !allowed.empty()) {
    spec.allowed = std::move(allowed);
    spec.variable = name.str();
  } else {
    spec.element = elementTypeOf(type);
    // A user's own class derived from a type variable names another variable of the same kind.
    const CXXRecordDecl *base = nullptr;
    if (!spec.element && record)
      base = findBase(record, [&](const CXXRecordDecl *r) {
        return r != record && (onnxcName(r) == "OneOf" || !variableTypes(onnxcName(r)).empty());
      });
    if (base) {
      setElement(spec, QualType(base->getTypeForDecl(), 0));
      spec.variable = record->getNameAsString();
    } else if (!spec.element) {
      spec.badElement = type.getAsString(context.getPrintingPolicy());
    }
  }
}

TypeSpec TypeTable::tensorSpec(const CXXRecordDecl *record) {
  TypeSpec spec;
  spec.kind = TypeSpec::Tensor;
  const auto *specialization = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  if (!specialization)
    return spec;
  const TemplateArgumentList &arguments = specialization->getTemplateArgs();
  if (arguments.size() == 0 || arguments[0].getKind() != TemplateArgument::Type)
    return spec;
  setElement(spec, arguments[0].getAsType());
  if (arguments.size() < 2 || arguments[1].getKind() != TemplateArgument::Pack || arguments[1].pack_size() == 0)
    return spec;
  spec.dims.emplace();
  for (const TemplateArgument &argument : arguments[1].pack_elements()) {
    bool isScalar = false;
    DimSpec dim;
    if (argument.getKind() == TemplateArgument::Declaration) {
      if (const auto *object = dyn_cast<TemplateParamObjectDecl>(argument.getAsDecl()))
        dim = dimOf(object->getValue(), object->getType(), isScalar);
    } else if (argument.getKind() == TemplateArgument::StructuralValue) {
      dim = dimOf(argument.getAsStructuralValue(), argument.getStructuralValueType(), isScalar);
    }
    if (!isScalar)
      spec.dims->push_back(std::move(dim));
  }
  return spec;
}

bool TypeTable::holdsTensors(QualType type) { return holdsTensorsUncached(plain(type), 0); }

bool TypeTable::holdsTensorsUncached(QualType canonical, unsigned depth) {
  if (canonical.isNull() || depth > maxTypeDepth)
    return false;
  if (canonical->isPointerType() || canonical->isReferenceType() || canonical->isArrayType()) {
    QualType inner = canonical->isArrayType() ? QualType(canonical->getArrayElementTypeNoTypeQual(), 0)
                                              : canonical->getPointeeType();
    return holdsTensorsUncached(plain(inner), depth + 1);
  }
  const auto *record = canonical->getAsCXXRecordDecl();
  if (!record)
    return false;
  switch (classify(canonical)) {
  case TypeClass::Tensor:
  case TypeClass::Sequence:
  case TypeClass::OptionalValue:
  case TypeClass::Map:
  case TypeClass::Value:
  case TypeClass::Input:
  case TypeClass::VariadicInput:
  case TypeClass::Range:
    return true;
  case TypeClass::StdString:
  case TypeClass::StringView:
  case TypeClass::Index:
  case TypeClass::Slice:
    return false;
  default:
    break;
  }
  auto [entry, isNew] =
      tensorHolders.try_emplace(canonical.getTypePtr(), false); // false while a recursive type is being asked
  if (!isNew)
    return entry->second;
  bool result = false;
  if (record->isInStdNamespace()) {
    for (unsigned i = 0; !result && !templateArgument(canonical, i).isNull(); ++i)
      result = holdsTensorsUncached(plain(templateArgument(canonical, i)), depth + 1);
  } else if (record->hasDefinition() && !record->isDependentContext()) {
    for (const FieldDecl *field : record->fields())
      result = result || holdsTensorsUncached(plain(field->getType()), depth + 1);
    for (const CXXBaseSpecifier &base : record->bases())
      result = result || holdsTensorsUncached(plain(base.getType()), depth + 1);
  }
  tensorHolders[canonical.getTypePtr()] = result;
  return result;
}

std::string_view elementTypeName(ElementType type) {
  static constexpr std::string_view names[] = {
      "undefined",      "float",      "uint8",          "int8",       "uint16",    "int16",
      "int32",          "int64",      "string",         "bool",       "float16",   "double",
      "uint32",         "uint64",     "complex64",      "complex128", "bfloat16",  "float8e4m3fn",
      "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz", "uint4",      "int4",      "float4e2m1",
      "float8e8m0",     "uint2",      "int2",           "float6e2m3", "float6e3m2"};
  return type >= 0 && static_cast<size_t>(type) < std::size(names) ? names[type] : "undefined";
}

std::string toString(const TypeSpec &type) {
  std::string text = !type.variable.empty() ? type.variable
                     : type.element         ? std::string(elementTypeName(type.element))
                                            : "tensor";
  if (type.dims) {
    text += '[';
    for (const DimSpec &dim : *type.dims) {
      if (text.back() != '[')
        text += ',';
      text += dim.kind == DimSpec::Value ? std::to_string(dim.value) : dim.kind == DimSpec::Symbol ? dim.symbol : "?";
    }
    text += ']';
  }
  switch (type.kind) {
  case TypeSpec::None:
    return "(no tensor)";
  case TypeSpec::Tensor:
  case TypeSpec::OptionalTensor:
    return text;
  case TypeSpec::Sequence:
  case TypeSpec::OptionalSequence:
    return "seq(" + text + ")";
  case TypeSpec::OptionalValue:
    return type.ofSequence ? "optional(seq(" + text + "))" : "optional(" + text + ")";
  case TypeSpec::Map:
    return "map";
  case TypeSpec::Value:
    return "value";
  }
  return text;
}

} // namespace onnxc::frontend
