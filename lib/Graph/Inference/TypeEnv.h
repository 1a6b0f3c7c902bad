//===- TypeEnv.h - Where inference finds and leaves types ---------------------===//
//
// Private to lib/Graph. Inference of a graph that is being built reads and sets
// Value::type. Inference of a callee's body over other argument types must not
// change the callee: its types lie in an overlay.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_TYPEENV_H
#define ONNXC_GRAPH_TYPEENV_H

#include "Graph/IR/Error.h"
#include "Graph/IR/Graph.h"

#include <unordered_map>
#include <unordered_set>

namespace onnxc::graph {

/// Types of a callee's values for one set of arguments.
struct Overlay {
  std::unordered_map<const Value *, Type> types;
  std::unordered_set<const Value *> absent;                      ///< formals that got no argument
  const std::vector<onnx::AttributeProto> *attributes = nullptr; ///< values of attribute parameters, or null
  /// What is true of the states in every iteration, by loop body, while an outer loop is inferred.
  std::unordered_map<const Graph *, std::vector<Type>> loopStates;
  unsigned loopDepth = 0;
  unsigned callDepth = 0; ///< of calls within calls
};

struct TypeEnv {
  TypeVars &vars;
  Overlay *overlay = nullptr;

  bool has(const Value *value) const { return value && !(overlay && overlay->absent.contains(value)); }
  const Type &typeOf(const Value *value) const;
  ElemType elemOf(const Value *value) const { return vars.resolve(typeOf(value).elem); }
  void setType(const Value *value, Type type);
  /// The value's element type; a new variable takes the place of "nothing known".
  ElemType elemOrFresh(Value *value);
  /// The attribute with references resolved; null: absent, or a reference to a parameter whose value is not known.
  const onnx::AttributeProto *attribute(const Node &node, const std::string &name) const;
  const onnx::AttributeProto *resolve(const Attribute &attribute) const;
  /// For messages.
  std::string describe(Type type) const;
};

/// "'MatMul' of float[N,3] and float[4]"
std::string describeNode(const Node &node, TypeEnv &env);
std::string displayName(const Node &node);

} // namespace onnxc::graph

#endif
