//===- CallMirror.h - The stack of traced calls, for another process ------===//
#ifndef ONNXC_RUNTIME_CALLMIRROR_H
#define ONNXC_RUNTIME_CALLMIRROR_H

#include "onnxc/stub.h"
#include "onnxc/trace.h"
#include <atomic>

namespace onnxc::runtime {

/// A copy of a session's stack of traced calls, in memory that is shared with the process that started this one: it can
/// be read whatever ended this one. While an exception unwinds, it keeps the stack of the place that threw.
struct CallMirror {
  static constexpr unsigned capacity = 256; ///< deeper calls are left out
  struct Call {
    char function[200];
    char file[200];
    unsigned line;
  };

  std::atomic<unsigned> depth;
  Call calls[capacity];

  /// The call at `index` begins; those above it have ended.
  void begin(unsigned index, const stub::Descriptor &descriptor);
  /// Only the first `count` calls are left.
  void end(unsigned count);
  /// The innermost of `count` calls has come to `line`.
  void at(unsigned count, unsigned line);
  void clear() { depth = 0; }
  /// Innermost first.
  std::vector<TraceFrame> stack() const;
};

/// A line for each call, "\n  in acme.flatten_to at ops.cc:12".
std::string stackText(const std::vector<TraceFrame> &stack);

} // namespace onnxc::runtime

#endif
