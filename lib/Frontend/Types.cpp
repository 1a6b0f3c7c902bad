#include "Frontend/ElementTypes.h"
#include "Frontend/TypeClasses.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace onnxc::frontend {

namespace {

/// Deeper nesting of types than this holds no tensor that anyone means.
constexpr unsigned maxTypeDepth = 32;

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

QualType TypeTable::templateArgument(QualType type, unsigned index) {
  const auto *specialization = dyn_cast_or_null<ClassTemplateSpecializationDecl>(plainType(type)->getAsCXXRecordDecl());
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

const TypeSpec &TypeTable::tensorTypeOf(QualType type) {
  QualType canonical = plainType(type);
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

bool TypeTable::holdsTensors(QualType type) { return holdsTensorsUncached(plainType(type), 0); }

bool TypeTable::holdsTensorsUncached(QualType canonical, unsigned depth) {
  if (canonical.isNull() || depth > maxTypeDepth)
    return false;
  if (canonical->isPointerType() || canonical->isReferenceType() || canonical->isArrayType()) {
    QualType inner = canonical->isArrayType() ? QualType(canonical->getArrayElementTypeNoTypeQual(), 0)
                                              : canonical->getPointeeType();
    return holdsTensorsUncached(plainType(inner), depth + 1);
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
      result = holdsTensorsUncached(plainType(templateArgument(canonical, i)), depth + 1);
  } else if (record->hasDefinition() && !record->isDependentContext()) {
    for (const FieldDecl *field : record->fields())
      result = result || holdsTensorsUncached(plainType(field->getType()), depth + 1);
    for (const CXXBaseSpecifier &base : record->bases())
      result = result || holdsTensorsUncached(plainType(base.getType()), depth + 1);
  }
  tensorHolders[canonical.getTypePtr()] = result;
  return result;
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
