#include "Emit/Dot.h"
#include "Emit/Json.h"
#include "Emit/Serialise.h"
#include "Emit/Signature.h"
#include "Emit/TensorText.h"
#include "Emit/Text.h"
#include "onnx/defs/parser.h"

#include <gtest/gtest.h>

namespace {

using namespace onnxc;

onnx::ModelProto parse(const std::string &text) {
  onnx::ModelProto model;
  auto status = onnx::OnnxParser::Parse(model, text.c_str());
  EXPECT_TRUE(status.IsOK()) << status.ErrorMessage() << "\n" << text;
  return model;
}

const char *const everything = R"(<
   ir_version: 10,
   opset_import: ["" : 20, "acme" : 2],
   producer_name: "test",
   doc_string: "a \"quoted\" text",
   metadata_props: ["key": "value"]
>
main (float[N,3] x, seq(float[N]) s, float scalar, int64[] any) => (float["a b",?] y)
   <float[2] w = {1, 2.5}, int64 n = {3}>
{
   [call] y = acme.f <alpha: float = 0.25, names: strings = ["a", "b"]> (x, "", w)
   z = If (c) <then_branch: graph = then () => (float t)
   {
      t = Constant <value: tensor = float {-inf}> ()
   }, else_branch: graph = otherwise () => (float e)
   {
      e = Constant <value_ints: ints = []> ()
   }>
}

<
   domain: "acme",
   opset_import: ["" : 20],
   doc_string: "of the function"
>
f <needed, alpha: float = 0.5> (float[N] x, y, w) => (r)
   <float[N] inner>
{
   inner = LeakyRelu <alpha: float = @alpha> (x)
   [other_name] r = Add (inner, w)
}
)";

TEST(Text, OnnxParserReadsItBack) {
  onnx::ModelProto model = parse(everything);
  std::string text = emit::text(model);
  EXPECT_EQ(emit::text(parse(text)), text);
  EXPECT_EQ(parse(text).SerializeAsString(), parse(emit::text(parse(text))).SerializeAsString());
}

TEST(Text, ShowsDefaultsTypesAndMetadata) {
  onnx::ModelProto model = parse(everything);
  auto *entry = model.mutable_functions(0)->mutable_node(0)->add_metadata_props();
  entry->set_key("onnxc.source");
  entry->set_value("ops.cc:3");
  std::string text = emit::text(model.functions(0));
  EXPECT_NE(text.find("f <needed, alpha: float = 0.5> (float[N] x, y, w) => (r)\n   <float[N] inner>\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("   inner = LeakyRelu <alpha: float = @alpha> (x)  # onnxc.source: ops.cc:3\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("   [other_name] r = Add (inner, w)\n"), std::string::npos) << text;
}

TEST(Text, TensorsOfEveryStorage) {
  onnx::TensorProto tensor;
  tensor.set_data_type(onnx::TensorProto::INT64);
  tensor.add_dims(2);
  std::string raw(16, '\0');
  raw[0] = 5;
  raw[8] = 7;
  tensor.set_raw_data(raw);
  EXPECT_EQ(emit::tensorText(tensor), "int64[2] {5, 7}");
  tensor.set_data_type(onnx::TensorProto::INT4);
  tensor.set_dims(0, 3);
  tensor.set_raw_data("\x2f\x07");
  EXPECT_EQ(emit::tensorText(tensor), "int4[3] {-1, 2, 7}");
  onnx::TensorProto strings;
  strings.set_data_type(onnx::TensorProto::STRING);
  strings.add_dims(1);
  strings.add_string_data("say \"hi\"");
  EXPECT_EQ(emit::tensorText(strings), "string[1] {\"say \\\"hi\\\"\"}");
}

TEST(Text, NumbersAreShortest) {
  EXPECT_EQ(emit::numberText(0.1f), "0.1");
  EXPECT_EQ(emit::numberText(0.1), "0.1");
  EXPECT_EQ(emit::numberText(1e30f), "1e+30");
  EXPECT_EQ(emit::numberText(-0.0f), "-0");
}

TEST(Serialise, FunctionFileNames) {
  onnx::FunctionProto function;
  function.set_domain("acme.nn");
  function.set_name("Class.method");
  EXPECT_EQ(emit::functionFileName(function), "acme.nn.Class.method.onnxf");
  function.set_overload("a/b<1>");
  EXPECT_EQ(emit::functionFileName(function), "acme.nn.Class.method.a%2Fb%3C1%3E.onnxf");
}

TEST(Json, IsProtobufs) {
  std::string json = emit::json(parse(everything));
  EXPECT_NE(json.find("\"op_type\": \"LeakyRelu\""), std::string::npos);
}

TEST(Dot, HasClustersForFunctionsAndSubgraphs) {
  std::string dot = emit::dot(parse(everything));
  for (const char *text : {"label=\"acme::f\"", "label=\"If.then_branch\"", "LeakyRelu\\nalpha = @alpha"})
    EXPECT_NE(dot.find(text), std::string::npos) << text << "\n" << dot;
}

TEST(Signature, OneLine) {
  emit::FunctionInfo function;
  function.domain = "acme";
  function.name = "f";
  emit::ParamInfo param;
  param.name = "x";
  param.type = "float[N]";
  function.inputs.push_back(param);
  param.optional = true;
  param.name = "bias";
  function.inputs.push_back(param);
  param = {};
  param.name = "k";
  param.type = "int";
  param.hasDefault = true;
  param.defaultValue = "3";
  function.attributes.push_back(param);
  param = {};
  param.type = "float[N]";
  function.outputs.push_back(param);
  EXPECT_EQ(emit::oneLine(function), "acme::f(x: float[N], bias: float[N]?; k: int = 3) -> float[N]");
}

} // namespace
