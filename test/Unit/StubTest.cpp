#include "Stub/Edits.h"
#include "Stub/SourceText.h"

#include <gtest/gtest.h>

using onnxc::stub::Edits;
using onnxc::stub::stringLiteral;

namespace {

TEST(Edits, InsertionsKeepTheirOrder) {
  Edits edits;
  edits.insert(1, "x");
  edits.insert(1, "y");
  edits.insert(0, "<");
  edits.insert(3, ">");
  EXPECT_EQ(edits.apply("abc"), "<axybc>");
}

TEST(Edits, PairsNest) {
  Edits edits;
  edits.wrap(1, 2, "[", "]");
  edits.wrap(0, 3, "(", ")");
  edits.wrap(1, 3, "{", "}");
  EXPECT_EQ(edits.apply("abc"), "(a{[b]c})");
}

TEST(Edits, EqualPairsNestInOrder) {
  Edits edits;
  edits.wrap(0, 1, "(", ")");
  edits.wrap(0, 1, "[", "]");
  EXPECT_EQ(edits.apply("a"), "([a])");
}

TEST(Edits, NeighboursDoNotMix) {
  Edits edits;
  edits.wrap(1, 2, "[", "]");
  edits.wrap(0, 1, "(", ")");
  edits.insert(1, "|");
  EXPECT_EQ(edits.apply("ab"), "(a)|[b]");
}

TEST(Edits, Replaces) {
  Edits edits;
  edits.replace(1, 3, "XYZ");
  EXPECT_EQ(edits.apply("abcd"), "aXYZd");
  EXPECT_TRUE(Edits().empty());
  EXPECT_EQ(Edits().apply("abcd"), "abcd");
}

TEST(StringLiteral, EscapesWhatIsNotPrintable) {
  EXPECT_EQ(stringLiteral("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(stringLiteral(std::string("\0001\n", 3)), R"("\0001\012")");
  EXPECT_EQ(stringLiteral("\xff?"), R"("\377\077")");
}

} // namespace
