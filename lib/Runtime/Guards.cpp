//===- Guards.cpp - Facts that a traced function was specialised on ------------===//
#include "Guards.h"
#include "Graph/StringSource.h"
#include "Hash.h"

namespace onnxc::runtime {

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
    : function(std::move(function)), blank(*this->function, declared) {}

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
  Type without = blank.typeOf(value);
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
      if (blank.typeOf(input.get()).elem == without.elem) {
        question.input = static_cast<int>(input->index);
        break;
      }
  if (question.input >= 0) {
    question.value = nullptr;
    question.text = body.inputs[static_cast<size_t>(question.input)]->hint + factText(fact, axis);
    question.hash = hashText(question.text, static_cast<uint64_t>(question.input) + 1);
  } else {
    question.hash = hashOf(value);
    question.text =
        (value->producer ? value->producer->opType : value->hint) + "#" + hexText(question.hash) + factText(fact, axis);
  }
  add(std::move(question), answer);
}

void FactLog::askInner(const std::shared_ptr<const Question> &inner, std::vector<ArgumentSource> arguments,
                       const std::string &callee, Answer answer) {
  if (inner->input >= 0) {
    const ArgumentSource &argument = arguments[static_cast<size_t>(inner->input)];
    if (argument.value)
      ask(argument.value, inner->fact, inner->axis, answer);
    return;
  }
  uint64_t hash = hashText(callee, inner->hash);
  bool depends = false;
  for (const ArgumentSource &argument : arguments) {
    hash = mixHash(hash, argument.value ? hashOf(argument.value) : hashText(graph::toString(*argument.type)));
    depends |= argument.value != nullptr;
  }
  if (!depends)
    return;
  Answers without([&](size_t index) {
    return arguments[index].value ? blank.typeOf(arguments[index].value) : *arguments[index].type;
  });
  if (without.answer(*inner) != unknownAnswer)
    return;
  Question question{inner->fact, inner->axis, -1, nullptr, inner, std::move(arguments), function, hash, {}};
  question.text = callee + "#" + hexText(hash) + factText(inner->fact, inner->axis);
  add(std::move(question), answer);
}

void FactLog::add(Question question, Answer answer) {
  std::string key = hexText(question.hash) + question.text;
  Fact fact = question.fact;
  if (asked.insert(std::move(key)).second)
    entries.push_back({std::make_shared<const Question>(std::move(question)), settled(fact, answer)});
}

uint64_t FactLog::hashOf(const graph::Value *value) {
  if (value->producer)
    return mixHash(hashOf(value->producer), value->index);
  uint64_t depth = 0;
  for (const graph::Graph *graph = value->graph; graph->parent; graph = graph->parent)
    ++depth;
  return mixHash(depth * 1000003 + 17, value->index);
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
    uint64_t hash = hashText(node->domain + "." + node->opType + ":" + node->overload);
    for (const graph::Value *input : node->inputs)
      hash = mixHash(hash, input ? hashOf(input) : 5);
    for (const graph::Attribute &attribute : node->attributes)
      hash =
          hashText(attribute.proto.SerializeAsString(), hash) + (attribute.graph ? attribute.graph->nodes.size() : 0);
    hashes[node] = hash;
  }
  return hashes[root];
}

Traced *Specialisations::find(const std::function<Answer(const Question &)> &answer, const Question **missed,
                              Answer *missedAnswer, const DecisionNode **missedNode) const {
  const DecisionNode *node = root.get();
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
  return node ? node->leaf : nullptr;
}

bool Specialisations::insert(std::unique_ptr<Traced> traced) {
  std::unique_ptr<DecisionNode> *slot = &root;
  for (const FactLog::Entry &entry : traced->path) {
    if (!*slot) {
      *slot = std::make_unique<DecisionNode>();
      (*slot)->question = entry.question;
    }
    DecisionNode &node = **slot;
    if (!node.question || !node.question->same(*entry.question))
      return false;
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
    return false;
  *slot = std::make_unique<DecisionNode>();
  (*slot)->leaf = traced.get();
  functions.push_back(std::move(traced));
  return true;
}

std::string shortened(const std::string &content) {
  if (content.size() <= 64)
    return content;
  return hexText(hashText(content)) + hexText(hashText(content, 0x9e3779b97f4a7c15u));
}

} // namespace onnxc::runtime
