//===- StringSource.cpp - What decides whether a value holds strings --------------===//
//
// C++'s + is Add, or StringConcat for strings. A trace asks which at each +, so the answer must cost less than
// inference: the operators' schemas say which of their inputs have the element type of an output.
//
//===------------------------------------------------------------------------===//
#include "Graph/Building/StringSource.h"
#include "Graph/Inference/SchemaInfo.h"

namespace onnxc::graph {

namespace {

/// The input whose element type the output has, or null.
const Value *sameElement(const Node &node, const SchemaInfo &info, int group) {
  if (group < 0)
    return nullptr;
  for (size_t i = 0; i < node.inputs.size(); ++i)
    if (const Formal *formal = info.input(i);
        node.inputs[i] && formal && formal->group == group && (!formal->variadic || formal->homogeneous))
      return node.inputs[i];
  return nullptr;
}

/// One step from an output towards its source: the value to go on with, `value` itself where there is none, null where
/// the operator makes no strings.
const Value *step(const Value *value) {
  const Node &node = *value->producer;
  if (node.callee) {
    const Value *source = stringSource(node.callee->body.outputs[value->index]);
    if (!source)
      return nullptr;
    bool isInput = !source->producer && source->graph == &node.callee->body;
    return isInput && source->index < node.inputs.size() && node.inputs[source->index] ? node.inputs[source->index]
                                                                                       : value;
  }
  if (!node.schema)
    return value;
  const SchemaInfo &info = schemaInfo(*node.schema);
  const Formal *formal = info.output(value->index);
  if (!formal)
    return value;
  if (!(formal->allowed.elements() >> static_cast<unsigned>(DType::STRING) & 1))
    return nullptr;
  const Value *input = sameElement(node, info, formal->group);
  return input ? input : value;
}

} // namespace

const Value *stringSource(const Value *value) {
  while (value->producer) {
    const Value *next = step(value);
    if (!next || next == value)
      return next;
    value = next;
  }
  return value;
}

} // namespace onnxc::graph
