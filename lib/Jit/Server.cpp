#include "Jit/Server.h"

#include "Jit/Process.h"
#include "Jit/Program.h"
#include "Runtime/Session/Session.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <poll.h>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

namespace onnxc::jit {
namespace {

void say(int pipe, Header::Kind kind, std::size_t request, const std::string &text) {
  Header header{kind, static_cast<uint32_t>(request), text.size()};
  writeAll(pipe, &header, sizeof header);
  writeAll(pipe, text.data(), text.size());
}

/// Memory that is shared with the processes of requests, one mirror for each that runs.
class Mirrors {
public:
  explicit Mirrors(std::size_t count) {
    void *memory =
        mmap(nullptr, count * sizeof(runtime::CallMirror), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      throw std::runtime_error("no shared memory");
    for (std::size_t i = 0; i < count; ++i)
      free.push_back(static_cast<runtime::CallMirror *>(memory) + i);
  }
  runtime::CallMirror *take() {
    runtime::CallMirror *mirror = free.back();
    free.pop_back();
    mirror->clear();
    return mirror;
  }
  void give(runtime::CallMirror *mirror) { free.push_back(mirror); }

private:
  std::vector<runtime::CallMirror *> free;
};

/// A request whose process runs.
struct Running {
  std::size_t request;
  Child child;
  std::FILE *printed; ///< null: it prints to standard error
  runtime::CallMirror *mirror;
  Clock::time_point end;
  std::string answer; ///< a kind, then the text
};

/// In the process of a request: its model, or why there is none.
std::string answerOf(Program &program, std::size_t request, runtime::CallMirror &mirror) {
  auto answer = [](Header::Kind kind, const std::string &text) { return static_cast<char>(kind) + text; };
  try {
    return answer(Header::Model, program.trace(request, mirror).SerializeAsString());
  } catch (const runtime::NotKnown &error) {
    return answer(Header::Undecided, error.what());
  } catch (const TraceError &error) {
    return answer(Header::Error, error.what());
  } catch (const std::exception &error) {
    return answer(Header::Error, error.what() + runtime::stackText(mirror.stack()));
  } catch (...) {
    return answer(Header::Error,
                  "the traced code threw something that is no std::exception" + runtime::stackText(mirror.stack()));
  }
}

/// Runs the requests, up to Job::parallel at once.
class Server {
public:
  Server(const Job &job, Program &program, int pipe)
      : job(job), program(program), pipe(pipe), limit(std::max(1u, job.parallel)), mirrors(limit) {}

  void run() {
    for (std::size_t next = 0; next < job.requests.size() || !running.empty();) {
      while (next < job.requests.size() && running.size() < limit)
        startRequest(next++);
      waitForSome();
    }
  }

private:
  void startRequest(std::size_t number) {
    Running request{number, {}, job.requests.size() > 1 ? std::tmpfile() : nullptr, mirrors.take(), {}, {}};
    request.child = start([&](int answer) {
      if (request.printed)
        dup2(fileno(request.printed), STDERR_FILENO);
      dup2(STDERR_FILENO, STDOUT_FILENO);            // the user's output must not mix with a model on standard output
      std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ); // so that a crash loses no line
      std::string text = answerOf(program, number, *request.mirror);
      writeAll(answer, text.data(), text.size());
    });
    request.end = Clock::now() + std::chrono::seconds(job.timeout);
    running.push_back(std::move(request));
  }

  void waitForSome() {
    std::vector<pollfd> pollers;
    Clock::time_point end = Clock::time_point::max();
    for (const Running &request : running) {
      pollers.push_back({request.child.pipe, POLLIN, 0});
      end = std::min(end, request.end);
    }
    poll(pollers.data(), pollers.size(), job.timeout > 0 ? waitUntil(end) : -1);
    for (std::size_t i = running.size(); i-- > 0;) {
      bool isOver = pollers[i].revents != 0 && !readSome(running[i].child.pipe, running[i].answer);
      bool isLate = !isOver && job.timeout > 0 && Clock::now() >= running[i].end;
      if (isOver || isLate) {
        endRequest(running[i], isLate);
        running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }

  void endRequest(Running &request, bool isLate) {
    int status = finish(request.child, isLate);
    sayPrinted(request);
    if (isLate || request.answer.empty())
      say(pipe, isLate ? Header::Undecided : Header::Error, request.request,
          (isLate ? "the traced code did not end within " + std::to_string(job.timeout) + " seconds"
                  : deathText(status)) +
              runtime::stackText(request.mirror->stack()));
    else
      say(pipe, static_cast<Header::Kind>(request.answer[0]), request.request, request.answer.substr(1));
    mirrors.give(request.mirror);
  }

  void sayPrinted(const Running &request) {
    if (!request.printed)
      return;
    std::string text;
    std::rewind(request.printed);
    while (readSome(fileno(request.printed), text)) {
    }
    std::fclose(request.printed);
    if (!text.empty())
      say(pipe, Header::Printed, request.request, text);
  }

  const Job &job;
  Program &program;
  int pipe;
  std::size_t limit;
  Mirrors mirrors;
  std::vector<Running> running;
};

/// Several requests are compiled at once, which is much quicker. The attempt is made in a process of its own, because a
/// text that does not compile leaves the compiler unusable. False: one of them is wrong, and all are still to be run.
bool serveTogether(const Job &job, Program &program, int pipe) {
  if (job.requests.size() < 2)
    return false;
  Child child = start([&](int answer) {
    if (!program.compileRequests())
      return;
    writeAll(answer, "c", 1);
    Server(job, program, pipe).run();
  });
  std::string text;
  while (readSome(child.pipe, text)) {
  }
  finish(child, /*killed=*/false);
  return !text.empty();
}

} // namespace

void serve(const Job &job, int pipe) {
  try {
    dup2(STDERR_FILENO, STDOUT_FILENO);
    auto program = std::make_unique<Program>(job);
    say(pipe, Header::Ready, 0, "");
    if (!serveTogether(job, *program, pipe))
      Server(job, *program, pipe).run();
    program.release(); // never destroyed, see Program
  } catch (const std::exception &error) {
    say(pipe, Header::Broken, 0, error.what());
  } catch (...) {
    say(pipe, Header::Broken, 0, "an initialiser of the code threw something that is no std::exception");
  }
}

} // namespace onnxc::jit
