//===- Reinference.h - A function's types for other arguments -----------------===//
//
// The tracer asks a value's type over argument types that are not those which
// the function was built with. Nothing of the function is changed.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_REINFERENCE_H
#define ONNXC_GRAPH_REINFERENCE_H

#include "Graph/Inference/TypeEnv.h"

namespace onnxc::graph {

class Reinference {
public:
  /// `inputs` are those of the function's body, absent ones null; `attributes` the values of its attribute parameters.
  /// The function must outlive this; nodes may still be added to it.
  Reinference(const Function &function, const std::vector<std::optional<Type>> &inputs,
              std::vector<onnx::AttributeProto> attributes = {});
  Reinference(const Reinference &) = delete;

  /// What is known of the value; Kind::Unknown where inference fails. Infers only what the value depends on.
  Type typeOf(const Value *value);
  /// An input of a nested graph that no node owns yet, of which so much is known.
  void assume(const Value *input, Type type);
  TypeVars vars;

private:
  void infer(const Node *node);
  /// Nodes that must be inferred before `node`, into `pending`.
  void addMissing(const Node *node, std::vector<const Node *> &pending);
  void addMissing(const Graph &nested, std::vector<const Node *> &pending);
  void addMissing(const Value *value, std::vector<const Node *> &pending);

  std::vector<onnx::AttributeProto> attributes;
  Overlay overlay;
  std::unordered_set<const Node *> done;
};

/// Infers all types of a function again, those in nested graphs too, from those of its inputs. What inference refuses
/// or does not know keeps what was declared.
void inferAgain(Function &function);

} // namespace onnxc::graph

#endif
