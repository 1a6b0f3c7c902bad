// Types and shapes are inferred where somebody asks, not at every node. An operator of this test's own counts.
#include "Stubs.h"
#include "onnx/defs/schema.h"
#include "onnx/defs/shape_inference.h"
#include <gtest/gtest.h>

using namespace onnxc;

namespace {

int inferences = 0;

const bool registered = [] {
  onnx::OpSchemaRegistry::DomainToVersionRange::Instance().AddDomainToVersion("test.counted", 1, 1);
  onnx::OpSchema schema("Counted", __FILE__, __LINE__);
  schema.SetDomain("test.counted")
      .SinceVersion(1)
      .Input(0, "x", "", "T")
      .Output(0, "y", "", "T")
      .TypeConstraint("T", onnx::OpSchema::all_tensor_types(), "")
      .TypeAndShapeInferenceFunction([](onnx::InferenceContext &context) {
        ++inferences;
        onnx::propagateElemTypeFromInputToOutput(context, 0, 0);
        onnx::propagateShapeFromInputToOutput(context, 0, 0);
      });
  onnx::RegisterSchema(std::move(schema));
  return true;
}();

Tensor counted(const Input &x) {
  static constexpr detail::OperatorInfo info{"test.counted", "Counted", 1};
  const detail::Argument arguments[] = {x};
  Tensor result;
  detail::callOperator(info, arguments, {}, &result, 1);
  return result;
}

/// Ten nodes in a row; `asked`: the number of those that come before a question.
Tensor chain(Tensor x, int64_t asked) {
  TRACED(chain, {.name = "x"}, {.name = "asked"})[&](Tensor x, int64_t asked)->Tensor {
    for (int64_t i = 1; i <= 10; ++i) {
      x = counted(x);
      if (i == asked)
        (void)x.rank();
    }
    return x;
  }, x, asked);
}

struct OnDemand : testing::Test {
  ModelBuilder b;
  int inputs = 0;
  /// The number of inferences that tracing one call takes. Each kind of question may look at a node once over the
  /// arguments and once over inputs of which nothing is known.
  int costOf(int64_t asked, std::vector<Dimension> dims) {
    Tensor x = b.input<float>("x" + std::to_string(inputs++), std::move(dims));
    inferences = 0;
    chain(x, asked);
    return inferences;
  }
};

TEST_F(OnDemand, NobodyAsksNothingIsInferred) {
  ASSERT_TRUE(registered);
  EXPECT_EQ(costOf(0, {2, 3}), 0);
  EXPECT_EQ(costOf(0, {2, 3, 4}), 0);
  EXPECT_EQ(countFunctions(b.build(), "chain"), 0); // no output: not part of the model
}

TEST_F(OnDemand, OnlyWhatAQuestionDependsOn) {
  for (int asked : {1, 3, 10}) {
    int cost = costOf(asked, {2, 3});
    EXPECT_GE(cost, asked);
    EXPECT_LE(cost, 2 * asked);
  }
}

TEST_F(OnDemand, AReusedCallAnswersItsGuardsAlone) {
  costOf(4, {2, 3});
  EXPECT_LE(costOf(4, {5, 6}), 4);
  EXPECT_EQ(costOf(4, {5, 6, 7}) > 4, true); // traced again
}

TEST_F(OnDemand, AllIsInferredWhenTheModelIsBuilt) {
  b.output("y", chain(b.input<float>("x", {2}), 0));
  inferences = 0;
  b.build();
  EXPECT_GE(inferences, 10);
}

} // namespace
