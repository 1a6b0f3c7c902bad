// `onnxc trace FILE FUNCTION`: the file with stubs, and a call of the function, compiled in memory and run.
#include "Driver/AttributeValues.h"
#include "Driver/Commands.h"
#include "Driver/Compile.h"
#include "Driver/Failure.h"
#include "Driver/Includes.h"
#include "Driver/InputTypes.h"
#include "Driver/Selection.h"
#include "Driver/Signatures.h"
#include "Driver/StubCommand.h"
#include "Driver/Suggest.h"
#include "Frontend/Invocation.h"
#include "Graph/Model.h"
#include "Jit/Jit.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cmath>
#include <cstdio>

namespace onnxc::driver {
namespace {

using frontend::Param;
using frontend::ParamKind;

using NamedValue = std::pair<std::string, std::string>;

/// The call as C++ text, and the graph's inputs that it takes.
struct Call {
  std::string text;
  std::vector<jit::Input> inputs;
};

std::string cppString(const std::string &text) {
  std::string literal = "std::string(\"";
  static const char digits[] = "01234567";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    literal += {'\\', digits[byte / 64], digits[byte / 8 % 8], digits[byte % 8]};
  }
  return literal + "\", " + std::to_string(text.size()) + ")";
}

std::string cppFloat(float value) {
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, "%a", static_cast<double>(value));
  return std::isnan(value)   ? "__builtin_nanf(\"\")"
         : std::isinf(value) ? (value > 0 ? "__builtin_inff()" : "-__builtin_inff()")
                             : buffer;
}

template <class List, class Print> std::string braced(const List &list, const Print &print) {
  std::string text;
  for (const auto &element : list)
    text += (text.empty() ? "" : ", ") + print(element);
  return "{" + text + "}";
}

/// A C++ expression for the value, which `proto` has checked against the parameter.
std::string cppValue(const Param &param, const onnx::AttributeProto &proto, const std::string &given) {
  std::string type = param.attributeType.getAsString(clang::PrintingPolicy(param.decl->getASTContext().getLangOpts()));
  auto integer = [](int64_t value) { return std::to_string(value) + "LL"; };
  switch (param.attribute) {
  case frontend::AttrKind::Int:
    return "static_cast<" + type + ">(" + integer(proto.i()) + ")";
  case frontend::AttrKind::Float:
    return "static_cast<" + type + ">(" + cppFloat(proto.f()) + ")";
  case frontend::AttrKind::String:
    return cppString(proto.s());
  case frontend::AttrKind::Floats:
    return type + braced(proto.floats(), cppFloat);
  case frontend::AttrKind::Ints:
    return type + braced(proto.ints(), integer);
  case frontend::AttrKind::Strings:
    return type + braced(proto.strings(), cppString);
  default:
    return given;
  }
}

/// Makes the arguments one parameter after the other.
class CallWriter {
public:
  CallWriter(const frontend::Signature &signature, const MainOptions &options)
      : signature(signature), requests(readInputs(options.inputs)), function(signature.function->getNameAsString()) {
    for (const std::string &option : options.attributes)
      attributes.push_back(splitAttribute(option));
  }

  Call write(const std::string &callee) {
    std::vector<std::string> arguments;
    for (const Param &param : signature.params)
      arguments.push_back(argument(param));
    checkAllUsed();
    while (!arguments.empty() && arguments.back().empty())
      arguments.pop_back();
    std::string list;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].empty())
        arguments[i] = defaultText(signature.params[i]);
      list += (i == 0 ? "" : ", ") + arguments[i];
    }
    call.text = callee + "(" + list + ")";
    return std::move(call);
  }

private:
  /// "" for the default argument.
  std::string argument(const Param &param) {
    switch (param.kind) {
    case ParamKind::Attribute:
    case ParamKind::Opaque:
      return attribute(param);
    case ParamKind::OptionalTensor:
    case ParamKind::OptionalSequence:
      if (!isRequested(param.name))
        return param.defaultValue ? "" : "std::nullopt";
      return input(param.name, param.type);
    case ParamKind::VariadicTensor:
    case ParamKind::VariadicOptionalTensor:
      return variadic(param);
    case ParamKind::TensorStruct: {
      std::string members;
      for (const frontend::Member &member : param.members)
        members += (members.empty() ? "" : ", ") + input(member.name, member.type);
      return "{" + members + "}";
    }
    default:
      return input(param.name, param.type);
    }
  }

  std::string attribute(const Param &param) {
    auto given = std::find_if(attributes.begin(), attributes.end(),
                              [&](const NamedValue &value) { return value.first == param.name; });
    used.push_back(param.name);
    if (given != attributes.end())
      return param.kind == ParamKind::Opaque ? given->second
                                             : cppValue(param, readAttributeValue(param, given->second), given->second);
    if (param.defaultValue)
      return "";
    if (param.optional)
      return "std::nullopt";
    throw Failure::usage("'" + param.name + "' of '" + function + "' has no default; give it with '--attr " +
                         param.name + "=VALUE'");
  }

  std::string variadic(const Param &param) {
    std::string elements;
    std::size_t count = std::count_if(requests.begin(), requests.end(),
                                      [&](const InputRequest &request) { return request.name == param.name; });
    for (std::size_t i = 0; i < std::max<std::size_t>(count, 1); ++i)
      elements += (i == 0 ? "" : ", ") + input(param.name, param.type, "_" + std::to_string(i));
    return "std::vector<::onnxc::Tensor>{" + elements + "}";
  }

  bool isRequested(const std::string &name) const {
    return std::any_of(requests.begin(), requests.end(),
                       [&](const InputRequest &request) { return request.name == name; });
  }

  /// Adds an input of the graph; its type is that of the next `--input` of the name, else the declared one.
  std::string input(const std::string &name, const frontend::TypeSpec &spec, const std::string &suffix = {}) {
    used.push_back(name);
    std::optional<graph::Type> type;
    for (auto request = requests.begin(); request != requests.end(); ++request)
      if (request->name == name) {
        type = request->type ? request->type : declaredType(spec);
        requests.erase(request);
        break;
      }
    if (!type)
      type = declaredType(spec);
    if (!type->elem.isKnown())
      throw Failure::usage("input '" + name + "' of '" + function + "' has no element type; give one with '--input " +
                           name + "=float[...]'");
    std::string handle = "onnxc_inputs[" + std::to_string(call.inputs.size()) + "]";
    bool isSequence = type->kind == graph::Type::Kind::Sequence;
    call.inputs.push_back({name + suffix, std::move(*type)});
    return (isSequence ? "::onnxc::Sequence(" : "::onnxc::Tensor(") + handle + ")";
  }

  static graph::Type declaredType(const frontend::TypeSpec &spec) {
    graph::Type type = graph::Type::tensor(static_cast<DType>(spec.element));
    if (spec.kind == frontend::TypeSpec::Sequence || spec.kind == frontend::TypeSpec::OptionalSequence)
      type.kind = graph::Type::Kind::Sequence;
    if (!spec.dims)
      return type;
    type.shape.emplace();
    for (const frontend::DimSpec &dim : *spec.dims)
      type.shape->push_back(dim.kind == frontend::DimSpec::Value    ? graph::Dim(dim.value)
                            : dim.kind == frontend::DimSpec::Symbol ? graph::Dim(dim.symbol)
                                                                    : graph::Dim());
    return type;
  }

  static std::string defaultText(const Param &param) {
    const clang::ASTContext &context = param.decl->getASTContext();
    auto range = clang::CharSourceRange::getTokenRange(param.defaultValue->getSourceRange());
    llvm::StringRef text = clang::Lexer::getSourceText(range, context.getSourceManager(), context.getLangOpts());
    text.consume_front("=");
    return text.trim().str();
  }

  void checkAllUsed() const {
    for (const InputRequest &request : requests)
      throw Failure::usage("'" + function + "' has no input '" + request.name + "'" + didYouMean(request.name, used));
    for (const NamedValue &value : attributes)
      if (std::find(used.begin(), used.end(), value.first) == used.end())
        throw Failure::usage("'" + function + "' has no attribute '" + value.first + "'" +
                             didYouMean(value.first, used));
  }

  const frontend::Signature &signature;
  std::vector<InputRequest> requests;
  std::vector<NamedValue> attributes;
  std::vector<std::string> used;
  std::string function;
  Call call;
};

/// How the function is named in C++: a method without state is called on a value of its class.
std::string calleeText(const clang::FunctionDecl *function) {
  clang::PrintingPolicy policy(function->getASTContext().getLangOpts());
  policy.SuppressUnwrittenScope = true;
  std::string name;
  llvm::raw_string_ostream stream(name);
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (!method || method->isStatic()) {
    function->getNameForDiagnostic(stream, policy, /*Qualified=*/true);
    return name;
  }
  method->getParent()->getNameForDiagnostic(stream, policy, /*Qualified=*/true);
  if (method->isOverloadedOperator())
    return name + "{}";
  return name + "{}." + method->getNameAsString();
}

/// The namespaces around the function, for default arguments.
std::string usingDirectives(const clang::FunctionDecl *function) {
  std::string text;
  for (const clang::DeclContext *context = function->getDeclContext(); context; context = context->getParent())
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(context); space && !space->isAnonymousNamespace())
      text = "using namespace " + space->getQualifiedNameAsString() + "; " + text;
  return text;
}

/// An instance of a template that the file does not use is asked for by a declaration behind it.
frontend::CompileJob jobFor(const TraceOptions &options, bool color) {
  frontend::CompileJob job = makeJob(options.source, options.source.files.front(), llvm::errs(), color);
  if (options.function.find('<') == std::string::npos)
    return job;
  if (!job.code)
    if (auto buffer = llvm::MemoryBuffer::getFile(job.file))
      job.code = (*buffer)->getBuffer().str();
  *job.code += "\n[[maybe_unused]] static auto *const onnxc_requested_instance = &" + options.function + ";\n";
  return job;
}

std::vector<std::string> compilerArguments(const frontend::CompileJob &job) {
  std::vector<std::string> arguments = {"-std=c++20", "-w", "-resource-dir=" + frontend::findResourceFolder()};
  for (const std::string &folder : headerFolders())
    arguments.push_back("-I" + folder);
  llvm::StringRef folder = llvm::sys::path::parent_path(job.file);
  arguments.push_back("-iquote" + (folder.empty() ? std::string(".") : folder.str()));
  arguments.insert(arguments.end(), job.clangArgs.begin(), job.clangArgs.end());
  return arguments;
}

} // namespace

int runTrace(const TraceOptions &options) {
  bool color = useColor(options.source.color);
  std::string output = options.output.path.empty() ? defaultOutput(options.source.files.front(), options.output.emit)
                                                   : options.output.path;
  if (options.output.emit != EmitKind::Functions)
    checkWritable(output);
  frontend::CompileJob source = jobFor(options, color);
  auto unit = frontend::parse(source);
  if (!unit)
    throw Failure{WrongUsage, {}};
  if (unit->hasErrors())
    throw Failure::source();
  const frontend::AnnotatedFunction *function = findFunction(*unit, options.function, frontend::Annotation::Trace);
  if (!function)
    throw Failure::usage(missingFunction(*unit, options.function, frontend::Annotation::Trace));
  frontend::Signature signature = signatureOf(*function, *unit);
  Call call = CallWriter(signature, options.call).write(calleeText(function->decl));
  std::string directives = usingDirectives(function->decl);

  jit::Job job;
  job.clangArgs = compilerArguments(source);
  job.inputs = std::move(call.inputs);
  job.domain = function->annotation->domain;
  job.name = function->annotation->name;
  job.opset = options.opset != 0 ? options.opset : 20;
  job.irVersion = options.output.irVersion;
  job.inlineFunctions = options.output.inlineFunctions;
  job.timeout = options.timeout;
  CompileOptions stubs;
  stubs.source = options.source;
  stubs.opset = options.opset;
  stubs.debugLines = options.debugLines;
  Compiled compiled = compileStub(stubs, *unit, "-");
  job.code = compiled.product.cpp + "\n#include <onnxc/trace.h>\n" + jit::entryDeclaration + " { " + directives +
             "::onnxc::detail::putValues(onnxc_values, " + call.text + "); }\n";
  jit::Outcome outcome = jit::run(job);
  if (!outcome.model)
    throw Failure::source("'" + options.function + "' cannot be traced: " + outcome.error);
  Product product;
  product.model = std::move(*outcome.model);
  restrictToIrVersion(product.model);
  if (graph::Status error = graph::checkModel(product.model))
    throw Failure::internal(error->message);
  writeProduct(product, output, options.output);
  writeDepfile(options.output.depfile, output, compiled.dependencies);
  return Fine;
}

} // namespace onnxc::driver
