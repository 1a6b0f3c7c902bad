//===- Subgraphs.cpp - Nested graphs made by running lambdas --------------===//
//
// What the operators mean is decided in lib/Graph (Control.h); here their bodies
// run.
//
//===------------------------------------------------------------------------===//
#include "Graph/Building/Control.h"
#include "Runtime/Session/Session.h"
#include "Runtime/Tensors/OperatorArguments.h"
#include "onnxc/trace.h"

namespace onnxc {

using detail::Body;
using detail::Handle;
using detail::ValueList;
using graph::Graph;
using graph::Operand;
using runtime::Session;

namespace {

/// While it lives, the values of a nested graph are alive.
class Nested {
public:
  explicit Nested(Session &session) : frame(session.frame()) { frame.regions.push_back(session.newRegion()); }
  ~Nested() { frame.regions.pop_back(); }
  Nested(const Nested &) = delete;

private:
  runtime::Frame &frame;
};

/// While nested graphs are built for an operator. If that ends early, what their bodies asked is no question that could
/// be asked again, and all that is known of the arguments may have led to it.
class Attempt {
public:
  explicit Attempt(Session &session) : log(session.frame().log.get()) {
    if (log)
      start = log->mark();
  }
  ~Attempt() {
    if (!log || isDone)
      return;
    log->askEverything(start);
  }
  Attempt(const Attempt &) = delete;
  void done() { isDone = true; }

private:
  runtime::FactLog *log;
  runtime::FactLog::Mark start;
  bool isDone = false;
};

/// Runs a lambda as the body of a nested graph.
class TracedBody final : public graph::SubgraphBody {
public:
  TracedBody(Session &session, const Body &body) : session(session), body(body), log(session.frame().log.get()) {}

  std::optional<std::vector<Operand>> fill(const Graph *nested, const std::vector<graph::BodyInput> &inputs) override {
    if (log)
      mark = log->mark();
    if (!nested)
      return run(inputs);
    Nested alive(session);
    if (log)
      enter(*nested, inputs);
    return run(inputs);
  }

  // A body that is built again asks again, over types that hold in every iteration. But which element type a number
  // met is known from the first time only.
  void discard(const Graph &nested, bool metType) override {
    if (log)
      metType ? log->forgetInside(mark, nested) : log->forget(mark);
  }

private:
  void enter(const Graph &nested, const std::vector<graph::BodyInput> &inputs) {
    std::vector<runtime::ArgumentSource> sources;
    for (const graph::BodyInput &input : inputs)
      if (!input.operand.literal)
        sources.push_back({input.like, input.known});
    log->enter(nested, sources);
  }

  std::vector<Operand> run(const std::vector<graph::BodyInput> &inputs) {
    std::vector<Handle> handles;
    for (const graph::BodyInput &input : inputs)
      handles.push_back(session.handle(input.operand));
    ValueList results;
    body.run(body.callable, handles.data(), results);
    std::vector<Operand> operands;
    for (const Handle &result : results)
      operands.push_back(session.operand(result));
    return operands;
  }

  Session &session;
  const Body &body;
  runtime::FactLog *log;
  runtime::FactLog::Mark mark;
};

std::vector<Operand> makeIf(Session &session, const Operand &condition, detail::ArrayView<Body> bodies) {
  bool isThenFirst = std::string_view(bodies.data[0].attribute) == "then_branch";
  TracedBody thenBody(session, bodies.data[isThenFirst ? 0 : 1]), elseBody(session, bodies.data[isThenFirst ? 1 : 0]);
  return session.check(session.frame().control.ifElse(condition, thenBody, elseBody));
}

/// `operands`: number of iterations, condition, states.
std::vector<Operand> makeLoop(Session &session, std::vector<Operand> operands, const Body &body, bool plain) {
  graph::Control::LoopInputs inputs{operands[0], operands[1], {operands.begin() + 2, operands.end()}};
  inputs.scans = body.results - inputs.initial.size() - 1;
  inputs.plain = plain;
  TracedBody traced(session, body);
  return session.check(session.frame().control.loop(inputs, traced));
}

std::vector<Operand> makeScan(Session &session, std::vector<Operand> operands, size_t states,
                              graph::Attributes attributes, const Body &body) {
  auto scanned = operands.begin() + static_cast<std::ptrdiff_t>(states);
  graph::Control::ScanInputs inputs{{operands.begin(), scanned}, {scanned, operands.end()}, std::move(attributes)};
  inputs.scans = body.results - states;
  TracedBody traced(session, body);
  return session.check(session.frame().control.scan(std::move(inputs), traced));
}

std::vector<Operand> makeSequenceMap(Session &session, std::vector<Operand> operands, const Body &body) {
  TracedBody traced(session, body);
  return session.check(session.frame().control.sequenceMap(std::move(operands), traced));
}

ValueList handlesOf(Session &session, const std::vector<Operand> &operands) {
  ValueList handles;
  for (const Operand &operand : operands)
    handles.push(session.handle(operand));
  return handles;
}

} // namespace

void detail::callWithBodies(const OperatorInfo &info, ArrayView<Argument> arguments,
                            ArrayView<AttributeArgument> attributes, ArrayView<Body> bodies, ValueList &outputs) {
  Session &session = runtime::sessionOf(arguments);
  if (graph::Status status = session.frame().builder.checkOperator(info.domain, info.name, info.sinceVersion))
    session.fail(*status);
  std::vector<Operand> operands = runtime::toOperands(session, arguments);
  std::string_view name = info.name;
  const Body &body = *bodies.data;
  Attempt attempt(session);
  std::vector<Operand> results = name == "If"     ? makeIf(session, operands[0], bodies)
                                 : name == "Loop" ? makeLoop(session, std::move(operands), body, false)
                                 : name == "Scan" ? makeScan(session, std::move(operands), arguments.data[0].count,
                                                             runtime::toAttributes(attributes), body)
                                                  : makeSequenceMap(session, std::move(operands), body);
  outputs = handlesOf(session, results);
  if (outputs.size() > 0) // else there is no node, and the nested graphs are gone
    attempt.done();
}

void detail::failBodyArity(const OperatorInfo &info, size_t taken, size_t given) {
  runtime::fail("the body of " + std::string(info.name) + " takes " + std::to_string(taken) +
                " tensors, but there are " + std::to_string(given));
}

ValueList detail::callStateLoop(const Input &tripCount, const Input &condition, const AnyVariadicInput &initial,
                                const Body &body) {
  const Argument arguments[] = {tripCount, condition, initial};
  Session &session = runtime::sessionOf(arguments);
  Attempt attempt(session);
  std::vector<Operand> results = makeLoop(session, runtime::toOperands(session, arguments), body, true);
  attempt.done();
  return handlesOf(session, results);
}

} // namespace onnxc
