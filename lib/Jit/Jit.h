// `onnxc trace`: rewritten C++ is compiled in memory and run.
#ifndef ONNXC_JIT_JIT_H
#define ONNXC_JIT_JIT_H

#include "Graph/Type.h"
#include "onnx/onnx_pb.h"

#include <optional>
#include <string>
#include <vector>

namespace onnxc::jit {

/// The function that the code must define: it makes the traced call. `onnxc_inputs` are the graph's inputs in order;
/// the results go to `onnxc_values`.
constexpr const char *entryDeclaration = "extern \"C\" void onnxc_jit_call(const ::onnxc::detail::Handle "
                                         "*onnxc_inputs, ::onnxc::detail::ValueList &onnxc_values)";

/// An input of the graph: its element type is known.
struct Input {
  std::string name;
  graph::Type type;
};

struct Job {
  std::string code;                   ///< C++ with stubs, and the entry function
  std::vector<std::string> clangArgs; ///< for the compiler: include folders, -std=, -resource-dir ...
  std::vector<Input> inputs;
  std::string domain, name; ///< of the traced function, for the names of the outputs
  int64_t opset = 20, irVersion = 10;
  bool inlineFunctions = false;
  unsigned timeout = 0; ///< in seconds; 0 = none
};

struct Outcome {
  std::optional<onnx::ModelProto> model;
  std::string error; ///< why there is no model; empty: printed already
};

/// Compiles and runs the job in a child process, so that whatever the code does (exit, a crash, an endless loop) ends
/// there. What it prints goes to standard error.
Outcome run(const Job &job);

/// Compiles the code and makes the model; for the child process. Throws std::runtime_error; what the compiler refuses
/// has been printed.
onnx::ModelProto compileAndTrace(const Job &job);

} // namespace onnxc::jit

#endif
