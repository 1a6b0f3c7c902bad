// The process that has compiled the user's code, and forks one for each request.
#ifndef ONNXC_JIT_SERVER_H
#define ONNXC_JIT_SERVER_H

#include "Jit/Jit.h"

namespace onnxc::jit {

/// Before each part of what the server says.
struct Header {
  enum Kind : uint32_t {
    Ready,     ///< the code is compiled; the requests run now
    Broken,    ///< it cannot be: the text says why
    Model,     ///< a request's ModelProto
    Error,     ///< why a request has none
    Undecided, ///< the same, for Outcome::undecided
    Printed,   ///< what a request printed; comes before its end
  };
  Kind kind;
  uint32_t request;
  uint64_t size; ///< of what follows
};

/// Compiles the job's code and runs its requests. Everything is written to `pipe`.
void serve(const Job &job, int pipe);

} // namespace onnxc::jit

#endif
