//===- GraphBuilderTest.cpp - Operators, numbers, C++ operators ----------------------===//
#include "GraphTestUtil.h"

namespace onnxc::graph {
namespace {

Attributes one(Attribute attribute) {
  Attributes attributes;
  attributes.push_back(std::move(attribute));
  return attributes;
}

TEST(Op, InfersShapes) {
  TestFunction f;
  Value *a = f.input("a", floats({sym("N"), 3})), *b = f.input("b", floats({3, 4}));
  EXPECT_EQ(toString(f.builder.typeOf(take(f.builder.op("MatMul", {a, b})))), "float[N,4]");
  EXPECT_EQ(toString(f.builder.typeOf(take(f.builder.op("Shape", {a})))), "int64[2]");
  Value *flat =
      take(f.builder.op("Reshape", {Operand(a), Operand(Literal::list({int64_t(3), int64_t(-1), int64_t(1)}))}));
  EXPECT_EQ(f.builder.typeOf(flat).rank(), 3);
}

TEST(Op, KnowsRanksThatDoNotDependOnTheInput) {
  TestFunction f;
  Value *x = f.input("x", Type::tensor(DType::FLOAT));
  EXPECT_EQ(toString(f.builder.typeOf(take(f.builder.op("Flatten", {x})))), "float[?,?]");
  Value *blocks = take(f.builder.op("SpaceToDepth", {x}, one(attr("blocksize", int64_t(2)))));
  EXPECT_EQ(f.builder.typeOf(blocks).rank(), 4);
  Value *sum = take(f.builder.op("ReduceSum", {x}, one(attr("keepdims", int64_t(0)))));
  EXPECT_EQ(f.builder.typeOf(sum).rank(), 0);
  EXPECT_EQ(f.builder.typeOf(take(f.builder.op("ReduceMax", {x}))).rank(), -1);
  EXPECT_EQ(f.builder.typeOf(take(f.builder.op("Relu", {x}))).rank(), -1);
}

TEST(Op, RefusesShapes) {
  TestFunction f;
  Value *a = f.input("a", floats({sym("N"), 3})), *b = f.input("b", floats({4}));
  auto result = f.builder.op("MatMul", {a, b});
  EXPECT_ERROR(result, ShapeMismatch, "'MatMul' of float[N,3] and float[4]");
  ASSERT_EQ(result.error().notes.size(), 2u);
  EXPECT_NE(result.error().notes[1].find("'b'"), std::string::npos);
  EXPECT_TRUE(f.function.body.nodes.empty());
  EXPECT_ERROR(f.builder.cpp(CppOp::Add, {f.input("x", floats({3})), b}), ShapeMismatch,
               "'+' of float[3] and float[4]");
}

TEST(Op, ChecksArityAndNames) {
  TestFunction f;
  Value *x = f.input("x", floats({2}));
  EXPECT_ERROR(f.builder.op("Reluu", {x}), UnknownOperator, "did you mean 'Relu'");
  EXPECT_ERROR(f.builder.op("Relu", {x, x}), InputCount, "takes 1 input, not 2");
  EXPECT_ERROR(f.builder.op("Relu", {}), MissingInput, "'X'");
  EXPECT_ERROR(f.builder.op("Reshape", {x}), MissingInput, "'shape'");
  EXPECT_ERROR(f.builder.op("Concat", {x, x}), MissingAttribute, "'axis'");
  EXPECT_ERROR(f.builder.op("Softmax", {x}, one(attr("axes", int64_t(0)))), UnknownAttribute, "did you mean 'axis'");
  EXPECT_ERROR(f.builder.op("Softmax", {x}, one(attr("axis", 1.0f))), AttributeType, "is an int, not a float");
  EXPECT_ERROR(f.builder.op("", "Relu", {x}, {}, 2), OutputCount, "not 2");
  EXPECT_ERROR(f.builder.op("", "Relu", {x}, {}, 1, 13), WrongOpset, "version 14");
  EXPECT_ERROR(f.builder.op("Upsample", {x, x}), UnknownOperator, "deprecated");
  f.function.opset = 13;
  EXPECT_ERROR(f.builder.op("BitwiseNot", {x}), UnknownOperator, "since opset 18");
}

TEST(Op, RequiredOutputsExist) {
  TestFunction f;
  Value *x = f.input("x", floats({4}));
  auto outputs = take(f.builder.op("", "TopK", {Operand(x), Operand(Literal::list({int64_t(2)}))}, {}, 1));
  EXPECT_EQ(outputs.size(), 1u);
  EXPECT_EQ(outputs[0]->producer->outputs.size(), 2u);
}

TEST(Op, GapsStay) {
  TestFunction f;
  Value *x = f.input("x", floats({4}));
  Value *y = take(f.builder.op("Clip", {Operand(x), Operand(), number(6.0)}));
  ASSERT_EQ(y->producer->inputs.size(), 3u);
  EXPECT_EQ(y->producer->inputs[1], nullptr);
  EXPECT_EQ(f.builder.typeOf(y->producer->inputs[2]), Type::scalar(DType::FLOAT));
  f.output(y);
  EXPECT_EQ(f.model().functions(0).node(1).input(1), "");
}

TEST(Op, NumbersFollowTypeGroups) {
  TestFunction f;
  Value *x = f.input("x", Type::tensor(DType::DOUBLE, Shape{2})), *c = f.input("c", bools({2}));
  Value *where = take(f.builder.op("Where", {Operand(c), number(int64_t(1)), Operand(x)}));
  EXPECT_EQ(f.builder.typeOf(where).elem, ElemType(DType::DOUBLE));
  Value *power = take(f.builder.op("Pow", {Operand(x), number(int64_t(2))}));
  EXPECT_EQ(f.builder.typeOf(power->producer->inputs[1]).elem, ElemType(DType::INT64));
  // No tensor in the group: what the schema wants.
  EXPECT_EQ(f.builder.typeOf(take(f.builder.op("Sqrt", {number(int64_t(2))}))).elem, ElemType(DType::FLOAT));
  EXPECT_EQ(f.builder.typeOf(take(f.builder.op("Not", {truth(true)}))).elem, ElemType(DType::BOOL));
}

TEST(Op, TypesMustAgree) {
  TestFunction f;
  Value *x = f.input("x", floats({2})), *d = f.input("d", Type::tensor(DType::DOUBLE, Shape{2})),
        *b = f.input("b", bools({2}));
  EXPECT_ERROR(f.builder.op("Max", {x, d}), TypeMismatch, "same element type");
  EXPECT_ERROR(f.builder.op("And", {x, x}), TypeMismatch, "must be bool");
  EXPECT_ERROR(f.builder.cpp(CppOp::Add, {x, d}), TypeMismatch, "'+' of float[2] and double[2]");
  EXPECT_ERROR(f.builder.cpp(CppOp::Add, {b, b}), TypeMismatch, "'+' of bool[2]");
  EXPECT_ERROR(f.builder.cpp(CppOp::And, {x, x}), TypeMismatch, "'&&' of float[2]");
  EXPECT_ERROR(f.builder.cpp(CppOp::Not, {x}), TypeMismatch, "'!' of float[2]");
  EXPECT_ERROR(f.builder.cpp(CppOp::Shl, {Operand(x), number(int64_t(2))}), TypeMismatch, "unsigned");
  EXPECT_ERROR(f.builder.cpp(CppOp::BitAnd, {x, x}), TypeMismatch, "'&' of float[2]");
  Value *u = f.input("u", Type::tensor(DType::UINT32, Shape{2}));
  EXPECT_ERROR(f.builder.cpp(CppOp::Neg, {u}), TypeMismatch, "'-' of uint32[2]");
  EXPECT_ERROR(f.builder.cpp(CppOp::Lt, {b, b}), TypeMismatch, "'<' of bool[2]");
}

TEST(Op, RefusesLiterals) {
  TestFunction f;
  Value *u = f.input("u", Type::tensor(DType::UINT32, Shape{2})), *i = f.input("i", ints({2}));
  EXPECT_ERROR(f.builder.cpp(CppOp::Mul, {Operand(u), number(int64_t(-1))}), LiteralRange, "-1");
  EXPECT_ERROR(f.builder.cpp(CppOp::Mul, {Operand(i), number(0.5)}), LiteralFraction, "0.5");
  EXPECT_ERROR(f.builder.cpp(CppOp::Add, {Operand(i), text("a")}), TypeMismatch, "\"a\"");
  Value *real = f.generic("r", "Int", {DType::INT32, DType::INT64});
  EXPECT_ERROR(f.builder.cpp(CppOp::Mul, {Operand(real), number(0.5)}), LiteralFraction, "0.5");
}

TEST(Op, UnknownTypesUseCastLike) {
  TestFunction f;
  Value *x = f.generic("x");
  Operand y = take(f.builder.cpp(CppOp::Sub, {Operand(x), number(0.1)}));
  EXPECT_EQ(f.operators(), "Constant CastLike Sub");
  // 0.1 is no float: the constant is a double, so that a double x keeps its precision.
  EXPECT_EQ(f.builder.typeOf(f.function.body.nodes[0]->outputs[0].get()).elem, ElemType(DType::DOUBLE));
  EXPECT_EQ(f.builder.typeOf(y).elem, f.builder.typeOf(x).elem);
}

TEST(Op, VariablesBind) {
  TestFunction f;
  Value *x = f.generic("x"), *y = f.input("y", floats({2})), *z = f.generic("z");
  take(f.builder.op("Add", {x, y}));
  EXPECT_EQ(f.builder.typeOf(x).elem, ElemType(DType::FLOAT));
  take(f.builder.op("Not", {z}));
  EXPECT_EQ(f.builder.typeOf(z).elem, ElemType(DType::BOOL));
  EXPECT_ERROR(f.builder.op("Add", {x, z}), TypeMismatch, "'Add'");
}

TEST(Op, GenericShapes) {
  TestFunction f;
  int real = f.function.typeVars.fresh("Real", {DType::FLOAT, DType::DOUBLE});
  Value *a = f.input("a", Type::tensor(ElemType::variable(real), Shape{sym("N"), 3}));
  Value *b = f.input("b", Type::tensor(ElemType::variable(real), Shape{3, 4})),
        *c = f.input("c", Type::tensor(ElemType::variable(real), Shape{5}));
  Type product = f.builder.typeOf(take(f.builder.op("MatMul", {a, b})));
  EXPECT_EQ(product, Type::tensor(ElemType::variable(real), Shape{sym("N"), 4}));
  EXPECT_ERROR(f.builder.op("MatMul", {a, c}), ShapeMismatch, "Real[N,3] and Real[5]");
  Type eye = f.builder.typeOf(take(f.builder.op("EyeLike", {a})));
  EXPECT_EQ(eye.elem, ElemType::variable(real));
  Attributes to = one(attr("to", static_cast<int64_t>(DType::FLOAT)));
  EXPECT_EQ(f.builder.typeOf(take(f.builder.op("Cast", {a}, std::move(to)))).elem, ElemType(DType::FLOAT));
}

TEST(Op, Sequences) {
  TestFunction f;
  Value *x = f.generic("x");
  Value *sequence = take(f.builder.op("SequenceConstruct", {x, x}));
  EXPECT_EQ(f.builder.typeOf(sequence).kind, Type::Kind::Sequence);
  Value *element = take(f.builder.op("SequenceAt", {Operand(sequence), number(int64_t(0))}));
  EXPECT_EQ(f.builder.typeOf(element).kind, Type::Kind::Tensor);
  EXPECT_EQ(f.builder.typeOf(element).elem, f.builder.typeOf(x).elem);
  Value *floatsOnly = f.input("y", floats({2}));
  Value *known = take(f.builder.op("SequenceConstruct", {floatsOnly}));
  EXPECT_EQ(toString(f.builder.typeOf(take(f.builder.op("SequenceInsert", {Operand(known), number(1.0)})))),
            "seq(float)");
}

TEST(Op, VendorDomains) {
  TestFunction f;
  Value *x = f.input("x", floats({2}));
  auto y = take(f.builder.op("com.vendor", "Gelu", {x}, one(attr("fast", int64_t(1))), 1, 3));
  EXPECT_EQ(f.function.opsetImports.at("com.vendor"), 3);
  EXPECT_EQ(y[0]->producer->sinceVersion, 3);
}

TEST(Cpp, FoldsLiterals) {
  TestFunction f;
  auto fold = [&](CppOp op, Operand a, Operand b) { return *take(f.builder.cpp(op, {a, b})).literal; };
  EXPECT_EQ(fold(CppOp::Div, number(int64_t(-7)), number(int64_t(2))), Literal(int64_t(-3)));
  EXPECT_EQ(fold(CppOp::Rem, number(int64_t(-7)), number(int64_t(2))), Literal(int64_t(-1)));
  EXPECT_EQ(fold(CppOp::Div, number(int64_t(1)), number(2.0)), Literal(0.5));
  EXPECT_EQ(fold(CppOp::Add, truth(true), truth(true)), Literal(int64_t(2)));
  EXPECT_EQ(fold(CppOp::Lt, number(int64_t(1)), number(1.5)), Literal(true));
  EXPECT_EQ(fold(CppOp::And, number(int64_t(2)), number(0.0)), Literal(false));
  EXPECT_EQ(fold(CppOp::Shr, number(int64_t(-8)), number(int64_t(1))), Literal(int64_t(-4)));
  EXPECT_EQ(fold(CppOp::Add, text("a"), text("b")), Literal(std::string("ab")));
  EXPECT_EQ(fold(CppOp::Lt, number(int64_t(-1)), Operand(Literal(UINT64_MAX))), Literal(false));
  EXPECT_EQ(*take(f.builder.cpp(CppOp::BitNot, {number(int64_t(5))})).literal, Literal(int64_t(-6)));
  EXPECT_EQ(*take(f.builder.cpp(CppOp::Not, {number(0.0)})).literal, Literal(true));
  EXPECT_ERROR(f.builder.cpp(CppOp::Div, {number(int64_t(1)), number(int64_t(0))}), DivisionByZero, "division by zero");
  EXPECT_ERROR(f.builder.cpp(CppOp::Shl, {number(int64_t(1)), number(int64_t(64))}), ShiftRange, "shift");
  EXPECT_TRUE(f.function.body.nodes.empty());
}

TEST(Cpp, RunTimeNumbersStayFlexible) {
  TestFunction f;
  Value *i = f.input("i", ints({}));
  Value *x = f.input("x", Type::tensor(DType::DOUBLE, Shape{2}));
  Operand third = take(f.builder.cpp(CppOp::Div, {Operand(i, true), number(3.0)}));
  EXPECT_TRUE(third.flexible);
  EXPECT_EQ(f.builder.typeOf(third).elem, ElemType(DType::DOUBLE));
  EXPECT_EQ(f.operators(), "Cast Constant Div");
  take(f.builder.cpp(CppOp::Mul, {Operand(x), third})); // meets double: no cast
  EXPECT_EQ(f.operators(), "Cast Constant Div Mul");
  EXPECT_EQ(f.builder.typeOf(take(f.builder.materialise(third))).elem, ElemType(DType::FLOAT));
  Operand half = take(f.builder.cpp(CppOp::Div, {Operand(i, true), number(int64_t(2))}));
  EXPECT_EQ(f.builder.typeOf(half).elem, ElemType(DType::INT64));
  EXPECT_EQ(f.builder.typeOf(take(f.builder.cpp(CppOp::Lt, {half, third}))).elem, ElemType(DType::BOOL));
  Value *n = f.input("n", ints({2}));
  EXPECT_ERROR(f.builder.cpp(CppOp::Mul, {Operand(n), third}), LiteralFraction, "floating-point number");
}

TEST(Cpp, Operators) {
  TestFunction f;
  Value *x = f.input("x", floats({2})), *b = f.input("b", bools({2})),
        *u = f.input("u", Type::tensor(DType::UINT8, Shape{2}));
  Operand mod = take(f.builder.cpp(CppOp::Rem, {Operand(x), Operand(x)}));
  EXPECT_EQ(mod.value->producer->attribute("fmod")->proto.i(), 1);
  take(f.builder.cpp(CppOp::Ne, {x, x}));
  take(f.builder.cpp(CppOp::BitXor, {b, b}));
  take(f.builder.cpp(CppOp::BitOr, {u, u}));
  Operand shift = take(f.builder.cpp(CppOp::Shr, {Operand(u), number(int64_t(2))}));
  EXPECT_EQ(shift.value->producer->attribute("direction")->proto.s(), "RIGHT");
  EXPECT_EQ(f.operators(), "Mod Equal Not Xor BitwiseOr Constant BitShift");
  EXPECT_EQ(take(f.builder.cpp(CppOp::Plus, {x})).value, x);
  Value *g = f.generic("g");
  EXPECT_ERROR(f.builder.cpp(CppOp::BitAnd, {g, g}), UnknownType, "'&'");
}

TEST(Cpp, LogicTakesNumbers) {
  TestFunction f;
  Value *b = f.input("b", bools({2})), *i = f.input("i", ints({}));
  take(f.builder.cpp(CppOp::And, {Operand(b), number(int64_t(2))}));
  take(f.builder.cpp(CppOp::Or, {Operand(i, true), Operand(b)}));
  EXPECT_EQ(f.operators(), "Constant And Cast Or");
}

TEST(Shapes, Dimensions) {
  TestFunction f;
  Value *x = f.input("x", floats({sym("N"), 3}));
  EXPECT_EQ(*take(f.builder.dim(x, -1)).literal, Literal(int64_t(3)));
  EXPECT_EQ(*take(f.builder.rank(x)).literal, Literal(int64_t(2)));
  Operand n = take(f.builder.dim(x, 0));
  EXPECT_TRUE(n.flexible);
  EXPECT_EQ(f.builder.typeOf(n), Type::scalar(DType::INT64));
  Operand list = take(f.builder.list({n, number(int64_t(-1))}));
  // The symbol goes through the shape's computation.
  EXPECT_EQ(toString(f.builder.typeOf(take(f.builder.op("Reshape", {Operand(x), list})))), "float[N,?]");
  EXPECT_ERROR(f.builder.dim(x, 2), BadIndex, "rank 2");
  EXPECT_TRUE(take(f.builder.list({number(int64_t(1)), number(2.0)})).literal);
}

TEST(Shapes, Cast) {
  TestFunction f;
  Value *x = f.input("x", floats({2}));
  EXPECT_EQ(take(f.builder.cast(x, DType::FLOAT)).value, x);
  EXPECT_EQ(f.builder.typeOf(take(f.builder.cast(number(-2.75), DType::INT32))).elem, ElemType(DType::INT32));
  EXPECT_EQ(f.operators(), "Constant");
  EXPECT_EQ(f.function.body.nodes[0]->attribute("value")->proto.t().int32_data(0), -2);
  EXPECT_EQ(f.builder.typeOf(take(f.builder.cast(number(int64_t(7)), DType::STRING))).elem, ElemType(DType::STRING));
}

TEST(Trace, InfersOnDemand) {
  TestFunction f;
  f.builder.checkTypes = false;
  Value *x = f.input("x", floats({2}));
  Value *y = x;
  for (int i = 0; i < 50000; ++i) // far beyond the stack's depth
    y = take(f.builder.op("Relu", {y}));
  EXPECT_FALSE(y->typeKnown);
  EXPECT_EQ(f.builder.typeOf(y), floats({2}));
}

TEST(Trace, ToldOfQuestions) {
  TestFunction f;
  f.builder.checkTypes = false;
  Value *x = f.input("x", floats({2}));
  std::vector<std::pair<const Value *, Fact>> asked;
  QuestionHook hook = [&](const Value *value, Fact fact, int64_t) { asked.emplace_back(value, fact); };
  f.builder.onQuestion = &hook;
  take(f.builder.op("Relu", {x}));
  EXPECT_TRUE(asked.empty());
  take(f.builder.cpp(CppOp::Add, {Operand(x), number(int64_t(1))}));
  // The number asks for a type; what is left is whether + is StringConcat.
  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(asked[0], std::pair(static_cast<const Value *>(x), Fact::Elem));
  for (size_t i = 1; i < asked.size(); ++i)
    EXPECT_EQ(asked[i].second, Fact::String);
}

} // namespace
} // namespace onnxc::graph
