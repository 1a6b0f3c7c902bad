//===- GraphLoopsTest.cpp - What decides, what loops carry, scan and map -------------===//
#include "Graph/Inference/InferCall.h"
#include "Graph/Inference/Inference.h"
#include "GraphTestUtil.h"

#include <cmath>
#include <numeric>

namespace onnxc::graph {
namespace {

using Operands = std::vector<Operand>;

/// A body that a callback makes from the inputs; counts its passes.
struct FakeBody final : SubgraphBody {
  explicit FakeBody(std::function<std::optional<Operands>(Operands)> make) : make(std::move(make)) {}
  std::optional<Operands> fill(const Graph *nested, const std::vector<BodyInput> &inputs) override {
    ++passes;
    isNested = nested;
    types.clear();
    Operands operands;
    for (const BodyInput &input : inputs) {
      operands.push_back(input.operand);
      types.push_back(input.operand.value ? toString(input.operand.value->type) : "number");
    }
    return make(std::move(operands));
  }
  void discard(const Graph &, bool metType) override { ++(metType ? met : widened); }

  std::function<std::optional<Operands>(Operands)> make;
  int passes = 0, met = 0, widened = 0;
  bool isNested = false;
  std::vector<std::string> types; ///< of the last pass
};

struct Flow : testing::Test {
  TestFunction f;
  Operand cpp(CppOp op, Operand a, Operand b) { return take(f.builder.cpp(op, {std::move(a), std::move(b)})); }
  std::string type(const Operand &operand) { return toString(f.builder.typeOf(operand)); }
  /// A loop of three trips over `initial`; the body gives its final states.
  Result<Operands> loop(Operands initial, FakeBody &body, size_t scans = 0) {
    Control::LoopInputs inputs{number(int64_t(3)), {}, std::move(initial)};
    inputs.scans = scans;
    inputs.plain = true;
    return f.control.loop(inputs, body);
  }
};

/// The final states of a for loop, in front of which stands its condition.
Operands states(Operands finals) {
  finals.insert(finals.begin(), Operand());
  return finals;
}

TEST_F(Flow, ConditionsAreOneBool) {
  Value *flag = f.input("b", bools({})), *number = f.input("x", floats({1})),
        *any = f.input("n", Type::tensor(DType::INT32));
  EXPECT_EQ(take(f.control.condition(flag)).value, flag);
  EXPECT_EQ(type(take(f.control.condition(number))), "bool[]");
  EXPECT_EQ(type(take(f.control.condition(any))), "bool");
  EXPECT_EQ(type(take(f.control.condition(f.generic("g")))), "bool");
  EXPECT_EQ(f.operators(), "Constant Reshape Cast Cast Cast");
}

TEST_F(Flow, KnownConditionsAreLiterals) {
  for (auto [value, truth] : {std::pair(0.0, false), {-0.0, false}, {0.5, true}, {std::nan(""), true}}) {
    Operand decided = take(f.control.condition(number(value)));
    ASSERT_TRUE(decided.literal);
    EXPECT_EQ(truthOf(*decided.literal), truth) << value;
  }
  EXPECT_EQ(truthOf(Literal::list({int64_t(2)})), true);
  EXPECT_EQ(f.operators(), "");
}

TEST_F(Flow, WhatIsNoCondition) {
  EXPECT_ERROR(f.control.condition(f.input("b", bools({2}))), ConditionShape, "op::ReduceMax or op::ReduceMin");
  EXPECT_ERROR(f.control.condition(f.input("e", bools({0}))), ConditionShape, "bool[0]");
  EXPECT_ERROR(f.control.condition(f.input("x", floats({sym("N"), 3}))), ConditionShape, "float[N,3]");
  EXPECT_ERROR(f.control.condition(Operand(Literal::list({true, false}))), ConditionShape, "one element");
  EXPECT_ERROR(f.control.condition(f.input("s", Type::scalar(DType::STRING))), TypeMismatch, "a bool or a number");
  EXPECT_ERROR(f.control.condition(text("yes")), TypeMismatch, "a bool or a number");
  EXPECT_ERROR(f.control.condition(f.input("q", Type::sequence(DType::FLOAT))), TypeMismatch, "seq(float)");
}

TEST_F(Flow, TripCountsAreOneInteger) {
  EXPECT_EQ(type(take(f.control.tripCount(f.input("n", Type::tensor(DType::UINT8, Shape{1}))))), "int64[]");
  EXPECT_EQ(f.operators(), "Constant Reshape Cast");
  EXPECT_ERROR(f.control.tripCount(f.input("x", floats({}))), TypeMismatch, "it must be an integer; cast it");
  EXPECT_ERROR(f.control.tripCount(f.input("m", ints({2}))), ConditionShape, "int64[2]");
}

TEST_F(Flow, AKnownConditionBuildsOneBranch) {
  Value *x = f.input("x", floats({2}));
  FakeBody taken([&](Operands) { return Operands{take(f.builder.op("Relu", {x}))}; }),
      other([](Operands) { return Operands(); });
  Operands results = take(f.control.ifElse(number(2.5), taken, other));
  EXPECT_EQ(results.size(), 1u);
  EXPECT_FALSE(taken.isNested);
  EXPECT_EQ(other.passes, 0);
  EXPECT_EQ(f.operators(), "Relu");
}

TEST_F(Flow, BranchesGiveAsManyValues) {
  FakeBody one([](Operands) { return Operands{number(int64_t(1))}; }), none([](Operands) { return Operands(); });
  EXPECT_ERROR(f.control.ifElse(f.input("c", bools({})), one, none), OutputCount,
               "one branch gives 1 value, the other 0");
}

TEST_F(Flow, ABodyThatWasRefusedSaysNothingMore) {
  FakeBody refused([](Operands) { return std::nullopt; });
  EXPECT_ERROR(loop({number(int64_t(0))}, refused), Reported, "");
}

TEST_F(Flow, StatesKeepWhatIsTrueOfThem) {
  FakeBody body([&](Operands in) { return states({cpp(CppOp::Mul, in[2], number(2.0))}); });
  Operands results = take(loop({f.input("x", floats({sym("N"), 3}))}, body));
  EXPECT_EQ(body.passes, 1);
  EXPECT_EQ(type(results[0]), "float[N,3]");
}

TEST_F(Flow, StatesThatGrow) {
  Value *x = f.input("x", floats({2}));
  FakeBody body([&](Operands in) {
    Attributes axis;
    axis.push_back(attr("axis", int64_t(0)));
    return states({take(f.builder.op("Concat", {in[2], Operand(x)}, std::move(axis)))});
  });
  Operands results = take(loop({x}, body));
  EXPECT_EQ(body.passes, 2);
  EXPECT_EQ(body.widened, 1);
  EXPECT_EQ(body.types[2], "float[?]");
  EXPECT_EQ(type(results[0]), "float[?]");
}

/// What one iteration does to the last state reaches the first after as many passes as there are states.
TEST_F(Flow, StatesThatRotate) {
  Value *x = f.input("x", floats({2, 3})), *y = f.input("y", floats({4}));
  FakeBody body([](Operands in) { return states({in[3], in[4], in[5], in[6], in[7], in[2]}); });
  Operands results = take(loop({x, x, x, x, x, y}, body));
  for (const Operand &result : results)
    EXPECT_EQ(type(result), "float");
  for (size_t i = 2; i < body.types.size(); ++i)
    EXPECT_EQ(body.types[i], "float");
}

TEST_F(Flow, NumbersMeetTheirType) {
  Value *x = f.input("x", floats({}));
  FakeBody body(
      [&](Operands in) { return states({cpp(CppOp::Add, in[2], x), cpp(CppOp::Add, in[3], number(int64_t(1)))}); });
  Operands results = take(loop({number(int64_t(0)), number(int64_t(5))}, body));
  EXPECT_EQ(body.met, 1);
  EXPECT_FALSE(results[0].flexible);
  EXPECT_EQ(type(results[0]), "float[]");
  EXPECT_TRUE(results[1].flexible);
  EXPECT_EQ(type(results[1]), "int64[]");
}

TEST_F(Flow, NumbersOfAnOpenType) {
  Value *x = f.generic("x");
  FakeBody body([&](Operands in) { return states({cpp(CppOp::Add, in[2], x)}); });
  Operands results = take(loop({number(int64_t(0))}, body));
  EXPECT_EQ(f.builder.typeOf(results[0]).elem, f.builder.typeOf(x).elem);
  EXPECT_EQ(f.operators(), "Constant CastLike Constant Constant Loop");
}

TEST_F(Flow, WholeNumbersBecomeFractions) {
  FakeBody body([&](Operands in) { return states({cpp(CppOp::Mul, in[2], number(0.5))}); });
  Operands results = take(loop({number(int64_t(1))}, body));
  EXPECT_TRUE(results[0].flexible);
  EXPECT_EQ(type(results[0]), "double[]");
}

TEST_F(Flow, StatesThatChangeTheirType) {
  Value *x = f.input("x", floats({})), *q = f.input("q", Type::sequence(DType::FLOAT));
  FakeBody toInt([&](Operands in) { return states({take(f.builder.cast(in[2], DType::INT64))}); }),
      toText([&](Operands in) { return states({take(f.builder.cast(in[2], DType::STRING))}); }),
      toSequence([&](Operands) { return states({q}); });
  EXPECT_ERROR(loop({x}, toInt), BranchTypes, "from float[] to int64[]");
  EXPECT_ERROR(loop({number(int64_t(0))}, toText), BranchTypes, "to string");
  EXPECT_ERROR(loop({x}, toSequence), BranchTypes, "from float[] to seq(float)");
}

TEST_F(Flow, BodiesGiveWhatIsWanted) {
  Value *x = f.input("x", floats({}));
  FakeBody one([](Operands in) { return states({in[2]}); }),
      three([](Operands in) { return states({in[2], in[2], in[2]}); });
  EXPECT_ERROR(loop({x, x}, one), OutputCount, "a loop with 2 states returns 1 value; it must return 2 states");
  EXPECT_ERROR(loop({x}, three, 1), OutputCount, "returns 3 values; it must return 1 state and 1 scan output");
  Control::LoopInputs inputs{{}, {}, {x}};
  EXPECT_ERROR(f.control.loop(inputs, three), OutputCount, "4 values; it must return the condition, 1 state");
}

struct ScanTest : Flow {
  Attributes lists(std::vector<std::pair<const char *, std::vector<int64_t>>> lists) {
    Attributes attributes;
    for (auto &[name, list] : lists)
      attributes.push_back(attr(name, std::move(list)));
    return attributes;
  }
  Result<Operands> scan(Operands scanned, Attributes attributes, FakeBody &body) {
    Control::ScanInputs inputs{{number(int64_t(0))}, std::move(scanned), std::move(attributes)};
    inputs.scans = 1;
    return f.control.scan(std::move(inputs), body);
  }
  FakeBody element{[](Operands in) { return Operands{in[0], in[1]}; }};
};

TEST_F(ScanTest, ElementsAreAlongTheirAxis) {
  Value *x = f.input("x", floats({2, 5, sym("N")})), *y = f.input("y", floats({sym("M"), 5}));
  Operands results =
      take(scan({x, y}, lists({{"scan_input_axes", {-2, 1}}, {"scan_input_directions", {0, 1}}}), element));
  EXPECT_EQ(element.types, (std::vector<std::string>{"int64[]", "float[2,N]", "float[M]"}));
  EXPECT_EQ(type(results[1]), "float[5,2,N]");
}

TEST_F(ScanTest, OutputsAreAlongTheirAxis) {
  Value *x = f.input("x", floats({2, 5, 7}));
  EXPECT_EQ(type(take(scan({x}, lists({{"scan_output_axes", {-1}}}), element))[1]), "float[5,7,2]");
  EXPECT_EQ(type(take(scan({x}, lists({{"scan_input_axes", {1}}, {"scan_output_axes", {-2}}}), element))[1]),
            "float[2,5,7]");
}

TEST_F(ScanTest, AxesThatAreParameters) {
  f.function.attributes = {{"axes", onnx::AttributeProto::INTS, {}, false}};
  Attributes attributes;
  attributes.push_back(attrRef("scan_input_axes", f.function.attributes[0]));
  attributes.push_back(attrRef("scan_output_axes", f.function.attributes[0]));
  EXPECT_EQ(type(take(scan({f.input("x", floats({2, 5}))}, std::move(attributes), element))[1]), "float[?,?]");
  EXPECT_EQ(element.types[1], "float[?]");
}

TEST_F(ScanTest, WhatIsRefused) {
  Value *x = f.input("x", floats({2, 5}));
  EXPECT_ERROR(scan({x}, lists({{"scan_input_axes", {2}}}), element), ShapeMismatch, "float[2,5], which has no axis 2");
  EXPECT_ERROR(scan({f.input("s", floats({}))}, {}, element), ShapeMismatch, "no axis 0");
  EXPECT_ERROR(scan({x}, lists({{"scan_input_axes", {0, 1}}}), element), AttributeType,
               "2 elements, but there are 1 scanned input");
  EXPECT_ERROR(scan({x}, lists({{"scan_output_directions", {2}}}), element), AttributeType, "not 2");
  FakeBody two([](Operands in) { return Operands{in[0], in[1]}; });
  EXPECT_ERROR(scan({x, f.input("y", floats({3}))}, {}, two), ShapeMismatch, "different lengths: 2 and 3");
}

TEST_F(Flow, SequenceMapHandsNumbersOn) {
  Value *q = f.input("q", Type::sequence(DType::DOUBLE, Shape{3})), *x = f.input("x", floats({2}));
  FakeBody body([&](Operands in) { return Operands{cpp(CppOp::Mul, in[0], in[2])}; });
  Operands results = take(f.control.sequenceMap({q, x, number(0.1)}, body));
  EXPECT_EQ(body.types, (std::vector<std::string>{"double[3]", "float[2]", "number"}));
  EXPECT_EQ(type(results[0]), "seq(double[3])");
  EXPECT_EQ(results[0].value->producer->inputs.size(), 2u);
}

/// What a function is inferred to give for other arguments.
struct Inferred : Flow {
  Value *x = f.input("x", Type::tensor(DType::FLOAT)), *y = f.input("y", Type::tensor(DType::FLOAT));
  std::string result(Type a, Type b) {
    auto types = inferCall(f.function, {std::move(a), std::move(b)});
    return types ? toString((*types)[0]) : types.error().message;
  }
  Operand nest(Operand state, int depth) {
    if (depth == 0)
      return cpp(CppOp::Add, state, y);
    FakeBody body([&](Operands in) { return states({nest(in[2], depth - 1)}); });
    return take(loop({state}, body))[0];
  }
};

TEST_F(Inferred, StatesHoldInEveryIteration) {
  f.output(nest(x, 2).value);
  EXPECT_EQ(result(floats({2}), floats({2})), "float[2]");
  EXPECT_EQ(result(floats({1}), floats({2})), "float[?]");
  EXPECT_EQ(result(floats({2}), floats({3, 2})), "float");
}

/// Each pass over an outer loop starts the inner ones from what the last one found of them.
TEST_F(Inferred, DeepNestingIsQuick) {
  f.output(nest(x, 30).value);
  EXPECT_EQ(result(floats({1}), floats({5, 2})), "float");
}

TEST_F(Inferred, ScannedElements) {
  Control::ScanInputs inputs{{number(int64_t(0))}, {x, y}, {}};
  inputs.attributes.push_back(attr("scan_input_axes", std::vector<int64_t>{-1, 0}));
  inputs.scans = 1;
  FakeBody body([](Operands in) { return Operands{in[0], in[1]}; });
  f.output(take(f.control.scan(std::move(inputs), body))[1].value);
  EXPECT_EQ(result(floats({2, 5}), floats({5})), "float[5,2]");
  EXPECT_NE(result(floats({}), floats({5})).find("float[], which has no axis -1"), std::string::npos);
  EXPECT_NE(result(floats({2, 5}), floats({4})).find("different lengths: 5 and 4"), std::string::npos);
}

} // namespace
} // namespace onnxc::graph
