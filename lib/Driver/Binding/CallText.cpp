#include "Driver/Binding/CallText.h"

#include "Driver/Binding/CppValues.h"
#include "Lower/Lower.h"
#include "Stub/Spell.h"

#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <set>

namespace onnxc::driver {
namespace {

using frontend::Param;
using frontend::ParamKind;
using frontend::TypeSpec;

/// The class that a value of this kind is handed over as.
std::string handleClass(const graph::Type &type) {
  using Kind = graph::Type::Kind;
  return type.kind == Kind::Tensor     ? "::onnxc::Tensor"
         : type.kind == Kind::Sequence ? "::onnxc::Sequence"
         : type.kind == Kind::Unknown  ? "::onnxc::Value"
                                       : "::onnxc::OptionalValue";
}

/// Makes the arguments one parameter after the other.
class CallWriter {
public:
  explicit CallWriter(const BoundCall &call) : call(call) {}

  /// The argument list; `inputs` holds the inputs of the graph then. `isComplete`: with default arguments.
  std::string write(bool isComplete) {
    std::vector<std::string> arguments;
    for (const Param &param : call.signature.params)
      arguments.push_back(argument(param));
    while (!isComplete && !arguments.empty() && arguments.back().empty())
      arguments.pop_back();
    std::string list;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].empty())
        arguments[i] = defaultText(call.signature.params[i]);
      list += (i == 0 ? "" : ", ") + arguments[i];
    }
    return list;
  }

  std::vector<jit::Input> inputs;

private:
  /// "" for the default argument.
  std::string argument(const Param &param) {
    if (param.kind == ParamKind::Attribute || param.kind == ParamKind::Opaque)
      return value(param);
    if (param.kind == ParamKind::TensorStruct)
      return structArgument(param);
    if (param.isVariadic())
      return variadic(param);
    const std::vector<GivenInput> &given = call.inputsOf(param.name);
    if (param.isOptional() && !given.empty() && given.front().isAbsent)
      return "std::nullopt";
    if (given.empty() && (param.isOptional() || param.defaultValue))
      return param.defaultValue ? "" : "std::nullopt";
    return input(param.name, param.type);
  }

  std::string value(const Param &param) {
    if (const GivenValue *given = call.valueOf(param))
      return cppValue(param, *given);
    if (param.defaultValue)
      return "";
    if (param.isOptional())
      return "std::nullopt";
    throw missingValue(param, call.functionName());
  }

  /// Braces follow the structure: `{x, {a, b}}`.
  std::string structArgument(const Param &param) {
    std::string text;
    std::vector<unsigned> open;
    for (const frontend::Member &member : param.members) {
      std::size_t same = 0;
      while (same < open.size() && same + 1 < member.path.size() && open[same] == member.path[same])
        ++same;
      text += std::string(open.size() - same, '}');
      text += text.empty() ? "{" : ", ";
      open.resize(same);
      while (open.size() + 1 < member.path.size()) {
        text += '{';
        open.push_back(member.path[open.size()]);
      }
      text += input(member.name, member.type);
    }
    return text + std::string(open.size() + 1, '}');
  }

  std::string variadic(const Param &param) {
    const std::vector<GivenInput> &given = call.inputsOf(param.name);
    if (given.empty() && param.defaultValue)
      return "";
    bool isOptional = param.kind == ParamKind::VariadicOptionalTensor;
    if (!isOptional && given.size() == 1 && given.front().isAbsent)
      return "std::vector<" + elementText(param) + ">{}";
    std::string elements;
    for (std::size_t i = 0; i < std::max<std::size_t>(given.size(), 1); ++i)
      elements += (i == 0 ? "" : ", ") + (isOptional && i < given.size() && given[i].isAbsent
                                              ? std::string("std::nullopt")
                                              : input(param.name, param.type, i, "_" + std::to_string(i)));
    return "std::vector<" + elementText(param) + ">{" + elements + "}";
  }

  /// Of std::vector<T>, std::span<const T>.
  static std::string elementText(const Param &param) {
    const auto *list = llvm::cast<clang::ClassTemplateSpecializationDecl>(
        param.decl->getType().getNonReferenceType()->getAsCXXRecordDecl());
    return cppType(list->getTemplateArgs()[0].getAsType(), param.decl->getASTContext());
  }

  /// Adds an input of the graph; its type is that of what is given for the name as number `number`, else the declared
  /// one.
  std::string input(const std::string &name, const TypeSpec &spec, std::size_t number = 0,
                    const std::string &suffix = {}) {
    graph::Type type = graph::typeOf(lower::declarationOf(spec));
    const std::vector<GivenInput> &given = call.inputsOf(name);
    if (number < given.size()) {
      if (given[number].isAbsent)
        throw cannotBeAbsent(name, call.functionName());
      if (given[number].type)
        type = *given[number].type;
    }
    if (!type.elem.isKnown())
      throw missingElementType(name, call.functionName());
    std::string text = handleClass(type) + "(onnxc_inputs[" + std::to_string(inputs.size()) + "])";
    inputs.push_back({(name.empty() ? "x" + std::to_string(inputs.size()) : name) + suffix, std::move(type)});
    return text;
  }

  static std::string defaultText(const Param &param) {
    const clang::ASTContext &context = param.decl->getASTContext();
    auto range = clang::CharSourceRange::getTokenRange(param.defaultValue->getSourceRange());
    llvm::StringRef text = clang::Lexer::getSourceText(range, context.getSourceManager(), context.getLangOpts());
    text.consume_front("=");
    return text.trim().str();
  }

  const BoundCall &call;
};

/// Whether C++ must choose between several functions of that name.
bool isOverloaded(const clang::FunctionDecl *function) {
  auto found = function->getDeclContext()->getRedeclContext()->lookup(function->getDeclName());
  std::set<const clang::Decl *> others;
  for (const clang::NamedDecl *each : found)
    others.insert(each->getUnderlyingDecl()->getCanonicalDecl());
  return others.size() > 1;
}

/// What can be called as `function`, whatever else has its name or is near. `isPointer`: through a pointer, so that all
/// arguments must be written. A method is called on a value-initialised object.
std::string calleeText(const clang::FunctionDecl *function, bool &isPointer) {
  const clang::ASTContext &context = function->getASTContext();
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  std::optional<std::string> text, object;
  if (method && method->getParent()->isLambda()) {
    text = stub::spellLambda(function, context);
  } else if (method && !method->isStatic()) {
    object = stub::spellName(method->getParent(), context);
    isPointer = isOverloaded(function) || method->getTemplateSpecializationArgs();
    text = isPointer ? stub::spellAddress(function, context) : method->getNameAsString();
    if (object && text)
      text = isPointer ? "(" + *object + "{}.*" + *text + ")" : *object + "{}." + *text;
  } else {
    isPointer = isOverloaded(function);
    text = isPointer ? stub::spellAddress(function, context) : stub::spellName(function, context);
  }
  bool isNamed = text && (object || !method || method->isStatic() || method->getParent()->isLambda());
  if (!isNamed)
    throw Failure::usage("'" + function->getNameAsString() +
                         "' cannot be called from outside: no C++ text names it, its class or its template arguments");
  return *text;
}

/// The namespaces around the function, for default arguments.
std::string usingDirectives(const clang::FunctionDecl *function) {
  std::string text;
  for (const clang::DeclContext *context = function->getDeclContext(); context; context = context->getParent())
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(context); space && !space->isAnonymousNamespace())
      text = "using namespace " + space->getQualifiedNameAsString() + "; " + text;
  return text;
}

} // namespace

jit::Request callRequest(const BoundCall &call) {
  const clang::FunctionDecl *function = call.function->decl;
  CallWriter writer(call);
  bool isPointer = false;
  std::string callee = calleeText(function, isPointer);
  std::string arguments = writer.write(isPointer);
  jit::Request request;
  request.code =
      usingDirectives(function) + "::onnxc::detail::putValues(onnxc_values, " + callee + "(" + arguments + "));";
  request.inputs = std::move(writer.inputs);
  request.domain = call.function->annotation->domain;
  request.name = call.function->annotation->name;
  request.overload = call.function->annotation->overload;
  return request;
}

} // namespace onnxc::driver
