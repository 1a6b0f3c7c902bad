#include "Stub/DeclaredOperators.h"

#include "Stub/Descriptor.h"
#include "Stub/SourceText.h"
#include "Stub/Spell.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;
using onnxc::frontend::Annotation;
using onnxc::frontend::TypeClass;

namespace onnxc::stub {

namespace {

/// The class that holds an attribute of this C++ type; "" where none does.
std::string attributeClass(QualType type, frontend::TypeTable &types) {
  type = type.getNonReferenceType().getUnqualifiedType();
  switch (types.classify(type)) {
  case TypeClass::Arithmetic:
    return type->isFloatingType() ? "Float" : "Int";
  case TypeClass::Enum:
  case TypeClass::DType:
    return "Int";
  case TypeClass::StdString:
  case TypeClass::StringView:
  case TypeClass::CharPointer:
    return "String";
  case TypeClass::TensorLiteral:
    return "Tensor";
  case TypeClass::StdOptional:
    return attributeClass(types.templateArgument(type, 0), types);
  case TypeClass::StdVector:
  case TypeClass::StdSpan:
  case TypeClass::StdArray:
  case TypeClass::StdInitializerList: {
    std::string element = attributeClass(types.templateArgument(type, 0), types);
    return element == "Int" || element == "Float" || element == "String" ? element + "s" : "";
  }
  default:
    return "";
  }
}

bool isAttributeHolder(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return false;
  for (const CXXBaseSpecifier &base : record->bases())
    if (const CXXRecordDecl *parent = base.getType()->getAsCXXRecordDecl();
        parent &&
        (parent->getQualifiedNameAsString() == "onnxc::detail::AttributeBase" || isAttributeHolder(base.getType())))
      return true;
  return false;
}

/// onnxc::Required<...>
bool isRequired(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && record->getNameAsString() == "Required";
}

/// "Int" of onnxc::IntAttribute and of Required<IntAttribute>.
std::string holderKind(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (isRequired(type) && record->getNumBases() == 1)
    record = record->bases_begin()->getType()->getAsCXXRecordDecl();
  std::string name = record->getNameAsString();
  return name.substr(0, name.rfind("Attribute"));
}

/// One definition, written part by part; `failed` where a type has no ONNX meaning.
class Definition {
public:
  Definition(const FunctionDecl *function, const Annotation &annotation, frontend::ParsedUnit &unit)
      : function(function), annotation(annotation), unit(unit) {}

  std::string write() {
    for (const ParmVarDecl *parameter : function->parameters())
      addParameter(parameter);
    std::optional<std::string> name = spellName(function, unit.ast()),
                               result = spellType(function->getReturnType(), unit.ast());
    std::string ending = name && result ? resultText() : "";
    if (failed || ending.empty())
      return "";
    std::string text = "[[gnu::weak]] auto (" + *name + ")(" + parameters + ") -> " + *result + " {\n" + locals;
    if (!inputs.empty())
      text += "  const ::onnxc::detail::Argument arguments[] = {" + inputs + "};\n";
    if (!attributes.empty())
      text += "  const ::onnxc::detail::AttributeArgument attributes[] = {" + attributes + "};\n";
    text += "  static constexpr ::onnxc::detail::OperatorInfo info = {" + stringLiteral(annotation.domain) + ", " +
            stringLiteral(annotation.name) + ", " + std::to_string(annotation.version) + "};\n";
    return text + ending + "}\n" + registration(*name, *result);
  }

private:
  /// So that describe() knows the operator.
  std::string registration(const std::string &name, const std::string &result) const {
    auto location = unit.sources().getPresumedLoc(function->getLocation());
    std::string text = "namespace { const bool onnxc_operator_" + std::to_string(location.getLine()) + "_" +
                       std::to_string(location.getColumn()) + " = [] {\n";
    if (!descriptions.empty())
      text += "  static constexpr ::onnxc::stub::OperatorParameter parameters[] = {" + descriptions + "};\n";
    text += "  static constexpr ::onnxc::stub::OperatorDescriptor descriptor = {.domain = " +
            stringLiteral(annotation.domain) + ", .name = " + stringLiteral(annotation.name) +
            ", .version = " + std::to_string(annotation.version);
    if (!descriptions.empty())
      text += ", .parameters = parameters, .parameterCount = sizeof parameters / sizeof parameters[0]";
    text += ", .file = " + stringLiteral(location.getFilename()) + ", .line = " + std::to_string(location.getLine()) +
            "};\n";
    return text + "  return ::onnxc::stub::addOperator(reinterpret_cast<void (*)()>(static_cast<" + result + " (*)(" +
           types + ")>(&" + name + ")), descriptor);\n}(); }\n";
  }

  void describeInput(const ParmVarDecl *parameter, bool isOptional, bool isVariadic) {
    describe(parameter->getNameAsString(), isOptional ? ".optional = true" : isVariadic ? ".variadic = true" : "");
  }
  void describeAttribute(const std::string &name, const std::string &kind, const Expr *defaultValue) {
    std::string text = ".attribute = ::onnxc::AttributeKind::" + kind;
    if (defaultValue)
      text += ", .optional = true";
    // An empty initialiser leaves the attribute out.
    if (std::optional<std::string> value = defaultValue ? valueText(defaultValue, unit.ast()) : std::nullopt;
        value && *value != "[]")
      text += ", .defaultValue = " + stringLiteral(*value);
    describe(name, text);
  }
  void describe(const std::string &name, const std::string &rest) {
    descriptions += (descriptions.empty() ? "{.name = " : ", {.name = ") + stringLiteral(name) +
                    (rest.empty() ? "" : ", ") + rest + "}";
  }
  static const Expr *defaultOf(const ParmVarDecl *parameter) {
    bool isParsed =
        parameter->hasDefaultArg() && !parameter->hasUnparsedDefaultArg() && !parameter->hasUninstantiatedDefaultArg();
    return isParsed ? parameter->getDefaultArg() : nullptr;
  }

  void addParameter(const ParmVarDecl *parameter) {
    std::optional<std::string> type = spellType(parameter->getType(), unit.ast());
    if (!type) {
      failed = true;
      return;
    }
    std::string index = std::to_string(parameter->getFunctionScopeIndex()), name = "parameter" + index;
    parameters += (parameters.empty() ? "" : ", ") + *type + " " + name;
    types += (types.empty() ? "" : ", ") + *type;
    std::string onnxName = parameter->getNameAsString();
    QualType bare = parameter->getType().getNonReferenceType().getUnqualifiedType();
    if (std::string input = inputClass(bare); !input.empty()) {
      locals += "  const ::onnxc::" + input + " input" + index + " = " + name + ";\n";
      inputs += (inputs.empty() ? "input" : ", input") + index;
      describeInput(parameter, parameter->hasDefaultArg() || unit.types().classify(bare) == TypeClass::StdOptional,
                    input == "VariadicInput");
    } else if (isAttributeHolder(bare)) {
      addAttribute(onnxName, "&" + name);
      describeAttribute(onnxName, holderKind(bare), defaultOf(parameter));
    } else if (std::string holder = attributeClass(bare, unit.types()); !holder.empty()) {
      locals += "  const ::onnxc::" + holder + "Attribute attribute" + index + " = " + name + ";\n";
      addAttribute(onnxName, "&attribute" + index);
      describeAttribute(onnxName, holder, defaultOf(parameter));
    } else if (const CXXRecordDecl *record = bare->getAsCXXRecordDecl(); record && record->isAggregate()) {
      for (const FieldDecl *field : record->fields())
        if (isAttributeHolder(field->getType())) {
          addAttribute(field->getNameAsString(), "&" + name + "." + field->getNameAsString());
          describeAttribute(field->getNameAsString(), holderKind(field->getType()),
                            isRequired(field->getType()) ? nullptr : field->getInClassInitializer());
        } else {
          failed = true;
        }
    } else {
      failed = true;
    }
  }

  void addAttribute(const std::string &name, const std::string &address) {
    attributes += (attributes.empty() ? "{" : ", {") + stringLiteral(name) + ", " + address + "}";
  }

  std::string inputClass(QualType type) {
    switch (unit.types().classify(type)) {
    case TypeClass::Tensor:
    case TypeClass::Input:
      return "Input";
    case TypeClass::Sequence:
    case TypeClass::OptionalValue:
    case TypeClass::Value:
      return "AnyInput";
    case TypeClass::VariadicInput:
      return "VariadicInput";
    case TypeClass::StdOptional:
      return unit.types().classify(unit.types().templateArgument(type, 0)) == TypeClass::Tensor ? "Input" : "";
    case TypeClass::StdVector:
    case TypeClass::StdSpan:
      return unit.types().holdsTensors(type) ? "VariadicInput" : "";
    default:
      return "";
    }
  }

  /// The call, and the return of its outputs; "" where the result has no ONNX meaning.
  std::string resultText() {
    auto call = [&](const std::string &outputs, const std::string &count) {
      return "  ::onnxc::detail::callOperator(info, " + std::string(inputs.empty() ? "{}" : "arguments") + ", " +
             (attributes.empty() ? "{}" : "attributes") + ", " + outputs + ", " + count + ");\n";
    };
    QualType type = function->getReturnType();
    unsigned count = 0;
    std::string before, elements;
    switch (unit.types().classify(type)) {
    case TypeClass::Tensor:
    case TypeClass::Sequence:
    case TypeClass::OptionalValue:
    case TypeClass::Map:
    case TypeClass::Value:
      return "  " + *spellType(type.getUnqualifiedType(), unit.ast()) + " output;\n" + call("&output", "1") +
             "  return output;\n";
    case TypeClass::StdTuple:
    case TypeClass::StdPair:
      while (!unit.types().templateArgument(type, count).isNull())
        ++count;
      break;
    case TypeClass::Record:
    case TypeClass::OnnxcOther: {
      const CXXRecordDecl *record = type->getAsCXXRecordDecl();
      if (record->getQualifiedNameAsString() == "onnxc::Outputs")
        return "  " + *spellType(type.getUnqualifiedType(), unit.ast()) + " outputs;\n" +
               call("outputs.data()", "outputs.size()") + "  return outputs;\n";
      before = record->getNumBases() ? "{}, " : "";
      for (const FieldDecl *field : record->fields()) {
        if (unit.types().classify(field->getType()) != TypeClass::Tensor)
          return "";
        ++count;
      }
      break;
    }
    default:
      return "";
    }
    for (unsigned i = 0; i < count; ++i)
      elements += (i ? ", " : "") + ("::onnxc::Tensor(outputs[" + std::to_string(i) + "])");
    return "  ::onnxc::detail::Handle outputs[" + std::to_string(count) + "];\n" +
           call("outputs", std::to_string(count)) + "  return {" + before + elements + "};\n";
  }

  const FunctionDecl *function;
  const Annotation &annotation;
  frontend::ParsedUnit &unit;
  std::string parameters, types, locals, inputs, attributes, descriptions;
  bool failed = false;
};

class OperatorFinder {
public:
  explicit OperatorFinder(frontend::ParsedUnit &unit) : unit(unit) {}

  std::string text() {
    visit(unit.ast().getTranslationUnitDecl());
    return std::move(result);
  }

private:
  void visit(const DeclContext *scope) {
    for (const Decl *decl : scope->decls()) {
      if (decl->getLocation().isValid() && unit.sources().isInSystemHeader(decl->getLocation()))
        continue;
      if (const auto *function = dyn_cast<FunctionDecl>(decl))
        visitFunction(function);
      else if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(decl))
        visit(cast<DeclContext>(decl));
    }
  }

  void visitFunction(const FunctionDecl *function) {
    if (!function->isFirstDecl() || function->isTemplated() || function->isDefined() || !isUsed(function))
      return;
    if (const auto *method = dyn_cast<CXXMethodDecl>(function); method && !method->isStatic())
      return;
    const Annotation *annotation = unit.annotations().find(function);
    if (annotation && annotation->kind == Annotation::Op)
      result += Definition(function, *annotation, unit).write();
  }

  static bool isUsed(const FunctionDecl *function) {
    for (const FunctionDecl *declaration : function->redecls())
      if (declaration->isReferenced() || declaration->isUsed(false))
        return true;
    return false;
  }

  frontend::ParsedUnit &unit;
  std::string result;
};

} // namespace

std::string declaredOperatorsText(frontend::ParsedUnit &unit) { return OperatorFinder(unit).text(); }

} // namespace onnxc::stub
