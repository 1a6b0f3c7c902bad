//===- TypeSolver.h - Solves the type variables of a schema -------------------===//
//
// Private to lib/Graph.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_TYPESOLVER_H
#define ONNXC_GRAPH_TYPESOLVER_H

#include "Graph/Inference/SchemaInfo.h"
#include "Graph/Inference/TypeEnv.h"

namespace onnxc::graph {

/// The element types of one node, by the schema's groups.
class TypeSolver {
public:
  TypeSolver(const Node &node, TypeEnv &env)
      : node(node), env(env), info(schemaInfo(*node.schema)), groups(static_cast<size_t>(info.groups)) {}

  /// Checks the inputs against the schema's constraints and each other; binds type variables.
  Status checkInputs();
  /// What the groups say of an output; elem is neither known nor a variable when they say nothing.
  Type output(size_t index) const;

private:
  Status checkInput(size_t index);
  Error notAllowed(size_t index, const Type &type) const;

  const Node &node;
  TypeEnv &env;
  const SchemaInfo &info;
  struct Group {
    ElemType elem;
    int firstInput = -1;
  };
  std::vector<Group> groups;
};

} // namespace onnxc::graph

#endif
