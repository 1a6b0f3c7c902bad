//===- Specialisations.cpp - The functions made of an annotated one -------===//
#include "Runtime/Guards/Specialisations.h"

namespace onnxc::runtime {

Traced *Specialisations::find(const std::function<Answer(const Question &)> &answer, Missed *missed) const {
  for (const DecisionNode *node : {everything.get(), root.get()}) {
    while (node && node->question) {
      Answer given = answer(*node->question);
      const DecisionNode *next = node->edge(given);
      if (!next && missed)
        *missed = {node, given};
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
