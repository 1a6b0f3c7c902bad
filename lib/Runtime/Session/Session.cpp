//===- Session.cpp - A model in the making: frames, operands, questions ---===//
#include "Runtime/Session/Session.h"
#include "Runtime/Session/Names.h"
#include "Runtime/Session/ThreadRegistry.h"

namespace onnxc::runtime {

using graph::Fact;
using graph::Operand;

Session::Session(const TraceOptions &options) : options(options) {
  auto main = std::make_shared<graph::Function>();
  main->name = "main_graph";
  main->opset = options.opset;
  frames.push_back(std::make_unique<Frame>(std::move(main), newRegion()));
  frames[0]->scopeBase = 0;
}

Session::~Session() = default;

void Session::use() {
  std::vector<std::weak_ptr<Session>> &recent = threadRegistry().sessions;
  if (!recent.empty() && !recent.back().owner_before(weak_from_this()) && !weak_from_this().owner_before(recent.back()))
    return;
  std::erase_if(recent,
                [&](const std::weak_ptr<Session> &each) { return each.expired() || each.lock().get() == this; });
  recent.push_back(weak_from_this());
}

Session *Session::currentOrNull() {
  std::vector<std::weak_ptr<Session>> &recent = threadRegistry().sessions;
  while (!recent.empty()) {
    if (std::shared_ptr<Session> session = recent.back().lock())
      return session.get();
    recent.pop_back();
  }
  return nullptr;
}

Session &Session::current() {
  if (Session *session = currentOrNull())
    return *session;
  runtime::fail("there is no graph to put an operator into: make an onnxc::ModelBuilder first, or call the function "
                "through onnxc::trace",
                nullptr);
}

Session &Session::of(const Handle *const *handles, size_t count) {
  Session *found = nullptr;
  for (size_t i = 0; i < count; ++i) {
    if (!handles[i] || !handles[i]->impl())
      continue;
    Session *session = handles[i]->impl()->session.get();
    if (found && session && session != found)
      found->fail({graph::ErrorId::BadIndex, "tensors of two ModelBuilders meet in one operator", -1, {}});
    if (session)
      found = session;
  }
  if (!found)
    return current();
  found->use();
  return *found;
}

Handle Session::handle(Operand operand) {
  auto *impl = new ValueImpl;
  impl->operand = std::move(operand);
  if (impl->operand.value) {
    impl->session = shared_from_this();
    impl->region = frame().regions.back();
  }
  return Handle(impl);
}

Operand Session::operand(const Handle &handle) {
  const ValueImpl *impl = handle.impl();
  if (!impl)
    runtime::fail("a tensor variable is used that was never given a value", this);
  Frame &top = frame();
  if (!top.captures.empty())
    if (auto captured = top.captures.find(impl); captured != top.captures.end())
      return Operand(captured->second);
  if (impl->constant) {
    if (auto made = top.constants.find(impl); made != top.constants.end() && top.isAlive(made->second.region))
      return Operand(made->second.value);
    graph::Value *value = top.builder.constant(onnx::TensorProto(*impl->constant));
    top.constants[impl] = {handle, value, top.regions.back()};
    return Operand(value);
  }
  if (!impl->session)
    return impl->operand;
  if (impl->session.get() != this)
    runtime::fail("a tensor of another ModelBuilder is used", this);
  if (top.isAlive(impl->region))
    return impl->operand;
  failOutOfReach(*impl);
}

/// What the value belongs to has ended, or has not begun.
void Session::failOutOfReach(const ValueImpl &value) {
  for (const auto &outer : frames)
    if (outer->isAlive(value.region))
      runtime::fail("a tensor of the caller is used that is no argument: " +
                        (isTop() ? std::string("a value of the graph") : describe(value.operand)) +
                        " is reached through a global, a pointer or a reference. Pass it as a parameter, capture it, "
                        "or make it a member",
                    this);
  runtime::fail(
      "a tensor is used outside the function or the branch, loop body or lambda that made it: return it from there",
      this);
}

graph::Value *Session::value(const Handle &handle) {
  Operand operand = this->operand(handle);
  return check(frame().builder.materialise(operand));
}

std::string Session::describe(const Operand &operand) {
  if (!operand.value)
    return operand.literal ? "the constant " + graph::toString(*operand.literal) : "an omitted input";
  const graph::Value *value = operand.value;
  if (!value->hint.empty())
    return "'" + value->hint + "'";
  return value->producer ? "the result of " + value->producer->opType : "an input";
}

Answer Session::ask(const Operand &operand, Fact fact, int64_t axis) {
  Answer answer = answerOf(frame().builder.typeOf(operand), fact, axis);
  if (operand.value && frame().log)
    frame().log->ask(operand.value, fact, axis, answer);
  return answer;
}

int64_t Session::askElem(const Operand &operand) { return ask(operand, Fact::Elem, 0); }
int64_t Session::askRank(const Operand &operand) { return ask(operand, Fact::Rank, 0); }
int64_t Session::askDim(const Operand &operand, int64_t axis) { return ask(operand, Fact::Dim, axis); }

void Session::fail(const graph::Error &error) {
  std::string message = error.message;
  for (const std::string &note : error.notes)
    message += "\n  note: " + note;
  // The builder's checks look at types without asking: a body that survives the error depends on all of them.
  if (FactLog *log = frame().log.get())
    log->askEverything(log->mark());
  runtime::fail(std::move(message), this);
}

std::vector<TraceFrame> Session::stack() const {
  std::vector<TraceFrame> stack;
  for (auto call = calls.rbegin(); call != calls.rend(); ++call)
    stack.push_back({fullName(*call->descriptor), call->descriptor->file, call->line});
  return stack;
}

void Session::pushFrame(std::unique_ptr<Frame> frame) {
  frames.push_back(std::move(frame));
  refreshScope();
}

std::unique_ptr<Frame> Session::popFrame() {
  std::unique_ptr<Frame> frame = std::move(frames.back());
  frames.pop_back();
  refreshScope();
  return frame;
}

/// The stack of flattened functions and scopes since the running function began, "acme.block/encoder".
void Session::refreshScope() {
  Frame &top = frame();
  std::string text;
  auto add = [&](const std::string &name) {
    if (!text.empty())
      text += '/';
    text += name;
  };
  size_t first = calls.size();
  while (first > 0 && calls[first - 1].flattened)
    --first;
  if (!isTop() && first > 0)
    --first;
  for (size_t i = first; i < calls.size(); ++i)
    add(fullName(*calls[i].descriptor));
  const std::vector<std::string> &scopes = threadRegistry().scopes;
  for (size_t i = top.scopeBase; i < scopes.size(); ++i)
    add(scopes[i]);
  top.builder.scope = text.empty() ? nullptr : std::make_shared<const std::string>(std::move(text));
}

void Session::at(unsigned line) {
  if (calls.empty())
    return;
  calls.back().line = line;
  if (mirror)
    mirror->at(static_cast<unsigned>(calls.size()), line);
  refreshLocation();
}

void Session::refreshLocation() {
  const stub::Descriptor *descriptor = calls.empty() ? nullptr : calls.back().descriptor;
  frame().builder.location =
      descriptor && descriptor->debugLines ? sources.locationOf(descriptor->file, calls.back().line) : 0;
}

} // namespace onnxc::runtime
