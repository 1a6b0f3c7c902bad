//===- Trace.cpp - Step 3: the body runs and makes a function -------------===//
#include "Runtime/Calls/Trace.h"
#include "Runtime/Calls/Arguments.h"
#include "Runtime/Calls/CallerFacts.h"
#include "Runtime/Session/Names.h"
#include <algorithm>
#include <map>

namespace onnxc::runtime {

using graph::Type;
using stub::detail::Arguments;
using stub::detail::DeclaredType;

namespace {

/// Formals have the types of the arguments, without the names of their symbols: only which dimensions are equal.
Types formalTypes(const TracedSite &site) {
  Types types;
  std::map<std::string, std::string> symbols;
  for (graph::Value *value : site.values) {
    Type type = site.session->frame().builder.typeOf(value);
    if (type.elem.var >= 0)
      type.elem = graph::ElemType();
    if (type.shape)
      for (graph::Dim &dim : *type.shape)
        if (!dim.isKnown() && !dim.symbol.empty())
          dim.symbol = symbols.emplace(dim.symbol, "d" + std::to_string(symbols.size())).first->second;
    types.push_back(std::move(type));
  }
  return types;
}

void forgetTypes(graph::Graph &graph) {
  for (const auto &node : graph.nodes) {
    for (const graph::Attribute &attribute : node->attributes)
      if (attribute.graph)
        forgetTypes(*attribute.graph);
    for (const auto &output : node->outputs) {
      output->type = Type();
      output->typeKnown = false;
    }
  }
}

} // namespace

Trace::Trace(TracedSite &site)
    : site(site), session(*site.session), running(session, site.descriptor(), false), given(formalTypes(site)) {
  session.pushFrame(makeFrame());
  session.at(site.descriptor().line);
  size_t input = 0;
  for (const Arguments::Slot &slot : site.arguments.slots)
    if (slot.handle)
      *slot.handle = session.handle(session.frame().function->body.inputs[input++].get());
}

/// The frame of a function that has its inputs, but no nodes.
std::unique_ptr<Frame> Trace::makeFrame() {
  const stub::Descriptor &descriptor = site.descriptor();
  auto function = std::make_shared<graph::Function>();
  function->domain = descriptor.domain;
  function->name = descriptor.name;
  function->version = descriptor.version;
  function->doc = descriptor.doc;
  function->opset = session.options.opset;
  addInputs(*function);
  std::vector<graph::Value *> captured = addCaptures(*function);
  auto frame = std::make_unique<Frame>(function, session.newRegion());
  frame->log = std::make_unique<FactLog>(function, declared);
  for (size_t i = 0; i < captured.size(); ++i)
    frame->captures[site.arguments.captures[i].handle.impl()] = captured[i];
  return frame;
}

void Trace::addInputs(graph::Function &function) {
  for (const Arguments::Slot &slot : site.arguments.slots) {
    if (!slot.handle)
      continue;
    const DeclaredType *known = site.record.declared(slot.parameter, slot.leaf);
    std::optional<Type> &type = given[declared.size()];
    declared.push_back(known ? toType(*known) : Type::tensor(graph::ElemType()));
    function.body.addInput(site.record.leafName(slot.parameter, slot.leaf), *type);
  }
}

/// The formal of each captured variable. Those that are the same tensor share one.
std::vector<graph::Value *> Trace::addCaptures(graph::Function &function) {
  std::vector<graph::Value *> formals;
  for (size_t i = 0; i < site.arguments.captures.size(); ++i) {
    if (site.captures[i] != i) {
      formals.push_back(formals[site.captures[i]]);
      continue;
    }
    std::optional<Type> &type = given[declared.size()];
    Type known = Type::tensor(graph::ElemType());
    known.kind = type->kind;
    declared.push_back(std::move(known));
    formals.push_back(function.body.addInput(site.arguments.captures[i].name, *type));
  }
  return formals;
}

std::unique_ptr<Traced> Trace::finish(std::unique_ptr<stub::detail::Prototype> prototype, const Arguments &outputs) {
  addOutputs(outputs);
  forgetGivenTypes();
  std::unique_ptr<Frame> frame = session.popFrame();
  isFinished = true;
  auto made = std::make_unique<Traced>();
  made->function = frame->function;
  made->prototype = std::move(prototype);
  made->path = std::move(frame->log->entries);
  made->everything = frame->log->everything;
  return made;
}

void Trace::addOutputs(const Arguments &outputs) {
  size_t count = 0;
  for (const Arguments::Slot &slot : outputs.slots)
    count += slot.handle != nullptr;
  for (const Arguments::Slot &slot : outputs.slots) {
    if (!slot.handle)
      continue;
    addOutput(*slot.handle, count);
    *slot.handle = Handle(); // a prototype has the form of the result, and holds on to nothing
  }
  if (count == 0)
    fail(fullName(site.descriptor()) + " returned no tensor", &session);
  if (!site.descriptor().outputs)
    session.frame().function->outputNames.clear();
}

/// `count`: of all outputs.
void Trace::addOutput(const Handle &result, size_t count) {
  Frame &frame = session.frame();
  size_t index = frame.function->body.outputs.size();
  const auto &results = site.record.outputs;
  graph::ElemType elem;
  if (!results.empty() && results[std::min(index, results.size() - 1)].type.elem != DType::UNDEFINED)
    elem = results[std::min(index, results.size() - 1)].type.elem;
  if (!result.impl())
    fail("output " + std::to_string(index) + " of " + fullName(site.descriptor()) + " was never given a value",
         &session);
  frame.function->body.outputs.push_back(session.check(frame.builder.materialise(session.operand(result), elem)));
  frame.function->outputNames.push_back(site.record.outputName(index, count));
}

/// The function serves other arguments too: of its inputs, only what is declared is known.
void Trace::forgetGivenTypes() {
  graph::Graph &body = session.frame().function->body;
  forgetTypes(body);
  for (size_t i = 0; i < declared.size(); ++i)
    body.inputs[i]->type = *declared[i];
}

Trace::~Trace() {
  if (isFinished)
    return;
  // The frame is the last but those of calls inside it, which are gone already.
  std::unique_ptr<Frame> thrown = session.popFrame();
  tellCaller(site, thrown->log->entries, thrown->log->everything);
}

} // namespace onnxc::runtime
