//===- Shapes.cpp - Shapes as values, lists of numbers -------------------------===//
#include "Graph/Building/Builder.h"

#include <algorithm>

namespace onnxc::graph {

Result<Operand> Builder::shapeOf(Operand x) {
  Result<Value *> value = materialise(x);
  Result<Value *> shape = value ? op("Shape", {*value}) : value;
  if (!shape)
    return shape.error();
  return Operand(*shape);
}

Result<Operand> Builder::dim(Operand x, int64_t k) {
  if (x.literal) {
    auto rank = static_cast<int64_t>(x.literal->dims.size());
    if (k < -rank || k >= rank)
      return Error{
          ErrorId::BadIndex, "dimension " + std::to_string(k) + " of a tensor of rank " + std::to_string(rank), 0, {}};
    return Operand(Literal(x.literal->dims[k < 0 ? k + rank : k]));
  }
  int64_t rank = rankOf(x.value);
  if (rank >= 0) {
    if (k < -rank || k >= rank)
      return Error{
          ErrorId::BadIndex, "dimension " + std::to_string(k) + " of a tensor of rank " + std::to_string(rank), 0, {}};
    k = k < 0 ? k + rank : k;
    if (Dim dim = dimOf(x.value, k); dim.isKnown())
      return Operand(Literal(dim.value));
  }
  Result<Value *> result = nullptr;
  if (fn->opset >= 15) {
    Attributes attributes;
    if (k != -1)
      attributes.push_back(attr("end", k + 1));
    attributes.push_back(attr("start", k));
    result = op("Shape", {x.value}, std::move(attributes));
    if (result)
      result = op("Squeeze", {*result});
  } else {
    result = op("Shape", {x.value});
    if (result)
      result = op("Gather", {Operand(*result), Operand(Literal(k))});
  }
  if (!result)
    return result.error();
  return Operand(*result, /*flexible=*/true);
}

Result<Operand> Builder::rank(Operand x) {
  if (x.literal)
    return Operand(Literal(static_cast<int64_t>(x.literal->dims.size())));
  if (int64_t known = rankOf(x.value); known >= 0)
    return Operand(Literal(known));
  Result<Value *> shape = op("Shape", {x.value});
  Result<Value *> size = shape ? op("Size", {*shape}) : shape;
  if (!size)
    return size.error();
  return Operand(*size, /*flexible=*/true);
}

Result<Operand> Builder::numel(Operand x) {
  if (x.literal)
    return Operand(Literal(static_cast<int64_t>(x.literal->data.size())));
  int64_t rank = rankOf(x.value), count = 1;
  bool isKnown = rank >= 0;
  for (int64_t axis = 0; isKnown && axis < rank; ++axis) {
    Dim dim = dimOf(x.value, axis);
    isKnown = dim.isKnown() && !__builtin_mul_overflow(count, dim.value, &count);
  }
  if (isKnown)
    return Operand(Literal(count));
  Result<Value *> size = op("Size", {x.value});
  if (!size)
    return size.error();
  return Operand(*size, /*flexible=*/true);
}

/// A scalar, of shape [] or [1], as a vector of one element. Reshape needs no rank for it.
Result<Value *> Builder::asVector(const Operand &scalar, DType dtype) {
  Result<Value *> value = dtype == DType::UNDEFINED ? Result<Value *>(scalar.value) : materialise(scalar, dtype);
  return value ? op("Reshape", {Operand(*value), Operand(Literal::list({int64_t(1)}))}) : value;
}

Result<Operand> Builder::list(std::vector<Operand> scalars) {
  std::vector<Number> numbers;
  bool declaredDouble = false, isFlexible = true;
  DType dtype = DType::INT64;
  Value *like = nullptr;
  for (const Operand &scalar : scalars) {
    if (scalar.literal && !scalar.literal->isScalar())
      return Error{
          ErrorId::TypeMismatch, "a list in a list of numbers", static_cast<int>(&scalar - scalars.data()), {}};
    isFlexible &= scalar.isFlexible();
    declaredDouble |= scalar.literal ? scalar.literal->declaredDouble : scalar.declaredDouble;
    if (scalar.isFlexible() && isFloat(defaultOf(scalar)))
      dtype = DType::DOUBLE;
    if (scalar.literal)
      numbers.push_back(scalar.literal->data[0]);
  }
  if (numbers.size() == scalars.size()) {
    Literal literal = Literal::list(std::move(numbers));
    literal.declaredDouble = declaredDouble;
    return Operand(std::move(literal));
  }
  for (const Operand &scalar : scalars)
    if (scalar.value && !scalar.flexible && !like) {
      ElemType elem = elemOf(scalar.value);
      dtype = elem.dtype;
      like = elem.isKnown() ? nullptr : scalar.value;
      if (elem.isKnown())
        break;
    }
  std::vector<Operand> parts;
  for (size_t i = 0; i < scalars.size();) {
    Result<Value *> part = nullptr;
    std::vector<Number> run; // neighbouring literals are one constant
    size_t first = i;
    while (i < scalars.size() && scalars[i].literal)
      run.push_back(scalars[i++].literal->data[0]);
    if (!run.empty()) {
      Operand numbers(Literal::list(std::move(run)));
      part = like ? materialiseLike(numbers, like) : materialise(numbers, dtype);
    } else {
      Operand scalar = scalars[i++];
      if (like && scalar.isFlexible()) {
        Result<Value *> cast = materialiseLike(scalar, like);
        if (!cast)
          return cast.error();
        scalar = Operand(*cast);
      }
      part = asVector(scalar, dtype);
    }
    if (!part) {
      part.error().operand = static_cast<int>(first);
      return part.error();
    }
    parts.emplace_back(*part);
  }
  if (parts.size() > 1) {
    Attributes attributes;
    attributes.push_back(attr("axis", int64_t(0)));
    Result<Value *> joined = op("Concat", std::move(parts), std::move(attributes));
    if (!joined)
      return joined.error();
    parts = {Operand(*joined)};
  }
  Operand result(parts[0].value, isFlexible);
  result.declaredDouble = isFlexible && declaredDouble;
  return result;
}

} // namespace onnxc::graph
