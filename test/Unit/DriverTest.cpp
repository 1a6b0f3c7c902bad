#include "Driver/Binding/TraceRequests.h"
#include "Driver/Files/Output.h"
#include "Driver/Options/CallOptions.h"
#include "Driver/Options/ClangFlags.h"
#include "Driver/Options/Failure.h"
#include "Driver/Options/Suggest.h"

#include <gtest/gtest.h>

namespace {

using namespace onnxc;
using namespace onnxc::driver;

TEST(ClangFlags, AreSortedOut) {
  SplitArguments split = splitArguments({"a.cc", "-Idir", "-I", "other", "-DX=1", "-std=c++20", "-o", "out",
                                         "--emit=text", "-Werror", "-MD", "-MF", "deps", "--", "-o", "-weird"});
  EXPECT_EQ(split.own, (std::vector<std::string>{"a.cc", "-o", "out", "--emit=text"}));
  EXPECT_EQ(split.clang,
            (std::vector<std::string>{"-Idir", "-I", "other", "-DX=1", "-std=c++20", "-Werror", "-o", "-weird"}));
  EXPECT_TRUE(split.depfile.write);
  EXPECT_EQ(split.depfile.file, "deps");
  EXPECT_THROW(splitArguments({"-isystem"}), Failure);
}

graph::Type readType(const std::string &text) { return *readInputOption("x=" + text).type; }

std::string roundTrip(const std::string &text) { return graph::toString(readType(text)); }

TEST(CallOptions, TypesOfInputs) {
  EXPECT_EQ(roundTrip("float[N,3]"),
            graph::toString(graph::Type::tensor(DType::FLOAT, graph::Shape{graph::Dim(std::string("N")), 3})));
  EXPECT_EQ(readType("int64").rank(), -1);
  EXPECT_EQ(readType("float64[]").rank(), 0);
  EXPECT_EQ(readType("seq(float[2])").kind, graph::Type::Kind::Sequence);
  EXPECT_EQ(readType("optional(seq(float))").kind, graph::Type::Kind::OptionalSequence);
  EXPECT_FALSE((*readType("float[?]").shape)[0].isKnown());
  for (const char *bad :
       {"", "flaot", "float[", "float[1,]", "float[-1]", "float]", "float x", "seq(float", "seq(seq(float))"})
    EXPECT_THROW(readType(bad), Failure) << bad;
}

TEST(TraceRequests, LinesAreQuotedAsInAShell) {
  std::vector<RequestLine> lines =
      splitRequestLines("# comment\n f 'a b'\"c\\\"d\"e \\\n  g\\ h\n\n''x #rest\ny#z '#'");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].number, 2u);
  EXPECT_EQ(lines[0].words, (std::vector<std::string>{"f", "a bc\"de", "g h"}));
  EXPECT_EQ(lines[1].number, 5u);
  EXPECT_EQ(lines[1].words, (std::vector<std::string>{"x"}));
  EXPECT_EQ(lines[2].words, (std::vector<std::string>{"y#z", "#"}));
  EXPECT_THROW(splitRequestLines("f 'a"), Failure);
}

TEST(CallOptions, OfOneFunction) {
  InputOption option = readInputOption("acme::f:x=float", Callees::Several);
  EXPECT_EQ(option.function, "acme::f");
  EXPECT_EQ(option.name, "x");
  EXPECT_EQ(option.text, "acme::f:x=float");
  EXPECT_EQ(readInputOption("f:x", Callees::Several).name, "x");
  for (const char *text : {"x=a:b", "acme::f=1", "x= f:y=1"}) {
    AttributeOption attribute = readAttributeOption(text, Callees::Several);
    EXPECT_EQ(attribute.function, "") << text;
    EXPECT_EQ(attribute.name + "=" + attribute.value, text);
  }
  EXPECT_EQ(readAttributeOption("f:x=1").name, "f:x");
}

TEST(CallOptions, AreChecked) {
  EXPECT_TRUE(readInputOption("x= none").isAbsent);
  EXPECT_FALSE(readInputOption("x").type);
  for (const char *bad : {"", "=float", " =1"})
    EXPECT_THROW(readInputOption(bad), Failure) << bad;
  for (const char *bad : {"", "x", "=1"})
    EXPECT_THROW(readAttributeOption(bad), Failure) << bad;
}

TEST(Suggest, NearestNames) {
  EXPECT_EQ(didYouMean("alhpa", {"beta", "alpha"}), "; did you mean 'alpha'?");
  EXPECT_EQ(didYouMean("gamma_ray", {"beta", "alpha"}), "");
  EXPECT_EQ(quotedList({"a", "b", "c"}), "'a', 'b' and 'c'");
  EXPECT_EQ(quotedList({"a"}), "'a'");
}

TEST(Depfile, EscapesForMake) {
  EXPECT_EQ(depfileText("out put", {"a b", "c#$"}), "out\\ put: \\\n  a\\ b \\\n  c\\#$$\n");
}

TEST(Output, DefaultNames) {
  EXPECT_EQ(defaultOutput("dir/ops.cc", EmitKind::Model), "ops.onnx");
  EXPECT_EQ(defaultOutput("dir/ops.cc", EmitKind::Cpp), "ops.onnxc.cc");
}

} // namespace
