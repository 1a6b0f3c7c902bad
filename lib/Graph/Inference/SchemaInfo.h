//===- SchemaInfo.h - An operator's schema, ready for type checks -------------===//
//
// Private to lib/Graph. onnx describes types by strings, "seq(tensor(float))";
// they are parsed once a schema.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_SCHEMAINFO_H
#define ONNXC_GRAPH_SCHEMAINFO_H

#include "Graph/IR/Type.h"
#include "onnx/defs/schema.h"

#include <array>

namespace onnxc::graph {

/// A set of types: a bit an element type for each kind (Tensor, Sequence, OptionalTensor, OptionalSequence).
struct TypeSet {
  std::array<uint64_t, 4> bits{};
  bool others = false; ///< maps, sparse tensors ...

  bool has(Type::Kind kind, DType dtype) const {
    auto index = static_cast<size_t>(kind);
    return index < bits.size() && (bits[index] >> static_cast<unsigned>(dtype) & 1);
  }
  bool hasKind(Type::Kind kind) const {
    return kind == Type::Kind::Other ? others
                                     : static_cast<size_t>(kind) < bits.size() && bits[static_cast<size_t>(kind)];
  }
  /// The element types of all kinds.
  uint64_t elements() const { return bits[0] | bits[1] | bits[2] | bits[3]; }
  /// The only element type, or UNDEFINED.
  DType onlyElement() const;
  /// The only kind, or Unknown.
  Type::Kind onlyKind() const;
};

/// A formal input or output.
struct Formal {
  std::string name;
  int group = -1; ///< formals of one group have one element type; -1: a fixed type or a free one
  TypeSet allowed;
  bool optional = false, variadic = false, homogeneous = true;
  int minArity = 1;
};

/// Operators whose output has the shape of their inputs, so that onnx's inference need not be asked in the plain cases.
enum class ShapeRule { Inferred, Unary, Broadcast };

struct SchemaInfo {
  std::vector<Formal> inputs, outputs;
  int groups = 0;
  std::vector<std::string> requiredAttributes;
  onnx::InferenceFunction infer; ///< empty: there is none
  ShapeRule shapes = ShapeRule::Inferred;

  /// The formal of an actual input or output, null when there are too many.
  static const Formal *formal(const std::vector<Formal> &formals, size_t index) {
    if (index < formals.size())
      return &formals[index];
    return !formals.empty() && formals.back().variadic ? &formals.back() : nullptr;
  }
  const Formal *input(size_t index) const { return formal(inputs, index); }
  const Formal *output(size_t index) const { return formal(outputs, index); }
};

const SchemaInfo &schemaInfo(const onnx::OpSchema &schema);

/// The schema of an operator, or null.
const onnx::OpSchema *findSchema(const std::string &domain, const std::string &opType, int64_t opset);
/// True when onnx defines operators for this domain.
bool hasSchemas(const std::string &domain);
/// "; did you mean 'Softmax'?", or "".
std::string suggestOperator(const std::string &domain, const std::string &opType);

} // namespace onnxc::graph

#endif
