//===- FactLog.cpp - What a frame has been asked --------------------------===//
#include "Runtime/Guards/FactLog.h"
#include "Graph/Building/StringSource.h"
#include "Runtime/Guards/Answers.h"
#include "Support/Hash.h"

namespace onnxc::runtime {

using namespace support;

using graph::Fact;
using graph::Type;

namespace {
std::string keyOf(const Question &question) { return hexText(question.hash) + question.text; }
} // namespace

FactLog::FactLog(std::shared_ptr<graph::Function> function, const Types &declared)
    : function(std::move(function)), declared(declared) {
  blank.emplace(*this->function, declared);
  for (const auto &input : this->function->body.inputs)
    given.push_back(input->type);
}

void FactLog::ask(const graph::Value *value, Fact fact, int64_t axis, Answer answer) {
  if (fact != Fact::Dim)
    axis = 0;
  if (fact == Fact::String) {
    value = graph::stringSource(value);
    if (!value)
      return;
  }
  if (everything)
    return;
  Type without = blank->typeOf(value);
  if (answerOf(without, fact, axis) != unknownAnswer)
    return;
  const graph::Graph &body = function->body;
  Question question{fact, axis, -1, value, nullptr, {}, function, 0, {}};
  if (value->graph == &body && !value->producer)
    question.input = static_cast<int>(value->index);
  // The element type of a value that has that of an input is asked as the input's.
  bool isOfElement = fact == Fact::Elem || fact == Fact::String;
  if (question.input < 0 && isOfElement && without.kind != Type::Kind::Unknown && without.elem.var >= 0)
    for (const auto &input : body.inputs)
      if (blank->typeOf(input.get()).elem == without.elem) {
        question.input = static_cast<int>(input->index);
        break;
      }
  if (question.input >= 0) {
    auto input = static_cast<size_t>(question.input);
    addInput(input, fact, axis);
    // That of another input, with which this one meets in an operator: all element types decide it together.
    if (settled(fact, answerOf(given[input], fact, axis)) != settled(fact, answer))
      for (size_t i = 0; i < given.size(); ++i)
        addInput(i, Fact::Elem, 0);
    return;
  }
  question.hash = hashes.of(value);
  question.text =
      (value->producer ? value->producer->opType : value->hint) + "#" + hexText(question.hash) + factText(fact, axis);
  add(std::move(question), answer);
}

void FactLog::addInput(size_t index, Fact fact, int64_t axis) {
  if (declared[index] && answerOf(*declared[index], fact, axis) != unknownAnswer)
    return;
  // An element type that was asked says whether it holds strings.
  if (fact == Fact::String && asked.contains(keyOf(questionOfInput(index, Fact::Elem, 0))))
    return;
  add(questionOfInput(index, fact, axis), answerOf(given[index], fact, axis));
}

Question FactLog::questionOfInput(size_t index, Fact fact, int64_t axis) const {
  Question question{fact, axis, static_cast<int>(index), nullptr, nullptr, {}, function, 0, {}};
  question.text = function->body.inputs[index]->hint + factText(fact, axis);
  question.hash = hashText(question.text, index + 1);
  return question;
}

void FactLog::askEverything(const Mark &mark) {
  if (!everything)
    forget({0, mark.formals, mark.graphs});
  everything = true;
  for (size_t i = 0; i < given.size(); ++i) {
    addInput(i, Fact::Elem, 0);
    addInput(i, Fact::Rank, 0);
    for (int64_t axis = 0; axis < given[i].rank(); ++axis)
      addInput(i, Fact::Dim, axis);
  }
}

void FactLog::enter(const graph::Graph &graph, const std::vector<ArgumentSource> &inputs) {
  hashes.enter(graph);
  for (size_t i = 0; i < inputs.size(); ++i) {
    formals.push_back({graph.inputs[i].get(), inputs[i]});
    assume(formals.back());
  }
}

void FactLog::assume(const Formal &formal) {
  if (formal.source.type)
    return blank->assume(formal.input, *formal.source.type);
  if (!formal.source.value)
    return;
  Type type = blank->typeOf(formal.source.value);
  type.shape.reset();
  if (type.kind == Type::Kind::Sequence && formal.input->type.kind == Type::Kind::Tensor)
    type.kind = Type::Kind::Tensor;
  blank->assume(formal.input, std::move(type));
}

void FactLog::drop(size_t index) {
  asked.erase(keyOf(*entries[index].question));
  entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(index));
}

/// What is remembered by address is not true any more when graphs die.
void FactLog::restart(const Mark &mark) {
  hashes.forget(mark.graphs);
  formals.resize(mark.formals);
  blank.emplace(*function, declared);
  for (const Formal &formal : formals)
    assume(formal);
}

void FactLog::forget(const Mark &mark) {
  while (!everything && entries.size() > mark.entries)
    drop(entries.size() - 1);
  restart(mark);
}

void FactLog::forgetInside(const Mark &mark, const graph::Graph &graph) {
  auto isInside = [&](const graph::Value *value) {
    const graph::Graph *holder = value ? value->graph : nullptr;
    while (holder && holder != &graph)
      holder = holder->parent;
    return holder != nullptr;
  };
  bool elements = false;
  for (size_t i = everything ? 0 : entries.size(); i-- > mark.entries;) {
    const Question &question = *entries[i].question;
    bool inside = isInside(question.value);
    for (const ArgumentSource &argument : question.arguments)
      inside |= isInside(argument.value);
    if (!inside)
      continue;
    elements |= question.fact == Fact::Elem; // whether it holds strings is asked again
    drop(i);
  }
  restart(mark);
  if (elements)
    for (size_t i = 0; i < given.size(); ++i)
      addInput(i, Fact::Elem, 0);
}

void FactLog::askInner(const std::shared_ptr<const Question> &inner, std::vector<ArgumentSource> arguments,
                       const std::string &callee, const std::string &key, Answer answer) {
  if (everything)
    return;
  if (inner->input >= 0) {
    const ArgumentSource &argument = arguments[static_cast<size_t>(inner->input)];
    if (argument.value)
      ask(argument.value, inner->fact, inner->axis, answer);
    return;
  }
  uint64_t hash = hashText(key, inner->hash);
  bool depends = false;
  for (const ArgumentSource &argument : arguments) {
    hash = mixHash(hash, argument.value ? hashes.of(argument.value) : hashText(graph::toString(*argument.type)));
    depends |= argument.value != nullptr;
  }
  if (!depends)
    return;
  Answers without([&](size_t index) {
    return arguments[index].value ? blank->typeOf(arguments[index].value) : *arguments[index].type;
  });
  if (without.answer(*inner) != unknownAnswer)
    return;
  Question question{inner->fact, inner->axis, -1, nullptr, inner, std::move(arguments), function, hash, {}};
  question.text = callee + "#" + hexText(hash) + factText(inner->fact, inner->axis);
  add(std::move(question), answer);
}

void FactLog::add(Question question, Answer answer) {
  Fact fact = question.fact;
  if (asked.insert(keyOf(question)).second)
    entries.push_back({std::make_shared<const Question>(std::move(question)), settled(fact, answer)});
}

} // namespace onnxc::runtime
