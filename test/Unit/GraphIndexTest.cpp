//===- GraphIndexTest.cpp - x.index and x.index_put --------------------------------===//
#include "GraphTestUtil.h"

namespace onnxc::graph {
namespace {

IndexItem at(Operand value) {
  IndexItem item;
  item.value = std::move(value);
  return item;
}
IndexItem by(Operand value) {
  IndexItem item = at(std::move(value));
  item.kind = IndexItem::Kind::Tensor;
  return item;
}
IndexItem slice(Operand start = {}, Operand stop = {}, Operand step = {}) {
  IndexItem item;
  item.kind = IndexItem::Kind::Slice;
  item.start = std::move(start);
  item.stop = std::move(stop);
  item.step = std::move(step);
  return item;
}
IndexItem marker(IndexItem::Kind kind) {
  IndexItem item;
  item.kind = kind;
  return item;
}
IndexItem none() { return marker(IndexItem::Kind::None); }
IndexItem ellipsis() { return marker(IndexItem::Kind::Ellipsis); }

struct IndexTest : testing::Test {
  TestFunction f;
  Value *x = f.input("x", floats({2, 3, 4}));
  Value *any = f.input("any", Type::tensor(DType::FLOAT));
  Value *i = f.input("i", ints({5})), *j = f.input("j", ints({6, 1})), *s = f.input("s", ints({}));
  Value *mask = f.input("mask", bools({2, 3})), *row = f.input("row", bools({3}));

  /// The result's type; "!" and the message for an error.
  std::string typeOf(Value *tensor, std::vector<IndexItem> items) {
    Result<Operand> result = f.builder.index(tensor, std::move(items));
    return result ? toString(f.builder.typeOf(*result)) : "!" + result.error().message;
  }
};

TEST_F(IndexTest, Numbers) {
  EXPECT_EQ(typeOf(x, {at(number(int64_t(-1)))}), "float[3,4]");
  EXPECT_EQ(typeOf(x, {at(number(int64_t(1))), ellipsis(), at(number(int64_t(3)))}), "float[3]");
  EXPECT_EQ(typeOf(x, {at(Operand(s, true)), at(number(int64_t(0))), at(number(int64_t(0)))}), "float[]");
  EXPECT_NE(typeOf(x, {at(number(int64_t(2)))}).find("outside of a dimension of size 2"), std::string::npos);
  std::vector<IndexItem> four(4, at(number(int64_t(0))));
  EXPECT_NE(typeOf(x, four).find("4 indices for a tensor of rank 3"), std::string::npos);
  EXPECT_NE(typeOf(x, {ellipsis(), ellipsis()}).find("more than one Ellipsis"), std::string::npos);
  EXPECT_NE(typeOf(x, {by(x)}).find("not float"), std::string::npos);
}

TEST_F(IndexTest, SlicesAreOneNode) {
  Operand minusOne = number(int64_t(-1));
  EXPECT_EQ(
      typeOf(x, {slice({}, {}, minusOne), slice(number(int64_t(1))), slice(number(int64_t(-2)), number(int64_t(-1)))}),
      "float[2,2,1]");
  EXPECT_EQ(f.operators(), "Constant Constant Constant Constant Slice");
  EXPECT_EQ(typeOf(x, {slice(), slice(number(int64_t(0)))}), "float[2,3,4]"); // the whole: no node
  EXPECT_EQ(f.function.body.nodes.size(), 5u);
  EXPECT_NE(typeOf(x, {slice({}, {}, number(int64_t(0)))}).find("other than 0"), std::string::npos);
  EXPECT_NE(typeOf(x, {slice({}, {}, Operand(s))}).find("needs both bounds"), std::string::npos);
}

TEST_F(IndexTest, NewAxes) {
  EXPECT_EQ(typeOf(x, {none(), at(number(int64_t(1))), at(number(int64_t(2)))}), "float[1,4]");
  EXPECT_EQ(typeOf(x, {slice(), slice(), none()}), "float[2,3,1,4]");
  EXPECT_EQ(typeOf(x, {none(), ellipsis(), none(), at(number(int64_t(0)))}), "float[1,2,3,1]");
}

TEST_F(IndexTest, Tensors) {
  EXPECT_EQ(typeOf(x, {slice(), by(i)}), "float[2,5,4]");
  EXPECT_EQ(typeOf(x, {by(i), by(j)}), "float[6,5,4]");
  EXPECT_EQ(typeOf(x, {slice(), by(j), by(i)}), "float[2,6,5]");
  EXPECT_EQ(typeOf(x, {by(i), slice(), by(i)}), "float[5,3]");
  EXPECT_EQ(typeOf(x, {by(i), by(s), by(i)}), "float[5]"); // rank 0 selects first
}

TEST_F(IndexTest, Masks) {
  EXPECT_EQ(typeOf(x, {by(mask)}), "float[?,4]");
  EXPECT_EQ(typeOf(x, {slice(), by(row)}), "float[2,?,4]");
  EXPECT_NE(typeOf(x, {by(f.input("flag", bools({})))}).find("rank 0"), std::string::npos);
  EXPECT_EQ(typeOf(x, {by(f.generic("g"))}), "float"); // of unknown type: an index
}

TEST_F(IndexTest, UnknownRank) {
  EXPECT_EQ(typeOf(any, {at(number(int64_t(0)))})[0], 'f');
  EXPECT_EQ(typeOf(any, {ellipsis(), slice(number(int64_t(1))), at(number(int64_t(0)))})[0], 'f');
  EXPECT_EQ(typeOf(any, {by(i), by(j)})[0], 'f');
  EXPECT_NE(typeOf(any, {slice(), by(i), by(j)}).find("rank must be known"), std::string::npos);
}

TEST_F(IndexTest, Put) {
  Value *v = f.input("v", floats({}));
  auto put = [&](std::vector<IndexItem> items, Operand value, bool accumulate = false) {
    return take(f.builder.indexPut(x, std::move(items), std::move(value), accumulate)).value->producer->opType;
  };
  EXPECT_EQ(put({at(number(int64_t(0)))}, number(1.0)), "ScatterND");
  EXPECT_EQ(put({by(mask)}, v), "Where");
  EXPECT_EQ(put({slice(), by(i)}, v, true), "Reshape");
  EXPECT_ERROR(f.builder.indexPut(x, {at(number(int64_t(0)))}, f.input("n", ints({}))), TypeMismatch, "int64[]");
  EXPECT_ERROR(f.builder.indexPut(i, {at(number(int64_t(0)))}, number(0.5)), LiteralFraction, "0.5");
}

} // namespace
} // namespace onnxc::graph
