#include "Driver/Binding/CallText.h"

#include "Driver/Binding/AttributeValues.h"
#include "Driver/Binding/CppValues.h"
#include "Driver/Binding/InputTypes.h"
#include "Driver/Binding/Signatures.h"
#include "Driver/Options/Failure.h"
#include "Driver/Options/Suggest.h"
#include "Lower/Lower.h"
#include "Stub/Spell.h"

#include "clang/Lex/Lexer.h"

#include <algorithm>

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
  CallWriter(const frontend::Signature &signature, const MainOptions &options)
      : signature(signature), requests(readInputs(options.inputs)), function(signature.function->getNameAsString()) {
    for (const std::string &option : options.attributes)
      attributes.push_back(splitAttribute(option));
  }

  /// The argument list; `inputs` holds the inputs of the graph then. `isComplete`: with default arguments.
  std::string write(bool isComplete) {
    checkNames();
    std::vector<std::string> arguments;
    for (const Param &param : signature.params)
      arguments.push_back(argument(param));
    checkAllUsed();
    while (!isComplete && !arguments.empty() && arguments.back().empty())
      arguments.pop_back();
    std::string list;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].empty())
        arguments[i] = defaultText(signature.params[i]);
      list += (i == 0 ? "" : ", ") + arguments[i];
    }
    return list;
  }

  std::vector<jit::Input> inputs;

private:
  using NamedValue = std::pair<std::string, std::string>;

  /// "" for the default argument.
  std::string argument(const Param &param) {
    if (param.kind == ParamKind::Attribute || param.kind == ParamKind::Opaque)
      return attribute(param);
    if (param.kind == ParamKind::TensorStruct)
      return structArgument(param);
    if (param.isVariadic())
      return variadic(param);
    if (param.isOptional() && takeAbsent(param.name))
      return "std::nullopt";
    if (!isRequested(param.name) && (param.isOptional() || param.defaultValue))
      return param.defaultValue ? "" : "std::nullopt";
    return input(param.name, param.type);
  }

  std::string attribute(const Param &param) {
    auto given = std::find_if(attributes.begin(), attributes.end(),
                              [&](const NamedValue &value) { return value.first == param.name; });
    if (given != attributes.end())
      return cppValue(param, given->second);
    if (param.defaultValue)
      return "";
    if (param.isOptional())
      return "std::nullopt";
    throw Failure::usage("'" + param.name + "' of '" + function + "' has no default; give it with '--attr " +
                         param.name + "=VALUE'");
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
    std::size_t count = std::count_if(requests.begin(), requests.end(),
                                      [&](const InputRequest &request) { return request.name == param.name; });
    if (count == 0 && param.defaultValue)
      return "";
    bool isOptional = param.kind == ParamKind::VariadicOptionalTensor;
    if (!isOptional && count == 1 && takeAbsent(param.name))
      return "std::vector<" + elementText(param) + ">{}";
    std::string elements;
    for (std::size_t i = 0; i < std::max<std::size_t>(count, 1); ++i)
      elements += (i == 0 ? "" : ", ") + (isOptional && takeAbsent(param.name)
                                              ? std::string("std::nullopt")
                                              : input(param.name, param.type, "_" + std::to_string(i)));
    return "std::vector<" + elementText(param) + ">{" + elements + "}";
  }

  /// Of std::vector<T>, std::span<const T>.
  static std::string elementText(const Param &param) {
    const auto *list = llvm::cast<clang::ClassTemplateSpecializationDecl>(
        param.decl->getType().getNonReferenceType()->getAsCXXRecordDecl());
    return cppType(list->getTemplateArgs()[0].getAsType(), param.decl->getASTContext());
  }

  bool isRequested(const std::string &name) const {
    return std::any_of(requests.begin(), requests.end(),
                       [&](const InputRequest &request) { return request.name == name; });
  }

  /// True when the next `--input` of the name is `NAME=none`.
  bool takeAbsent(const std::string &name) {
    auto request = std::find_if(requests.begin(), requests.end(),
                                [&](const InputRequest &request) { return request.name == name; });
    if (request == requests.end() || !request->absent)
      return false;
    requests.erase(request);
    return true;
  }

  /// Adds an input of the graph; its type is that of the next `--input` of the name, else the declared one.
  std::string input(const std::string &name, const TypeSpec &spec, const std::string &suffix = {}) {
    graph::Type type = graph::typeOf(lower::declarationOf(spec));
    auto request = std::find_if(requests.begin(), requests.end(),
                                [&](const InputRequest &request) { return request.name == name; });
    if (request != requests.end()) {
      if (request->absent)
        throw Failure::usage("'" + name + "' of '" + function + "' cannot be absent");
      if (request->type)
        type = std::move(*request->type);
      requests.erase(request);
    }
    if (!type.elem.isKnown())
      throw Failure::usage("input '" + name + "' of '" + function + "' has no element type; give one with '--input " +
                           name + "=float[...]'");
    std::string value = handleClass(type) + "(onnxc_inputs[" + std::to_string(inputs.size()) + "])";
    inputs.push_back({(name.empty() ? "x" + std::to_string(inputs.size()) : name) + suffix, std::move(type)});
    return value;
  }

  static std::string defaultText(const Param &param) {
    const clang::ASTContext &context = param.decl->getASTContext();
    auto range = clang::CharSourceRange::getTokenRange(param.defaultValue->getSourceRange());
    llvm::StringRef text = clang::Lexer::getSourceText(range, context.getSourceManager(), context.getLangOpts());
    text.consume_front("=");
    return text.trim().str();
  }

  /// What is misspelt is said before what is missing.
  void checkNames() const {
    std::vector<std::string> inputNames, attributeNames;
    for (const Param &param : signature.params) {
      if (param.kind == ParamKind::Attribute || param.kind == ParamKind::Opaque)
        attributeNames.push_back(param.name);
      else if (param.kind != ParamKind::TensorStruct)
        inputNames.push_back(param.name);
      for (const frontend::Member &member : param.members)
        inputNames.push_back(member.name);
    }
    for (const InputRequest &request : requests)
      checkName("input", request.name, inputNames);
    for (const NamedValue &value : attributes)
      checkName("attribute", value.first, attributeNames);
  }

  void checkName(const std::string &kind, const std::string &name, const std::vector<std::string> &names) const {
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw Failure::usage("'" + function + "' has no " + kind + " '" + name + "'" + hint(name, names));
  }

  void checkAllUsed() const {
    if (!requests.empty())
      throw Failure::usage("input '" + requests.front().name + "' is given twice");
  }

  static std::string hint(const std::string &wrong, const std::vector<std::string> &names) {
    std::string near = didYouMean(wrong, names);
    return !near.empty() ? near : names.empty() ? "; it has none" : "; it has " + quotedList(names);
  }

  const frontend::Signature &signature;
  std::vector<InputRequest> requests;
  std::vector<NamedValue> attributes;
  std::string function;
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

void addShared(const frontend::AnnotatedFunction &function, frontend::ParsedUnit &unit, const MainOptions &shared,
               MainOptions &options, std::set<std::string> &used) {
  std::set<std::string> inputs, attributes;
  for (const Param &param : signatureOf(function, unit).params) {
    (param.isInput() ? inputs : attributes).insert(param.name);
    for (const frontend::Member &member : param.members)
      inputs.insert(member.name);
  }
  auto nameOf = [](const std::string &option) { return llvm::StringRef(option).split('=').first.trim().str(); };
  auto add = [&](const std::vector<std::string> &from, const std::set<std::string> &names,
                 std::vector<std::string> &to) {
    std::set<std::string> own; // what is given to this function alone wins
    for (const std::string &option : to)
      own.insert(nameOf(option));
    for (const std::string &option : from) {
      if (!names.contains(nameOf(option)))
        continue;
      used.insert(option);
      if (!own.contains(nameOf(option)))
        to.push_back(option);
    }
  };
  add(shared.inputs, inputs, options.inputs);
  add(shared.attributes, attributes, options.attributes);
}

jit::Request callRequest(const frontend::AnnotatedFunction &function, frontend::ParsedUnit &unit,
                         const MainOptions &options) {
  frontend::Signature signature = signatureOf(function, unit);
  CallWriter writer(signature, options);
  bool isPointer = false;
  std::string callee = calleeText(function.decl, isPointer);
  std::string arguments = writer.write(isPointer);
  jit::Request request;
  request.code =
      usingDirectives(function.decl) + "::onnxc::detail::putValues(onnxc_values, " + callee + "(" + arguments + "));";
  request.inputs = std::move(writer.inputs);
  request.domain = function.annotation->domain;
  request.name = function.annotation->name;
  request.overload = function.annotation->overload;
  return request;
}

} // namespace onnxc::driver
