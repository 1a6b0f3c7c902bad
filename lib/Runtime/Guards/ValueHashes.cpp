//===- ValueHashes.cpp - The same number for a value in every trace -------===//
#include "Runtime/Guards/ValueHashes.h"
#include "Support/Hash.h"

namespace onnxc::runtime {

using namespace support;

void ValueHashes::forget(size_t count) {
  graphCount = count;
  std::erase_if(graphs, [&](const auto &each) { return each.second > count; });
  hashes.clear();
}

uint64_t ValueHashes::of(const graph::Value *value) {
  if (value->producer)
    return mixHash(of(value->producer), value->index);
  uint64_t place = 0;
  if (auto known = graphs.find(value->graph); known != graphs.end())
    place = known->second << 16;
  else
    for (const graph::Graph *graph = value->graph; graph->parent; graph = graph->parent)
      ++place;
  return mixHash(place * 1000003 + 17, value->index);
}

uint64_t ValueHashes::of(const graph::Graph &graph, uint64_t hash) {
  for (const auto &node : graph.nodes)
    hash = mixHash(hash, of(node.get()));
  for (const graph::Value *output : graph.outputs)
    hash = mixHash(hash, output ? of(output) : 5);
  return mixHash(hash, graph.nodes.size());
}

uint64_t ValueHashes::of(const graph::Node *root) {
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
      hash = mixHash(hash, input ? of(input) : 5);
    for (const graph::Attribute &attribute : node->attributes) {
      hash = hashText(attribute.proto.SerializeAsString(), hash);
      if (attribute.graph)
        hash = of(*attribute.graph, hash);
    }
    hashes[node] = hash;
  }
  return hashes[root];
}

} // namespace onnxc::runtime
