#include "Jit/Jit.h"

#include "Jit/Process.h"
#include "Jit/Server.h"

#include <algorithm>
#include <cstring>
#include <poll.h>
#include <stdexcept>

namespace onnxc::jit {
namespace {

/// Compiling takes its time on a busy machine: the limit is for initialisers that never end.
std::chrono::seconds compileTime(const Job &job) { return std::chrono::seconds(std::max(job.timeout, 60u)); }

/// Hands on what the server says, part by part.
class Listener {
public:
  Listener(const Job &job, const std::function<void(std::size_t, Outcome)> &receive)
      : job(job), receive(receive), printed(job.requests.size()), isDone(job.requests.size()) {}

  /// False when the code is not compiled in time.
  bool listen(int pipe) {
    auto end = Clock::now() + compileTime(job);
    for (;;) {
      pollfd poller{pipe, POLLIN, 0};
      // Once it is ready the server watches the clock.
      if (poll(&poller, 1, job.timeout > 0 && !isReady ? waitUntil(end) : -1) == 0 && Clock::now() >= end)
        return false;
      if (poller.revents == 0)
        continue;
      if (!readSome(pipe, text))
        return true;
      while (takePart()) {
      }
    }
  }

  /// The server is gone: what it did not answer has failed.
  void failRest(const std::string &why) {
    for (std::size_t i = 0; i < isDone.size(); ++i)
      if (!isDone[i])
        receive(i, {std::nullopt, why, false, std::move(printed[i])});
  }

  bool isReady = false;
  std::string broken; ///< why the code cannot be run

private:
  bool takePart() {
    Header header{};
    if (text.size() < sizeof header)
      return false;
    std::memcpy(&header, text.data(), sizeof header);
    if (text.size() - sizeof header < header.size)
      return false;
    std::string body = text.substr(sizeof header, header.size);
    text.erase(0, sizeof header + header.size);
    switch (header.kind) {
    case Header::Ready:
      isReady = true;
      break;
    case Header::Broken:
      broken = std::move(body);
      break;
    case Header::Printed:
      printed[header.request] = std::move(body);
      break;
    default:
      answer(header, std::move(body));
    }
    return true;
  }

  void answer(const Header &header, std::string body) {
    Outcome outcome;
    outcome.printed = std::move(printed[header.request]);
    if (header.kind != Header::Model)
      outcome.error = std::move(body);
    else if (!outcome.model.emplace().ParseFromArray(body.data(), static_cast<int>(body.size()))) {
      outcome.model.reset();
      outcome.error = "the traced code ended while its model was being sent";
    }
    outcome.undecided = header.kind == Header::Undecided;
    isDone[header.request] = true;
    receive(header.request, std::move(outcome));
  }

  const Job &job;
  const std::function<void(std::size_t, Outcome)> &receive;
  std::vector<std::string> printed;
  std::vector<bool> isDone;
  std::string text;
};

} // namespace

std::string run(const Job &job, const std::function<void(std::size_t, Outcome)> &receive) {
  Child server;
  try {
    server = start([&](int pipe) { serve(job, pipe); });
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  Listener listener(job, receive);
  bool inTime = listener.listen(server.pipe);
  int status = finish(server, !inTime);
  if (!inTime)
    return "the code was not compiled and initialised within " + std::to_string(compileTime(job).count()) + " seconds";
  if (!listener.isReady)
    return listener.broken.empty() ? deathText(status) : listener.broken;
  listener.failRest(listener.broken.empty() ? deathText(status) : listener.broken);
  return {};
}

} // namespace onnxc::jit
