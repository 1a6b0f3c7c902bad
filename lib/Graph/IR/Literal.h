//===- Literal.h - Numbers that have not met a type yet ---------------------===//
//
// A number written in C++ is a tensor where a tensor is expected. It takes the
// element type of the tensor that it meets (docs/language.md, "Types").
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_GRAPH_LITERAL_H
#define ONNXC_GRAPH_LITERAL_H

#include "Graph/IR/Error.h"
#include "onnxc/dtype.h"
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace onnx {
class AttributeProto;
class TensorProto;
} // namespace onnx

namespace onnxc::graph {

/// One number or string with C++ value: bool, signed, unsigned (above int64 only), floating, string.
using Number = std::variant<bool, int64_t, uint64_t, double, std::string>;

/// A flexible constant: a number (no dims), or a list of numbers (1-D and up).
struct Literal {
  std::vector<Number> data;
  std::vector<int64_t> dims;
  /// double only if written as a constant of a declared double: the type it takes when it never meets one.
  bool declaredDouble = false;

  Literal() = default;
  Literal(Number number) : data{std::move(number)} {}
  static Literal list(std::vector<Number> numbers) {
    Literal literal;
    literal.dims = {static_cast<int64_t>(numbers.size())};
    literal.data = std::move(numbers);
    return literal;
  }
  bool isScalar() const { return dims.empty(); }
  bool operator==(const Literal &) const = default;
};

/// The type that a literal takes when it never meets one: bool, int64 (uint64 above int64), float or double, string.
DType defaultType(const Literal &literal);
/// True when every number is representable: integral for integer types, in range. Floats may round.
bool fits(const Literal &literal, DType dtype);
std::string toString(const Literal &literal);
/// As a C++ condition: whether the one number is not 0 (NaN is not). None for strings, and for more or fewer numbers.
std::optional<bool> truthOf(const Literal &literal);
/// Why it does not fit: it has a fraction, is out of range, or is no number.
Error doesNotFit(const Literal &literal, DType dtype);
/// A floating-point number that is known only at run time beside a tensor of integers.
Error fractionMeets(DType dtype);
/// What toTensor() has made a tensor of for a literal's own type; nothing where it was made otherwise.
std::optional<Literal> literalOf(const onnx::TensorProto &tensor);
/// The numbers or strings of an attribute; nullopt for other attributes.
std::optional<Literal> literalOf(const onnx::AttributeProto &attribute);
/// The number as a C++ cast to that type gives it (and back in the widest type of its kind): integers wrap, fractions
/// are cut off, floats are rounded. Strings stay. None where C++ leaves it undefined: a float whose integer does not
/// fit.
std::optional<Number> convert(const Number &number, DType dtype);
std::optional<Literal> convert(const Literal &literal, DType dtype);
/// Bits of an integer type: 64 for those that C++ has not.
int widthOf(DType dtype);
/// Bits of one element where several share a byte, else 0.
int packedBits(DType dtype);
/// Elements of a byte each (their low bits), packed in a stream of bits, the first one in the low bits: as raw_data has
/// them.
std::string packElements(const unsigned char *elements, size_t count, int bits);
/// The literal, which must fit, as a tensor.
onnx::TensorProto toTensor(const Literal &literal, DType dtype);

} // namespace onnxc::graph

#endif
