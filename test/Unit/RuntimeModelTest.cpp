// Models, scripted functions from their compiled form, introspection.
#include "Stubs.h"
#include "onnx/defs/schema.h"
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using namespace onnxc;
namespace op = onnxc::opset20;

namespace acme {
struct leaky_tag;
struct clip_tag;
struct scale_tag;
struct Gain_tag;

FLOAT<> leaky(FLOAT<> x, float alpha = 0.01f) {
  static constexpr stub::Parameter parameters[] = {{.name = "x"}, {.name = "alpha", .defaultValue = "0.01"}};
  struct descriptor {
    static constexpr stub::Descriptor get() {
      return {.domain = "acme",
              .name = "leaky",
              .kind = stub::Kind::Script,
              .parameters = parameters,
              .parameterCount = 2,
              .file = "ops.cc",
              .line = 9,
              .doc = "Leaky."};
    }
  };
  return stub::script<descriptor, stub::Key<leaky_tag>>(
      [&](FLOAT<> x, float alpha) -> FLOAT<> { return op::Where(x < 0, alpha * x, x); }, x, alpha);
}
TensorOf<Real> clip(TensorOf<Real> x, std::optional<TensorOf<Real>> low = {}) {
  SCRIPTED(clip, {.name = "x"}, {.name = "low", .defaultValue = "none"})
  [&](TensorOf<Real> x, std::optional<TensorOf<Real>>)->TensorOf<Real> {
    return x; }, x, low);
}
template <class T> Tensor scale(Tensor x, T factor = 2, std::vector<int64_t> axes = {0, 1}) {
  TRACED_AS(scale, (stub::Key<scale_tag, T>), stub::captures(), {.name = "x"}, {.name = "factor", .defaultValue = "2"},
            {.name = "axes", .defaultValue = "[0, 1]"})
  [&](Tensor x, T factor, std::vector<int64_t> axes)
      ->Tensor {
    return x * factor * static_cast<int64_t>(axes.size());
  }, x, factor, axes);
}
struct Gain {
  Tensor weight;
  Tensor apply(Tensor x) const {
    TRACED_AS(Gain.apply, stub::Key<Gain_tag>, stub::captures(stub::capture("this.weight", this->weight)),
              {.name = "x"})
    [&](Tensor x)
        ->Tensor {
      return x * weight;
    }, x);
  }
};
} // namespace acme

template <> const stub::Embedded &stub::Compiled<stub::Key<acme::leaky_tag>>::embedded() {
  static const std::string bytes = compiled(R"(<opset_import: ["" : 20], domain: "acme">
    leaky <alpha: float = 0.01> (x) => (y) {
      a = Constant <value_float: float = @alpha> ()
      z = Constant <value_float = 0.0> ()
      n = Less (x, z)
      s = Mul (a, x)
      y = Where (n, s, x)
    })");
  static const Proto protos[] = {{"", bytes.data(), bytes.size()}};
  static const Embedded result = {protos, 1};
  return result;
}
template <> const stub::Embedded &stub::Compiled<stub::Key<acme::clip_tag>>::embedded() {
  static const std::string with = compiled(R"(<opset_import: ["" : 20, "acme" : 1], domain: "acme", overload: "low">
    clip (x, low) => (y) { r = acme.leaky <alpha: float = 0.5> (x) y = Max (r, low) })");
  static const std::string without =
      compiled(R"(<opset_import: ["" : 20], domain: "acme", overload: "none"> clip (x) => (y) { y = Identity (x) })");
  static const Proto protos[] = {{"1", with.data(), with.size()}, {"0", without.data(), without.size()}};
  static const Embedded result = {protos, 2};
  return result;
}
template struct stub::Address<struct unit, stub::Key<acme::leaky_tag>, &acme::leaky>;
template struct stub::Address<struct unit, stub::Key<acme::clip_tag>, &acme::clip>;
template struct stub::Address<struct unit, stub::Key<acme::scale_tag, float>,
                              static_cast<Tensor (*)(Tensor, float, std::vector<int64_t>)>(&acme::scale<float>)>;
template struct stub::Address<struct unit, stub::Key<acme::Gain_tag>, &acme::Gain::apply>;

namespace {

TEST(Scripts, AreCallNodesWithAllAttributes) {
  ModelBuilder b;
  Tensor x = b.input<float>("x", {3});
  b.output("y", acme::leaky(x));
  b.output("z", acme::leaky(x, 0.25f));
  onnx::ModelProto model = b.build();
  EXPECT_EQ(model.functions_size(), 1);
  EXPECT_FLOAT_EQ(model.graph().node(0).attribute(0).f(), 0.01f);
  EXPECT_FLOAT_EQ(model.graph().node(1).attribute(0).f(), 0.25f);
}

TEST(Scripts, PresenceChoosesTheCompiledFormAndCalleesComeAlong) {
  ModelBuilder b;
  Tensor x = b.input<float>("x", {3});
  b.output("y", acme::clip(x));
  EXPECT_EQ(overloadsOf(b.build(), "clip"), std::vector<std::string>{"none"});
  b.output("z", acme::clip(x, TensorOf<Real>(1.f)));
  onnx::ModelProto model = b.build();
  EXPECT_EQ(overloadsOf(model, "clip"), (std::vector<std::string>{"none", "low"}));
  EXPECT_EQ(countFunctions(model, "leaky"), 1);
}

TEST(Scripts, DeclaredTypesAreChecked) {
  ModelBuilder b;
  EXPECT_THROW(acme::leaky(b.input<double>("x", {3})), TraceError);
}

TEST(Scripts, InlinedScriptsAreCopied) {
  ModelBuilder b;
  b.output("y", inlined(acme::leaky)(b.input<float>("x", {3}), 0.5f));
  onnx::ModelProto model = b.build();
  EXPECT_EQ(model.functions_size(), 0);
  EXPECT_EQ(model.graph().node_size(), 5);
  EXPECT_FLOAT_EQ(model.graph().node(0).attribute(0).f(), 0.5f);
}

TEST(Scripts, ThatFailWhileTheyAreFlattenedLeaveTheStack) {
  ModelBuilder b{{.inline_limit = 0}};
  Tensor x = b.input<float>("x", {3}) + 1.f;
  EXPECT_THROW(inlined(acme::leaky)(x, 0.5f), TraceError);
  try {
    (void)x.dim(7);
    FAIL();
  } catch (const TraceError &error) {
    EXPECT_TRUE(error.stack().empty()) << error.what();
  }
}

TEST(Scripts, InlineFunctionsFlattensTheirCallsToo) {
  ModelBuilder b{{.inline_functions = true}};
  b.output("y", acme::clip(b.input<float>("x", {3}), TensorOf<Real>(1.f)));
  onnx::ModelProto model = b.build();
  EXPECT_EQ(model.functions_size(), 0);
  EXPECT_EQ(model.graph().node_size(), 7);
}

TEST(Scripts, OpsetOfTheModelMustHaveTheSameVersions) {
  ModelBuilder old{{.opset = 13}};
  Tensor x = old.input<float>("x", {3});
  EXPECT_THROW(op::ReduceMax(x, {0}), TraceError); // 18 and later take axes as an input
}

TEST(RuntimeModel, NamesOfInputsInitializersAndOutputsAreDistinct) {
  ModelBuilder b;
  Tensor x = b.input<float>("x", {2}), w = b.initializer("w", std::vector<float>{1, 2});
  b.output("y", x * w);
  b.output("w", w);
  EXPECT_THROW(b.output("x", x * 2.f), TraceError);
  EXPECT_THROW(b.output("w", x * 2.f), TraceError);
  EXPECT_THROW(b.initializer("w", std::vector<float>{1, 2}), TraceError);
  EXPECT_THROW(b.initializer("x", std::vector<float>{1, 2}), TraceError);
  EXPECT_THROW(b.initializer("y", std::vector<float>{1, 2}), TraceError);
  EXPECT_THROW(b.input<float>("w", {2}), TraceError);
  EXPECT_EQ(b.build().graph().output_size(), 2);
}

struct Files : testing::Test {
  std::filesystem::path folder = std::filesystem::temp_directory_path() / ("onnxc-runtime-" + std::to_string(getpid()));
  Files() { std::filesystem::create_directories(folder); }
  ~Files() { std::filesystem::remove_all(folder); }
  std::string path(const std::string &name) { return (folder / name).string(); }
};

TEST_F(Files, ExternalDataIsWrittenAboveTheThresholdAndRead) {
  ModelBuilder b;
  std::vector<float> values(1000, 1.5f);
  b.output("y", b.input<float>("x", {1000}) * b.initializer("w", values) + onnxc::tensor({1.f}));
  onnx::ModelProto model = b.build();
  ASSERT_EQ(model.graph().initializer_size(), 1);
  EXPECT_EQ(model.graph().initializer(0).name(), "w");
  save(model, path("m.onnx"), {.external_data = "m.data", .threshold = 100});
  EXPECT_LT(std::filesystem::file_size(path("m.onnx")), 1000u);
  EXPECT_GE(std::filesystem::file_size(path("m.data")), 4000u);
  onnx::ModelProto loaded = load(path("m.onnx"));
  save(loaded, path("n.onnx"));
  EXPECT_GT(std::filesystem::file_size(path("n.onnx")), 4000u);
  EXPECT_THROW(save(model, path("none/m.onnx")), std::runtime_error);
  EXPECT_THROW(load(path("none.onnx")), std::runtime_error);
  std::ofstream(path("bad.onnx")) << "no model";
  EXPECT_THROW(load(path("bad.onnx")), std::runtime_error);
}

TEST_F(Files, LargeConstantsKeepTheirDataInTheBuilder) {
  ModelBuilder b;
  std::vector<float> values(100000, 1.5f);
  b.output("y", b.input<float>("x", {1}) + onnxc::tensor(values));
  onnx::ModelProto first = b.build(), second = b.build();
  EXPECT_EQ(first.SerializeAsString(), second.SerializeAsString());
  EXPECT_GT(first.ByteSizeLong(), 400000u);
}

TEST_F(Files, FunctionsOfALoadedModelCanBeCalled) {
  {
    ModelBuilder b;
    b.output("y", acme::clip(b.input<float>("x", {3}), TensorOf<Real>(1.f)));
    save(b.build(), path("library.onnx"));
  }
  FunctionLibrary library(load(path("library.onnx")));
  ModelBuilder b;
  Tensor x = b.input<float>("x", {2, 2});
  b.output("y", library.call("acme", "leaky", {x}, {{"alpha", "0.25"}})[0]);
  b.output("z", library.call("acme", "clip", {x, 0.f}, {}, "low")[0]);
  onnx::ModelProto model = b.build();
  EXPECT_EQ(model.functions_size(), 2);
  EXPECT_EQ(model.graph().output(1).type().tensor_type().shape().dim_size(), 2);
  EXPECT_THROW(library.call("acme", "gelu", {x}), TraceError);
}

TEST(Describe, TracedFunctions) {
  FunctionInfo info = describe<static_cast<Tensor (*)(Tensor, float, std::vector<int64_t>)>(&acme::scale<float>)>();
  EXPECT_EQ(info.domain, "acme");
  EXPECT_EQ(info.name, "scale");
  EXPECT_EQ(info.overload, "float");
  EXPECT_EQ(info.kind, FunctionInfo::Kind::Trace);
  ASSERT_EQ(info.parameters.size(), 3u);
  EXPECT_FALSE(info.parameters[0].is_attribute);
  EXPECT_EQ(info.parameters[0].type, "");
  EXPECT_TRUE(info.parameters[1].is_attribute);
  EXPECT_EQ(info.parameters[1].type, "float");
  EXPECT_EQ(info.parameters[1].default_value, "2.0");
  EXPECT_EQ(info.parameters[2].type, "ints");
  onnx::OpSchema schema = to_op_schema(info);
  EXPECT_EQ(schema.inputs().size(), 1u);
  EXPECT_FLOAT_EQ(schema.attributes().at("factor").default_value.f(), 2);
  EXPECT_EQ(schema.attributes().at("axes").default_value.ints_size(), 2);
}

TEST(Describe, ScriptsMethodsAndOperators) {
  FunctionInfo info = describe(acme::leaky);
  EXPECT_EQ(info.kind, FunctionInfo::Kind::Script);
  EXPECT_EQ(info.parameters[0].type, "float");
  EXPECT_EQ(info.outputs[0].type, "float");
  EXPECT_EQ(info.doc, "Leaky.");
  EXPECT_EQ(info.line, 9u);
  EXPECT_EQ(describe(&acme::Gain::apply).name, "Gain.apply");
  FunctionInfo clip = describe(acme::clip);
  EXPECT_EQ(clip.parameters[1].type, "Real");
  EXPECT_TRUE(clip.parameters[1].optional);
  onnx::OpSchema schema = to_op_schema(clip);
  EXPECT_EQ(schema.inputs()[0].GetTypeStr(), "Real");
  EXPECT_EQ(schema.inputs()[1].GetOption(), onnx::OpSchema::Optional);
  FunctionInfo softmax = describe(op::Softmax);
  EXPECT_EQ(softmax.kind, FunctionInfo::Kind::Operator);
  EXPECT_EQ(softmax.name, "Softmax");
  EXPECT_EQ(softmax.version, 13);
  EXPECT_EQ(softmax.parameters[1].default_value, "-1");
  EXPECT_EQ(to_op_schema(softmax).Name(), "Softmax");
}

TEST(Describe, FunctionsListsAllThatAreLinkedIn) {
  std::vector<std::string> names;
  for (const FunctionInfo &info : functions())
    if (info.domain == "acme")
      names.push_back(info.name);
  for (const char *name : {"Gain.apply", "clip", "leaky", "scale"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

template <OpLike F> std::string nameOf(const F &function) {
  return describe(function).domain + "." + describe(function).name;
}
static_assert(OpLike<decltype(acme::leaky)>);
static_assert(OpLike<decltype(&acme::Gain::apply)>);
static_assert(OpLike<decltype(op::Relu)>);
static_assert(OpLike<decltype(op::Dropout)>);
static_assert(!OpLike<int>);
static_assert(!OpLike<int (*)(int)>);

TEST(OpLikes, AllKindsThroughOneTemplate) {
  EXPECT_EQ(nameOf(acme::leaky), "acme.leaky");
  EXPECT_EQ(nameOf(acme::scale<float>), "acme.scale");
  EXPECT_EQ(nameOf(&acme::Gain::apply), "acme.Gain.apply");
  EXPECT_EQ(nameOf(op::Relu), ".Relu");
  EXPECT_THROW(nameOf([](Tensor x) { return x; }), std::invalid_argument);
}

} // namespace
