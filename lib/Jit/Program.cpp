#include "Jit/Program.h"

#include "Runtime/Session/Session.h"
#include "onnx/defs/schema.h"
#include "onnxc/model.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Interpreter/Interpreter.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/ExecutionEngine/Orc/Debugging/DebuggerSupport.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"

#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>

namespace onnxc::jit {
namespace {

using Entry = void (*)(const onnxc::detail::Handle *, onnxc::detail::ValueList &);

template <class T> T orThrow(llvm::Expected<T> value, const char *what) {
  if (!value)
    throw std::runtime_error(std::string(what) + ": " + llvm::toString(value.takeError()));
  if constexpr (std::is_reference_v<T>)
    return *value;
  else
    return std::move(*value);
}

/// Clang's interpreter, which makes machine code as with -O0: each body runs once, so that optimising it takes longer
/// than running it.
class QuickInterpreter : public clang::Interpreter {
public:
  QuickInterpreter(std::unique_ptr<clang::CompilerInstance> compiler, llvm::Error &error)
      : Interpreter(std::move(compiler), error, makeJitBuilder()) {}

private:
  static std::unique_ptr<llvm::orc::LLJITBuilder> makeJitBuilder() {
    auto target = llvm::cantFail(llvm::orc::JITTargetMachineBuilder::detectHost());
    target.setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
    auto builder = std::make_unique<llvm::orc::LLJITBuilder>();
    builder->setJITTargetMachineBuilder(std::move(target));
    builder->setPrePlatformSetup([](llvm::orc::LLJIT &jit) {
      llvm::consumeError(llvm::orc::enableDebuggerSupport(jit)); // of Linux's object format only
      return llvm::Error::success();
    });
    return builder;
  }
};

/// What the interpreter is given is in no file, which pragmas for files (`once`) do not survive: the code is included
/// from a file that exists in memory only, in a folder of its own, so that nothing lies beside it.
constexpr const char *codeFile = "/onnxc.memory/trace.cc";

std::unique_ptr<clang::Interpreter> makeInterpreter(const std::vector<std::string> &arguments,
                                                    const std::string &code) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());
  clang::IncrementalCompilerBuilder builder;
  builder.SetCompilerArgs(pointers);
  auto compiler = orThrow(builder.CreateCpp(), "the compiler cannot be set up");
  compiler->getPreprocessorOpts().addRemappedFile(codeFile,
                                                  llvm::MemoryBuffer::getMemBufferCopy(code, codeFile).release());
  llvm::Error error = llvm::Error::success();
  auto interpreter = std::make_unique<QuickInterpreter>(std::move(compiler), error);
  if (error)
    throw std::runtime_error("the interpreter cannot be set up: " + llvm::toString(std::move(error)));
  return interpreter;
}

std::string entryName(std::size_t request) { return "onnxc_jit_call_" + std::to_string(request); }

std::string entryText(const Request &request, std::size_t number) {
  return "extern \"C\" void " + entryName(number) +
         "(const ::onnxc::detail::Handle *onnxc_inputs, ::onnxc::detail::ValueList &onnxc_values) { " + request.code +
         " }\n";
}

/// While it lives, standard error goes nowhere.
class Silence {
public:
  Silence() : saved(dup(STDERR_FILENO)) {
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
  }
  ~Silence() {
    dup2(saved, STDERR_FILENO);
    close(saved);
  }
  Silence(const Silence &) = delete;

private:
  int saved;
};

InputSpec specOf(const Input &input) {
  InputSpec spec;
  spec.name = input.name;
  spec.dtype = input.type.elem.dtype;
  using Kind = graph::Type::Kind;
  spec.optional = input.type.kind == Kind::OptionalTensor || input.type.kind == Kind::OptionalSequence;
  spec.sequence = input.type.kind == Kind::Sequence || input.type.kind == Kind::OptionalSequence;
  if (input.type.shape) {
    spec.dims.emplace();
    for (const graph::Dim &dim : *input.type.shape) {
      Dimension dimension(dim.value);
      dimension.symbol = dim.symbol;
      spec.dims->push_back(std::move(dimension));
    }
  }
  return spec;
}

/// ModelBuilder has inputs for what C++ programs need; maps and the like are added to its graph directly.
onnxc::detail::Handle addInput(ModelBuilder &builder, const Input &input) {
  using Kind = graph::Type::Kind;
  if (input.type.kind != Kind::Other && input.type.kind != Kind::Unknown)
    return builder.addValue(input.name, specOf(input));
  runtime::Session &session = *builder.session();
  session.inputNames.insert(input.name);
  return session.handle(session.frames[0]->function->body.addInput(input.name, input.type));
}

/// What the code has registered about the function, for the names of its outputs.
std::optional<FunctionInfo> infoOf(const Request &request) {
  std::optional<FunctionInfo> found;
  for (FunctionInfo &info : functions())
    if (info.domain == request.domain && info.name == request.name && (!found || info.overload == request.overload))
      found = std::move(info);
  return found;
}

} // namespace

Program::Program(const Job &job) : job(job), interpreter(makeInterpreter(job.clangArgs, job.code).release()) {
  orThrow(interpreter->getExecutionEngine(), "the interpreter cannot be set up")
      .getExecutionSession()
      .setErrorReporter([this](llvm::Error error) { noteMissing(std::move(error)); });
  if (llvm::Error error = interpreter->ParseAndExecute("#include \"" + std::string(codeFile) + "\"\n"))
    throw std::runtime_error((missing.empty() ? "the code does not compile: " : "") + linkError(std::move(error)));
}

/// Of the linker of the code in memory: it names symbols.
void Program::noteMissing(llvm::Error error) {
  llvm::handleAllErrors(
      std::move(error),
      [&](const llvm::orc::SymbolsNotFound &found) {
        for (const llvm::orc::SymbolStringPtr &symbol : found.getSymbols())
          missing.insert(llvm::demangle(*symbol));
      },
      [](const llvm::ErrorInfoBase &other) { llvm::errs() << other.message() << '\n'; });
}

std::string Program::linkError(llvm::Error error) const {
  std::string text = llvm::toString(std::move(error));
  if (missing.empty())
    return text;
  constexpr std::size_t maxNames = 8;
  std::string names;
  std::size_t count = 0;
  for (const std::string &name : missing)
    if (++count <= maxNames)
      names += (names.empty() ? "'" : ", '") + name + "'";
  return "it uses what is defined in other files: " + names + (count > maxNames ? " and others" : "");
}

bool Program::compileRequests() {
  std::string all;
  for (std::size_t i = 0; i < job.requests.size(); ++i)
    all += entryText(job.requests[i], i);
  Silence silence;
  if (llvm::Error error = interpreter->ParseAndExecute(all)) {
    llvm::consumeError(std::move(error));
    return false;
  }
  // The first look-up makes machine code of them all.
  isCompiled = !llvm::errorToBool(interpreter->getSymbolAddress(entryName(0)).takeError());
  return isCompiled;
}

onnx::ModelProto Program::trace(std::size_t number, runtime::CallMirror &mirror) {
  const Request &request = job.requests[number];
  if (!isCompiled)
    if (llvm::Error error = interpreter->ParseAndExecute(entryText(request, number)))
      throw std::runtime_error("the call does not compile: " + llvm::toString(std::move(error)));
  auto address = interpreter->getSymbolAddress(entryName(number));
  if (!address)
    throw std::runtime_error("the code cannot be linked: " + linkError(address.takeError()));
  auto entry = address->toPtr<Entry>();

  TraceOptions options;
  options.opset = job.opset;
  options.ir_version = job.irVersion;
  options.inline_functions = request.inlineFunctions;
  options.inline_limit = job.inlineLimit;
  ModelBuilder builder(options);
  builder.session()->mirror = &mirror;
  std::vector<onnxc::detail::Handle> inputs;
  for (const Input &input : request.inputs)
    inputs.push_back(addInput(builder, input));
  onnxc::detail::ValueList values;
  entry(inputs.data(), values);
  std::optional<FunctionInfo> info = infoOf(request);
  onnxc::detail::addOutputs(builder, info ? &*info : nullptr, values);
  return builder.build();
}

} // namespace onnxc::jit
