//===- TensorLowering.h - Conversions to tensors -----------------------===//
//
// What a value is as an operand, and as a value of a declared type.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_TENSORLOWERING_H
#define ONNXC_LOWER_TENSORLOWERING_H

#include "Frontend/Signature.h"
#include "NumberLowering.h"

namespace onnxc::lower {

class TensorLowering : public NumberLowering {
protected:
  using NumberLowering::NumberLowering;

  /// What an object holds; of a choice, by an If.
  virtual Value contentsOf(Object *object) = 0;
  graph::Type typeOf(const frontend::TypeSpec &spec);
  Value read(Value value, const std::string &name, Location location);
  /// Any value as a tensor operand: numbers, strings, arrays, attributes, results with several outputs.
  Value toTensor(Value value, Location location);
  graph::Operand operandOf(const Value &value);
  /// A tensor for a declared type: checks element type and rank, gives numbers the declared type.
  Value toDeclared(Value value, const frontend::TypeSpec &spec, Location location);
  Value convertTo(Value value, clang::QualType type, Location location);
  Value tensorOperator(graph::CppOp op, std::vector<Value> operands, const clang::Expr *expr);
  std::optional<graph::Literal> literalList(const Value &value);
  std::optional<onnx::TensorProto> typedConstant(const Value &value, DType dtype);

private:
  bool flattenConstant(const Value &value, unsigned depth, std::vector<int64_t> &dims, std::vector<graph::Number> &data,
                       clang::QualType &type);
};

} // namespace onnxc::lower

#endif
