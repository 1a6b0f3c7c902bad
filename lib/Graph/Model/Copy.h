//===- Copy.h - Copying nodes between graphs ------------------------------------===//
#ifndef ONNXC_GRAPH_COPY_H
#define ONNXC_GRAPH_COPY_H

#include "Graph/IR/Error.h"
#include "Graph/IR/Graph.h"
#include <functional>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace onnxc::graph {

class Reinference;

/// One copy of a function's body: what its formals and attribute parameters are there.
struct Instance {
  Instance();
  ~Instance();
  Instance(const Instance &) = delete;
  Instance &operator=(const Instance &) = delete;

  const Function *function = nullptr;
  std::unordered_map<const Value *, Value *> values; ///< copies by original; null: an input that the call omits
  /// Values of the attribute parameters, by name; one that is not there is absent. None: references stay.
  std::optional<std::vector<onnx::AttributeProto>> attributes;
  Location location = 0;                    ///< of the call; nodes without a location get it
  std::shared_ptr<const std::string> scope; ///< of the call; the nodes' own scopes follow it
  std::unique_ptr<Reinference> types;       ///< for CopyOptions::formalType

  /// The value of a parameter as a node's attribute has it, or null.
  const onnx::AttributeProto *attribute(const std::string &name) const;
};

/// What becomes of calls and types.
struct CopyOptions {
  /// The function that the copy of a call calls; null: the same.
  std::function<const Function *(const Function *)> callee;
  /// Calls are replaced by copies of the bodies.
  bool inlineCalls = false;
  /// Types are those of the original. Else they are to be inferred again: only element types stay, which hold for all
  /// calls.
  bool keepTypes = false;
  /// Without keepTypes: the type of an input of a nested graph. Null: its element type is enough.
  std::function<Type(Instance &, const Value *formal)> formalType;
  /// Names that values of inlined bodies must not have.
  const std::unordered_set<std::string> *reserved = nullptr;
};

/// Appends copies of all nodes of `instance.function` to `to`. The body's inputs must be among the instance's values;
/// so are the body's outputs then. Neither long call chains nor deep nesting make it recursive.
Status copyBody(Instance &instance, Graph &to, const CopyOptions &options);

/// A function of the same signature whose body has only inputs, for a copy of the body: `instance` is prepared for
/// that.
std::shared_ptr<Function> copySignature(const Function &function, Instance &instance);

/// A deep copy, so that it can be finished while the original stays as it is. `callees` maps called functions to their
/// copies; others stay.
std::shared_ptr<Function> cloneFunction(const Function &function,
                                        const std::function<const Function *(const Function *)> &callees = {});

} // namespace onnxc::graph

#endif
