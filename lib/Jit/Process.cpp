#include "Jit/Process.h"

#include "llvm/Support/CrashRecoveryContext.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace onnxc::jit {
namespace {

/// The user's code may call exit(): the destructors and handlers that belong to the parent must not run then.
void endWithoutDestructors() {
#ifdef __GLIBC__
  on_exit(
      [](int status, void *) {
        std::fflush(nullptr);
        _exit(status);
      },
      nullptr);
#endif
}

void prepareChild(pid_t parent) {
  llvm::CrashRecoveryContext::Disable();
  for (int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM, SIGINT, SIGPIPE})
    std::signal(number, SIG_DFL);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(0);
#endif
  endWithoutDestructors();
}

} // namespace

Child start(const std::function<void(int)> &work) {
  int ends[2];
  if (pipe(ends) != 0)
    throw std::runtime_error(std::string("no pipe: ") + std::strerror(errno));
  std::fflush(nullptr); // or both processes would write what is buffered
  pid_t parent = getpid(), process = fork();
  if (process < 0) {
    int why = errno;
    close(ends[0]);
    close(ends[1]);
    throw std::runtime_error(std::string("no process: ") + std::strerror(why));
  }
  if (process == 0) {
    close(ends[0]);
    prepareChild(parent);
    work(ends[1]);
    std::fflush(nullptr);
    _exit(0);
  }
  close(ends[1]);
  return {process, ends[0]};
}

int finish(const Child &child, bool killed) {
  close(child.pipe);
  if (killed)
    kill(child.process, SIGKILL);
  int status = 0;
  while (waitpid(child.process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

void writeAll(int file, const void *data, std::size_t size) {
  const char *bytes = static_cast<const char *>(data);
  for (std::size_t done = 0; done < size;) {
    ssize_t count = write(file, bytes + done, size - done);
    if (count < 0 && errno != EINTR)
      return;
    done += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
}

bool readSome(int file, std::string &text) {
  char buffer[65536];
  for (;;) {
    ssize_t count = read(file, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    text.append(buffer, static_cast<std::size_t>(count));
    return true;
  }
}

int waitUntil(Clock::time_point end) {
  auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
  return static_cast<int>(std::clamp<int64_t>(left, 0, 1'000'000));
}

std::string deathText(int status) {
  if (WIFSIGNALED(status))
    return std::string("the traced code was ended by signal ") + std::to_string(WTERMSIG(status)) + " (" +
           strsignal(WTERMSIG(status)) + ")";
  return "the traced code ended the program with exit code " + std::to_string(WEXITSTATUS(status));
}

} // namespace onnxc::jit
