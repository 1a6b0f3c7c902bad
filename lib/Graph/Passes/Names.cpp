//===- Names.cpp - Unique names ---------------------------------------------------===//
//
// One set of names over all nested graphs: ONNX forbids shadowing, and readers
// are glad of it too. Names come from the C++ variables; a generated name never
// is one that a variable has.
//
//===------------------------------------------------------------------------===//
#include "Graph/Passes/Names.h"
#include "Graph/Inference/SchemaInfo.h"

#include <unordered_map>
#include <unordered_set>

namespace onnxc::graph {

namespace {

class Namer {
public:
  explicit Namer(Function &function) : function(function) {}

  void run() {
    clear(function.body);
    for (const auto &input : function.body.inputs)
      give(*input, input->hint.empty() ? "input" : input->hint);
    for (size_t i = 0; i < function.body.outputs.size(); ++i)
      nameOutput(*function.body.outputs[i], i);
    nameGraph(function.body);
  }

private:
  void clear(Graph &graph) {
    auto clearValue = [&](Value &value) {
      value.name.clear();
      if (!value.hint.empty())
        hints.insert(value.hint);
    };
    for (auto &input : graph.inputs)
      clearValue(*input);
    for (auto &node : graph.nodes) {
      for (auto &output : node->outputs)
        clearValue(*output);
      for (Attribute &attribute : node->attributes)
        if (attribute.graph)
          clear(*attribute.graph);
    }
  }

  /// `base`, or base_1, base_2 ...: the first that is free and no variable's name, unless it is the value's own.
  void give(Value &value, const std::string &base) {
    if (!value.name.empty())
      return;
    if ((base == value.hint || !hints.contains(base)) && names.insert(base).second) {
      value.name = base;
      return;
    }
    for (unsigned &count = counts[base];;) {
      std::string name = base + '_' + std::to_string(++count);
      if (hints.contains(name) || !names.insert(name).second)
        continue;
      value.name = std::move(name);
      return;
    }
  }

  void nameOutput(Value &value, size_t index) {
    if (index < function.outputNames.size() && !function.outputNames[index].empty()) {
      const std::string &wanted = function.outputNames[index];
      if (value.name.empty() && names.insert(wanted).second) // also before a variable of that name
        value.name = wanted;
      give(value, wanted);
      return;
    }
    give(value, value.hint.empty() ? "output" : value.hint);
  }

  /// An optional output that nothing reads has no name.
  static bool isOmitted(const Node &node, const Value &output) {
    if (output.used || !node.schema)
      return false;
    const Formal *formal = schemaInfo(*node.schema).output(output.index);
    return formal && formal->optional;
  }

  void nameGraph(Graph &graph) {
    for (auto &node : graph.nodes) {
      for (Attribute &attribute : node->attributes)
        if (attribute.graph)
          for (auto &input : attribute.graph->inputs)
            give(*input, input->hint.empty() ? "input" : input->hint);
      for (Attribute &attribute : node->attributes)
        if (attribute.graph)
          nameGraph(*attribute.graph);
      node->name = node->imported ? node->imported->name() : std::string();
      for (auto &output : node->outputs) {
        if (!isOmitted(*node, *output))
          give(*output, output->hint.empty() ? node->opType : output->hint);
        if (node->name.empty())
          node->name = output->name;
      }
      for (Attribute &attribute : node->attributes)
        if (attribute.graph)
          attribute.graph->name = node->name + '_' + attribute.proto.name();
    }
  }

  Function &function;
  std::unordered_set<std::string> names;
  std::unordered_set<std::string> hints; ///< all variables' names
  std::unordered_map<std::string, unsigned> counts;
};

} // namespace

void assignNames(Function &function) { Namer(function).run(); }

} // namespace onnxc::graph
