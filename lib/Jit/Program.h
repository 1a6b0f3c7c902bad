// The user's code, compiled into this process.
#ifndef ONNXC_JIT_PROGRAM_H
#define ONNXC_JIT_PROGRAM_H

#include "Jit/Jit.h"
#include "Runtime/Session/CallMirror.h"

#include "llvm/Support/Error.h"

#include <set>
#include <string>

namespace clang {
class Interpreter;
}

namespace onnxc::jit {

/// For a process that ends soon: it is never destroyed, because what the code left behind would run or crash then.
class Program {
public:
  /// Compiles the job's code and runs its initialisers. Throws std::runtime_error; what the compiler refuses has been
  /// printed.
  explicit Program(const Job &job);

  /// Compiles all requests at once, silently. False: one of them is wrong, and this process can compile nothing more.
  bool compileRequests();

  /// Makes the request's model. `mirror` follows the calls. Throws what the code throws.
  onnx::ModelProto trace(std::size_t request, runtime::CallMirror &mirror);

private:
  void noteMissing(llvm::Error error);
  std::string linkError(llvm::Error error) const;

  const Job &job;
  clang::Interpreter *interpreter;
  std::set<std::string> missing; ///< what the code uses and nobody defines, as C++ names
  bool isCompiled = false;       ///< the requests are; else each is when it is traced
};

} // namespace onnxc::jit

#endif
