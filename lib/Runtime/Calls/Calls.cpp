//===- Calls.cpp - Calls of traced and scripted functions -----------------===//
//
// The algorithm is that of docs/tracing.md, "Guards".
//
//===------------------------------------------------------------------------===//
#include "Runtime/Calls/Calls.h"
#include "Graph/IR/Declaration.h"
#include "Runtime/Calls/Functions.h"
#include "Runtime/Functions/Registry.h"
#include "Runtime/Guards/Answers.h"
#include "Runtime/Session/Names.h"
#include "Runtime/Session/Session.h"
#include "Runtime/Session/ThreadRegistry.h"
#include "Support/Hash.h"
#include <algorithm>
#include <map>

namespace onnxc::runtime {

using graph::Operand;
using graph::Type;
using stub::detail::Arguments;
using stub::detail::DeclaredType;

namespace {

/// Functions may nest this deep: a recursion that never ends is an error before the stack is.
constexpr size_t maxDepth = 256;

} // namespace

Type toType(const DeclaredType &declared) {
  using Form = graph::Declaration::Form;
  graph::Declaration declaration;
  switch (declared.form) {
  case DeclaredType::Form::Tensor:
    break;
  case DeclaredType::Form::Sequence:
    declaration.form = Form::Sequence;
    break;
  case DeclaredType::Form::Optional:
    declaration.form = Form::Optional;
    break;
  case DeclaredType::Form::OptionalSequence:
    declaration.form = Form::OptionalSequence;
    break;
  case DeclaredType::Form::Map:
    declaration.form = Form::Open;
    break;
  }
  declaration.elem = declared.elem;
  if (!declared.ranked)
    return graph::typeOf(declaration);
  declaration.shape.emplace();
  for (size_t i = 0; i < declared.dimCount; ++i) // names of symbols are no facts
    declaration.shape->push_back(declared.dims[i].kind == Dim::Kind::Fixed ? graph::Dim(declared.dims[i].size)
                                                                           : graph::Dim());
  return graph::typeOf(declaration);
}

Session &CallBase::findSession() {
  std::vector<const Handle *> handles;
  for (const Arguments::Slot &slot : arguments.slots)
    handles.push_back(slot.handle);
  for (const Arguments::Captured &captured : arguments.captures)
    handles.push_back(&captured.handle);
  return Session::of(handles.data(), handles.size());
}

void CallBase::begin(bool flattened) {
  if (session->calls.size() >= maxDepth)
    fail("functions call one another more than " + std::to_string(maxDepth) + " deep: is " +
             fullName(*record.entry->descriptor) + " a recursion that never ends?",
         session);
  depth = session->calls.size();
  session->calls.push_back({record.entry->descriptor, record.entry->descriptor->line, flattened});
  if (session->mirror)
    session->mirror->begin(static_cast<unsigned>(depth), *record.entry->descriptor);
  begun = true;
}

void CallBase::end() {
  if (!begun)
    return;
  begun = false;
  session->calls.resize(depth);
  if (session->mirror)
    session->mirror->end(static_cast<unsigned>(depth));
  session->refreshScope();
  session->refreshLocation();
}

/// A tensor argument as a value of the caller's graph. A number takes the parameter's declared type, or that of an
/// argument that shares its type variable.
graph::Value *CallBase::argument(const Arguments::Slot &slot) {
  Operand operand = session->operand(*slot.handle);
  graph::Builder &builder = session->frame().builder;
  const DeclaredType *declared = record.declared(slot.parameter, slot.leaf);
  if (!operand.isFlexible() || !declared)
    return session->check(builder.materialise(operand));
  if (declared->elem != DType::UNDEFINED)
    return session->check(builder.materialise(operand, declared->elem));
  if (declared->variable)
    for (const Arguments::Slot &other : arguments.slots) {
      const DeclaredType *also = record.declared(other.parameter, other.leaf);
      if (!other.handle || !also || !also->variable || std::string_view(also->variable) != declared->variable)
        continue;
      Operand value = session->operand(*other.handle);
      if (!value.isFlexible())
        return session->check(builder.materialiseLike(operand, value.value));
    }
  return session->check(builder.materialise(operand));
}

/// What the parameter's declaration wants of the argument.
void CallBase::checkDeclared(const Arguments::Slot &slot, const Operand &operand) {
  const DeclaredType *declared = record.declared(slot.parameter, slot.leaf);
  if (!declared || (declared->elem == DType::UNDEFINED && !declared->ranked && !declared->allowedCount))
    return;
  auto refuse = [&](const std::string &what, const std::string &given, const std::string &wanted) {
    fail("argument '" + record.leafName(slot.parameter, slot.leaf) + "' of " + fullName(*record.entry->descriptor) +
             " has " + what + " " + given + ", the parameter is declared with " + wanted,
         session);
  };
  if (declared->elem != DType::UNDEFINED || declared->allowedCount) {
    int64_t elem = session->askElem(operand);
    auto dtype = static_cast<DType>(elem);
    bool allowed = declared->allowedCount ? std::find(declared->allowed, declared->allowed + declared->allowedCount,
                                                      dtype) != declared->allowed + declared->allowedCount
                                          : dtype == declared->elem;
    if (elem > 0 && !allowed)
      refuse("element type", graph::toString(dtype),
             declared->allowedCount ? "OneOf other types" : graph::toString(declared->elem));
  }
  if (!declared->ranked)
    return;
  int64_t rank = session->askRank(operand);
  if (rank < 0)
    return;
  if (rank != static_cast<int64_t>(declared->dimCount))
    refuse("rank", std::to_string(rank), "rank " + std::to_string(declared->dimCount));
  for (size_t axis = 0; axis < declared->dimCount; ++axis) {
    if (declared->dims[axis].kind != Dim::Kind::Fixed)
      continue;
    int64_t size = session->askDim(operand, static_cast<int64_t>(axis));
    if (size >= 0 && size != declared->dims[axis].size)
      refuse("dimension " + std::to_string(axis), std::to_string(size), std::to_string(declared->dims[axis].size));
  }
}

void TracedCall::collectOperands() {
  for (const Arguments::Slot &slot : arguments.slots)
    if (slot.handle) {
      values.push_back(argument(slot));
      checkDeclared(slot, Operand(values.back()));
    }
  std::map<const ValueImpl *, size_t> seen;
  for (const Arguments::Captured &captured : arguments.captures) {
    auto [first, isNew] = seen.emplace(captured.handle.impl(), captures.size());
    captures.push_back(first->second);
    if (isNew)
      values.push_back(session->value(captured.handle));
  }
}

const stub::detail::Prototype *TracedCall::find() {
  session = &findSession();
  collectOperands();
  text = key();
  std::unique_ptr<Specialisations> &all = session->specialisations[text];
  if (!all)
    all = std::make_unique<Specialisations>();
  specialisations = all.get();
  Answers answers([this](size_t index) { return session->frame().builder.typeOf(values[index]); });
  Specialisations::Missed missed;
  traced = specialisations->find([&](const Question &question) { return answers.answer(question); }, &missed);
  if (!traced && session->options.explain)
    explain(missed);
  if (traced)
    recordPath(traced->path, traced->everything);
  return traced ? traced->prototype.get() : nullptr;
}

/// What the function was specialised on are facts of the caller's values too.
void TracedCall::recordPath(const std::vector<FactLog::Entry> &path, bool everything) {
  FactLog *log = session->frame().log.get();
  if (!log)
    return;
  if (everything)
    return log->askEverything(log->mark());
  std::vector<ArgumentSource> sources;
  for (graph::Value *value : values)
    sources.push_back({value, std::nullopt});
  for (const FactLog::Entry &entry : path)
    log->askInner(entry.question, sources, fullName(*record.entry->descriptor), text, entry.answer);
}

/// Formals have the types of the arguments, without the names of their symbols: only which dimensions are equal.
Types TracedCall::formalTypes() const {
  Types types;
  std::map<std::string, std::string> symbols;
  for (graph::Value *value : values) {
    Type type = session->frame().builder.typeOf(value);
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

void TracedCall::enter() {
  const stub::Descriptor &descriptor = *record.entry->descriptor;
  auto function = std::make_shared<graph::Function>();
  function->domain = descriptor.domain;
  function->name = descriptor.name;
  function->version = descriptor.version;
  function->doc = descriptor.doc;
  function->opset = session->options.opset;
  Types types = formalTypes();
  size_t index = 0;
  for (const Arguments::Slot &slot : arguments.slots) {
    if (!slot.handle)
      continue;
    const DeclaredType *known = record.declared(slot.parameter, slot.leaf);
    declared.push_back(known ? toType(*known) : Type::tensor(graph::ElemType()));
    function->body.addInput(record.leafName(slot.parameter, slot.leaf), *types[index++]);
  }
  std::vector<graph::Value *> formals;
  for (size_t i = 0; i < arguments.captures.size(); ++i) {
    if (captures[i] != i) {
      formals.push_back(formals[captures[i]]);
      continue;
    }
    Type known = Type::tensor(graph::ElemType());
    known.kind = types[index]->kind;
    declared.push_back(std::move(known));
    formals.push_back(function->body.addInput(arguments.captures[i].name, *types[index++]));
  }
  auto frame = std::make_unique<Frame>(function, session->newRegion());
  frame->log = std::make_unique<FactLog>(function, declared);
  for (size_t i = 0; i < formals.size(); ++i)
    frame->captures[arguments.captures[i].handle.impl()] = formals[i];
  begin(false);
  session->pushFrame(std::move(frame));
  session->at(descriptor.line);
  size_t input = 0;
  for (const Arguments::Slot &slot : arguments.slots)
    if (slot.handle)
      *slot.handle = session->handle(function->body.inputs[input++].get());
}

namespace {
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

void TracedCall::leave(std::unique_ptr<stub::detail::Prototype> prototype, const Arguments &outputs) {
  auto made = std::make_unique<Traced>();
  Frame &frame = session->frame();
  size_t count = 0;
  for (const Arguments::Slot &slot : outputs.slots)
    count += slot.handle != nullptr;
  for (const Arguments::Slot &slot : outputs.slots) {
    if (!slot.handle)
      continue;
    size_t index = frame.function->body.outputs.size();
    const auto &results = record.outputs;
    graph::ElemType elem;
    if (!results.empty() && results[std::min(index, results.size() - 1)].type.elem != DType::UNDEFINED)
      elem = results[std::min(index, results.size() - 1)].type.elem;
    if (!slot.handle->impl())
      fail("output " + std::to_string(index) + " of " + fullName(*record.entry->descriptor) +
               " was never given a value",
           session);
    frame.function->body.outputs.push_back(
        session->check(frame.builder.materialise(session->operand(*slot.handle), elem)));
    frame.function->outputNames.push_back(record.outputName(index, count));
    *slot.handle = Handle(); // a prototype has the form of the result, and holds on to nothing
  }
  if (count == 0)
    fail(fullName(*record.entry->descriptor) + " returned no tensor", session);
  if (!record.entry->descriptor->outputs)
    frame.function->outputNames.clear();
  // The function serves other arguments too: of its inputs, only what is declared is known.
  forgetTypes(frame.function->body);
  for (size_t i = 0; i < declared.size(); ++i)
    frame.function->body.inputs[i]->type = *declared[i];
  made->function = frame.function;
  made->prototype = std::move(prototype);
  made->path = std::move(frame.log->entries);
  made->everything = frame.log->everything;
  session->popFrame();
  end();
  made->function->overload = overload(made->path);
  registerIdentity(*made->function);
  recordPath(made->path, made->everything);
  traced = specialisations->insert(std::move(made));
  if (!traced)
    fail(fullName(*record.entry->descriptor) +
             " was traced twice for equal arguments and asked different questions: its body depends on something that "
             "is neither argument, capture nor member (a global, a static variable, time, a random number)",
         session);
}

/// Domain, name and overload name one function of a model.
void TracedCall::registerIdentity(const graph::Function &function) {
  std::string identity = identityOf(function.domain, function.name, function.overload);
  auto [known, isNew] = session->identities.emplace(identity, record.entry->key->name());
  if (!isNew && known->second != record.entry->key->name())
    fail("two functions have the domain '" + function.domain + "', the name '" + function.name +
             "' and the overload '" + function.overload + "': give one of them another name",
         session);
}

void TracedCall::emit(Arguments &outputs) {
  std::vector<Operand> operands(values.begin(), values.end());
  std::vector<graph::Value *> results =
      session->check(session->frame().builder.call(*traced->function, std::move(operands)));
  size_t index = 0;
  for (const Arguments::Slot &slot : outputs.slots)
    if (slot.handle)
      *slot.handle = session->handle(results[index++]);
}

TracedCall::~TracedCall() {
  if (!begun)
    return;
  // A body that threw: its frame is the last but those of calls inside it, which are gone already. It leaves nothing
  // behind but the fact that it throws for such arguments, which a caller that goes on depends on.
  if (!flattened) {
    std::unique_ptr<Frame> thrown = session->popFrame();
    recordPath(thrown->log->entries, thrown->log->everything);
  }
  end();
}

bool TracedCall::inlines() {
  bool next = std::exchange(threadRegistry().inlineNext, false);
  Session &found = findSession();
  if (!next && !found.options.inline_functions)
    return false;
  session = &found;
  checkInlineLimit(*session);
  flattened = true;
  // A parameter is a tensor of some type, as in a call, not a number that takes the type that it meets.
  for (const Arguments::Slot &slot : arguments.slots) {
    if (!slot.handle)
      continue;
    if (session->operand(*slot.handle).isFlexible())
      *slot.handle = session->handle(argument(slot));
    checkDeclared(slot, session->operand(*slot.handle));
  }
  begin(true);
  session->refreshScope();
  return true;
}

} // namespace onnxc::runtime
