//===- LibraryFunctions.cpp - The table of C++'s library functions on numbers -----===//
#include "Graph/Building/LibraryFunctions.h"
#include "Graph/Building/HostFold.h"
#include "Graph/Building/IntegerFormulas.h"
#include "Graph/Building/MathFormulas.h"
#include "Graph/Building/Transcendental.h"

#include <algorithm>
#include <bit>

namespace onnxc::graph {

namespace {

using formulas::Function;
using formulas::Terms;

/// How the table's formulas are called by those who build.
template <Function FORMULA>
Result<Value *> build(Builder &builder, DType dtype, const std::vector<Value *> &arguments) {
  Formula formula(builder, dtype);
  Terms terms;
  for (Value *value : arguments)
    terms.emplace_back(formula, value);
  return formula.finish(FORMULA(formula, terms));
}

/// The name of an operator as a template argument.
template <size_t N> struct Name {
  char text[N] = {};
  constexpr Name(const char (&from)[N]) { std::copy_n(from, N, text); }
};

template <Name OPERATOR> Term direct(Formula &, const Terms &x) { return node(OPERATOR.text, x); }
Term remainderOf(Formula &, const Terms &x) { return x[0] % x[1]; }
Term copySign(Formula &, const Terms &x) { return formulas::copySign(x[0], x[1]); }
Term signBit(Formula &, const Terms &x) { return formulas::signBit(x[0]); }

} // namespace

const std::vector<LibraryFunction> &libraryFunctions() {
  using namespace host;
  namespace f = formulas;
  static const std::vector<LibraryFunction> table = {
      // Signs and rounding.
      {"abs", "A", 'A', build<direct<"Abs">>, ANY1(absolute(x))},
      {"fabs", "F", 'F', build<direct<"Abs">>, REAL1(std::fabs(x))},
      {"floor", "F", 'F', build<direct<"Floor">>, REAL1(std::floor(x))},
      {"ceil", "F", 'F', build<direct<"Ceil">>, REAL1(std::ceil(x))},
      {"trunc", "F", 'F', build<f::truncated>, REAL1(std::trunc(x))},
      {"round", "F", 'F', build<f::rounded>, REAL1(std::round(x))},
      {"nearbyint", "F", 'F', build<f::toEven>, REAL1(std::nearbyint(x))},
      {"rint", "F", 'F', build<f::toEven>, REAL1(std::nearbyint(x))},
      {"lround", "F", 'I', build<f::roundedInteger>, REAL1(wholeNumber(std::round(x)))},
      {"llround", "F", 'I', build<f::roundedInteger>, REAL1(wholeNumber(std::round(x)))},
      {"lrint", "F", 'I', build<f::toEvenInteger>, REAL1(wholeNumber(std::nearbyint(x)))},
      {"llrint", "F", 'I', build<f::toEvenInteger>, REAL1(wholeNumber(std::nearbyint(x)))},
      {"copysign", "FF", 'F', build<copySign>, REAL2(std::copysign(x, y))},
      {"signbit", "F", 'B', build<signBit>, REAL1(std::signbit(x))},
      // Remainders, sums, choices.
      {"fmod", "FF", 'F', build<remainderOf>, REAL2(std::fmod(x, y))},
      {"remainder", "FF", 'F', build<f::remainder>, REAL2(std::remainder(x, y))},
      {"drem", "FF", 'F', build<f::remainder>, REAL2(std::remainder(x, y))},
      {"fma", "FFF", 'F', build<f::fma>, REAL3(std::fma(x, y, z))},
      {"fdim", "FF", 'F', build<f::fdim>, REAL2(std::fdim(x, y))},
      {"fmin", "FF", 'F', build<f::fmin>, REAL2(std::fmin(x, y))},
      {"fmax", "FF", 'F', build<f::fmax>, REAL2(std::fmax(x, y))},
      {"lerp", "FFF", 'F', build<f::lerp>, nullptr},
      {"midpoint", "AA", 'A', build<f::midpoint>, ANY2(std::midpoint(x, y))},
      // Powers and logarithms.
      {"sqrt", "F", 'F', build<direct<"Sqrt">>, REAL1(std::sqrt(x))},
      {"cbrt", "F", 'F', build<f::cbrt>, nullptr},
      {"hypot", "FF", 'F', build<f::hypot>, nullptr},
      {"hypot", "FFF", 'F', build<f::hypot>, nullptr},
      {"pow", "FF", 'F', build<direct<"Pow">>, nullptr},
      {"exp", "F", 'F', build<direct<"Exp">>, nullptr},
      {"exp2", "F", 'F', build<f::exp2>, nullptr},
      {"expm1", "F", 'F', build<f::expm1>, nullptr},
      {"log", "F", 'F', build<direct<"Log">>, nullptr},
      {"log2", "F", 'F', build<f::log2>, nullptr},
      {"log10", "F", 'F', build<f::log10>, nullptr},
      {"log1p", "F", 'F', build<f::log1p>, nullptr},
      {"ldexp", "FI", 'F', build<f::scaled>, REAL2(scale(x, y))},
      {"scalbn", "FI", 'F', build<f::scaled>, REAL2(scale(x, y))},
      {"scalbln", "FI", 'F', build<f::scaled>, REAL2(scale(x, y))},
      {"logb", "F", 'F', build<f::exponent>, REAL1(std::logb(x))},
      {"ilogb", "F", 'I', build<f::integerExponent>, REAL1(std::ilogb(x))},
      // Trigonometry.
      {"sin", "F", 'F', build<direct<"Sin">>, nullptr},
      {"cos", "F", 'F', build<direct<"Cos">>, nullptr},
      {"tan", "F", 'F', build<f::tan>, nullptr},
      {"asin", "F", 'F', build<f::asin>, nullptr},
      {"acos", "F", 'F', build<f::acos>, nullptr},
      {"atan", "F", 'F', build<f::atan>, nullptr},
      {"atan2", "FF", 'F', build<f::atan2>, nullptr},
      {"sinh", "F", 'F', build<f::sinh>, nullptr},
      {"cosh", "F", 'F', build<f::cosh>, nullptr},
      {"tanh", "F", 'F', build<direct<"Tanh">>, nullptr},
      {"asinh", "F", 'F', build<f::asinh>, nullptr},
      {"acosh", "F", 'F', build<f::acosh>, nullptr},
      {"atanh", "F", 'F', build<f::atanh>, nullptr},
      {"erf", "F", 'F', build<direct<"Erf">>, nullptr},
      // Classes of numbers.
      {"isnan", "F", 'B', build<direct<"IsNaN">>, REAL1(std::isnan(x))},
      {"isinf", "F", 'B', build<direct<"IsInf">>, REAL1(std::isinf(x))},
      {"isfinite", "F", 'B', build<f::isFinite>, REAL1(std::isfinite(x))},
      {"finite", "F", 'B', build<f::isFinite>, REAL1(std::isfinite(x))},
      {"isnormal", "F", 'B', build<f::isNormal>, REAL1(std::isnormal(x))},
      {"fpclassify", "IIIIIF", 'I', build<f::classified>, nullptr},
      {"isgreater", "FF", 'B', build<direct<"Greater">>, REAL2(std::isgreater(x, y))},
      {"isgreaterequal", "FF", 'B', build<direct<"GreaterOrEqual">>, REAL2(std::isgreaterequal(x, y))},
      {"isless", "FF", 'B', build<direct<"Less">>, REAL2(std::isless(x, y))},
      {"islessequal", "FF", 'B', build<direct<"LessOrEqual">>, REAL2(std::islessequal(x, y))},
      {"islessgreater", "FF", 'B', build<f::isLessGreater>, REAL2(std::islessgreater(x, y))},
      {"isunordered", "FF", 'B', build<f::isUnordered>, REAL2(std::isunordered(x, y))},
      // <numeric> and <bit>.
      {"gcd", "AA", 'A', build<f::gcd>, INTEGERS2(greatestCommonDivisor(x, y))},
      {"lcm", "AA", 'A', build<f::lcm>, INTEGERS2(leastCommonMultiple(x, y))},
      {"popcount", "U", 'I', build<f::popcount>, BITS1(std::popcount(x))},
      {"has_single_bit", "U", 'B', build<f::hasSingleBit>, BITS1(std::has_single_bit(x))},
      {"countl_zero", "U", 'I', build<f::leadingZeros>, BITS1(std::countl_zero(x))},
      {"countl_one", "U", 'I', build<f::leadingOnes>, BITS1(std::countl_one(x))},
      {"countr_zero", "U", 'I', build<f::trailingZeros>, BITS1(std::countr_zero(x))},
      {"countr_one", "U", 'I', build<f::trailingOnes>, BITS1(std::countr_one(x))},
      {"bit_width", "U", 'I', build<f::bitWidth>, BITS1(static_cast<int>(std::bit_width(x)))},
      {"bit_floor", "U", 'U', build<f::bitFloor>, BITS1(std::bit_floor(x))},
      {"bit_ceil", "U", 'U', build<f::bitCeil>, BITS1(smallestPower(x))},
      {"rotl", "UI", 'U', build<f::rotatedLeft>, BITS2(rotate(x, y))},
      {"rotr", "UI", 'U', build<f::rotatedRight>, BITS2(rotate(x, static_cast<decltype(x)>(0 - y)))},
  };
  return table;
}

const LibraryFunction *libraryFunction(std::string_view name, size_t arity, bool isOfC) {
  auto named = [&](std::string_view text) -> const LibraryFunction * {
    for (const LibraryFunction &row : libraryFunctions())
      if (text == row.name && std::string_view(row.arguments).size() == arity)
        return &row;
    return nullptr;
  };
  if (!isOfC)
    return named(name);
  constexpr std::string_view prefix = "__builtin_";
  if (name.starts_with(prefix))
    name.remove_prefix(prefix.size());
  static constexpr std::pair<std::string_view, std::string_view> otherNames[] = {
      {"labs", "abs"}, {"llabs", "abs"}, {"drem", "remainder"}, {"finite", "isfinite"}};
  for (auto [other, usual] : otherNames)
    if (name == other)
      return named(usual);
  if (const LibraryFunction *row = named(name))
    return row;
  for (std::string_view suffix : {"ll", "l", "f"}) // of the type
    if (name.ends_with(suffix))
      if (const LibraryFunction *row = named(name.substr(0, name.size() - suffix.size())))
        return row;
  return nullptr;
}

const char *whyNoLibraryFunction(std::string_view name) {
  struct Row {
    std::string_view name;
    const char *why;
  };
  static constexpr const char *pointer = "it gives a second result through a pointer, and ONNX has no addresses";
  static constexpr const char *bits = "ONNX has no operator on the bits of a floating-point number";
  static constexpr const char *noOperator = "ONNX has no operator for it";
  static constexpr Row rows[] = {
      {"frexp", pointer},
      {"modf", pointer},
      {"remquo", pointer},
      {"lgamma_r", pointer},
      {"sincos", pointer},
      {"nextafter", bits},
      {"nexttoward", bits},
      {"erfc",
       "ONNX has Erf only, from which the small values of erfc cannot be had; write 1 - std::erf(x) if they do not "
       "matter"},
      {"tgamma", noOperator},
      {"lgamma", noOperator},
      {"beta", noOperator},
      {"expint", noOperator},
      {"hermite", noOperator},
      {"laguerre", noOperator},
      {"assoc_laguerre", noOperator},
      {"legendre", noOperator},
      {"assoc_legendre", noOperator},
      {"sph_legendre", noOperator},
      {"riemann_zeta", noOperator},
      {"ellint_1", noOperator},
      {"ellint_2", noOperator},
      {"ellint_3", noOperator},
      {"comp_ellint_1", noOperator},
      {"comp_ellint_2", noOperator},
      {"comp_ellint_3", noOperator},
      {"cyl_bessel_i", noOperator},
      {"cyl_bessel_j", noOperator},
      {"cyl_bessel_k", noOperator},
      {"cyl_neumann", noOperator},
      {"sph_bessel", noOperator},
      {"sph_neumann", noOperator},
  };
  auto named = [&](std::string_view text) {
    const Row *row = std::find_if(std::begin(rows), std::end(rows), [&](const Row &each) { return each.name == text; });
    return row == std::end(rows) ? nullptr : row->why;
  };
  const char *why = named(name);
  bool hasSuffix = name.ends_with("f") || name.ends_with("l");
  return why || !hasSuffix ? why : named(name.substr(0, name.size() - 1));
}

} // namespace onnxc::graph
