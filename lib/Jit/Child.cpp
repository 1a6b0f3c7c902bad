#include "Jit/Jit.h"

#include "onnxc/trace.h"

#include "llvm/Support/CrashRecoveryContext.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace onnxc::jit {
namespace {

/// The first byte of what the child sends.
enum class Answer : char { Model = 'm', Error = 'e' };

void writeAll(int file, const std::string &text) {
  for (std::size_t done = 0; done < text.size();) {
    ssize_t count = write(file, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR)
      return;
    done += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
}

std::string traced(const Job &job) {
  try {
    return static_cast<char>(Answer::Model) + compileAndTrace(job).SerializeAsString();
  } catch (const std::exception &error) {
    return static_cast<char>(Answer::Error) + std::string(error.what());
  } catch (...) {
    return static_cast<char>(Answer::Error) + std::string("the traced code threw something that is no std::exception");
  }
}

[[noreturn]] void runChild(const Job &job, int answer) {
  llvm::CrashRecoveryContext::Disable();
  for (int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM, SIGINT})
    std::signal(number, SIG_DFL);
  dup2(STDERR_FILENO, STDOUT_FILENO); // the user's output must not mix with a model on standard output
  writeAll(answer, traced(job));
  _exit(0); // no destructors: half of the process belongs to the parent
}

/// All that the child sends, until it ends or the time is over.
bool readAnswer(int file, unsigned timeout, std::string &text) {
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(timeout);
  char buffer[65536];
  for (;;) {
    int wait = -1;
    if (timeout > 0)
      wait = static_cast<int>(std::max<int64_t>(
          0, std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count()));
    pollfd poller{file, POLLIN, 0};
    int ready = poll(&poller, 1, wait);
    if (ready == 0)
      return false;
    if (ready < 0 && errno == EINTR)
      continue;
    ssize_t count = read(file, buffer, sizeof buffer);
    if (count <= 0)
      return true;
    text.append(buffer, static_cast<std::size_t>(count));
  }
}

std::string deathText(int status) {
  if (WIFSIGNALED(status))
    return std::string("the traced code was ended by signal ") + std::to_string(WTERMSIG(status)) + " (" +
           strsignal(WTERMSIG(status)) + ")";
  return "the traced code ended the program with exit code " + std::to_string(WEXITSTATUS(status));
}

Outcome outcomeOf(const std::string &answer, int status) {
  Outcome outcome;
  if (answer.empty()) {
    outcome.error = deathText(status);
  } else if (answer[0] == static_cast<char>(Answer::Error)) {
    outcome.error = answer.substr(1);
  } else {
    outcome.model.emplace();
    if (!outcome.model->ParseFromArray(answer.data() + 1, static_cast<int>(answer.size() - 1))) {
      outcome.model.reset();
      outcome.error = deathText(status);
    }
  }
  return outcome;
}

} // namespace

Outcome run(const Job &job) {
  int ends[2];
  if (pipe(ends) != 0)
    return {std::nullopt, std::string("no pipe: ") + std::strerror(errno)};
  pid_t child = fork();
  if (child < 0)
    return {std::nullopt, std::string("no process: ") + std::strerror(errno)};
  if (child == 0) {
    close(ends[0]);
    runChild(job, ends[1]);
  }
  close(ends[1]);
  std::string answer;
  bool inTime = readAnswer(ends[0], job.timeout, answer);
  close(ends[0]);
  if (!inTime)
    kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!inTime)
    return {std::nullopt, "the traced code did not end within " + std::to_string(job.timeout) + " seconds"};
  return outcomeOf(answer, status);
}

} // namespace onnxc::jit
