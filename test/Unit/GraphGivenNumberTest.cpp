// Numbers beside tensors whose element type becomes known later.
#include "Graph/Inference/GivenNumber.h"
#include "Graph/Model/Import.h"
#include "Graph/Passes/Serialize.h"
#include "GraphTestUtil.h"

namespace onnxc::graph {
namespace {

/// x * number, of any element type.
void multiply(TestFunction &function, double value) {
  Value *x = function.generic("x");
  function.builder.location = 17;
  function.output(take(function.builder.cpp(CppOp::Mul, {Operand(x), number(value)})).value);
  finish(function.function);
}

TEST(GivenNumber, MustFitTheTypeOfACall) {
  TestFunction tenth("tenth"), outer("outer"), f;
  multiply(tenth, 0.1);
  Value *any = outer.generic("any");
  outer.builder.location = 18;
  outer.output(take(outer.builder.call(tenth.function, {any}))[0]);
  finish(outer.function);
  f.builder.location = 19;
  EXPECT_TRUE(f.builder.call(outer.function, {f.input("x", floats({2}))}));
  auto result = f.builder.call(outer.function, {f.input("n", ints({2}))});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().id, ErrorId::LiteralFraction);
  EXPECT_EQ(result.error().message, "0.1 has a fraction, which a tensor of int64 can't hold");
  EXPECT_EQ(result.error().location, 17u);
  ASSERT_EQ(result.error().calls.size(), 2u);
  EXPECT_EQ(result.error().calls[0].location, 18u);
  EXPECT_EQ(result.error().calls[0].text, "'test::tenth' is called with int64[2] here");
  EXPECT_EQ(result.error().calls[1].location, 19u);
}

TEST(GivenNumber, IsInRange) {
  TestFunction big("big"), f;
  multiply(big, 300);
  EXPECT_TRUE(f.builder.call(big.function, {f.input("n", ints({2}))}));
  EXPECT_ERROR(f.builder.call(big.function, {f.input("small", Type::tensor(DType::INT8))}), LiteralRange,
               "300.0 is out of the range of int8");
}

TEST(GivenNumber, MustFitTheTypeThatFollows) {
  TestFunction f;
  Value *x = f.generic("x");
  Value *scaled = take(f.builder.cpp(CppOp::Mul, {Operand(x), number(0.5)})).value;
  EXPECT_TRUE(misfits(f.function).empty());
  f.output(take(f.builder.cpp(CppOp::Add, {Operand(scaled), Operand(f.input("n", ints({2})))})).value);
  std::vector<Error> errors = misfits(f.function);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].id, ErrorId::LiteralFraction);
}

TEST(GivenNumber, CastLikeByTheUserTruncates) {
  TestFunction g("g"), f;
  Value *x = g.generic("x");
  g.output(take(g.builder.op("CastLike", {number(0.5), Operand(x)})));
  finish(g.function);
  EXPECT_TRUE(f.builder.call(g.function, {f.input("n", ints({2}))}));
}

TEST(GivenNumber, IsStillKnownWhereTheFunctionIsReadAgain) {
  TestFunction tenth("tenth"), f;
  multiply(tenth, 0.1);
  FinishOptions marks;
  marks.markNumbers = true;
  auto again = take(importFunction(toProto(tenth.function, marks), {}));
  EXPECT_ERROR(f.builder.call(*again, {f.input("n", ints({2}))}), LiteralFraction, "0.1 has a fraction");
  EXPECT_EQ(toProto(*again).SerializeAsString().find("onnxc.number"), std::string::npos);
}

} // namespace
} // namespace onnxc::graph
