//===- Session.h - A model in the making: frames, functions, guards -------===//
//
// A ModelBuilder owns a session. Its frames are the functions whose bodies run now, the main graph first. Each has a
// graph builder of its own, and a log of the facts that were asked of its arguments.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_RUNTIME_SESSION_H
#define ONNXC_RUNTIME_SESSION_H

#include "Graph/Building/Control.h"
#include "Runtime/Guards/Specialisations.h"
#include "Runtime/Session/CallMirror.h"
#include "Runtime/Session/Errors.h"
#include "Runtime/Session/Frame.h"
#include "Runtime/Session/SourceFiles.h"
#include "onnxc/model.h"
#include "onnxc/stub.h"
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace onnxc::runtime {

/// A call that runs now, for errors and scopes: of a traced function, or of one that is flattened.
struct ActiveCall {
  const stub::Descriptor *descriptor;
  unsigned line;
  bool flattened;
};

class Session : public std::enable_shared_from_this<Session> {
public:
  explicit Session(const TraceOptions &options);
  ~Session();

  /// The session of the tensors, else the one that this thread made or used last. Throws TraceError when there is none,
  /// or two.
  static Session &of(const Handle *const *handles, size_t count);
  static Session &current();
  static Session *currentOrNull();
  /// Makes this the thread's current session.
  void use();

  Frame &frame() { return *frames.back(); }
  bool isTop() const { return frames.size() == 1; }

  // Handles and operands.
  graph::Operand operand(const Handle &handle);
  Handle handle(graph::Operand operand);
  Handle handle(graph::Value *value) { return handle(graph::Operand(value)); }
  /// The operand as a node's value, with a type of its own.
  graph::Value *value(const Handle &handle);

  // Questions that decide what the body does; logged.
  int64_t askElem(const graph::Operand &operand);
  int64_t askRank(const graph::Operand &operand);
  int64_t askDim(const graph::Operand &operand, int64_t axis);

  template <class T> T check(graph::Result<T> result) {
    if (!result)
      fail(result.error());
    return std::move(*result);
  }
  [[noreturn]] void fail(const graph::Error &error);
  /// "'x'", "an input", "the result of MatMul".
  std::string describe(const graph::Operand &operand);

  // Frames.
  void pushFrame(std::unique_ptr<Frame> frame);
  std::unique_ptr<Frame> popFrame();
  uint64_t newRegion() { return ++regions; }
  void refreshScope();
  /// The statement that runs next.
  void at(unsigned line);
  void refreshLocation();
  /// Of the calls that run, innermost first.
  std::vector<TraceFrame> stack() const;

  TraceOptions options;
  std::vector<std::unique_ptr<Frame>> frames;
  std::vector<ActiveCall> calls;
  SourceFiles sources;
  /// Follows `calls`; null: nobody watches.
  CallMirror *mirror = nullptr;
  std::unordered_map<std::string, std::unique_ptr<Specialisations>> specialisations;
  /// (domain, name, overload) of every function of this session, and a text that tells what it was made of.
  std::map<std::string, std::string> identities;
  /// Imported functions, by identity.
  std::map<std::string, std::shared_ptr<graph::Function>> imported;
  std::unordered_set<std::string> inputNames, outputNames, initializers;

private:
  Answer ask(const graph::Operand &operand, graph::Fact fact, int64_t axis);
  [[noreturn]] void failOutOfReach(const ValueImpl &value);
  uint64_t regions = 0;
};

} // namespace onnxc::runtime

#endif
