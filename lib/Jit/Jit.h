// `onnxc trace`: rewritten C++ is compiled in memory and run.
#ifndef ONNXC_JIT_JIT_H
#define ONNXC_JIT_JIT_H

#include "Graph/IR/Type.h"
#include "onnx/onnx_pb.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace onnxc::jit {

/// An input of the graph: its element type is known.
struct Input {
  std::string name;
  graph::Type type;
};

/// One call, which becomes a model.
struct Request {
  /// Statements that make the call: `onnxc_inputs` are the graph's inputs in order, handles; the results go to
  /// `onnxc_values`, by ::onnxc::detail::putValues.
  std::string code;
  std::vector<Input> inputs;
  std::string domain, name, overload; ///< of the function, for the names of the outputs
  bool inlineFunctions = false;
};

struct Job {
  std::string code;                   ///< C++ with stubs, and what the requests' code needs
  std::vector<std::string> clangArgs; ///< for the compiler: include folders, -std=, -resource-dir ...
  std::vector<Request> requests;
  int64_t opset = 20, irVersion = 10;
  int64_t inlineLimit = 1'000'000; ///< of nodes, for requests that inline functions
  unsigned timeout = 0;            ///< in seconds, for each request (and for the code, but not below 60); 0 = none
  unsigned parallel = 1;           ///< so many requests run at once
};

/// What became of a request.
struct Outcome {
  std::optional<onnx::ModelProto> model;
  std::string error; ///< why there is no model, with the stack of traced functions
  bool undecided =
      false;           ///< there is none because the code asked for what only the running model knows, or ran too long
  std::string printed; ///< what the code printed, and the compiler about the request's code
};

/// Compiles the code once, then runs each request in a process of its own, so that whatever it does (exit, a crash, an
/// endless loop) ends there. Calls `receive` for each request, in any order. Returns why the code could not be run at
/// all, or "". What the code prints goes to standard error where there is one request, else into Outcome::printed.
std::string run(const Job &job, const std::function<void(std::size_t request, Outcome)> &receive);

} // namespace onnxc::jit

#endif
