//===- Subgraphs.cpp - Nested graphs made by running lambdas -------------------===//
#include "Operators.h"
#include "Session.h"
#include "onnxc/trace.h"

namespace onnxc {

using detail::Body;
using detail::Handle;
using detail::ValueList;
using graph::Graph;
using graph::Operand;
using graph::Type;
using runtime::Session;

namespace {

/// While it lives, nodes go into the nested graph, whose values are alive.
class Nested {
public:
  Nested(Session &session, Graph &graph) : frame(session.frame()), insert(frame.builder, graph) {
    frame.regions.push_back(session.newRegion());
  }
  ~Nested() { frame.regions.pop_back(); }
  Nested(const Nested &) = delete;

private:
  runtime::Frame &frame;
  graph::Builder::Insert insert;
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

/// A nested graph and what its body returned.
struct Built {
  std::unique_ptr<Graph> graph;
  std::vector<Operand> results;
};

/// The input of a nested graph; a flexible one takes the element type that it meets, as a number does.
struct FormalType {
  Type type;
  bool flexible = false;
  runtime::ArgumentSource source; ///< what its element type depends on
};

FormalType formalOf(Type type, const Operand &operand) {
  FormalType formal{std::move(type), operand.isFlexible(), {}};
  if (!operand.isFlexible())
    formal.source.value = operand.value;
  return formal;
}

FormalType formalOf(DType dtype, bool flexible) {
  return {Type::scalar(dtype), flexible, {nullptr, Type::scalar(dtype)}};
}

Built build(Session &session, const Body &body, const std::vector<FormalType> &formals) {
  Built built{session.frame().builder.newSubgraph(), {}};
  Nested nested(session, *built.graph);
  std::vector<Handle> handles;
  std::vector<runtime::ArgumentSource> sources;
  for (const FormalType &formal : formals) {
    handles.push_back(session.handle(Operand(built.graph->addInput({}, formal.type), formal.flexible)));
    sources.push_back(formal.source);
  }
  if (session.frame().log)
    session.frame().log->enter(*built.graph, sources);
  ValueList results;
  body.run(body.callable, handles.data(), results);
  for (const Handle &result : results)
    built.results.push_back(session.operand(result));
  return built;
}

Type typeOf(Session &session, const Operand &operand) { return session.frame().builder.typeOf(operand); }

ValueList makeIf(Session &session, Operand condition, detail::ArrayView<Body> bodies) {
  Built branches[2];
  for (const Body &body : bodies)
    branches[std::string_view(body.attribute) == "then_branch" ? 0 : 1] = build(session, body, {});
  if (branches[0].results.size() != branches[1].results.size())
    session.fail({graph::ErrorId::BranchTypes,
                  "the branches of If return " + std::to_string(branches[0].results.size()) + " and " +
                      std::to_string(branches[1].results.size()) + " values",
                  -1,
                  {}});
  std::vector<Operand> values = session.check(
      session.frame().builder.ifElse(condition, std::move(branches[0].graph), std::move(branches[0].results),
                                     std::move(branches[1].graph), std::move(branches[1].results)));
  ValueList outputs;
  for (Operand &value : values)
    outputs.push(session.handle(std::move(value)));
  return outputs;
}

ValueList makeLoop(Session &session, Operand tripCount, Operand condition, std::vector<Operand> initial,
                   const Body &body, bool flexibleIteration) {
  graph::Builder &builder = session.frame().builder;
  std::vector<FormalType> formals{formalOf(DType::INT64, flexibleIteration), formalOf(DType::BOOL, false)};
  for (const Operand &state : initial)
    formals.push_back(formalOf(typeOf(session, state), state));
  runtime::FactLog *log = session.frame().log.get();
  runtime::FactLog::Mark mark;
  bool metType = false;
  // The body is built over the types that the states have at first, then again while a state does not keep its type.
  Built built;
  std::vector<graph::Value *> start;
  std::vector<graph::Value *> finals, scans;
  for (int attempt = 0;; ++attempt) {
    // A body that is built again asks again, over types that hold in every iteration. But which element type a number
    // met is known from the first time only.
    if (log && built.graph)
      metType ? log->forgetInside(mark, *built.graph) : log->forget(mark);
    if (log)
      mark = log->mark();
    metType = false;
    built = build(session, body, formals);
    if (built.results.size() < 1 + initial.size())
      session.fail({graph::ErrorId::BranchTypes,
                    "the body of a Loop returns the condition and each of its " + std::to_string(initial.size()) +
                        " states, and then what it collects; it returned " + std::to_string(built.results.size()) +
                        " values",
                    -1,
                    {}});
    bool stable = true;
    Nested nested(session, *built.graph);
    for (size_t i = 0; i < initial.size(); ++i) {
      Operand &last = built.results[1 + i];
      FormalType &assumed = formals[2 + i];
      if (assumed.flexible && !last.isFlexible()) {
        // The number met a type.
        if (int64_t elem = session.askElem(last); elem > 0)
          assumed.type.elem = static_cast<DType>(elem);
        assumed.flexible = false;
        assumed.source.type = Type::tensor(assumed.type.elem);
        metType = true;
        stable = false;
        continue;
      }
      Type after = last.isFlexible() ? assumed.type : typeOf(session, last);
      Type next = graph::join(assumed.type, after);
      if (!assumed.type.elem.isKnown() || !after.elem.isKnown())
        next.elem = assumed.type.elem;
      if (next == assumed.type || !(after.elem == assumed.type.elem) || attempt == 3)
        continue;
      assumed.type = next;
      stable = false;
    }
    if (stable || attempt == 3)
      break;
  }
  {
    Nested nested(session, *built.graph);
    for (size_t i = 1; i < built.results.size(); ++i) {
      bool isState = i <= initial.size();
      graph::ElemType elem = isState ? formals[1 + i].type.elem : graph::ElemType();
      (isState ? finals : scans).push_back(session.check(builder.materialise(built.results[i], elem)));
    }
  }
  for (size_t i = 0; i < initial.size(); ++i)
    start.push_back(session.check(builder.materialise(initial[i], formals[2 + i].type.elem)));
  Operand last = built.results[0];
  std::vector<graph::Value *> values = session.check(builder.loop(
      tripCount, condition, std::move(start), std::move(built.graph), last, std::move(finals), std::move(scans)));
  ValueList outputs;
  for (size_t i = 0; i < values.size(); ++i)
    outputs.push(session.handle(Operand(values[i], i < initial.size() && formals[2 + i].flexible)));
  return outputs;
}

/// The type of one slice of a Scan's input.
Type sliceOf(Type type) {
  if (type.shape && !type.shape->empty())
    type.shape->erase(type.shape->begin());
  return type;
}

Type elementOf(Type type) {
  if (type.kind == Type::Kind::Sequence)
    type.kind = Type::Kind::Tensor;
  return type;
}

/// Scan and SequenceMap.
ValueList makeOther(Session &session, const detail::OperatorInfo &info, std::vector<Operand> operands,
                    graph::Attributes attributes, const Body &body, size_t states) {
  graph::Builder &builder = session.frame().builder;
  bool isScan = std::string_view(info.name) == "Scan";
  std::vector<FormalType> formals;
  for (size_t i = 0; i < operands.size(); ++i) {
    Type type = typeOf(session, operands[i]);
    FormalType formal = formalOf(type, operands[i]);
    formal.flexible = false;
    formal.type = isScan ? (i < states ? type : sliceOf(std::move(type))) : elementOf(std::move(type));
    formals.push_back(std::move(formal));
  }
  Built built = build(session, body, formals);
  {
    Nested nested(session, *built.graph);
    for (const Operand &result : built.results)
      built.graph->outputs.push_back(session.check(builder.materialise(result)));
  }
  int count = static_cast<int>(built.results.size());
  if (isScan)
    attributes.push_back(graph::attr("num_scan_inputs", static_cast<int64_t>(operands.size() - states)));
  attributes.push_back(graph::attr("body", std::move(built.graph)));
  ValueList outputs;
  for (graph::Value *value : session.check(
           builder.op(info.domain, info.name, std::move(operands), std::move(attributes), count, info.sinceVersion)))
    outputs.push(session.handle(value));
  return outputs;
}

} // namespace

void detail::callWithBodies(const OperatorInfo &info, ArrayView<Argument> arguments,
                            ArrayView<AttributeArgument> attributes, ArrayView<Body> bodies, ValueList &outputs) {
  Session &session = runtime::sessionOf(arguments);
  std::vector<Operand> operands = runtime::toOperands(session, arguments);
  std::string_view name = info.name;
  Attempt attempt(session);
  if (name == "If") {
    outputs = makeIf(session, operands[0], bodies);
  } else if (name == "Loop") {
    outputs = makeLoop(session, operands[0], operands[1], {operands.begin() + 2, operands.end()}, *bodies.data, false);
  } else {
    size_t states = name == "Scan" ? arguments.data[0].count : 0;
    outputs = makeOther(session, info, std::move(operands), runtime::toAttributes(attributes), *bodies.data, states);
  }
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
  std::vector<Operand> operands = runtime::toOperands(session, arguments);
  Attempt attempt(session);
  ValueList outputs = makeLoop(session, operands[0], operands[1], {operands.begin() + 2, operands.end()}, body, true);
  attempt.done();
  return outputs;
}

} // namespace onnxc
