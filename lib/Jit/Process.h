// Child processes and what they say.
#ifndef ONNXC_JIT_PROCESS_H
#define ONNXC_JIT_PROCESS_H

#include <chrono>
#include <functional>
#include <string>
#include <sys/types.h>

namespace onnxc::jit {

using Clock = std::chrono::steady_clock;

/// A forked copy of this process and the end of a pipe from it.
struct Child {
  pid_t process = -1;
  int pipe = -1; ///< what the child writes is read here
};

/// Forks. The child runs `work` with the end of the pipe that it writes to, and ends with it; it dies with its parent.
/// Throws std::runtime_error where the system has no more processes or pipes.
Child start(const std::function<void(int pipe)> &work);

/// Ends what still runs and waits for it. Returns the status as waitpid has it.
int finish(const Child &child, bool killed);

void writeAll(int file, const void *data, std::size_t size);

/// Reads what is there, at least a byte: false at the end of the file.
bool readSome(int file, std::string &text);

/// Milliseconds for poll(): until `end`, which is at least now.
int waitUntil(Clock::time_point end);

/// How a process ended that should not have: "the traced code was ended by signal 11 (Segmentation fault)".
std::string deathText(int status);

} // namespace onnxc::jit

#endif
