// + of tensors of strings is StringConcat, and only functions with a + are specialised on it.
#include "Stubs.h"
#include <gtest/gtest.h>

using namespace onnxc;
namespace op = onnxc::opset20;

namespace {

struct joined_tag;
struct inner_tag;
struct outer_tag;
struct shaped_tag;
struct shifted_tag;
struct looped_tag;

Tensor joined(Tensor x, Tensor y) {
  TRACED_AS(joined, stub::Key<joined_tag>, stub::captures(), {.name = "x"}, {.name = "y"})
  [&](Tensor x, Tensor y)->Tensor {
    return op::Reshape(x, {-1}) + y; }, x, y);
}
Tensor inner(Tensor x, Tensor y) {
  TRACED_AS(inner, stub::Key<inner_tag>, stub::captures(), {.name = "x"}, {.name = "y"})
  [&](Tensor x, Tensor y)->Tensor {
    return x + y; }, x, y);
}
/// The + is in the function that it calls, of what another call gave.
Tensor outer(Tensor x) {
  TRACED_AS(outer, stub::Key<outer_tag>, stub::captures(), {.name = "x"})
  [&](Tensor x)->Tensor {
    return inner(inner(op::Identity(x), x), x) + x; }, x);
}
Tensor shaped(Tensor x) {
  TRACED_AS(shaped, stub::Key<shaped_tag>, stub::captures(), {.name = "x"})
  [&](Tensor x)->Tensor {
    return op::Shape(x) + op::Shape(x); }, x);
}

int countOperators(const onnx::ModelProto &model, const std::string &type) {
  int count = 0;
  auto add = [&](const auto &nodes) {
    for (const onnx::NodeProto &node : nodes)
      count += node.op_type() == type;
  };
  add(model.graph().node());
  for (const onnx::FunctionProto &function : model.functions())
    add(function.node());
  return count;
}

class Strings : public ::testing::Test {
protected:
  Tensor strings(const std::string &name) { return b.input<std::string>(name, {"N"}); }
  Tensor floats(const std::string &name) { return b.input<float>(name, {"N"}); }
  ModelBuilder b;
};

TEST_F(Strings, PlusJoins) {
  Tensor s = strings("s");
  b.output("y", s + "!");
  b.output("z", "<" + s);
  b.output("v", op::If(op::ReduceMax(floats("x"), {}, {.keepdims = 0}) > 0, [&] { return s; }, [&] { return s; }) + s);
  EXPECT_EQ(countOperators(b.build(), "StringConcat"), 3);
}

TEST_F(Strings, AFunctionForStringsAndOneForTheOthers) {
  Tensor s = strings("s"), x = floats("x"), n = b.input<int64_t>("n", {"N"});
  b.output("a", joined(s, s));
  b.output("b", joined(x, x));
  b.output("c", joined(n, n));
  onnx::ModelProto model = b.build();
  EXPECT_EQ(overloadsOf(model, "joined"), (std::vector<std::string>{"x.strings=yes", ""}));
  EXPECT_EQ(countOperators(model, "StringConcat"), 1);
  EXPECT_EQ(countOperators(model, "Add"), 1);
}

TEST_F(Strings, ThroughCalls) {
  b.output("a", outer(strings("s")));
  b.output("b", outer(floats("x")));
  onnx::ModelProto model = b.build();
  EXPECT_EQ(countFunctions(model, "outer"), 2);
  EXPECT_EQ(countFunctions(model, "inner"), 2);
  EXPECT_EQ(countOperators(model, "StringConcat"), 2);
  EXPECT_EQ(countOperators(model, "Add"), 2);
}

TEST_F(Strings, AnElementTypeThatWasAskedSaysIt) {
  auto function = [](Tensor x) {
    TRACED_AS(shifted, stub::Key<shifted_tag>, stub::captures(), {.name = "x"})
    [&](Tensor x)->Tensor {
      return x + 1 + x; }, x);
  };
  ModelBuilder explaining{{.explain = true}};
  explaining.output("a", function(explaining.input<float>("x", {"N"})));
  ::testing::internal::CaptureStderr();
  explaining.output("b", function(explaining.input<int64_t>("n", {"N"})));
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "new function acme.shifted because the element type of x is int64, not float\n");
}

// The body is built again when the number has met a type.
TEST_F(Strings, ANumberThatALoopCarriesAsksForTheTypeItMeets) {
  auto function = [](Tensor w, Tensor x) {
    TRACED_AS(looped, stub::Key<looped_tag>, stub::captures(), {.name = "w"}, {.name = "x"})
    [&](Tensor w, Tensor)->Tensor {
      return for_loop(2, [&](Tensor, Tensor sum) { return sum + w; }, 0); }, w, x);
  };
  Tensor n = b.input<int64_t>("n", {"N"});
  b.output("a", function(n, floats("x")));
  b.output("b", function(n, strings("s")));
  EXPECT_EQ(overloadsOf(b.build(), "looped"), std::vector<std::string>{"w.type=int64"});
}

TEST_F(Strings, WhatHoldsNoStringsIsNotAsked) {
  b.output("a", shaped(strings("s")));
  b.output("b", shaped(floats("x")));
  EXPECT_EQ(countFunctions(b.build(), "shaped"), 1);
}

TEST_F(Strings, OldOpsetsHaveNoStringConcat) {
  ModelBuilder old{{.opset = 19}};
  Tensor s = old.input<std::string>("s", {"N"});
  old.output("y", s + s);
  EXPECT_THROW(old.build(), TraceError);
}

} // namespace
