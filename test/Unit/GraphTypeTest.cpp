//===- GraphTypeTest.cpp - Types and literals ---------------------------------------===//
#include "Graph/IR/TypeText.h"
#include "GraphTestUtil.h"
#include "onnx/onnx_pb.h"

#include <cmath>
#include <limits>

namespace onnxc::graph {
namespace {

TEST(Type, Text) {
  EXPECT_EQ(toString(floats({sym("N"), 3, Dim()})), "float[N,3,?]");
  EXPECT_EQ(toString(Type::scalar(DType::BOOL)), "bool[]");
  EXPECT_EQ(toString(Type::tensor(DType::INT64)), "int64");
  EXPECT_EQ(toString(Type::sequence(DType::INT64, Shape{Dim()})), "seq(int64[?])");
  EXPECT_EQ(toString(Type::tensor(ElemType::variable(2))), "T2");
  EXPECT_EQ(toString(Type::tensor(ElemType())), "?");
  EXPECT_STREQ(toString(DType::FLOAT8E4M3FNUZ), "float8e4m3fnuz");
}

TEST(Type, Parse) {
  for (const char *text :
       {"float[N,3,?]", "bool[]", "int64", "seq(int64[?])", "optional(float[2])", "optional(seq(double))"}) {
    Result<Type> type = parseType(text);
    ASSERT_TRUE(type) << text << ": " << type.error().message;
    EXPECT_EQ(toString(*type), text);
  }
  EXPECT_EQ(*parseType(" float32[ 2 , N ] "), floats({2, sym("N")}));
  EXPECT_EQ(*parseType("seq( tensor(Half) )"), Type::sequence(DType::FLOAT16));
}

TEST(Type, ParseErrors) {
  const std::pair<const char *, const char *> errors[] = {
      {"", "'' is no element type"},
      {"floot", "'floot' is no element type; did you mean 'float'?"},
      {"float[", "']' is missing"},
      {"float[3,]", "'' is no dimension: a number, a name, or '?'"},
      {"float[-1]", "a dimension cannot be negative; '?' is an unknown one"},
      {"float[3x]", "'3x' is no dimension: a number, a name, or '?'"},
      {"float[99999999999999999999]", "'99999999999999999999' is no dimension: a number, a name, or '?'"},
      {"float[2] x", "'x' follows the type"},
      {"seq(float", "')' is missing"},
      {"seq float", "'(' must follow 'seq'"},
      {"seq(seq(float))", "a seq of that is not supported"},
      {"optional(map)", "'map' is no element type"},
  };
  for (const auto &[text, message] : errors) {
    Result<Type> type = parseType(text);
    ASSERT_FALSE(type) << text;
    EXPECT_EQ(type.error().message, message) << text;
  }
  std::string deep;
  for (int i = 0; i < 100'000; ++i)
    deep += "tensor(";
  EXPECT_FALSE(parseType(deep));
}

TEST(Type, Join) {
  EXPECT_EQ(join(floats({2, sym("N")}), floats({2, 3})), floats({2, Dim()}));
  EXPECT_EQ(join(floats({2}), floats({2, 3})), Type::tensor(DType::FLOAT));
  EXPECT_EQ(join(floats({2}), ints({2})).elem, ElemType());
  EXPECT_EQ(join(floats({}), Type::sequence(DType::FLOAT)).kind, Type::Kind::Unknown);
}

TEST(Type, ProtoRoundTrip) {
  for (const Type &type : {floats({sym("N"), 3, Dim()}), Type::tensor(DType::FLOAT), Type::sequence(DType::STRING)})
    EXPECT_EQ(fromProto(toProto(type)), type);
  Type optional = Type::sequence(DType::INT32);
  optional.kind = Type::Kind::OptionalSequence;
  EXPECT_EQ(fromProto(toProto(optional)), optional);
}

TEST(TypeVars, Unify) {
  TypeVars vars;
  ElemType a = ElemType::variable(vars.fresh("Real", {DType::FLOAT, DType::DOUBLE}));
  ElemType b = ElemType::variable(vars.fresh());
  ElemType c = ElemType::variable(vars.fresh("Int", {DType::INT32, DType::INT64}));
  EXPECT_FALSE(vars.unify(a, DType::INT64));
  EXPECT_TRUE(vars.unify(a, b));
  EXPECT_FALSE(vars.unify(b, c));
  EXPECT_TRUE(vars.unify(b, DType::DOUBLE));
  EXPECT_EQ(vars.resolve(a), ElemType(DType::DOUBLE));
  EXPECT_FALSE(vars.unify(a, DType::FLOAT));
  EXPECT_EQ(vars.nameOf(b.var), "Real");
}

TEST(Literal, DefaultType) {
  EXPECT_EQ(defaultType(Literal(true)), DType::BOOL);
  EXPECT_EQ(defaultType(Literal(int64_t(3))), DType::INT64);
  EXPECT_EQ(defaultType(Literal(uint64_t(1) << 63)), DType::UINT64);
  EXPECT_EQ(defaultType(Literal(1.5)), DType::FLOAT);
  Literal declared(1.5);
  declared.declaredDouble = true;
  EXPECT_EQ(defaultType(declared), DType::DOUBLE);
  EXPECT_EQ(defaultType(Literal::list({int64_t(1), 2.5})), DType::FLOAT);
  EXPECT_EQ(defaultType(Literal(std::string("x"))), DType::STRING);
}

TEST(Literal, Fits) {
  EXPECT_TRUE(fits(Literal(int64_t(255)), DType::UINT8));
  EXPECT_FALSE(fits(Literal(int64_t(256)), DType::UINT8));
  EXPECT_FALSE(fits(Literal(int64_t(-1)), DType::UINT32));
  EXPECT_TRUE(fits(Literal(2.0), DType::INT32));
  EXPECT_FALSE(fits(Literal(2.5), DType::INT32));
  EXPECT_FALSE(fits(Literal(0x1p63), DType::INT64));
  EXPECT_TRUE(fits(Literal(0x1p63), DType::UINT64));
  EXPECT_FALSE(fits(Literal(0x1p64), DType::UINT64));
  EXPECT_TRUE(fits(Literal((int64_t(1) << 24) + 1), DType::FLOAT)); // rounds
  EXPECT_FALSE(fits(Literal(1e300), DType::FLOAT));
  EXPECT_TRUE(fits(Literal(std::numeric_limits<double>::infinity()), DType::FLOAT));
  EXPECT_FALSE(fits(Literal(int64_t(70000)), DType::FLOAT16));
  EXPECT_TRUE(fits(Literal(int64_t(-8)), DType::INT4));
  EXPECT_FALSE(fits(Literal(std::string("x")), DType::FLOAT));
  EXPECT_FALSE(fits(Literal(int64_t(2)), DType::BOOL));
}

TEST(Literal, ConvertsAsCpp) {
  EXPECT_EQ(convert(Literal(-2.75), DType::INT32), Literal(int64_t(-2)));
  EXPECT_EQ(convert(Literal(int64_t(300)), DType::UINT8), Literal(int64_t(44)));
  EXPECT_EQ(convert(Literal(int64_t(200)), DType::INT8), Literal(int64_t(-56)));
  EXPECT_EQ(convert(Literal(int64_t(-1)), DType::UINT64), Literal(UINT64_MAX));
  EXPECT_EQ(convert(Literal(0.5), DType::BOOL), Literal(true));
  EXPECT_EQ(convert(Literal(0.1), DType::FLOAT), Literal(static_cast<double>(0.1f)));
}

TEST(Literal, Tensors) {
  onnx::TensorProto half = toTensor(Literal(1.5), DType::FLOAT16);
  EXPECT_EQ(half.int32_data(0), 0x3e00);
  onnx::TensorProto packed = toTensor(Literal::list({int64_t(-1), int64_t(3), int64_t(-8)}), DType::INT4);
  EXPECT_EQ(packed.raw_data(), std::string("\x3f\x08"));
  EXPECT_EQ(toTensor(Literal(UINT64_MAX), DType::UINT64).uint64_data(0), UINT64_MAX);
  EXPECT_EQ(toTensor(Literal(0.1), DType::DOUBLE).double_data(0), 0.1);
  EXPECT_EQ(toTensor(Literal(std::string("a")), DType::STRING).string_data(0), "a");
  EXPECT_EQ(toString(Literal::list({int64_t(1), 2.0, true})), "{1, 2.0, true}");
}

} // namespace
} // namespace onnxc::graph
