#include "OpGen/Documentation.h"
#include "OpGen/Generate.h"
#include "OpGen/Names.h"
#include "OpGen/Operator.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace onnxc::opgen {
namespace {

TEST(Names, MakesIdentifiers) {
  EXPECT_EQ(identifier("axis"), "axis");
  EXPECT_EQ(identifier("outputs..."), "outputs");
  EXPECT_EQ(identifier("default"), "default_");
  EXPECT_EQ(identifier("3d"), "_3d");
  EXPECT_EQ(identifier(""), "_");
  std::set<std::string> taken;
  EXPECT_EQ(uniqueIdentifier("x", taken), "x");
  EXPECT_EQ(uniqueIdentifier("x", taken), "x_");
}

TEST(Names, NamesNamespaces) {
  EXPECT_EQ(sinceNamespace("", 13), "since13");
  EXPECT_EQ(sinceNamespace("ai.onnx.ml", 3), "mlsince3");
  EXPECT_EQ(opsetNamespace("", 20), "opset20");
  EXPECT_EQ(opsetNamespace("ai.onnx.ml", 3), "ml3");
}

TEST(Documentation, KeepsTheCommentAComment) {
  EXPECT_EQ(docComment("one\ntwo"), "/// one\n/// two\n");
  EXPECT_EQ(docComment("\n  one\n    two\n      three\n\n"), "/// one\n/// two\n///   three\n");
  EXPECT_EQ(docComment("goes on \\\nor not"), "/// goes on\n/// or not\n");
  EXPECT_EQ(docComment("a\n\nb", "  "), "  /// a\n  ///\n  /// b\n");
  EXPECT_EQ(docComment(""), "");
}

TEST(Operator, HasAnOverloadForEachKind) {
  Operator identity = makeOperator(*schema::find("", "Identity", 20));
  ASSERT_EQ(identity.overloads.size(), 3u);
  for (const Overload &overload : identity.overloads)
    EXPECT_EQ(overload.parameters[0].kind, overload.outputs[0].kind);
  EXPECT_EQ(makeOperator(*schema::find("", "Add", 20)).overloads.size(), 1u);
}

TEST(Operator, WhatAnOptionalHoldsIsNotKnown) {
  for (const Overload &overload : makeOperator(*schema::find("", "OptionalGetElement", 20)).overloads)
    EXPECT_EQ(overload.outputs[0].kind,
              overload.parameters[0].kind == ValueKind::Optional ? ValueKind::Any : overload.parameters[0].kind);
}

TEST(Operator, SortsAttributes) {
  for (const schema::OpSchema *schema : schema::all()) {
    if (schema->domain() != "" && schema->domain() != "ai.onnx.ml")
      continue;
    Operator op = makeOperator(*schema);
    EXPECT_TRUE(std::ranges::is_sorted(op.attributes, {}, &Attribute::name)) << schema->Name();
    EXPECT_FALSE(op.overloads.empty());
  }
}

TEST(Operator, LeavesGraphsOut) {
  EXPECT_TRUE(makeOperator(*schema::find("", "If", 20)).attributes.empty());
  EXPECT_TRUE(
      std::ranges::none_of(makeOperator(*schema::find("", "Scan", 20)).attributes, [](const Attribute &attribute) {
        return attribute.name == "body" || attribute.name == "num_scan_inputs";
      }));
}

TEST(Generate, IsDeterministic) {
  auto first = generateHeaders(), second = generateHeaders();
  ASSERT_EQ(first.size(), second.size());
  for (size_t i = 0; i < first.size(); ++i)
    EXPECT_EQ(first[i].text, second[i].text) << first[i].path;
}

TEST(Generate, SharesTheSourcesOut) {
  auto files = generateSources(4);
  ASSERT_EQ(files.size(), 5u);
  for (size_t i = 0; i < 4; ++i)
    EXPECT_GT(files[i].text.size(), 10000u) << files[i].path;
}

} // namespace
} // namespace onnxc::opgen
