#include "Jit/Jit.h"

#include "onnxc/model.h"

#include "clang/Interpreter/Interpreter.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/TargetSelect.h"

#include <algorithm>
#include <stdexcept>

namespace onnxc::jit {
namespace {

using Entry = void (*)(const onnxc::detail::Handle *, onnxc::detail::ValueList &);

template <class T> T orThrow(llvm::Expected<T> value, const char *what) {
  if (!value)
    throw std::runtime_error(std::string(what) + ": " + llvm::toString(value.takeError()));
  return std::move(*value);
}

std::unique_ptr<clang::Interpreter> makeInterpreter(const std::vector<std::string> &arguments) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());
  clang::IncrementalCompilerBuilder builder;
  builder.SetCompilerArgs(pointers);
  return orThrow(clang::Interpreter::create(orThrow(builder.CreateCpp(), "the compiler cannot be set up")),
                 "the interpreter cannot be set up");
}

InputSpec specOf(const Input &input) {
  InputSpec spec;
  spec.name = input.name;
  spec.dtype = input.type.elem.dtype;
  spec.sequence = input.type.kind == graph::Type::Kind::Sequence;
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

/// What the code has registered about the function, for the names of its outputs.
std::optional<FunctionInfo> infoOf(const Job &job) {
  for (FunctionInfo &info : functions())
    if (info.domain == job.domain && info.name == job.name)
      return std::move(info);
  return std::nullopt;
}

} // namespace

onnx::ModelProto compileAndTrace(const Job &job) {
  // Never destroyed: the process ends soon, and what the code left behind would run or crash then.
  clang::Interpreter *interpreter = makeInterpreter(job.clangArgs).release();
  if (llvm::Error error = interpreter->ParseAndExecute(job.code))
    throw std::runtime_error("the code does not compile: " + llvm::toString(std::move(error)));
  auto entry = orThrow(interpreter->getSymbolAddress("onnxc_jit_call"), "the code cannot be linked").toPtr<Entry>();

  TraceOptions options;
  options.opset = job.opset;
  options.ir_version = job.irVersion;
  options.inline_functions = job.inlineFunctions;
  ModelBuilder builder(options);
  std::vector<onnxc::detail::Handle> inputs;
  for (const Input &input : job.inputs)
    inputs.push_back(builder.input(input.name, specOf(input)));
  onnxc::detail::ValueList values;
  entry(inputs.data(), values);
  std::optional<FunctionInfo> info = infoOf(job);
  onnxc::detail::addOutputs(builder, info ? &*info : nullptr, values);
  return builder.build();
}

} // namespace onnxc::jit
