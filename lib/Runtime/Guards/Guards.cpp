//===- Guards.cpp - Facts that a traced function was specialised on ------------===//
#include "Runtime/Guards/Guards.h"
#include "Graph/Building/StringSource.h"
#include "Support/Hash.h"

namespace onnxc::runtime {

using namespace support;

using graph::Fact;
using graph::Type;

Answer answerOf(const Type &type, Fact fact, int64_t axis) {
  if (type.kind == Type::Kind::Unknown)
    return unknownAnswer;
  switch (fact) {
  case Fact::Elem:
    return type.elem.isKnown() ? static_cast<Answer>(type.elem.dtype) : unknownAnswer;
  case Fact::String:
    return type.elem.isKnown() ? type.elem == graph::ElemType(DType::STRING) : unknownAnswer;
  case Fact::Rank:
    return type.rank();
  case Fact::Dim:
    if (!type.shape)
      return unknownAnswer;
    if (axis < 0 || axis >= type.rank())
      return noSuchAxis;
    return (*type.shape)[static_cast<size_t>(axis)].isKnown() ? (*type.shape)[static_cast<size_t>(axis)].value
                                                              : unknownAnswer;
  }
  return unknownAnswer;
}

std::string answerText(Fact fact, Answer answer) {
  if (answer == unknownAnswer)
    return "?";
  if (answer == noSuchAxis)
    return "none";
  if (fact == Fact::String)
    return answer ? "yes" : "no";
  return fact == Fact::Elem ? graph::toString(static_cast<DType>(answer)) : std::to_string(answer);
}

Answer Answers::answer(const Question &question) {
  if (question.input >= 0)
    return settled(question.fact,
                   answerOf(inputType(static_cast<size_t>(question.input)), question.fact, question.axis));
  std::unique_ptr<graph::Reinference> &inference = inferences[question.function.get()];
  if (!inference) {
    Types types;
    for (size_t i = 0; i < question.function->body.inputs.size(); ++i)
      types.push_back(inputType(i));
    inference = std::make_unique<graph::Reinference>(*question.function, types);
  }
  if (!question.inner)
    return settled(question.fact, answerOf(inference->typeOf(question.value), question.fact, question.axis));
  Answers callee([&](size_t index) {
    const ArgumentSource &argument = question.arguments[index];
    return argument.value ? inference->typeOf(argument.value) : *argument.type;
  });
  return callee.answer(*question.inner);
}

FactLog::FactLog(std::shared_ptr<graph::Function> function, const Types &declared)
    : function(std::move(function)), declared(declared) {
  blank.emplace(*this->function, declared);
  for (const auto &input : this->function->body.inputs)
    given.push_back(input->type);
}

static std::string keyOf(const Question &question) { return hexText(question.hash) + question.text; }

static std::string factText(Fact fact, int64_t axis) {
  switch (fact) {
  case Fact::Elem:
    return ".type";
  case Fact::String:
    return ".strings";
  case Fact::Rank:
    return ".rank";
  case Fact::Dim:
    return ".dim" + std::to_string(axis);
  }
  return {};
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
  question.hash = hashOf(value);
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
  graphs[&graph] = ++graphCount;
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
  graphCount = mark.graphs;
  std::erase_if(graphs, [&](const auto &each) { return each.second > mark.graphs; });
  formals.resize(mark.formals);
  hashes.clear();
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
    hash = mixHash(hash, argument.value ? hashOf(argument.value) : hashText(graph::toString(*argument.type)));
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

/// A value is what computes it: the same in every trace of the same body. An input of a nested graph is known by the
/// place of the graph among those of the body.
uint64_t FactLog::hashOf(const graph::Value *value) {
  if (value->producer)
    return mixHash(hashOf(value->producer), value->index);
  uint64_t place = 0;
  if (auto known = graphs.find(value->graph); known != graphs.end())
    place = known->second << 16;
  else
    for (const graph::Graph *graph = value->graph; graph->parent; graph = graph->parent)
      ++place;
  return mixHash(place * 1000003 + 17, value->index);
}

uint64_t FactLog::hashOf(const graph::Graph &graph, uint64_t hash) {
  for (const auto &node : graph.nodes)
    hash = mixHash(hash, hashOf(node.get()));
  for (const graph::Value *output : graph.outputs)
    hash = mixHash(hash, output ? hashOf(output) : 5);
  return mixHash(hash, graph.nodes.size());
}

uint64_t FactLog::hashOf(const graph::Node *root) {
  std::vector<const graph::Node *> pending{root};
  while (!pending.empty()) {
    const graph::Node *node = pending.back();
    size_t before = pending.size();
    for (const graph::Value *input : node->inputs)
      if (input && input->producer && !hashes.contains(input->producer))
        pending.push_back(input->producer);
    if (pending.size() > before)
      continue;
    pending.pop_back();
    if (hashes.contains(node))
      continue;
    uint64_t hash = hashText(node->domain + "." + node->opType + ":" + node->overload, node->outputs.size());
    for (const graph::Value *input : node->inputs)
      hash = mixHash(hash, input ? hashOf(input) : 5);
    for (const graph::Attribute &attribute : node->attributes) {
      hash = hashText(attribute.proto.SerializeAsString(), hash);
      if (attribute.graph)
        hash = hashOf(*attribute.graph, hash);
    }
    hashes[node] = hash;
  }
  return hashes[root];
}

Traced *Specialisations::find(const std::function<Answer(const Question &)> &answer, const Question **missed,
                              Answer *missedAnswer, const DecisionNode **missedNode) const {
  for (const DecisionNode *node : {everything.get(), root.get()}) {
    while (node && node->question) {
      Answer given = answer(*node->question);
      const DecisionNode *next = node->edge(given);
      if (!next && missed) {
        *missed = node->question.get();
        *missedAnswer = given;
        *missedNode = node;
      }
      node = next;
    }
    if (node)
      return node->leaf;
  }
  return nullptr;
}

Traced *Specialisations::insert(std::unique_ptr<Traced> traced) {
  Traced *made = functions.emplace_back(std::move(traced)).get();
  std::unique_ptr<DecisionNode> *slot = made->everything ? &everything : &root;
  for (const FactLog::Entry &entry : made->path) {
    if (!*slot) {
      *slot = std::make_unique<DecisionNode>();
      (*slot)->question = entry.question;
    }
    DecisionNode &node = **slot;
    if (!node.question || !node.question->same(*entry.question))
      return nullptr;
    slot = nullptr;
    for (auto &[label, next] : node.edges)
      if (label == entry.answer)
        slot = &next;
    if (!slot) {
      node.edges.emplace_back(entry.answer, nullptr);
      slot = &node.edges.back().second;
    }
  }
  if (*slot)
    return (*slot)->leaf;
  *slot = std::make_unique<DecisionNode>();
  (*slot)->leaf = made;
  return made;
}

} // namespace onnxc::runtime
