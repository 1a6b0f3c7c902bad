// Tracing beside guards: control flow, scopes, names, errors, inlining, threads.
#include "Stubs.h"
#include <functional>
#include <gtest/gtest.h>
#include <thread>

using namespace onnxc;
namespace op = onnxc::opset20;

namespace {

Tensor square(Tensor x) {
  TRACED(square, {.name = "x"})[&](Tensor x)->Tensor {
    Tensor result = stub::at(10).typed<Tensor>("result", x * x);
    return result;
  }, x);
}
Tensor sumOfSquares(Tensor x, Tensor y) {
  TRACED(sumOfSquares, {.name = "x"}, {.name = "y"})[&](Tensor x, Tensor y)->Tensor {
    Tensor a = stub::at(20).typed<Tensor>("a", square(x));
    Tensor b = stub::at(21).typed<Tensor>("b", square(y));
    return a + b;
  }, x, y);
}
Tensor fails(Tensor x) {
  TRACED(fails, {.name = "x"})[&](Tensor x)->Tensor {
    stub::at(30);
    return x * x.dim(0);
  }, x);
}
Tensor callsFails(Tensor x) {
  TRACED(callsFails, {.name = "x"})[&](Tensor x)->Tensor {
    Tensor y = stub::at(40).typed<Tensor>("y", op::Relu(x));
    return stub::at(41).named("z", fails(y));
  }, x);
}

const onnx::NodeProto *findNode(const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes,
                                const std::string &op) {
  for (const onnx::NodeProto &node : nodes)
    if (node.op_type() == op)
      return &node;
  return nullptr;
}

std::string metadata(const onnx::NodeProto &node, const std::string &key) {
  for (const onnx::StringStringEntryProto &entry : node.metadata_props())
    if (entry.key() == key)
      return entry.value();
  return {};
}

struct Trace : testing::Test {
  ModelBuilder b;
  Tensor x = b.input<float>("x", {"N", 3});
};

TEST_F(Trace, ValuesHaveTheNamesOfVariables) {
  b.output("y", sumOfSquares(x, x));
  onnx::ModelProto model = b.build();
  ASSERT_EQ(model.functions_size(), 2);
  EXPECT_EQ(model.functions(0).name(), "square"); // callees first
  EXPECT_EQ(model.functions(0).node(0).output(0), "result");
  EXPECT_EQ(model.functions(1).node(0).output(0), "a");
  EXPECT_EQ(model.functions(1).node(1).output(0), "b");
}

TEST_F(Trace, ErrorsHaveTheStackOfTracedFunctions) {
  try {
    callsFails(x);
    FAIL() << "expected an error";
  } catch (const TraceError &error) {
    ASSERT_EQ(error.stack().size(), 2u);
    EXPECT_EQ(error.stack()[0].function, "acme.fails");
    EXPECT_EQ(error.stack()[0].line, 30u);
    EXPECT_EQ(error.stack()[1].function, "acme.callsFails");
    EXPECT_EQ(error.stack()[1].line, 41u);
    EXPECT_EQ(error.stack()[1].file, "test.cc");
    EXPECT_NE(
        std::string(error.what()).find("dimension 0 of 'x' is not known while tracing: as a tensor it is x.shape()[0]"),
        std::string::npos)
        << error.what();
  }
  b.output("y", square(x)); // the builder is usable
  EXPECT_EQ(b.build().functions_size(), 1);
}

TEST_F(Trace, ATensorIsNoCondition) { EXPECT_THROW((void)(x > 0 ? 1 : 2), TraceError); }

TEST_F(Trace, ScopesAreInMetadata) {
  {
    Scope encoder("encoder");
    Scope layer("layer0");
    b.output("y", square(op::Relu(x)));
  }
  b.output("z", op::Abs(x));
  onnx::ModelProto model = b.build();
  EXPECT_EQ(metadata(*findNode(model.graph().node(), "Relu"), "onnxc.scope"), "encoder/layer0");
  EXPECT_EQ(metadata(*findNode(model.graph().node(), "square"), "onnxc.scope"), "encoder/layer0");
  EXPECT_EQ(metadata(*findNode(model.graph().node(), "Abs"), "onnxc.scope"), "");
  EXPECT_EQ(metadata(model.functions(0).node(0), "onnxc.scope"),
            "acme.square"); // where it was called first has no part in it
}

TEST_F(Trace, InlinedCallsAreFlattened) {
  b.output("y", inlined(sumOfSquares)(x, x));
  onnx::ModelProto model = b.build();
  EXPECT_EQ(countFunctions(model, "sumOfSquares"), 0);
  EXPECT_EQ(countFunctions(model, "square"), 1); // calls in it stay calls
  EXPECT_EQ(metadata(*findNode(model.graph().node(), "Add"), "onnxc.scope"), "acme.sumOfSquares");
}

TEST_F(Trace, InlineFunctionsFlattensAll) {
  ModelBuilder flat{{.inline_functions = true}};
  Tensor in = flat.input<float>("x", {2});
  flat.output("y", sumOfSquares(in, in));
  onnx::ModelProto model = flat.build();
  EXPECT_EQ(model.functions_size(), 0);
  EXPECT_EQ(model.graph().node_size(), 3);
  EXPECT_EQ(metadata(model.graph().node(0), "onnxc.scope"), "acme.sumOfSquares/acme.square");
}

TEST_F(Trace, CondIsAnIf) {
  b.output("y", cond(op::ReduceSum(x, {}, {.keepdims = 0}) > 0, [&] { return x; }, [&] { return -x; }));
  onnx::ModelProto model = b.build();
  const onnx::NodeProto *node = findNode(model.graph().node(), "If");
  ASSERT_NE(node, nullptr);
  EXPECT_EQ(node->attribute_size(), 2);
}

TEST_F(Trace, CondBranchesMustAgree) {
  EXPECT_THROW(
      cond(
          op::ReduceSum(x, {}, {.keepdims = 0}) > 0, [&] { return std::tuple(x, x); }, [&] { return std::tuple(x); }),
      TraceError);
  b.output("y", cond(op::ReduceSum(x, {}, {.keepdims = 0}) > 0, [&] { return x; }, [&] { return cast<int64_t>(x); }));
  EXPECT_THROW(b.build(), TraceError);
}

TEST_F(Trace, WhileLoopAndForLoopAreLoops) {
  auto [i, sum] = while_loop([&](Tensor i, Tensor) { return i < 5; },
                             [&](Tensor i, Tensor sum) { return std::tuple(i + 1, sum + x); }, 0, x);
  Tensor power = for_loop(3, [&](Tensor k, Tensor acc) { return acc * x + k; }, 1.f);
  b.output("i", i);
  b.output("sum", sum);
  b.output("power", power);
  onnx::ModelProto model = b.build();
  int loops = 0;
  for (const onnx::NodeProto &node : model.graph().node())
    loops += node.op_type() == "Loop";
  EXPECT_EQ(loops, 2);
}

// A number that a loop carries takes the type that it meets.
TEST_F(Trace, LoopStatesThatAreNumbersTakeTheTypeTheyMeet) {
  Tensor sum = for_loop(3, [&](Tensor, Tensor sum) { return sum + op::ReduceSum(x, {}, {.keepdims = 0}); }, 0);
  b.output("sum", sum);
  EXPECT_EQ(b.build().graph().output(0).type().tensor_type().elem_type(), onnx::TensorProto::FLOAT);
}

TEST_F(Trace, SubgraphOperatorsInTracedFunctions) {
  auto function = [](Tensor x, int64_t n) {
    TRACED(subgraphs, {.name = "x"}, {.name = "n"})[&](Tensor x, int64_t n)->Tensor {
      Tensor y = op::If(op::ReduceMax(x, {}, {.keepdims = 0}) > 0, [&] { return x * 2; }, [&] { return x; });
      auto [total, parts] = op::Loop<1, 1>(n, {}, {y}, [&](Tensor i, Tensor, Tensor state) {
        Tensor next = state + x * op::CastLike(i, x);
        return std::tuple(Tensor(true), next, next);
      });
      auto [last, scanned] =
          op::Scan<1, 1>({op::ReduceSum(x, {0}, {.keepdims = 0})}, {x},
                         [&](Tensor state, Tensor row) { return std::tuple(state + row, state * row); }, {});
      return total + last + op::ReduceSum(parts, {0}, {.keepdims = 0}) + scanned;
    }, x, n);
  };
  b.output("y", function(x, 2));
  b.output("z", function(b.input<float>("w", {4, 3}), 2));
  EXPECT_EQ(countFunctions(b.build(), "subgraphs"), 1);
}

TEST_F(Trace, AskingInsideANestedGraph) {
  auto function = [](Tensor x) {
    TRACED(asking, {.name = "x"})[&](Tensor x)->Tensor {
      return op::If(
          op::ReduceMax(x, {}, {.keepdims = 0}) > 0,
          [&] {
            Tensor y = op::Transpose(x);
            return y.rank() == 2 ? y * 2 : y;
          },
          [&] { return x; });
    }, x);
  };
  b.output("y", function(x));
  b.output("z", function(b.input<float>("w", {"M", "K"})));
  EXPECT_EQ(countFunctions(b.build(), "asking"), 1);
  b.output("v", function(b.input<float>("u", {4, 3, 2})));
  EXPECT_EQ(countFunctions(b.build(), "asking"), 2);
}

TEST_F(Trace, ShapeErrorsAreFoundWhenTheModelIsBuilt) {
  b.output("y", op::MatMul(x, b.input<float>("w", {4, 4})));
  EXPECT_THROW(b.build(), TraceError);
}

TEST_F(Trace, TypeErrorsAreFoundWhenTheModelIsBuilt) {
  b.output("y", x + b.input<int64_t>("w", {3}));
  EXPECT_THROW(b.build(), TraceError);
}

std::string messageOf(const std::function<void()> &run) {
  try {
    run();
  } catch (const TraceError &error) {
    return error.message();
  }
  return "no error";
}

TEST_F(Trace, AQuestionAboutAMistakeTellsTheMistake) {
  Tensor product = op::MatMul(b.input<float>("v", {2, 3}), b.input<float>("w", {2, 3}));
  EXPECT_NE(messageOf([&] { (void)product.rank(); }).find("'MatMul' of float[2,3] and float[2,3]"), std::string::npos)
      << messageOf([&] { (void)product.rank(); });
}

TEST_F(Trace, WhatDecidesIsOneBoolOrNumber) {
  Tensor numbers = b.input<float>("v", {4}), bools = numbers > 0;
  auto itself = [&] { return numbers; };
  EXPECT_EQ(messageOf([&] { (void)cond(op::ReduceSum(numbers), itself, itself); }), "no error");
  EXPECT_EQ(messageOf([&] { (void)cond(b.input<std::string>("s", {}), itself, itself); }),
            "the condition of an If is string[]: it must be a bool or a number; compare it, as in x != \"\"");
  EXPECT_EQ(
      messageOf([&] { (void)op::If(bools, itself, itself); }),
      "the condition of an If is bool[4]: it must have one element; reduce it with op::ReduceMax or op::ReduceMin "
      "first");
  EXPECT_EQ(messageOf([&] { (void)for_loop(numbers, [](Tensor, Tensor sum) { return sum; }, 0); }),
            "the number of iterations of a Loop is float[4]: it must be an integer; cast it");
  EXPECT_EQ(messageOf([&] { (void)while_loop([&](Tensor) { return bools; }, [](Tensor i) { return i + 1; }, 0); }),
            "the condition of a Loop is bool[4]: it must have one element; reduce it with op::ReduceMax or "
            "op::ReduceMin first");
}

TEST_F(Trace, BuildersDoNotMix) {
  ModelBuilder other;
  Tensor y = other.input<float>("y", {3});
  EXPECT_THROW(x + y, TraceError);
}

TEST_F(Trace, ConstantsNeedNoBuilder) {
  Tensor k = 2;
  Tensor c = onnxc::tensor({1.f, 2.f, 3.f});
  b.output("y", x * c + k);
  onnx::ModelProto model = b.build();
  EXPECT_EQ(model.graph().node_size(), 4);
}

TEST(TraceFunction, MakesAModelOfOneCall) {
  onnx::ModelProto model = onnxc::trace(sumOfSquares, {input<float>({"N"}), input<float>({1})});
  EXPECT_EQ(model.graph().node_size(), 1);
  EXPECT_EQ(model.graph().input_size(), 2);
  EXPECT_EQ(model.functions_size(), 2);
}

onnx::ModelProto traceMany(int first) {
  ModelBuilder b;
  for (int i = 0; i < 20; ++i) {
    std::vector<Dimension> dims(static_cast<size_t>(1 + (first + i) % 3), Dimension(4));
    Tensor x = b.input<float>("x" + std::to_string(i), dims);
    b.output("y" + std::to_string(i), sumOfSquares(x, x * (i % 5)));
  }
  return b.build();
}

TEST(Threads, BuildersOnThreadsAreIndependent) {
  std::vector<std::string> expected, made(8);
  for (int i = 0; i < 8; ++i)
    expected.push_back(traceMany(i).SerializeAsString());
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] { made[static_cast<size_t>(i)] = traceMany(i).SerializeAsString(); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(made, expected);
}

TEST(Threads, ABuilderMayMoveToAnotherThread) {
  ModelBuilder b;
  Tensor x = b.input<float>("x", {3});
  std::thread([&] { b.output("y", square(x)); }).join();
  EXPECT_EQ(b.build().functions_size(), 1);
}

} // namespace
