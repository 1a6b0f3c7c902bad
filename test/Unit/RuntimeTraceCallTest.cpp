// onnxc::trace: which parameter takes which input or value.
#include "Stubs.h"
#include <gtest/gtest.h>

using namespace onnxc;
namespace op = onnxc::opset20;

namespace called {

struct defaults_tag;
struct mixed_tag;
struct clip_tag;
struct affine_tag;
struct first_tag;
struct ones_tag;
struct gain_tag;

enum class Mode { Nearest, Linear };
struct Affine {
  Tensor scale, shift;
};

Tensor defaults(Tensor x, double factor = 0.1, std::string_view mode = "linear", std::vector<int64_t> axes = {0, 1},
                std::optional<int64_t> k = std::nullopt, DType to = DType::DOUBLE, Mode kind = Mode::Linear,
                const char *suffix = "s") {
  TRACED(defaults, {.name = "x"}, {.name = "factor", .defaultValue = "0.1"},
         {.name = "mode", .defaultValue = "\"linear\""}, {.name = "axes", .defaultValue = "[0, 1]"},
         {.name = "k", .defaultValue = "none"}, {.name = "to", .defaultValue = "11"},
         {.name = "kind", .defaultValue = "1"}, {.name = "suffix", .defaultValue = "\"s\""})
  [&](Tensor x, double, std::string_view mode, std::vector<int64_t> axes, std::optional<int64_t> k, DType to, Mode,
      const char *suffix)->Tensor {
    EXPECT_EQ(std::string(mode) + suffix, "linears");
    EXPECT_EQ(axes, (std::vector<int64_t>{0, 1}));
    EXPECT_FALSE(k);
    return x.to(to);
  }, x, factor, mode, axes, k, to, kind, suffix);
}

Tensor mixed(Tensor x, float a, Tensor y, int64_t n = 3) {
  TRACED(mixed, {.name = "x"}, {.name = "a"}, {.name = "y"}, {.name = "n", .defaultValue = "3"})
  [&](Tensor x, float a, Tensor y, int64_t n)->Tensor {
    return x * a + y * n; }, x, a, y, n);
}

Tensor clip(Tensor x, std::optional<Tensor> lo, std::optional<Tensor> hi = std::nullopt) {
  TRACED(clip, {.name = "x"}, {.name = "lo"}, {.name = "hi", .defaultValue = "none"})
  [&](Tensor x, std::optional<Tensor> lo, std::optional<Tensor> hi)->Tensor {
    return op::Clip(x, lo, hi); }, x, lo, hi);
}

Tensor affine(FLOAT<"N"> x, Affine by, std::vector<Tensor> more) {
  TRACED(affine, {.name = "x"}, {.name = "by", .members = "scale,shift"}, {.name = "more"})
  [&](FLOAT<"N"> x, Affine by, std::vector<Tensor> more)->Tensor {
    Tensor sum = x * by.scale + by.shift;
    for (const Tensor &each : more)
      sum += each;
    return sum;
  }, x, by, more);
}

Tensor first(SequenceOf<float> xs, OptionalOf<float> other) {
  TRACED(first, {.name = "xs"}, {.name = "other"})
  [&](SequenceOf<float> xs, OptionalOf<float> other)->Tensor {
    return op::SequenceAt(xs, 0) + Tensor(op::OptionalGetElement(other));
  }, xs, other);
}

Tensor ones(int64_t n) {
  TRACED(ones, {.name = "n", .defaultValue = "=count()"})
  [&](int64_t n)->Tensor {
    return op::ConstantOfShape({n}); }, n);
}

} // namespace called

namespace called {
struct Gain {
  float factor;
  Tensor apply(Tensor x, int64_t times = 2) const {
    TRACED_AS(gain, stub::Key<gain_tag>, stub::captures(stub::capture("this.factor", factor)), {.name = "x"},
              {.name = "times", .defaultValue = "2"})
    [&](Tensor x, int64_t times)->Tensor {
      return x * (factor * static_cast<float>(times)); }, x, times);
  }
};
} // namespace called

template struct stub::Address<struct traceUnit, stub::Key<called::gain_tag>, &called::Gain::apply>;
template struct stub::Address<struct traceUnit, stub::Key<called::defaults_tag>, &called::defaults>;
template struct stub::Address<struct traceUnit, stub::Key<called::mixed_tag>, &called::mixed>;
template struct stub::Address<struct traceUnit, stub::Key<called::clip_tag>, &called::clip>;
template struct stub::Address<struct traceUnit, stub::Key<called::affine_tag>, &called::affine>;
template struct stub::Address<struct traceUnit, stub::Key<called::first_tag>, &called::first>;
template struct stub::Address<struct traceUnit, stub::Key<called::ones_tag>, &called::ones>;

namespace {

std::string inputNames(const onnx::ModelProto &model) {
  std::string names;
  for (const onnx::ValueInfoProto &input : model.graph().input())
    names += (names.empty() ? "" : " ") + input.name();
  return names;
}

template <class Call> std::string errorOf(Call call) {
  try {
    call();
  } catch (const TraceError &error) {
    return error.message();
  }
  return "no error";
}
#define ERROR_OF(...) errorOf([] { (void)onnxc::trace(__VA_ARGS__); })

TEST(TraceCall, DefaultArgumentsAreThoseOfCpp) {
  onnx::ModelProto traced = onnxc::trace(called::defaults, {input<float>({"N"})});
  ModelBuilder b;
  b.output("y", called::defaults(b.input<float>("x", {"N"})));
  EXPECT_EQ(traced.SerializeAsString(), b.build().SerializeAsString());
  EXPECT_EQ(traced.graph().output(0).type().tensor_type().elem_type(), onnx::TensorProto::DOUBLE);
}

TEST(TraceCall, SomeValuesAreGiven) {
  onnx::ModelProto traced =
      onnxc::trace(called::defaults, {input<float>({"N"})}, 0.5, "linear", std::vector<int64_t>{0, 1});
  ModelBuilder b;
  b.output("y", called::defaults(b.input<float>("x", {"N"}), 0.5));
  EXPECT_EQ(traced.SerializeAsString(), b.build().SerializeAsString());
}

TEST(TraceCall, InputsAndValuesMayAlternate) {
  onnx::ModelProto traced = onnxc::trace(called::mixed, {input<float>({"N"}), input<float>()}, 2);
  EXPECT_EQ(inputNames(traced), "x y");
  EXPECT_EQ(traced.functions(0).overload().substr(0, 10), "a=2.0,n=3,");
}

TEST(TraceCall, OptionalInputs) {
  EXPECT_EQ(inputNames(onnxc::trace(called::clip, {input<float>({"N"})})), "x");
  EXPECT_EQ(inputNames(onnxc::trace(called::clip, {input<float>({"N"}), std::nullopt, input<float>({})})), "x hi");
  EXPECT_EQ(ERROR_OF(called::mixed, {input<float>({"N"}), std::nullopt}, 2.f),
            "the parameter 'y' of mixed is not optional: std::nullopt is no input for it");
}

TEST(TraceCall, StructsAndLists) {
  std::vector<InputSpec> specs(5, input<float>({"N"}));
  onnx::ModelProto traced = onnxc::trace(called::affine, specs);
  EXPECT_EQ(inputNames(traced), "x by.scale by.shift more_0 more_1");
  specs.resize(3);
  EXPECT_EQ(inputNames(onnxc::trace(called::affine, specs)), "x by.scale by.shift");
}

TEST(TraceCall, DeclaredTypesAsInputs) {
  onnx::ModelProto traced =
      onnxc::trace(called::affine, {input<FLOAT<"N">>(), input<FLOAT<1>>(), input<FLOAT<scalar>>()});
  EXPECT_EQ(traced.graph().input(0).type().tensor_type().shape().dim(0).dim_param(), "N");
  EXPECT_EQ(traced.graph().input(1).type().tensor_type().shape().dim(0).dim_value(), 1);
  EXPECT_EQ(traced.graph().input(2).type().tensor_type().shape().dim_size(), 0);
}

TEST(TraceCall, SequencesAndOptionalValues) {
  onnx::ModelProto traced = onnxc::trace(called::first, {input<SequenceOf<float>>(), input<OptionalOf<float>>({3})});
  EXPECT_TRUE(traced.graph().input(0).type().has_sequence_type());
  EXPECT_TRUE(traced.graph().input(1).type().optional_type().elem_type().has_tensor_type());
  EXPECT_EQ(ERROR_OF(called::first, {input<float>(), input<OptionalOf<float>>()}),
            "the parameter 'xs' of first takes a sequence, input<SequenceOf<float>>(), its input is a tensor, "
            "input<float>({\"N\"})");
}

TEST(TraceCall, WhatDoesNotFit) {
  EXPECT_EQ(ERROR_OF(called::mixed, {input<float>()}, 2.f),
            "trace was given 1 input: the parameter 'y' of mixed has none");
  EXPECT_EQ(ERROR_OF(called::mixed, {input<float>(), input<float>(), input<float>()}, 2.f),
            "trace was given 3 inputs, mixed takes 2");
  EXPECT_EQ(ERROR_OF(called::mixed, {input<float>(), input<float>()}),
            "parameter 'a' of acme.mixed has no default argument: give trace a value for it");
  EXPECT_EQ(ERROR_OF(called::ones, std::vector<InputSpec>()),
            "the default argument of parameter 'n' of acme.ones is no constant that is known here (count()): give "
            "trace a value for it");
}

TEST(TraceCall, NoInputs) {
  onnx::ModelProto traced = onnxc::trace(called::ones, {}, 3);
  EXPECT_EQ(traced.graph().input_size(), 0);
  EXPECT_EQ(traced.graph().output_size(), 1);
}

TEST(TraceCall, Methods) {
  onnx::ModelProto traced = onnxc::trace(&called::Gain::apply, {input<float>({"N"})}, called::Gain{0.5f});
  EXPECT_EQ(inputNames(traced), "x");
  EXPECT_EQ(traced.functions(0).overload(), "this.factor=0.5,times=2,x.type=float");
}

TEST(TraceCall, OperatorsAndLambdas) {
  EXPECT_EQ(onnxc::trace(op::Softmax, {input<float>({2, 3})}).graph().node(0).op_type(), "Softmax");
  onnx::ModelProto concat =
      onnxc::trace(op::Concat, {input<float>({2}), input<float>({3})}, opset20::Concat_Attributes{.axis = 0});
  EXPECT_EQ(concat.graph().node(0).input_size(), 2);
  EXPECT_EQ(onnxc::trace(op::Clip, {input<float>({2})}).graph().node(0).input_size(), 1);
  auto generic = [](auto x, auto n) { return x + n; };
  EXPECT_EQ(onnxc::trace(generic, {input<float>({2})}, 2).graph().input_size(), 1);
}

} // namespace
