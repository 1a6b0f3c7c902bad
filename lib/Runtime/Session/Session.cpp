//===- Session.cpp - A model in the making: frames, operands, questions --------===//
#include "Runtime/Session/Session.h"

namespace onnxc::runtime {

using graph::Fact;
using graph::Operand;
using graph::Type;

namespace {

/// The sessions that this thread made or used, the last one at the end.
thread_local std::vector<std::weak_ptr<Session>> recent;

} // namespace

std::vector<std::string> &openScopes() {
  thread_local std::vector<std::string> scopes;
  return scopes;
}

bool &inlineNext() {
  thread_local bool next = false;
  return next;
}

std::string identityOf(const std::string &domain, const std::string &name, const std::string &overload) {
  return domain + "\n" + name + "\n" + overload;
}

Frame::Frame(Session &session, std::shared_ptr<graph::Function> function)
    : session(session), function(std::move(function)), builder(*this->function) {
  builder.checkTypes = false;
  regions.push_back(session.newRegion());
  scopeBase = openScopes().size();
  hook = [this](const graph::Value *value, Fact fact, int64_t axis) {
    if (log)
      log->ask(value, fact, axis, answerOf(builder.typeOf(value), fact, axis));
  };
  builder.onQuestion = &hook;
}

bool Frame::isAlive(uint64_t region) const {
  for (auto known = regions.rbegin(); known != regions.rend(); ++known)
    if (*known == region)
      return true;
  return false;
}

Session::Session(const TraceOptions &options) : options(options) {
  auto main = std::make_shared<graph::Function>();
  main->name = "main_graph";
  main->opset = options.opset;
  frames.push_back(std::make_unique<Frame>(*this, std::move(main)));
  frames[0]->scopeBase = 0;
}

Session::~Session() = default;

void Session::use() {
  if (!recent.empty() && !recent.back().owner_before(weak_from_this()) && !weak_from_this().owner_before(recent.back()))
    return;
  std::erase_if(recent,
                [&](const std::weak_ptr<Session> &each) { return each.expired() || each.lock().get() == this; });
  recent.push_back(weak_from_this());
}

Session *Session::currentOrNull() {
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
    if (auto captured = top.captures.find(impl); captured != top.captures.end()) {
      top.usedCaptures.insert(captured->second);
      return Operand(captured->second);
    }
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
  for (const auto &outer : frames)
    if (outer->isAlive(impl->region))
      runtime::fail("a tensor of the caller is used that is no argument: " +
                        (isTop() ? std::string("a value of the graph") : describe(impl->operand)) +
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

int64_t Session::askElem(const Operand &operand) {
  Type type = frame().builder.typeOf(operand);
  Answer answer = answerOf(type, Fact::Elem, 0);
  if (operand.value && frame().log)
    frame().log->ask(operand.value, Fact::Elem, 0, answer);
  return answer;
}

int64_t Session::askRank(const Operand &operand) {
  Type type = frame().builder.typeOf(operand);
  Answer answer = answerOf(type, Fact::Rank, 0);
  if (operand.value && frame().log)
    frame().log->ask(operand.value, Fact::Rank, 0, answer);
  return answer;
}

int64_t Session::askDim(const Operand &operand, int64_t axis) {
  Type type = frame().builder.typeOf(operand);
  Answer answer = answerOf(type, Fact::Dim, axis);
  if (operand.value && frame().log)
    frame().log->ask(operand.value, Fact::Dim, axis, answer);
  return answer;
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
  for (size_t i = top.scopeBase; i < openScopes().size(); ++i)
    add(openScopes()[i]);
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
  frame().builder.location = descriptor && descriptor->debugLines ? locationOf(descriptor->file, calls.back().line) : 0;
}

graph::Location Session::locationOf(const char *file, unsigned line) {
  size_t index = 0;
  while (index < files.size() && std::strcmp(files[index], file) != 0)
    ++index;
  if (index == files.size())
    files.push_back(file);
  return static_cast<graph::Location>(index + 1) << 32 | line;
}

std::string Session::sourceOf(graph::Location location) const {
  size_t index = static_cast<size_t>(location >> 32);
  if (index == 0 || index > files.size())
    return {};
  return std::string(files[index - 1]) + ":" + std::to_string(location & 0xffffffffu);
}

} // namespace onnxc::runtime
