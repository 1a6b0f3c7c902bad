//===- Literal.cpp - Numbers that have not met a type yet -------------------===//
#include "Graph/IR/Literal.h"
#include "Graph/IR/Type.h"
#include "onnx/onnx_pb.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace onnxc::graph {

namespace {

/// The order in which a list's numbers determine its kind: a list with one double is a list of doubles.
int kindRank(const Number &number) { return static_cast<int>(number.index()); }

struct IntRange {
  int64_t low;
  uint64_t high;
};

IntRange rangeOf(DType dtype) {
  switch (dtype) {
  case DType::INT8:
    return {INT8_MIN, INT8_MAX};
  case DType::INT16:
    return {INT16_MIN, INT16_MAX};
  case DType::INT32:
    return {INT32_MIN, INT32_MAX};
  case DType::INT64:
    return {INT64_MIN, INT64_MAX};
  case DType::UINT8:
    return {0, UINT8_MAX};
  case DType::UINT16:
    return {0, UINT16_MAX};
  case DType::UINT32:
    return {0, UINT32_MAX};
  case DType::UINT64:
    return {0, UINT64_MAX};
  case DType::INT4:
    return {-8, 7};
  case DType::UINT4:
    return {0, 15};
  case DType::INT2:
    return {-2, 1};
  case DType::UINT2:
    return {0, 3};
  default:
    return {0, 1}; // bool
  }
}

double largestOf(DType dtype) {
  switch (dtype) {
  case DType::DOUBLE:
  case DType::COMPLEX128:
    return std::numeric_limits<double>::max();
  case DType::FLOAT:
  case DType::COMPLEX64:
    return std::numeric_limits<float>::max();
  case DType::BFLOAT16:
    return 0x1.fep127;
  case DType::FLOAT16:
    return 65504;
  case DType::FLOAT8E4M3FN:
    return 448;
  case DType::FLOAT8E4M3FNUZ:
    return 240;
  case DType::FLOAT8E5M2:
  case DType::FLOAT8E5M2FNUZ:
    return 57344;
  case DType::FLOAT4E2M1:
    return 6;
  case DType::FLOAT6E2M3:
    return 7.5;
  case DType::FLOAT6E3M2:
    return 28;
  case DType::FLOAT8E8M0:
    return 0x1p127;
  default:
    return 0;
  }
}

double toDouble(const Number &number) {
  return std::visit(
      [](const auto &value) -> double {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>)
          return 0;
        else
          return static_cast<double>(value);
      },
      number);
}

/// Bits of the number as a two's complement integer; doubles must be in range of int64 or uint64.
uint64_t toBits(const Number &number) {
  return std::visit(
      [](const auto &value) -> uint64_t {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::string>)
          return 0;
        else if constexpr (std::is_same_v<T, double>)
          return value < 0 ? static_cast<uint64_t>(static_cast<int64_t>(value)) : static_cast<uint64_t>(value);
        else
          return static_cast<uint64_t>(value);
      },
      number);
}

bool fitsInteger(const Number &number, DType dtype) {
  IntRange range = rangeOf(dtype);
  if (auto *value = std::get_if<bool>(&number))
    return *value ? range.high >= 1 : true;
  if (auto *value = std::get_if<int64_t>(&number))
    return *value >= range.low && (*value < 0 || static_cast<uint64_t>(*value) <= range.high);
  if (auto *value = std::get_if<uint64_t>(&number))
    return *value <= range.high;
  if (auto *value = std::get_if<double>(&number)) {
    // 2^63 and 2^64 are doubles, the largest integers below them are not.
    double limit = range.high == UINT64_MAX ? 0x1p64 : static_cast<double>(range.high) + 1;
    if (dtype == DType::INT64)
      limit = 0x1p63;
    return std::trunc(*value) == *value && *value >= static_cast<double>(range.low) && *value < limit;
  }
  return false;
}

bool fitsNumber(const Number &number, DType dtype) {
  bool isText = std::holds_alternative<std::string>(number);
  if (isText || dtype == DType::STRING)
    return isText && dtype == DType::STRING;
  if (dtype == DType::BOOL || isInteger(dtype))
    return fitsInteger(number, dtype);
  double value = toDouble(number);
  if (!std::isfinite(value))
    return true;
  return std::abs(value) <= largestOf(dtype) && !(dtype == DType::FLOAT8E8M0 && value <= 0);
}

/// What a C++ conversion to an integer of `bits` bits keeps.
Number wrapInteger(uint64_t value, DType dtype) {
  IntRange range = rangeOf(dtype);
  if (dtype == DType::INT64)
    return static_cast<int64_t>(value);
  if (dtype == DType::UINT64)
    return value <= static_cast<uint64_t>(INT64_MAX) ? Number(static_cast<int64_t>(value)) : Number(value);
  uint64_t span = range.high - static_cast<uint64_t>(range.low); // 2^bits - 1
  value &= span;
  if (value > range.high)
    value |= ~span;
  return static_cast<int64_t>(value);
}

template <class T> double rounded(double value) { return static_cast<double>(T(value)); }

double roundTo(double value, DType dtype) {
  switch (dtype) {
  case DType::FLOAT:
    return rounded<float>(value);
  case DType::FLOAT16:
    return rounded<float16>(value);
  case DType::BFLOAT16:
    return rounded<bfloat16>(value);
  case DType::FLOAT8E4M3FN:
    return rounded<float8e4m3fn>(value);
  case DType::FLOAT8E4M3FNUZ:
    return rounded<float8e4m3fnuz>(value);
  case DType::FLOAT8E5M2:
    return rounded<float8e5m2>(value);
  case DType::FLOAT8E5M2FNUZ:
    return rounded<float8e5m2fnuz>(value);
  case DType::FLOAT4E2M1:
    return rounded<float4e2m1>(value);
  case DType::FLOAT6E2M3:
    return rounded<float6e2m3>(value);
  case DType::FLOAT6E3M2:
    return rounded<float6e3m2>(value);
  default:
    return value;
  }
}

/// The bits of the number in a type of at most 16 bits.
uint32_t smallBits(const Number &number, DType dtype) {
  double value = toDouble(number);
  switch (dtype) {
  case DType::FLOAT16:
    return float16(value).bits;
  case DType::BFLOAT16:
    return bfloat16(value).bits;
  case DType::FLOAT8E4M3FN:
    return float8e4m3fn(value).bits;
  case DType::FLOAT8E4M3FNUZ:
    return float8e4m3fnuz(value).bits;
  case DType::FLOAT8E5M2:
    return float8e5m2(value).bits;
  case DType::FLOAT8E5M2FNUZ:
    return float8e5m2fnuz(value).bits;
  case DType::FLOAT4E2M1:
    return float4e2m1(value).bits;
  case DType::FLOAT6E2M3:
    return float6e2m3(value).bits;
  case DType::FLOAT6E3M2:
    return float6e3m2(value).bits;
  case DType::FLOAT8E8M0:
    return float8e8m0(value).bits;
  default:
    return static_cast<uint32_t>(toBits(number));
  }
}

void addNumber(onnx::TensorProto &tensor, const Number &number, DType dtype) {
  switch (dtype) {
  case DType::STRING:
    if (auto *text = std::get_if<std::string>(&number))
      tensor.add_string_data(*text);
    else
      tensor.add_string_data("");
    break;
  case DType::FLOAT:
    tensor.add_float_data(static_cast<float>(toDouble(number)));
    break;
  case DType::COMPLEX64:
    tensor.add_float_data(static_cast<float>(toDouble(number)));
    tensor.add_float_data(0);
    break;
  case DType::DOUBLE:
    tensor.add_double_data(toDouble(number));
    break;
  case DType::COMPLEX128:
    tensor.add_double_data(toDouble(number));
    tensor.add_double_data(0);
    break;
  case DType::INT64:
    tensor.add_int64_data(static_cast<int64_t>(toBits(number)));
    break;
  case DType::UINT32:
  case DType::UINT64:
    tensor.add_uint64_data(toBits(number));
    break;
  default:
    tensor.add_int32_data(static_cast<int32_t>(smallBits(number, dtype)));
  }
}

std::string numberText(const Number &number) {
  if (auto *value = std::get_if<bool>(&number))
    return *value ? "true" : "false";
  if (auto *value = std::get_if<int64_t>(&number))
    return std::to_string(*value);
  if (auto *value = std::get_if<uint64_t>(&number))
    return std::to_string(*value);
  if (auto *value = std::get_if<double>(&number)) {
    char buffer[64];
    auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, *value);
    std::string text(buffer, error == std::errc() ? end : buffer);
    return text.find_first_of(".einf") == std::string::npos ? text + ".0" : text;
  }
  return '"' + std::get<std::string>(number) + '"';
}

bool hasFraction(const Literal &literal) {
  return std::any_of(literal.data.begin(), literal.data.end(), [](const Number &number) {
    auto *value = std::get_if<double>(&number);
    return value && (!std::isfinite(*value) || std::trunc(*value) != *value);
  });
}

} // namespace

int packedBits(DType dtype) {
  switch (dtype) {
  case DType::INT4:
  case DType::UINT4:
  case DType::FLOAT4E2M1:
    return 4;
  case DType::INT2:
  case DType::UINT2:
    return 2;
  case DType::FLOAT6E2M3:
  case DType::FLOAT6E3M2:
    return 6;
  default:
    return 0;
  }
}

std::string packElements(const unsigned char *elements, size_t count, int bits) {
  const size_t width = static_cast<size_t>(bits);
  std::string packed((count * width + 7) / 8, '\0');
  for (size_t i = 0; i < count * width; ++i)
    if (elements[i / width] >> (i % width) & 1)
      packed[i / 8] = static_cast<char>(static_cast<unsigned char>(packed[i / 8]) | 1u << (i % 8));
  return packed;
}

DType defaultType(const Literal &literal) {
  int rank = 0;
  for (const Number &number : literal.data)
    rank = std::max(rank, kindRank(number));
  static constexpr DType types[] = {DType::BOOL, DType::INT64, DType::UINT64, DType::FLOAT, DType::STRING};
  if (literal.data.empty())
    return DType::INT64; // an empty list: of axes, of sizes
  return types[rank] == DType::FLOAT && literal.declaredDouble ? DType::DOUBLE : types[rank];
}

std::optional<bool> truthOf(const Literal &literal) {
  if (literal.data.size() != 1)
    return std::nullopt;
  return std::visit(
      [](const auto &number) -> std::optional<bool> {
        if constexpr (std::is_same_v<std::decay_t<decltype(number)>, std::string>)
          return std::nullopt;
        else
          return number != 0;
      },
      literal.data[0]);
}

bool fits(const Literal &literal, DType dtype) {
  for (const Number &number : literal.data)
    if (!fitsNumber(number, dtype))
      return false;
  return true;
}

Error doesNotFit(const Literal &literal, DType dtype) {
  bool isText = std::any_of(literal.data.begin(), literal.data.end(),
                            [](const Number &number) { return std::holds_alternative<std::string>(number); });
  std::string text = toString(literal), type = toString(dtype);
  if (isText || dtype == DType::STRING)
    return {ErrorId::TypeMismatch, text + " can't be a tensor of " + type, -1, {}};
  if (!isFloat(dtype) && hasFraction(literal))
    return {ErrorId::LiteralFraction, text + " has a fraction, which a tensor of " + type + " can't hold", -1, {}};
  return {ErrorId::LiteralRange, text + " is out of the range of " + type, -1, {}};
}

Error fractionMeets(DType dtype) {
  return {ErrorId::LiteralFraction,
          std::string("a floating-point number meets a tensor of ") + toString(dtype) + "; convert one of them",
          -1,
          {}};
}

std::string toString(const Literal &literal) {
  if (literal.isScalar())
    return literal.data.empty() ? "" : numberText(literal.data.front());
  std::string text = "{";
  for (size_t i = 0; i < literal.data.size(); ++i) {
    if (i == 16)
      return text + ", ...}";
    text += (i ? ", " : "") + numberText(literal.data[i]);
  }
  return text + "}";
}

std::optional<Number> convert(const Number &number, DType dtype) {
  if (std::holds_alternative<std::string>(number) || dtype == DType::STRING)
    return number;
  if (dtype == DType::BOOL)
    return toDouble(number) != 0;
  if (!isInteger(dtype))
    return roundTo(toDouble(number), dtype);
  if (auto *value = std::get_if<double>(&number)) {
    Number whole = std::trunc(*value);
    if (!fitsInteger(whole, dtype))
      return std::nullopt;
    return wrapInteger(toBits(whole), dtype);
  }
  return wrapInteger(toBits(number), dtype);
}

std::optional<Literal> convert(const Literal &literal, DType dtype) {
  Literal result = literal;
  for (Number &number : result.data) {
    std::optional<Number> converted = convert(number, dtype);
    if (!converted)
      return std::nullopt;
    number = std::move(*converted);
  }
  result.declaredDouble = dtype == DType::DOUBLE;
  return result;
}

int widthOf(DType dtype) {
  IntRange range = rangeOf(dtype);
  uint64_t span = range.high - static_cast<uint64_t>(range.low);
  return span == UINT64_MAX ? 64 : std::bit_width(span);
}

onnx::TensorProto toTensor(const Literal &literal, DType dtype) {
  onnx::TensorProto tensor;
  tensor.set_data_type(static_cast<int32_t>(dtype));
  for (int64_t dim : literal.dims)
    tensor.add_dims(dim);
  if (int bits = packedBits(dtype)) {
    std::vector<unsigned char> elements;
    for (const Number &number : literal.data)
      elements.push_back(static_cast<unsigned char>(smallBits(number, dtype)));
    tensor.set_raw_data(packElements(elements.data(), elements.size(), bits));
    return tensor;
  }
  for (const Number &number : literal.data)
    addNumber(tensor, number, dtype);
  return tensor;
}

std::optional<Literal> literalOf(const onnx::TensorProto &tensor) {
  Literal literal;
  literal.dims.assign(tensor.dims().begin(), tensor.dims().end());
  for (float number : tensor.float_data())
    literal.data.emplace_back(static_cast<double>(number));
  for (double number : tensor.double_data())
    literal.data.emplace_back(number);
  for (int64_t number : tensor.int64_data())
    literal.data.emplace_back(number);
  for (uint64_t number : tensor.uint64_data())
    literal.data.emplace_back(number);
  for (int32_t number : tensor.int32_data())
    literal.data.emplace_back(number != 0); // of bool: no literal is of another small type
  size_t count = 1;
  for (int64_t dim : literal.dims)
    count *= static_cast<size_t>(dim);
  if (literal.data.size() != count)
    return std::nullopt;
  return literal;
}

std::optional<Literal> literalOf(const onnx::AttributeProto &attribute) {
  auto list = [](const auto &values) {
    Literal literal;
    literal.dims = {static_cast<int64_t>(values.size())};
    for (const auto &value : values)
      literal.data.emplace_back(value);
    return literal;
  };
  switch (attribute.type()) {
  case onnx::AttributeProto::TENSOR:
    return literalOf(attribute.t());
  case onnx::AttributeProto::FLOAT:
    return Literal(static_cast<double>(attribute.f()));
  case onnx::AttributeProto::INT:
    return Literal(static_cast<int64_t>(attribute.i()));
  case onnx::AttributeProto::STRING:
    return Literal(attribute.s());
  case onnx::AttributeProto::FLOATS:
    return list(std::vector<double>(attribute.floats().begin(), attribute.floats().end()));
  case onnx::AttributeProto::INTS:
    return list(std::vector<int64_t>(attribute.ints().begin(), attribute.ints().end()));
  case onnx::AttributeProto::STRINGS:
    return list(std::vector<std::string>(attribute.strings().begin(), attribute.strings().end()));
  default:
    return std::nullopt;
  }
}

} // namespace onnxc::graph
