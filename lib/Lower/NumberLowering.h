//===- NumberLowering.h - C++ scalars ----------------------------------===//
//
// Known ones fold, others are tensors of rank 0.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_NUMBERLOWERING_H
#define ONNXC_LOWER_NUMBERLOWERING_H

#include "LoweringContext.h"

namespace onnxc::lower {

class NumberLowering : public LoweringContext {
protected:
  using LoweringContext::LoweringContext;

  Value knownInt64(int64_t value) { return knownInt(value, ctx.getIntTypeForBitwidth(64, 1)); }

  // Numbers.cpp
  Value convertNumber(Value value, clang::QualType type, Location location);
  static graph::Number numberOf(const Value &number);
  Value knownNumber(const graph::Number &number, clang::QualType type);
  DType numberType(clang::QualType type);
  Value knownInt(int64_t value, clang::QualType type);
  Value knownBool(bool value);
  graph::Value *numberNode(const Value &number);
  graph::Literal literalOf(const Value &number);
  DType dtypeOf(clang::QualType type);
  Value runtimeOf(const Value &attribute, Location location);

  // Arithmetic.cpp
  Value arithmetic(clang::BinaryOperatorKind op, Value left, Value right, clang::QualType type, Location location);
  Value foldNumber(graph::CppOp op, const Value &operand, clang::QualType type, Location location);

private:
  // Numbers.cpp
  static graph::Attributes castAttributes(DType to);

  // Arithmetic.cpp
  Value foldNumbers(clang::BinaryOperatorKind op, const Value &left, const Value &right, clang::QualType type,
                    Location location);
  Value runtimeNumbers(clang::BinaryOperatorKind op, const Value &left, const Value &right, clang::QualType type,
                       Location location);

  llvm::DenseMap<const graph::AttributeParam *, graph::Value *> attributeNodes;
};

} // namespace onnxc::lower

#endif
