//===- IntegerFormulas.cpp - Functions of <numeric> and <bit> ----------------------===//
//
// Bits are computed as uint64, all at once: a vector of them, by shifts. That
// needs no bitwise operators, which ONNX has since opset 18 only.
//
//===------------------------------------------------------------------------===//
#include "Graph/Building/IntegerFormulas.h"
#include "Graph/Building/Control.h"
#include "Graph/Building/MathFormulas.h"

#include <limits>

namespace onnxc::graph::formulas {

namespace {

Term list(Formula &formula, std::vector<Number> numbers, DType dtype) {
  return formula.error ? Term(formula, nullptr)
                       : formula.take(formula.builder.constant(Literal::list(std::move(numbers)), dtype));
}

Term shifted(const char *direction, const Term &x, const Term &by) {
  Attributes attributes;
  attributes.push_back(attr("direction", std::string(direction)));
  return node("BitShift", {x, by}, std::move(attributes));
}

Term reduced(const char *opType, const Term &x) {
  Attributes attributes;
  attributes.push_back(attr("keepdims", int64_t(0)));
  return node(opType, {x}, std::move(attributes));
}

/// 0, 1, 2, ... one for each bit.
Term places(Formula &formula, DType dtype) {
  std::vector<Number> numbers;
  for (int64_t bit = 0; bit < widthOf(formula.type); ++bit)
    numbers.emplace_back(bit);
  return list(formula, std::move(numbers), dtype);
}

/// The bits of x, the lowest first, as int64.
Term bitsOf(Formula &formula, const Term &x) {
  return cast(shifted("RIGHT", cast(x, DType::UINT64), places(formula, DType::UINT64)) % 2, DType::INT64);
}

/// One more than the place of the highest bit; 0 if there is none.
Term highest(Formula &formula, const Term &bits) {
  return reduced("ReduceMax", bits * (places(formula, DType::INT64) + 1));
}

/// The place of the lowest bit; the width if there is none.
Term lowest(Formula &formula, const Term &bits) {
  return reduced("ReduceMin", places(formula, DType::INT64) + (1 - bits) * widthOf(formula.type));
}

Term asNumber(const Term &condition, DType dtype) { return cast(condition, dtype); }

} // namespace

/// Rounded towards the first. Integers of at most 32 bits are computed as int64, longer ones by their distance.
Term midpoint(Formula &formula, const Terms &x) {
  if (isFloat(formula.type)) {
    bool isWide = formula.type == DType::FLOAT;
    if (isWide)
      return narrow((wide(x[0]) + wide(x[1])) / 2);
    constexpr double most = std::numeric_limits<double>::max() / 2;
    return choose(abs(x[0]) <= most && abs(x[1]) <= most, (x[0] + x[1]) / 2, x[0] / 2 + x[1] / 2);
  }
  if (widthOf(formula.type) < 64) {
    Term a = cast(x[0], DType::INT64), b = cast(x[1], DType::INT64);
    return narrow(a + (b - a) / 2);
  }
  // Modulo 2^64: up is 1 where the second is larger, else -1.
  Term a = cast(x[0], DType::UINT64), b = cast(x[1], DType::UINT64);
  Term isUp = asNumber(x[1] > x[0], DType::UINT64), up = isUp + isUp - 1;
  return narrow(a + up * ((b - a) * up / 2));
}

static Term size(Formula &formula, const Term &x) { return isSigned(formula.type) ? abs(x) : x; }

/// Euclid's algorithm.
Term gcd(Formula &formula, const Terms &x) {
  Term a = size(formula, x[0]), b = size(formula, x[1]), more = !(b == 0);
  if (formula.error)
    return a;
  Builder &builder = formula.builder;
  auto body = builder.newSubgraph();
  body->addInput("i", Type::scalar(DType::INT64));
  body->addInput("more_in", Type::scalar(DType::BOOL));
  Term last(formula, body->addInput("a", Type::scalar(formula.type)));
  Term next(formula, body->addInput("b", Type::scalar(formula.type)));
  std::optional<Term> rest, again;
  {
    Builder::Insert insert(builder, *body);
    rest = last % next;
    again = !(*rest == 0);
  }
  if (formula.error)
    return a;
  Control::LoopParts parts;
  parts.condition = more.operand;
  parts.initial = {a.operand.value, b.operand.value};
  parts.body = std::move(body);
  parts.bodyCondition = again->operand;
  parts.finals = {next.operand.value, rest->operand.value};
  Result<std::vector<Value *>> results = Control(builder).loop(std::move(parts));
  return formula.take(results ? Result<Value *>((*results)[0]) : Result<Value *>(results.error()));
}

/// |a| / gcd * |b|; 0 where one is 0: then the divisor is 1, or the other one.
Term lcm(Formula &formula, const Terms &x) {
  Term divisor = gcd(formula, x);
  return size(formula, x[0]) / (divisor + asNumber(divisor == 0, formula.type)) * size(formula, x[1]);
}

Term popcount(Formula &formula, const Terms &x) { return reduced("ReduceSum", bitsOf(formula, x[0])); }
Term hasSingleBit(Formula &formula, const Terms &x) { return popcount(formula, x) == 1; }
Term bitWidth(Formula &formula, const Terms &x) { return highest(formula, bitsOf(formula, x[0])); }
Term leadingZeros(Formula &formula, const Terms &x) { return widthOf(formula.type) - bitWidth(formula, x); }
Term leadingOnes(Formula &formula, const Terms &x) {
  return widthOf(formula.type) - highest(formula, 1 - bitsOf(formula, x[0]));
}
Term trailingZeros(Formula &formula, const Terms &x) { return lowest(formula, bitsOf(formula, x[0])); }
Term trailingOnes(Formula &formula, const Terms &x) { return lowest(formula, 1 - bitsOf(formula, x[0])); }

static Term powerOf2(Formula &formula, const Term &exponent) {
  return narrow(shifted("LEFT", formula.number(Number(int64_t(1)), DType::UINT64), cast(exponent, DType::UINT64)));
}

/// The smallest power of 2 that is not less: by the width of x - 1, but of 0 for 0.
Term bitCeil(Formula &formula, const Terms &x) {
  return powerOf2(formula, bitWidth(formula, {x[0] - asNumber(x[0] > 0, formula.type)}));
}

/// The largest power of 2 that is not greater; 0 for 0.
Term bitFloor(Formula &formula, const Terms &x) {
  Term width = bitWidth(formula, x), isPositive = asNumber(x[0] > 0, formula.type);
  return powerOf2(formula, width - asNumber(width > 0, DType::INT64)) * isPositive;
}

/// By n modulo the width, which may be negative. What is shifted out at the left comes in at the right.
Term rotatedLeft(Formula &formula, const Terms &x) {
  int width = widthOf(formula.type);
  Term by = (x[1] % width + width) % width, back = (width - by) % width;
  Term bits = cast(x[0], DType::UINT64);
  Term left = shifted("LEFT", bits, cast(by, DType::UINT64)), right = shifted("RIGHT", bits, cast(back, DType::UINT64));
  return narrow(left + right * asNumber(by > 0, DType::UINT64));
}

Term rotatedRight(Formula &formula, const Terms &x) { return rotatedLeft(formula, {x[0], -x[1]}); }

} // namespace onnxc::graph::formulas
