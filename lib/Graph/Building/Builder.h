//===- Builder.h - Makes schema-checked nodes --------------------------------===//
//
// Script walks the AST and calls this builder; trace runs the code and calls
// the same builder. What an operator, a constant, a number next to a tensor, a
// call or a type means is written here, once; control flow is in Control.h.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_BUILDER_H
#define ONNXC_GRAPH_BUILDER_H

#include "Graph/IR/Error.h"
#include "Graph/IR/Graph.h"
#include "Graph/IR/Literal.h"
#include <functional>
#include <span>

namespace onnxc::graph {

/// What a C++ expression of tensor type stands for: a graph value, or a number that is no node yet.
struct Operand {
  Value *value = nullptr;
  std::optional<Literal> literal;
  /// `value` was computed from C++ numbers only: like a literal, it takes the element type that it meets (by Cast).
  bool flexible = false;
  /// For a flexible value: double only if a declared double took part.
  bool declaredDouble = false;
  Location location = 0; ///< of the expression, for errors

  Operand() = default;
  Operand(Value *value, bool flexible = false) : value(value), flexible(flexible) {}
  Operand(Literal literal) : literal(std::move(literal)) {}
  bool isAbsent() const { return !value && !literal; }
  bool isFlexible() const { return literal.has_value() || flexible; }
};

/// C++ operators on tensors (docs/language.md, "Operators on tensors").
enum class CppOp {
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Lt,
  Le,
  Gt,
  Ge,
  Eq,
  Ne,
  And,
  Or,
  BitAnd,
  BitOr,
  BitXor,
  Shl,
  Shr,
  Neg,
  Not,
  BitNot,
  Plus
};

/// One item of x.index({...}), with libtorch's meaning.
struct IndexItem {
  enum class Kind { Integer, Slice, None, Ellipsis, Tensor } kind = Kind::Integer;
  Operand value;             ///< Integer (literal or rank-0 run-time number) or Tensor (index or mask)
  Operand start, stop, step; ///< Slice; absent: None
};

/// One thing that may be asked of a value's type. `axis` says which dimension (Fact::Dim only). String: whether it
/// holds strings.
enum class Fact { Elem, Rank, Dim, String };

/// Told of each fact of a value that decided what was built. The tracer records them: a traced function is reused for
/// other arguments only where these facts are the same.
using QuestionHook = std::function<void(const Value *value, Fact fact, int64_t axis)>;

/// Attributes of a node to be made.
using Attributes = std::vector<Attribute>;

class Builder {
public:
  /// Appends to function.body; the opset is function.opset.
  explicit Builder(Function &function) : fn(&function), current(&function.body) {}

  Function &function() { return *fn; }
  Graph &graph() { return *current; }
  /// Where nodes go; returns the previous one. `Insert` restores it.
  Graph *setGraph(Graph *graph) { return std::exchange(current, graph); }
  struct Insert {
    Insert(Builder &builder, Graph &graph) : builder(builder), saved(builder.setGraph(&graph)) {}
    ~Insert() { builder.setGraph(saved); }
    Builder &builder;
    Graph *saved;
  };
  std::unique_ptr<Graph> newSubgraph() { return std::make_unique<Graph>(*fn, current); }

  /// Stamped on each node that is made.
  Location location = 0;
  std::shared_ptr<const std::string> scope;
  /// Infer and check types at each node (scripts); else on demand (traces).
  bool checkTypes = true;

  /// Makes a node of an operator. `sinceVersion` 0: the one that the opset gives; else it must be that one.
  /// Checks arity, attributes, omitted inputs; gives flexible operands the element type of their type group
  /// (else the only one the schema allows, else their default); infers output types. Trailing absent inputs are
  /// dropped. `numOutputs` < 0: all that the schema declares (variadic: must be given). Domains without schema are
  /// accepted as declared.
  Result<std::vector<Value *>> op(const std::string &domain, const std::string &opType, std::vector<Operand> inputs,
                                  Attributes attributes = {}, int numOutputs = 1, int sinceVersion = 0);
  /// That the opset has the operator, in that version (0: in some).
  Status checkOperator(const std::string &domain, const std::string &opType, int sinceVersion);
  /// ai.onnx, one output.
  Result<Value *> op(const char *opType, std::vector<Operand> inputs, Attributes attributes = {});

  /// Makes a call node. Operands follow callee.body.inputs (absent allowed at the end or where optional); attributes
  /// are all those of the callee that have a value here (defaults are added explicitly). Binds type variables,
  /// checks element types and declared ranks/dims, infers the outputs by re-inferring the callee's body over the new
  /// types.
  Result<std::vector<Value *>> call(const Function &callee, std::vector<Operand> inputs, Attributes attributes = {});

  /// The arguments of a call as nodes' values, null where omitted: numbers take the types of what they meet there.
  Result<std::vector<Value *>> callInputs(const Function &callee, std::vector<Operand> inputs);
  /// All attributes of a call that have a value, in the callee's order; defaults are written out.
  static Result<Attributes> callAttributes(const Function &callee, Attributes given);

  /// Unary operators have one operand. Literals beside literals fold with C++ meaning. Result may be a literal.
  Result<Operand> cpp(CppOp op, std::vector<Operand> operands);

  /// An index that is no slice: a number, or a tensor.
  IndexItem indexItem(Operand operand);
  /// x.index({...}); integers and rank-0 tensors select first, index tensors then pair and broadcast, masks select.
  Result<Operand> index(Operand x, std::vector<IndexItem> items);
  /// A copy of x with x[items] = value: ScatterND / ScatterElements / Where.
  Result<Operand> indexPut(Operand x, std::vector<IndexItem> items, Operand value, bool accumulate = false);

  /// A number as a Constant node of this type (range-checked).
  Result<Value *> constant(const Literal &literal, DType dtype);
  Value *constant(onnx::TensorProto tensor);
  /// Constant node whose value is an attribute parameter of the function (ref_attr_name).
  Result<Value *> attributeConstant(const AttributeParam &param);

  /// The operand as a node's value: a flexible one takes `elem` (known: Constant/Cast; type variable: CastLike with a
  /// value of that variable that is visible here), or its default type when `elem` says nothing.
  Result<Value *> materialise(const Operand &operand, ElemType elem = {});
  /// The operand as a value of the same element type as `like`.
  Result<Value *> materialiseLike(const Operand &operand, Value *like);
  /// Cast; no node when the type is the same already. Literals are converted with C++ meaning.
  Result<Operand> cast(const Operand &operand, DType dtype);
  /// A C++ conversion of a number, which stays flexible: to bool, to an integer (truncates, wraps), to a floating-point
  /// type.
  Result<Operand> convertNumber(const Operand &operand, DType dtype);

  /// The dimension as rank-0 int64: a literal where it is known, else Shape + Squeeze. Negative k counts from the end.
  Result<Operand> dim(Operand x, int64_t k);
  Result<Operand> rank(Operand x);    ///< literal where known, else Size(Shape(x))
  Result<Operand> numel(Operand x);   ///< literal where known, else Size(x)
  Result<Operand> shapeOf(Operand x); ///< Shape

  /// A list with scalar tensors in it, {n, -1}: a literal list where all are literals, else Concat of the parts.
  Result<Operand> list(std::vector<Operand> scalars);

  /// A placeholder of that type (a scalar zero, an empty string, an empty sequence): for values that are never read.
  Result<Value *> placeholder(const Type &type);

  /// Type as far as known: infers the producers on demand, resolves type variables. Not told to `onQuestion`: for
  /// checks, messages and types of new values only. Whatever decides which nodes are made asks elemOf, rankOf, dimOf,
  /// and no more of them than it needs (a trace is specialised on each).
  Type typeOf(const Value *value);
  Type typeOf(const Operand &operand);
  ElemType elemOf(const Value *value);         ///< told as Fact::Elem
  int64_t rankOf(const Value *value);          ///< -1: unknown; told as Fact::Rank
  Dim dimOf(const Value *value, int64_t axis); ///< axis >= 0; told as Fact::Dim; the rank must be known
  QuestionHook *onQuestion = nullptr;
  /// A value visible from the current graph whose element type is that variable, or null.
  Value *witness(ElemType elem);

private:
  struct CppRow;
  static const CppRow &rowOf(CppOp op);

  // Builder.cpp
  Result<Node *> makeNode(std::unique_ptr<Node> node);
  Result<int64_t> opsetOf(const std::string &domain, int sinceVersion);
  Status findOperator(Node &node, int sinceVersion);
  Status checkVariadic(const Node &node, const std::vector<Operand> &inputs);
  Status checkInputs(const Node &node, std::vector<Operand> &inputs);
  Status checkAttributes(const Node &node);
  Status takeOperands(Node &node, std::vector<Operand> &inputs);
  Result<DType> typeForGroup(const Node &node, int group, const std::vector<Operand> &inputs);

  // Operands.cpp
  ElemType elemOf(const Operand &operand);
  DType defaultOf(const Operand &operand);
  Result<Value *> castValue(Value *value, DType dtype);
  Result<Value *> castLike(const Operand &operand, Value *like);
  Result<Value *> indexValue(const Operand &operand);
  Result<Value *> asVector(const Operand &scalar, DType dtype);
  static bool isList(const Operand &operand) { return operand.literal && !operand.literal->isScalar(); }

  // CppOps.cpp
  Result<Operand> cppNumbers(const CppRow &row, std::vector<Operand> &operands);
  Result<Operand> cppTensors(const CppRow &row, std::vector<Operand> &operands);
  Result<Operand> shiftNumbers(const CppRow &row, Value *a, Value *b);
  Result<Operand> finishCpp(const CppRow &row, std::vector<Value *> values, bool flexible, bool declaredDouble);
  Result<const char *> cppOperator(const CppRow &row, const std::vector<Value *> &values);
  Status sameType(const CppRow &row, const std::vector<Operand> &operands);
  bool areStrings(const std::vector<Value *> &values);

  friend class Control;
  friend class Indexing;

  Function *fn;
  Graph *current;
};

/// Helpers for attributes.
Attribute attr(const std::string &name, int64_t value);
Attribute attr(const std::string &name, float value);
Attribute attr(const std::string &name, const std::string &value);
Attribute attr(const std::string &name, std::vector<int64_t> value);
Attribute attr(const std::string &name, std::vector<float> value);
Attribute attr(const std::string &name, std::vector<std::string> value);
Attribute attr(const std::string &name, onnx::TensorProto value);
Attribute attr(const std::string &name, std::unique_ptr<Graph> value);
/// A reference to an attribute parameter of the function.
Attribute attrRef(const std::string &name, const AttributeParam &param);

} // namespace onnxc::graph

#endif
