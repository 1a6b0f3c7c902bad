//===- Graph.h - Values, nodes, graphs, functions ----------------------------===//
//
// The graph in memory mirrors ONNX one to one. A Function owns everything; all
// pointers into it stay valid until it dies. Names are only hints here: unique
// names, Identity for outer values that a subgraph returns and the removal of
// dead nodes are the business of finish() (Finish.h), so that a graph may be
// built, thrown away and built again.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_GRAPH_H
#define ONNXC_GRAPH_GRAPH_H

#include "Graph/IR/Literal.h"
#include "Graph/IR/Type.h"
#include "onnx/onnx_pb.h"
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace onnx {
class OpSchema;
}

namespace onnxc::graph {

class Graph;
struct Function;
struct Node;

/// Opaque to this library (a raw Clang SourceLocation, an index of the runtime's table); 0 is none.
using Location = uint64_t;

/// An SSA value: an output of a node, or an input of a graph (producer is null).
struct Value {
  Node *producer = nullptr;
  unsigned index = 0;     ///< which output of the producer, or which input of the graph
  Graph *graph = nullptr; ///< where it is defined
  std::string hint;       ///< the C++ variable's name, or empty
  std::string name;       ///< final unique name, set by finish()
  Type type;              ///< see typeOf() in Inference.h: may be stale until asked
  bool typeKnown = false; ///< inference has been done for the producer
  bool declared = false;  ///< the element type in `type` was declared: it holds also where nothing is inferred
  bool used = false; ///< scratch of finish(); afterwards false for an output that nothing reads (its name may be empty)
};

/// A node's attribute: everything but graphs is an AttributeProto (with ref_attr_name for references).
struct Attribute {
  onnx::AttributeProto proto;
  std::unique_ptr<Graph> graph; ///< for graph attributes; proto then has name and type only
};

struct Node {
  std::string domain;
  std::string opType;
  std::string overload;
  int sinceVersion = 0;                   ///< of an operator; 0 for a call of a function
  const onnx::OpSchema *schema = nullptr; ///< of an operator that has one
  std::string name;                       ///< set by finish()
  std::vector<Value *> inputs;            ///< null: omitted
  std::vector<std::unique_ptr<Value>> outputs;
  std::vector<Attribute> attributes;
  const Function *callee = nullptr; ///< for calls
  Graph *graph = nullptr;           ///< that holds it
  Location location = 0;
  bool givesNumber =
      false; ///< a CastLike that gives a C++ number the type that it meets: the number must fit that type
  std::shared_ptr<const std::string> scope; ///< stack of functions and user scopes, or null
  /// What else the node of an imported model says: documentation, metadata and, of a main graph, its name. Null:
  /// nothing.
  std::shared_ptr<const onnx::NodeProto> imported;

  const Attribute *attribute(const std::string &name) const;
};

class Graph {
public:
  explicit Graph(Function &function, Graph *parent = nullptr) : function(&function), parent(parent) {}
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;

  Value *addInput(std::string hint, Type type);
  Node *addNode(std::unique_ptr<Node> node);
  /// True when `value` is defined here or in an ancestor.
  bool sees(const Value *value) const;

  Function *function;
  Graph *parent;
  Node *owner = nullptr; ///< the node whose attribute this is; null for a function's body
  std::string name;
  std::vector<std::unique_ptr<Value>> inputs;
  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<Value *> outputs;
  std::vector<std::string> outputHints;
};

/// A parameter of a function that becomes an ONNX attribute.
struct AttributeParam {
  std::string name;
  onnx::AttributeProto::AttributeType type = onnx::AttributeProto::UNDEFINED;
  std::optional<onnx::AttributeProto> defaultValue;
  bool optional = false; ///< may be absent although it has no default
};

/// Cached results of inferCall(); internal.
struct InferenceMemo;

/// Graphs within graphs. protobuf reads 100 messages in each other, and each graph is in a node and in an attribute.
inline constexpr int64_t maxNesting = 30;

/// A FunctionProto in the making.
struct Function {
  Function() = default;
  Function(const Function &) = delete;
  Function &operator=(const Function &) = delete;

  std::string domain, name, overload, doc;
  int64_t version = 1;                         ///< of its domain
  int64_t opset = 20;                          ///< of ai.onnx that its body is made for
  std::map<std::string, int64_t> opsetImports; ///< other domains that the body uses, with versions
  Graph body{*this};
  std::vector<AttributeParam> attributes;
  std::vector<std::string> outputNames; ///< wanted names of the outputs (struct members), or empty
  std::vector<Type> declaredOutputs;    ///< declared types, Unknown where none
  std::set<unsigned> optionalInputs;    ///< which inputs a call may omit
  TypeVars typeVars;
  std::vector<std::pair<std::string, std::string>> metadata;
  Location location = 0;

  const AttributeParam *attribute(const std::string &name) const;

  mutable std::shared_ptr<InferenceMemo> memo; ///< of inferCall(); guarded by itself
};

/// Replaces all uses of `from` in `graph` and its subgraphs, outputs included.
void replaceAllUses(Graph &graph, const Value *from, Value *to);

} // namespace onnxc::graph

#endif
