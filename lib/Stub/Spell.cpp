#include "Stub/Spell.h"
#include "Stub/SourceText.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace onnxc::stub {

namespace {

using Text = std::optional<std::string>;

/// Spells types, declarations and values; the first part that has no text makes all of it nothing.
class Speller {
public:
  explicit Speller(const ASTContext &context) : context(context), policy(context.getLangOpts()) {
    policy.SuppressTagKeyword = true;
    policy.Bool = true;
  }

  Text type(QualType type) {
    type = type.getCanonicalType();
    if (const auto *array = dyn_cast_or_null<ConstantArrayType>(context.getAsArrayType(type))) {
      llvm::SmallString<16> size;
      array->getSize().toStringUnsigned(size);
      return derived(array->getElementType(), "[" + std::string(size) + "]"); // its elements have the qualifiers
    }
    std::string qualifiers;
    if (type.isConstQualified())
      qualifiers += " const";
    if (type.isVolatileQualified())
      qualifiers += " volatile";
    Text bare = unqualified(type.getTypePtr());
    return bare ? Text(*bare + qualifiers) : std::nullopt;
  }

  Text arguments(llvm::ArrayRef<TemplateArgument> arguments) {
    std::string text;
    for (const TemplateArgument &each : arguments) {
      Text spelled = argument(each);
      if (!spelled)
        return std::nullopt;
      if (!spelled->empty())
        text += (text.empty() ? "" : ", ") + *spelled;
    }
    return text;
  }

  Text argument(const TemplateArgument &argument) {
    switch (argument.getKind()) {
    case TemplateArgument::Type:
      return type(argument.getAsType());
    case TemplateArgument::Integral:
      return integer(argument.getAsIntegral(), argument.getIntegralType());
    case TemplateArgument::Pack:
      return arguments(argument.pack_elements());
    case TemplateArgument::NullPtr:
      return "nullptr";
    case TemplateArgument::Declaration:
      return declaration(argument.getAsDecl(), argument.getParamTypeForDecl());
    case TemplateArgument::StructuralValue:
      return value(argument.getAsStructuralValue(), argument.getStructuralValueType());
    case TemplateArgument::Template:
      return name(argument.getAsTemplate().getAsTemplateDecl());
    default:
      return std::nullopt;
    }
  }

  Text name(const NamedDecl *decl) {
    if (!decl->getDeclName().isIdentifier() && !isa<FunctionDecl>(decl))
      return std::nullopt;
    Text scope = this->scope(decl->getDeclContext());
    std::string own = decl->getDeclName().getAsString();
    if (const auto *record = dyn_cast<CXXRecordDecl>(decl)) {
      if (record->isLambda())
        return std::nullopt;
      if (own.empty() && record->getTypedefNameForAnonDecl())
        own = record->getTypedefNameForAnonDecl()->getName();
    }
    if (!scope || own.empty())
      return std::nullopt;
    Text given = "";
    if (const auto *specialization = dyn_cast<ClassTemplateSpecializationDecl>(decl))
      given = arguments(specialization->getTemplateArgs().asArray());
    else if (const auto *function = dyn_cast<FunctionDecl>(decl); function && function->getTemplateSpecializationArgs())
      given = arguments(function->getTemplateSpecializationArgs()->asArray());
    else
      return *scope + own;
    return given ? Text(*scope + own + "<" + *given + ">") : std::nullopt;
  }

private:
  /// `::a::B<int>::`
  Text scope(const DeclContext *scope) {
    if (scope->isTranslationUnit())
      return "::";
    if (scope->isFunctionOrMethod())
      return std::nullopt;
    if (const auto *space = dyn_cast<NamespaceDecl>(scope)) {
      Text outer = this->scope(space->getParent());
      return space->isAnonymousNamespace() || !outer ? outer : Text(*outer + space->getName().str() + "::");
    }
    if (const auto *record = dyn_cast<CXXRecordDecl>(scope)) {
      Text text = name(record);
      return text ? Text(*text + "::") : std::nullopt;
    }
    return this->scope(scope->getParent());
  }

  Text unqualified(const Type *type) {
    if (const auto *builtin = dyn_cast<BuiltinType>(type))
      return builtin->isNullPtrType() ? "decltype(nullptr)" : builtin->getName(policy).str();
    if (const auto *tag = dyn_cast<TagType>(type))
      return name(tag->getDecl());
    if (const auto *pointer = dyn_cast<PointerType>(type))
      return derived(pointer->getPointeeType(), "*");
    if (const auto *reference = dyn_cast<LValueReferenceType>(type))
      return derived(reference->getPointeeType(), "&");
    if (const auto *reference = dyn_cast<RValueReferenceType>(type))
      return derived(reference->getPointeeType(), "&&");
    if (const auto *function = dyn_cast<FunctionProtoType>(type))
      return signature(function, "");
    return std::nullopt;
  }

  /// A declarator around another type, by way of an alias so that no inside-out syntax is needed.
  Text derived(QualType inner, const std::string &declarator) {
    Text text = type(inner);
    if (!text)
      return std::nullopt;
    if (inner->isFunctionType() || inner->isArrayType())
      return "::std::type_identity_t<" + *text + ">" + declarator;
    return *text + declarator;
  }

public:
  /// `R (declarator)(P...) const`
  Text signature(const FunctionProtoType *function, const std::string &declarator) {
    Text result = type(function->getReturnType());
    if (!result)
      return std::nullopt;
    std::string parameters;
    for (QualType parameter : function->param_types()) {
      Text text = type(parameter);
      if (!text)
        return std::nullopt;
      parameters += (parameters.empty() ? "" : ", ") + *text;
    }
    std::string text = *result + (declarator.empty() ? "" : " (" + declarator + ")") + "(" + parameters + ")";
    if (function->isConst())
      text += " const";
    if (function->getRefQualifier() != RQ_None)
      text += function->getRefQualifier() == RQ_LValue ? " &" : " &&";
    if (function->isNothrow())
      text += " noexcept";
    return text;
  }

private:
  Text integer(const llvm::APSInt &number, QualType type) {
    if (type->isBooleanType())
      return number.getBoolValue() ? "true" : "false";
    Text spelled = this->type(type.getUnqualifiedType());
    if (!spelled)
      return std::nullopt;
    std::string digits = llvm::toString(number, 10);
    if (number.isSigned() && number.isMinSignedValue() && number.getBitWidth() == 64)
      digits = "(-9223372036854775807 - 1)"; // there is no literal of this value
    else if (number.isUnsigned())
      digits += "u";
    return "static_cast<" + *spelled + ">(" + digits + ")";
  }

  Text declaration(const ValueDecl *decl, QualType parameter) {
    if (const auto *object = dyn_cast<TemplateParamObjectDecl>(decl))
      return value(object->getValue(), object->getType());
    Text spelled = name(decl);
    if (!spelled)
      return std::nullopt;
    return parameter->isReferenceType() ? *spelled : "&" + *spelled;
  }

  Text value(const APValue &value, QualType type) {
    switch (value.getKind()) {
    case APValue::Int:
      return integer(value.getInt(), type);
    case APValue::Float: {
      llvm::SmallString<32> digits;
      value.getFloat().toString(digits, 0, 0);
      if (!value.getFloat().isFinite())
        return std::nullopt;
      Text spelled = this->type(type.getUnqualifiedType());
      if (digits.str().find_first_of(".eE") == StringRef::npos)
        digits += ".0";
      return spelled ? Text("static_cast<" + *spelled + ">(" + std::string(digits) + ")") : std::nullopt;
    }
    case APValue::Array: {
      QualType element = context.getAsArrayType(type)->getElementType();
      std::string text;
      for (unsigned i = 0; i < value.getArrayInitializedElts(); ++i) {
        Text each = this->value(value.getArrayInitializedElt(i), element);
        if (!each)
          return std::nullopt;
        text += (i ? ", " : "") + *each;
      }
      return "{" + text + "}";
    }
    case APValue::Struct:
      return record(value, type);
    default:
      return std::nullopt;
    }
  }

  /// A value of a structural class: an onnxc::Dim by its constructors, other classes as aggregates.
  Text record(const APValue &value, QualType type) {
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (record->getQualifiedNameAsString() == "onnxc::Dim")
      return dimension(value);
    Text spelled = this->type(type.getUnqualifiedType());
    if (!spelled || !record->isAggregate() || record->getNumBases() != 0)
      return std::nullopt;
    std::string text;
    for (const FieldDecl *field : record->fields()) {
      Text each = this->value(value.getStructField(field->getFieldIndex()), field->getType());
      if (!each)
        return std::nullopt;
      text += (text.empty() ? "" : ", ") + *each;
    }
    return *spelled + "{" + text + "}";
  }

  static Text dimension(const APValue &value) {
    if (value.getStructNumFields() < 3 || !value.getStructField(0).isInt() || !value.getStructField(1).isInt())
      return std::nullopt;
    switch (value.getStructField(0).getInt().getZExtValue()) {
    case 0:
      return "::onnxc::Dim(" + llvm::toString(value.getStructField(1).getInt(), 10) + ")";
    case 1: {
      const APValue &symbol = value.getStructField(2);
      std::string name;
      for (unsigned i = 0; i < symbol.getArrayInitializedElts(); ++i)
        if (char c = static_cast<char>(symbol.getArrayInitializedElt(i).getInt().getZExtValue()))
          name += c;
      return "::onnxc::Dim(" + stringLiteral(name) + ")";
    }
    case 2:
      return "::onnxc::dyn";
    default:
      return "::onnxc::scalar";
    }
  }

  const ASTContext &context;
  PrintingPolicy policy;
};

} // namespace

std::optional<std::string> spellType(QualType type, const ASTContext &context) { return Speller(context).type(type); }

std::optional<std::string> spellArgument(const TemplateArgument &argument, const ASTContext &context) {
  return Speller(context).argument(argument);
}

std::optional<std::string> spellName(const NamedDecl *decl, const ASTContext &context) {
  return Speller(context).name(decl);
}

std::optional<std::string> spellLambda(const FunctionDecl *function, const ASTContext &context) {
  const CXXRecordDecl *lambda = cast<CXXMethodDecl>(function)->getParent();
  if (!lambda->getDeclContext()->isFileContext())
    return std::nullopt;
  for (const Decl *decl : lambda->getDeclContext()->decls())
    if (const auto *variable = dyn_cast<VarDecl>(decl); variable && variable->getType()->getAsCXXRecordDecl() == lambda)
      return spellName(variable, context);
  return std::nullopt;
}

std::optional<std::string> spellAddress(const FunctionDecl *function, const ASTContext &context) {
  Speller speller(context);
  std::optional<std::string> name = speller.name(function);
  const auto *type = function->getType()->getAs<FunctionProtoType>();
  if (!name || !type)
    return std::nullopt;
  std::string declarator = "*";
  if (const auto *method = dyn_cast<CXXMethodDecl>(function); method && !method->isStatic()) {
    std::optional<std::string> record = speller.name(method->getParent());
    if (!record)
      return std::nullopt;
    declarator = *record + "::*";
  }
  std::optional<std::string> signature = speller.signature(type, declarator);
  return signature ? std::optional("static_cast<" + *signature + ">(&" + *name + ")") : std::nullopt;
}

} // namespace onnxc::stub
