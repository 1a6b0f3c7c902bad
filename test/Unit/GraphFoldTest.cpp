//===- GraphFoldTest.cpp - C++'s operators and library on known numbers -----------===//
#include "Graph/Building/Fold.h"
#include "Graph/Building/LibraryFunctions.h"
#include "GraphTestUtil.h"

#include <cmath>
#include <limits>

namespace onnxc::graph {
namespace {

Number whole(int64_t value) { return value; }
Number fold(CppOp op, int64_t a, int64_t b, DType dtype) { return take(graph::fold(op, whole(a), whole(b), dtype)); }
ErrorId errorOf(CppOp op, int64_t a, int64_t b, DType dtype) {
  Result<Number> result = graph::fold(op, whole(a), whole(b), dtype);
  return result ? ErrorId::Internal : result.error().id;
}

TEST(Fold, IntegersWrapInTheWidthOfTheirType) {
  EXPECT_EQ(fold(CppOp::Add, INT32_MAX, 1, DType::INT32), whole(INT32_MIN));
  EXPECT_EQ(fold(CppOp::Add, INT32_MAX, 1, DType::INT64), whole(int64_t(INT32_MAX) + 1));
  EXPECT_EQ(fold(CppOp::Add, INT64_MAX, 1, DType::INT64), whole(INT64_MIN));
  EXPECT_EQ(fold(CppOp::Sub, 0, 1, DType::UINT32), whole(UINT32_MAX));
  EXPECT_EQ(fold(CppOp::Sub, 0, 1, DType::UINT64), Number(UINT64_MAX));
  EXPECT_EQ(fold(CppOp::Mul, 100, 3, DType::INT8), whole(44));
  EXPECT_EQ(fold(CppOp::Shl, 1, 31, DType::INT32), whole(INT32_MIN));
  EXPECT_EQ(fold(CppOp::Shr, -5, 1, DType::INT32), whole(-3));
  EXPECT_EQ(fold(CppOp::Shr, int64_t(UINT32_MAX), 31, DType::UINT32), whole(1));
  EXPECT_EQ(take(graph::fold(CppOp::BitNot, whole(0), DType::UINT16)), whole(UINT16_MAX));
  EXPECT_EQ(take(graph::fold(CppOp::Neg, whole(INT64_MIN), DType::INT64)), whole(INT64_MIN));
  EXPECT_EQ(fold(CppOp::Lt, -1, 1, DType::INT32), Number(true));
  EXPECT_EQ(take(graph::fold(CppOp::Lt, Number(UINT64_MAX), whole(1), DType::UINT64)), Number(false));
}

TEST(Fold, WhatCppLeavesUndefined) {
  for (DType dtype : {DType::INT32, DType::INT64, DType::UINT64})
    for (CppOp op : {CppOp::Div, CppOp::Rem})
      EXPECT_EQ(errorOf(op, 7, 0, dtype), ErrorId::DivisionByZero);
  EXPECT_EQ(errorOf(CppOp::Div, INT64_MIN, -1, DType::INT64), ErrorId::LiteralRange);
  EXPECT_EQ(errorOf(CppOp::Rem, INT32_MIN, -1, DType::INT32), ErrorId::LiteralRange);
  EXPECT_EQ(fold(CppOp::Div, INT32_MIN, -1, DType::INT64), whole(-int64_t(INT32_MIN)));
  EXPECT_EQ(errorOf(CppOp::Shl, 1, 32, DType::INT32), ErrorId::ShiftRange);
  EXPECT_EQ(errorOf(CppOp::Shr, 1, -1, DType::INT64), ErrorId::ShiftRange);
  EXPECT_EQ(fold(CppOp::Shl, 1, 32, DType::INT64), whole(int64_t(1) << 32));
}

TEST(Fold, FloatsAreRoundedToTheirType) {
  auto add = [](double a, double b, DType dtype) {
    return std::get<double>(take(graph::fold(CppOp::Add, Number(a), Number(b), dtype)));
  };
  EXPECT_EQ(add(16777216, 1, DType::FLOAT), 16777216);
  EXPECT_EQ(add(16777216, 1, DType::DOUBLE), 16777217);
  EXPECT_TRUE(std::signbit(std::get<double>(take(graph::fold(CppOp::Neg, Number(0.0), DType::FLOAT)))));
  EXPECT_EQ(take(graph::fold(CppOp::Div, Number(1.0), Number(0.0), DType::FLOAT)),
            Number(std::numeric_limits<double>::infinity()));
}

TEST(Fold, Conversions) {
  EXPECT_EQ(convert(whole(300), DType::UINT8), Number(whole(44)));
  EXPECT_EQ(convert(whole(-1), DType::UINT32), Number(whole(UINT32_MAX)));
  EXPECT_EQ(convert(Number(-3.9), DType::INT16), Number(whole(-3)));
  EXPECT_EQ(convert(Number(0.1), DType::FLOAT), Number(static_cast<double>(0.1f)));
  EXPECT_EQ(convert(Number(std::nan("")), DType::BOOL), Number(true));
  EXPECT_EQ(convert(Number(-0.5), DType::UINT8), Number(whole(0)));
  for (double outside : {3e10, -3e10, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_EQ(convert(Number(outside), DType::INT32), std::nullopt);
  EXPECT_EQ(convert(Number(0x1p63), DType::INT64), std::nullopt);
  EXPECT_EQ(convert(Number(0x1p63), DType::UINT64), Number(uint64_t(1) << 63));
}

TEST(Library, Names) {
  auto name = [](const char *text, size_t arity, bool isBuiltin) {
    const LibraryFunction *row = libraryFunction(text, arity, isBuiltin);
    return std::string(row ? row->name : "none");
  };
  EXPECT_EQ(name("floor", 1, false), "floor");
  EXPECT_EQ(name("floorf", 1, false), "none");
  EXPECT_EQ(name("floorf", 1, true), "floor");
  EXPECT_EQ(name("__builtin_erff", 1, true), "erf");
  EXPECT_EQ(name("llabs", 1, true), "abs");
  EXPECT_EQ(name("__builtin_popcountll", 1, true), "popcount");
  EXPECT_EQ(name("hypot", 3, false), "hypot");
  EXPECT_EQ(name("hypot", 1, false), "none");
  EXPECT_NE(whyNoLibraryFunction("lgammaf"), nullptr);
  EXPECT_EQ(whyNoLibraryFunction("floor"), nullptr);
}

TEST(Library, FoldsInTheTypeInWhichItComputes) {
  auto folded = [](const char *name, DType dtype, std::vector<Number> arguments) {
    return libraryFunction(name, arguments.size(), false)->fold(dtype, arguments);
  };
  EXPECT_EQ(folded("popcount", DType::UINT8, {whole(255)}), whole(8));
  EXPECT_EQ(folded("countl_zero", DType::UINT16, {whole(1)}), whole(15));
  EXPECT_EQ(folded("rotr", DType::UINT8, {whole(1), whole(1)}), whole(128));
  EXPECT_EQ(folded("gcd", DType::INT64, {whole(-12), whole(18)}), whole(6));
  EXPECT_EQ(folded("abs", DType::INT32, {whole(INT32_MIN)}), whole(INT32_MIN));
  EXPECT_EQ(folded("fma", DType::FLOAT, {Number(16777216.0), Number(1.0), Number(1.0)}), Number(16777216.0));
  EXPECT_EQ(folded("lround", DType::DOUBLE, {Number(-2.5)}), whole(-3));
  EXPECT_EQ(libraryFunction("sin", 1, false)->fold, nullptr); // machines disagree
}

} // namespace
} // namespace onnxc::graph
