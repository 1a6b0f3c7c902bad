//===- GraphInlineTest.cpp - Importing, copying and inlining ------------------------===//
#include "Graph/Model/CheckModel.h"
#include "Graph/Model/Copy.h"
#include "Graph/Model/Import.h"
#include "Graph/Model/Inline.h"
#include "Graph/Model/MainGraph.h"
#include "GraphTestUtil.h"
#include "onnx/defs/parser.h"
#include "onnx/defs/printer.h"

#include <algorithm>

namespace onnxc::graph {
namespace {

onnx::ModelProto parsed(const std::string &text) {
  onnx::ModelProto model;
  auto status = onnx::OnnxParser::Parse(model, text.c_str());
  EXPECT_TRUE(status.IsOK()) << status.ErrorMessage() << "\n" << text;
  return model;
}

/// The model without functions; it is right as far as onnx's checker and our own verification know.
onnx::ModelProto inlined(const std::string &text) {
  onnx::ModelProto model = parsed(text);
  if (Status status = inlineModel(model))
    ADD_FAILURE() << status->message;
  if (Status status = checkModel(model))
    ADD_FAILURE() << status->message << "\n" << onnx::ProtoToString(model);
  EXPECT_EQ(model.functions_size(), 0);
  return model;
}

std::string errorOf(const std::string &text, const InlineOptions &options = {}) {
  onnx::ModelProto model = parsed(text);
  Status status = inlineModel(model, options);
  return status ? status->message : "no error";
}

std::string operators(const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes) {
  std::string text;
  for (const onnx::NodeProto &node : nodes)
    text += (text.empty() ? "" : " ") + node.op_type();
  return text;
}

const onnx::GraphProto &nested(const onnx::NodeProto &node, const std::string &name) {
  for (const onnx::AttributeProto &attribute : node.attribute())
    if (attribute.name() == name)
      return attribute.g();
  ADD_FAILURE() << "no graph " << name;
  return onnx::GraphProto::default_instance();
}

const onnx::AttributeProto *attributeOf(const onnx::NodeProto &node, const std::string &name) {
  for (const onnx::AttributeProto &attribute : node.attribute())
    if (attribute.name() == name)
      return &attribute;
  return nullptr;
}

/// "float[M,3]" of a value_info, "" when there is none.
std::string typeOf(const onnx::GraphProto &graph, const std::string &name) {
  for (const auto *infos : {&graph.value_info(), &graph.output(), &graph.input()})
    for (const onnx::ValueInfoProto &info : *infos)
      if (info.name() == name)
        return toString(fromProto(info.type()));
  return "";
}

const std::string head = R"(<ir_version: 10, opset_import: ["" : 20, "t" : 1]>)";

TEST(Inline, NestedGraphsAndCallsInsideThem) {
  onnx::ModelProto model = inlined(head + R"(
    g (bool c, float[N] x, int64 n) => (float[N] y) {
      y = If (c) <
        then_branch = t () => (a) { a = t.twice (x) },
        else_branch = e () => (b) { b = t.power (x, n) }>
    }
    <domain: "t", opset_import: ["" : 20]> twice (x) => (y) { y = Add (x, x) }
    <domain: "t", opset_import: ["" : 20, "t" : 1]> power (x, n) => (y) {
      go = Constant <value = bool {1}> ()
      y = Loop (n, go, x) <body = b (i, more, state) => (again, next) {
        again = Identity (more)
        next = t.twice (state)
      }>
    })");
  ASSERT_EQ(operators(model.graph().node()), "If");
  EXPECT_EQ(operators(nested(model.graph().node(0), "then_branch").node()), "Add");
  const onnx::GraphProto &other = nested(model.graph().node(0), "else_branch");
  ASSERT_EQ(operators(other.node()), "Constant Loop");
  EXPECT_EQ(operators(nested(other.node(1), "body").node()), "Identity Add");
}

TEST(Inline, LoopsThatReturnFormalsInOtherOrder) {
  onnx::ModelProto model = inlined(head + R"(
    g (int64 n) => (int64 y) { y = t.fibonacci (n) }
    <domain: "t", opset_import: ["" : 20]> fibonacci (n) => (y) {
      zero = Constant <value = int64 {0}> ()
      one = Constant <value = int64 {1}> ()
      go = Constant <value = bool {1}> ()
      y, last = Loop (n, go, zero, one) <body = b (i, more, int64 p, int64 q) => (more, q, sum) { sum = Add (p, q) }>
    })");
  const onnx::GraphProto &body = nested(*model.graph().node().rbegin(), "body");
  EXPECT_EQ(body.output_size(), 3);
}

TEST(Inline, ValuesThatALoopReturnsTwice) {
  onnx::ModelProto model = inlined(head + R"(
    g (float[2] x, int64 n) => (float[2] y, float[2] z) { y, z = t.f (x, n) }
    <domain: "t", opset_import: ["" : 20]> f (x, n) => (y, z) {
      go = Constant <value = bool {1}> ()
      y, z = Loop (n, go, x, x) <body = b (i, more, float[2] p, float[2] q) => (more, sum, sum) { sum = Add (p, q) }>
    })");
  EXPECT_EQ(model.graph().output(1).name(), "z");
}

TEST(Inline, SymbolsAreThoseOfTheCaller) {
  // N of the callee is M of the caller in one call, and 7 in the other.
  onnx::ModelProto model = inlined(head + R"(
    g (float[M,N] x, float[7] z) => (float[M] a, float[7] b) {
      axis = Constant <value_ints = [1]> ()
      s = ReduceSum <keepdims = 0> (x, axis)
      a = t.f (s)
      b = t.f (z)
    }
    <domain: "t", opset_import: ["" : 20]>
    f (x) => (y) <float[N] x, float[N] h, float[N] y> { h = Neg (x)  y = Exp (h) })");
  EXPECT_EQ(typeOf(model.graph(), "h"), "float[M]") << onnx::ProtoToString(model);
  EXPECT_EQ(typeOf(model.graph(), "h_1"), "float[7]");
}

TEST(Inline, GenericFunctionsGetTheTypesOfTheCall) {
  onnx::ModelProto model = inlined(head + R"(
    g (double[2] x, int64[3] n) => (double[2] y, int64[3] m) { y = t.f (x)  m = t.f (n) }
    <domain: "t", opset_import: ["" : 20]> f (x) => (y) { h = Abs (x)  y = Neg (h) })");
  EXPECT_EQ(typeOf(model.graph(), "h"), "double[2]");
  EXPECT_EQ(typeOf(model.graph(), "h_1"), "int64[3]");
}

TEST(Inline, AttributeReferences) {
  onnx::ModelProto model = inlined(head + R"(
    g (bool c, float[2] x) => (float[2] y) { h = t.outer <alpha = 0.5> (c, x)  y = t.outer <alpha = 0.25, axis = 0> (c, h) }
    <domain: "t", opset_import: ["" : 20, "t" : 1]> outer <alpha, axis: int = -1> (c, x) => (y) {
      y = t.inner <slope: float = @alpha, axis: int = @axis> (c, x)
    }
    <domain: "t", opset_import: ["" : 20]> inner <slope, axis: int = 5, absent: float = 3.0> (c, x) => (y) {
      y = If (c) <
        then_branch = t () => (a) { a = LeakyRelu <alpha: float = @slope> (x) },
        else_branch = e () => (b) { k = Constant <value_float: float = @absent> ()  s = Softmax <axis: int = @axis> (x)  b = Mul (s, k) }>
    })");
  ASSERT_EQ(operators(model.graph().node()), "If If");
  for (int i : {0, 1}) {
    const onnx::NodeProto &leaky = nested(model.graph().node(i), "then_branch").node(0);
    EXPECT_EQ(leaky.attribute(0).name(), "alpha");
    EXPECT_EQ(leaky.attribute(0).f(), i == 0 ? 0.5f : 0.25f);
    EXPECT_EQ(leaky.attribute(0).ref_attr_name(), "");
    const auto &other = nested(model.graph().node(i), "else_branch").node();
    EXPECT_EQ(attributeOf(other[0], "value_float")->f(), 3.0f);
    EXPECT_EQ(attributeOf(other[1], "axis")->i(), i == 0 ? -1 : 0);
  }
}

TEST(Inline, AbsentAttributesAndInputs) {
  onnx::ModelProto model = inlined(head + R"(
    g (float[2] x, float hi) => (float[2] y) { h = t.f (x, "", hi)  y = t.f (h) }
    <domain: "t", opset_import: ["" : 20]> f <alpha> (x, lo, hi) => (y) {
      h = LeakyRelu <alpha: float = @alpha> (x)
      y = Clip (h, lo, hi)
    })");
  ASSERT_EQ(operators(model.graph().node()), "LeakyRelu Clip LeakyRelu Clip");
  EXPECT_EQ(model.graph().node(0).attribute_size(), 0);
  EXPECT_EQ(model.graph().node(1).input_size(), 3);
  EXPECT_EQ(model.graph().node(1).input(1), "");
  EXPECT_EQ(model.graph().node(3).input_size(), 1);
}

TEST(Inline, WhatIsAbsentAndNeededIsAnError) {
  EXPECT_EQ(errorOf(head + R"(
    g (float[2] x) => (float y) { y = t.f (x) }
    <domain: "t", opset_import: ["" : 20]> f <k> (x) => (y) { y = Constant <value_float: float = @k> () })"),
            "the call gives attribute 'k' of 't::f' no value, which 'Constant' needs");
  EXPECT_EQ(errorOf(head + R"(
    g (float[2] x) => (float[2] y, float[2] z) { y, z = t.f (x) }
    <domain: "t", opset_import: ["" : 20]> f (x, o) => (y, o) { y = Neg (x) })"),
            "output 'z' of 'g' is an input that the call omits");
}

TEST(Inline, NamesOfTheModelStay) {
  onnx::ModelProto model = parsed(head + R"(
    g (float[2] x, float[2] given, float[2] same) => (float[2] y, float[2] same, float[2] mean)
      <float[2] w = {1, 2}, float[2] given = {3, 4}, float[2] unused = {5, 6}> {
      t = Mul (x, w)
      h = t.f (t, given)
      mean = Neg (h)
      y = Add (h, mean)
    }
    <domain: "t", opset_import: ["" : 20]> f (x, y) => (mean) { t = Add (x, y)  h = Abs (t)  w = Neg (h)  mean = Exp (w) })");
  model.mutable_graph()->mutable_node(0)->set_name("scale by w");
  model.mutable_graph()->mutable_node(0)->set_doc_string("why");
  auto *entry = model.mutable_graph()->mutable_node(0)->add_metadata_props();
  entry->set_key("layer");
  entry->set_value("3");
  ASSERT_FALSE(inlineModel(model));
  EXPECT_FALSE(checkModel(model)) << onnx::ProtoToString(model);
  const onnx::GraphProto &graph = model.graph();
  std::vector<std::string> inputs, outputs, initializers, values;
  for (const auto &input : graph.input())
    inputs.push_back(input.name());
  for (const auto &output : graph.output())
    outputs.push_back(output.name());
  for (const auto &initializer : graph.initializer())
    initializers.push_back(initializer.name());
  for (const auto &node : graph.node())
    values.push_back(node.output(0));
  EXPECT_EQ(inputs, (std::vector<std::string>{"x", "given", "same"}));
  EXPECT_EQ(outputs, (std::vector<std::string>{"y", "same", "mean"}));
  std::sort(initializers.begin(), initializers.end());
  EXPECT_EQ(initializers, (std::vector<std::string>{"given", "w"}));
  EXPECT_EQ(values, (std::vector<std::string>{"t", "t_1", "h_1", "w_1", "mean_1", "mean", "y"}));
  EXPECT_EQ(graph.node(0).name(), "scale by w");
  EXPECT_EQ(graph.node(0).doc_string(), "why");
  EXPECT_EQ(graph.node(0).metadata_props(0).value(), "3");
}

TEST(Inline, LargeInitialisersStayWhereTheyAre) {
  onnx::ModelProto model = parsed(head + R"(
    g (float[1000] x) => (float[1000] y) { y = t.f (x, w) }
    <domain: "t", opset_import: ["" : 20]> f (x, w) => (y) { y = Mul (x, w) })");
  onnx::TensorProto &tensor = *model.mutable_graph()->add_initializer();
  tensor.set_name("w");
  tensor.set_data_type(onnx::TensorProto::FLOAT);
  tensor.add_dims(1000);
  tensor.set_raw_data(std::string(4000, '\0'));
  const void *data = tensor.raw_data().data();
  ASSERT_FALSE(inlineModel(model));
  ASSERT_EQ(model.graph().initializer_size(), 1);
  EXPECT_EQ(model.graph().initializer(0).raw_data().data(), data) << "the data were copied";
  EXPECT_EQ(model.graph().node(0).input(1), "w");
  EXPECT_FALSE(checkModel(model));
}

TEST(Inline, ScopesAndSourcesStay) {
  onnx::ModelProto model = parsed(head + R"(
    g (float[2] x) => (float[2] y) { y = t.f (x) }
    <domain: "t", opset_import: ["" : 20]> f (x) => (y) { y = Neg (x) })");
  auto add = [](onnx::NodeProto &node, const char *key, const char *value) {
    auto *entry = node.add_metadata_props();
    entry->set_key(key);
    entry->set_value(value);
  };
  add(*model.mutable_graph()->mutable_node(0), "onnxc.scope", "encoder");
  add(*model.mutable_functions(0)->mutable_node(0), "onnxc.scope", "t.f");
  add(*model.mutable_functions(0)->mutable_node(0), "onnxc.source", "ops.cc:3");
  ASSERT_FALSE(inlineModel(model));
  const auto &metadata = model.graph().node(0).metadata_props();
  ASSERT_EQ(metadata.size(), 2);
  EXPECT_EQ(metadata[0].value(), "encoder/t.f");
  EXPECT_EQ(metadata[1].value(), "ops.cc:3");
}

TEST(Inline, OperatorsOfOtherDomainsKeepTheirTypesAndImports) {
  onnx::ModelProto model = parsed(R"(
    <ir_version: 10, opset_import: ["" : 20, "t" : 1]>
    g (float[2] x) => (float[2] y) { y = t.f (x) }
    <domain: "t", opset_import: ["" : 20, "vendor" : 3]> f (x) => (y) <float[2] h> { h = vendor.Magic (x)  y = Neg (h) })");
  ASSERT_FALSE(inlineModel(model));
  EXPECT_EQ(typeOf(model.graph(), "h"), "float");
  ASSERT_EQ(model.opset_import_size(), 2);
  EXPECT_EQ(model.opset_import(1).domain(), "vendor");
  EXPECT_EQ(model.opset_import(1).version(), 3);
}

TEST(Inline, FunctionsForAnotherOpset) {
  const std::string model = R"(<ir_version: 10, opset_import: ["" : 18, "t" : 1]>
    g (float[2] x) => (float[2] y) { y = t.f (x) } <domain: "t", opset_import: ["" : 13]> f (x) => (y) )";
  EXPECT_EQ(errorOf(model + "{ y = Neg (x) }"), "no error");
  EXPECT_EQ(errorOf(model + "{ y = ReduceMean (x) }"), "function 'f' is made for opset 13 and uses version 13 of "
                                                       "'ReduceMean', but opset 18 has version 18");
}

/// f1 calls f0 twice, f2 calls f1 twice ...; `body` is f0's.
std::string doubling(int count, const std::string &body) {
  std::string last = "f" + std::to_string(count - 1);
  std::string text = head + "g (float[2] x) => (float[2] y) { y = t." + last + " (x) }";
  for (int i = 0; i < count; ++i) {
    std::string callee = "t.f" + std::to_string(i - 1);
    text += "<domain: \"t\", opset_import: [\"\" : 20, \"t\" : 1]> f" + std::to_string(i) + " (x) => (y) {" +
            (i == 0 ? body : " h = " + callee + " (x)  y = " + callee + " (h) ") + "}";
  }
  return text;
}

TEST(Inline, TooManyNodesAreAnErrorAtOnce) {
  EXPECT_EQ(errorOf(doubling(31, "y = Neg (x)")),
            "inlining all calls makes 1073741824 nodes, more than the limit of 1000000");
  EXPECT_EQ(errorOf(doubling(90, "y = Neg (x)")),
            "inlining all calls makes over 10^18 nodes, more than the limit of 1000000");
  EXPECT_EQ(errorOf(doubling(4, "y = Neg (x)"), {7}), "inlining all calls makes 8 nodes, more than the limit of 7");
  EXPECT_EQ(errorOf(doubling(4, "y = Neg (x)"), {8}), "no error");
}

TEST(Inline, LongChainsOfCalls) {
  std::string text = head + "g (float[2] x) => (float[2] y) { y = t.f0 (x) }";
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i)
    text += "<domain: \"t\", opset_import: [\"\" : 20, \"t\" : 1]> f" + std::to_string(i) +
            " (x) => (y) { h = Neg (x) " +
            (i + 1 < count ? " y = t.f" + std::to_string(i + 1) + " (h)" : "y = Abs (h)") + " }";
  onnx::ModelProto model = parsed(text);
  ASSERT_FALSE(inlineModel(model));
  EXPECT_EQ(model.graph().node_size(), count + 1);
}

TEST(Inline, DeepNestingIsAnError) {
  std::string text = head + "g (bool c, float[2] x) => (float[2] y) { y = t.f0 (c, x) }";
  constexpr int count = 2000;
  for (int i = 0; i < count; ++i) {
    std::string callee = i + 1 < count ? "t.f" + std::to_string(i + 1) + " (c, x)" : "Neg (x)";
    text += "<domain: \"t\", opset_import: [\"\" : 20, \"t\" : 1]> f" + std::to_string(i) +
            " (c, x) => (y) { y = If (c) <then_branch = t () => (a) { a = " + callee +
            " }, else_branch = e () => (b) { b = Identity (x) }> }";
  }
  EXPECT_EQ(errorOf(text), "inlining all calls nests graphs 2000 deep, more than 30");
}

TEST(Import, FunctionsThatCallThemselves) {
  EXPECT_EQ(errorOf(head + R"(
    g (float[2] x) => (float[2] y) { y = t.f (x) }
    <domain: "t", opset_import: ["" : 20, "t" : 1]> f (x) => (y) { y = t.h (x) }
    <domain: "t", opset_import: ["" : 20, "t" : 1]> h (x) => (y) { y = t.f (x) })"),
            "function 'f' calls itself");
}

TEST(Import, BodiesThatDoNotFit) {
  for (const char *node : {"y = Loop (n, c, x) <body = b (i, more) => (more) { h = Neg (x) }>",
                           "y = Loop (n, c, x) <body = b (i, more, s) => (more) { h = Neg (x) }>", "y = Loop (n, c, x)",
                           "y = Loop (n, c, \"\", x) <body = b (i, more, s, t) => (more, s, t) { h = Neg (x) }>",
                           "y = If (c) <then_branch = t () => (a) { a = Neg (x) }>",
                           "y = If (c) <then_branch = t () => (a) { a = Neg (x) }, else_branch = e () => () { }>",
                           "y = Scan <num_scan_inputs = 1> (x)", "y = SequenceMap (x)"})
    EXPECT_NE(errorOf(head + R"(
      g (bool c, int64 n, float[2] x) => (float[2] y) { y = t.f (c, n, x) }
      <domain: "t", opset_import: ["" : 20]> f (c, n, x) => (y) {)" +
                      node + "}")
                  .find("function 'f'"),
              std::string::npos)
        << node;
}

TEST(Import, AttributesHaveTheTypeOfTheirReferences) {
  onnx::ModelProto model = parsed(head + R"(
    g (float[2] x) => (float[2] y) { y = Neg (x) }
    <domain: "t", opset_import: ["" : 20]> f <alpha, axes, unused> (x) => (y) {
      h = LeakyRelu <alpha: float = @alpha> (x)
      y = Squeeze (h, a)
      a = Constant <value_ints: ints = @axes> ()
    })");
  model.mutable_functions(0)->mutable_node()->SwapElements(1, 2);
  ImportedFunctions functions(model);
  auto function = functions.find("t", "f", "");
  ASSERT_TRUE(function) << function.error().message;
  EXPECT_EQ((*function)->attribute("alpha")->type, onnx::AttributeProto::FLOAT);
  EXPECT_EQ((*function)->attribute("axes")->type, onnx::AttributeProto::INTS);
  EXPECT_EQ((*function)->attribute("unused")->type, onnx::AttributeProto::UNDEFINED);
  EXPECT_EQ(*functions.find("t", "none", ""), nullptr);
}

/// Omitted inputs and outputs of control flow that stand at the end are optional to write.
TEST(Import, ControlFlowWithoutTrailingInputs) {
  onnx::ModelProto model = inlined(head + R"(
    g (int64 n, float[2] x) => (float[K,2] y) { y = t.f (n, x) }
    <domain: "t", opset_import: ["" : 20]> f (n, x) => (y) {
      y = Loop (n, "") <body = b (i, more) => (go, s) { go = Identity (more)  s = Neg (x) }>
    })");
  EXPECT_EQ(operators(model.graph().node()), "Loop");
}

TEST(MainGraph, SymbolsOfTheDeclarationBecomeThoseOfTheCall) {
  TestFunction f;
  Value *a = f.input("a", floats({sym("M")})), *b = f.input("b", floats({sym("N")}));
  Value *unknown = take(f.builder.op("NonZero", {Operand(b)}));
  f.function.declaredOutputs = {floats({sym("N")}), ints({Dim(1), sym("K")}), ints({Dim(1), sym("P")})};
  f.output(take(f.builder.cpp(CppOp::Neg, {Operand(b)})).value);
  f.output(unknown);
  f.output(take(f.builder.op("NonZero", {Operand(a)})));
  finish(f.function);
  MainCall call;
  call.main = &f.function;
  call.inputs = {floats({sym("N")}), floats({sym("P")})};
  auto graph = mainGraph(call);
  ASSERT_TRUE(graph) << graph.error().message;
  auto proto = graphProto(**graph);
  ASSERT_TRUE(proto) << proto.error().message;
  // N is P here, K is what it was, and the declaration's own P cannot be named: an input has another P.
  EXPECT_EQ(toString(fromProto(proto->output(0).type())), "float[P]");
  EXPECT_EQ(toString(fromProto(proto->output(1).type())), "int64[1,K]");
  EXPECT_EQ(toString(fromProto(proto->output(2).type())), "int64[1,?]");
}

TEST(MainGraph, OfAFunctionOfAModel) {
  onnx::ModelProto model = parsed(R"(<ir_version: 10, opset_import: ["" : 20]>
    library () => () { }
    <domain: "t", opset_import: ["" : 20]> f <alpha> (x, y) => (z, s) <float x, float y> {
      h = LeakyRelu <alpha: float = @alpha> (x)
      z = Add (h, y)
      s = Shape (z)
    })");
  ImportedFunctions functions(model);
  MainCall call;
  call.main = *functions.find("t", "f", "");
  EXPECT_EQ(mainGraph(call).error().id, ErrorId::MissingAttribute);
  call.attributes.push_back(attr("alpha", 0.5f).proto);
  ASSERT_FALSE(addMainGraph(model, call));
  EXPECT_FALSE(checkModel(model));
  EXPECT_EQ(typeOf(model.graph(), "z"), "float[]") << "rank 0";
  EXPECT_EQ(typeOf(model.graph(), "s"), "int64[0]");
  EXPECT_EQ(model.opset_import(1).domain(), "t");
}

} // namespace
} // namespace onnxc::graph
