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
  EXPECT_EQ(typeOf(x, {slice({}, {}, Operand(s))}), "float[?,?,?]"); // None: of the end where it begins
}

// ONNX's Slice has an element in front of the first one where the step is negative; Python's has none.
TEST_F(IndexTest, BackwardSlicesAreTurned) {
  Value *symbolic = f.input("y", floats({sym("N"), 3}));
  auto nodes = [&](Value *tensor, std::vector<IndexItem> items) {
    size_t before = f.function.body.nodes.size();
    take(f.builder.index(tensor, std::move(items)));
    int64_t slices = 0;
    for (size_t k = before; k < f.function.body.nodes.size(); ++k)
      slices += f.function.body.nodes[k]->opType == "Slice";
    return slices;
  };
  Operand back = number(int64_t(-1)), two = number(int64_t(2)), minusTwo = number(int64_t(-2));
  EXPECT_EQ(nodes(symbolic, {slice({}, {}, back)}), 1);
  EXPECT_EQ(nodes(symbolic, {slice(back, {}, back)}), 1);
  EXPECT_EQ(nodes(symbolic, {slice(two, minusTwo, back)}), 1);
  EXPECT_EQ(nodes(symbolic, {slice(minusTwo, {}, back)}), 2);
  EXPECT_EQ(nodes(symbolic, {slice({}, Operand(s), back)}), 2);
  EXPECT_EQ(nodes(symbolic, {slice({}, {}, Operand(s))}), 2);
  EXPECT_EQ(nodes(x, {slice(minusTwo, {}, back)}), 1); // there are enough elements
  EXPECT_EQ(typeOf(x, {slice(number(int64_t(-7)), {}, back)}), "float[0,3,4]");
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
  // One of rank 0 keeps or drops an axis that it adds.
  Value *flag = f.input("flag", bools({}));
  EXPECT_EQ(typeOf(x, {by(flag)}), "float[?,2,3,4]");
  EXPECT_EQ(typeOf(x, {at(truth(true))}), "float[?,2,3,4]");
  EXPECT_EQ(typeOf(x, {slice(), by(flag), by(row)}), "float[2,?,4]");
  EXPECT_EQ(typeOf(x, {by(f.generic("g"))}), "float"); // of unknown type: an index
}

TEST_F(IndexTest, UnknownRank) {
  EXPECT_EQ(typeOf(any, {at(number(int64_t(0)))})[0], 'f');
  EXPECT_EQ(typeOf(any, {ellipsis(), slice(number(int64_t(1))), at(number(int64_t(0)))})[0], 'f');
  EXPECT_EQ(typeOf(any, {by(i), by(j)})[0], 'f');
  EXPECT_NE(typeOf(any, {slice(), by(i), by(j)}).find("rank must be known"), std::string::npos);
  // Which of them selects first decides where the dimensions stand.
  Value *vague = f.input("vague", Type::tensor(DType::INT64)), *some = f.input("some", Type::tensor(DType::BOOL));
  EXPECT_EQ(typeOf(x, {by(vague), by(i)})[0], 'f');
  EXPECT_EQ(typeOf(x, {by(i), slice(), by(vague)})[0], 'f');
  EXPECT_NE(typeOf(x, {by(vague), slice(), by(i)}).find("one of rank 0 selects"), std::string::npos);
  EXPECT_EQ(typeOf(x, {by(some)})[0], 'f');
  EXPECT_NE(typeOf(x, {by(row), by(some)}).find("rank of a mask must be known"), std::string::npos);
}

TEST_F(IndexTest, Put) {
  Value *v = f.input("v", floats({}));
  auto put = [&](std::vector<IndexItem> items, Operand value, bool accumulate = false) {
    return take(f.builder.indexPut(x, std::move(items), std::move(value), accumulate)).value->producer->opType;
  };
  EXPECT_EQ(put({at(number(int64_t(0)))}, number(1.0)), "ScatterND");
  EXPECT_EQ(put({by(mask)}, v), "Where");
  EXPECT_EQ(put({by(i), at(number(int64_t(0))), by(i)}, v), "ScatterND");
  EXPECT_EQ(put({slice(), by(i)}, v, true), "Reshape");
  EXPECT_EQ(put({ellipsis()}, v), "Expand");
  EXPECT_EQ(put({by(f.input("flag", bools({})))}, v), "Where");
  EXPECT_ERROR(f.builder.indexPut(x, {at(number(int64_t(2)))}, number(1.0)), BadIndex, "outside of a dimension");
  EXPECT_ERROR(f.builder.indexPut(row, {at(number(int64_t(0)))}, truth(true), true), TypeMismatch, "no sums of bool");
  EXPECT_ERROR(f.builder.indexPut(x, {at(number(int64_t(0)))}, f.input("n", ints({}))), TypeMismatch, "int64[]");
  EXPECT_ERROR(f.builder.indexPut(i, {at(number(int64_t(0)))}, number(0.5)), LiteralFraction, "0.5");
}

// A size of 0 is no request to keep one.
TEST_F(IndexTest, PutIntoWhatMayBeEmpty) {
  Value *v = f.input("v", floats({}));
  Value *result = take(f.builder.indexPut(x, {slice(), by(i)}, v)).value;
  const Attribute *allowzero = result->producer->attribute("allowzero");
  ASSERT_NE(allowzero, nullptr);
  EXPECT_EQ(allowzero->proto.i(), 1);
  EXPECT_EQ(toString(f.builder.typeOf(result)), "float[2,3,4]");
  f.function.opset = 13;
  EXPECT_EQ(take(f.builder.indexPut(x, {slice(), by(i)}, v)).value->producer->opType, "ScatterND");
}

/// What a trace would ask.
TEST_F(IndexTest, Questions) {
  std::string asked;
  QuestionHook hook = [&](const Value *value, Fact fact, int64_t axis) {
    std::string name = value->hint + (fact == Fact::Elem   ? ".elem "
                                      : fact == Fact::Rank ? ".rank "
                                                           : ".dim" + std::to_string(axis) + " ");
    if (!value->hint.empty() && asked.find(name) == std::string::npos)
      asked += name;
  };
  f.builder.onQuestion = &hook;
  auto questions = [&](std::vector<IndexItem> items) {
    asked.clear();
    take(f.builder.index(any, items));
    return asked;
  };
  EXPECT_EQ(questions({at(number(int64_t(0))), slice(), none()}), "");
  EXPECT_EQ(questions({by(i)}), "i.elem ");
  EXPECT_EQ(questions({slice(), ellipsis(), by(s)}), "s.elem ");
  EXPECT_EQ(questions({by(i), by(j), ellipsis()}), "i.elem j.elem ");
  EXPECT_EQ(questions({by(mask)}), "mask.elem mask.rank ");
  f.builder.onQuestion = nullptr;
  any = f.input("known", floats({2, 3, 4}));
  f.builder.onQuestion = &hook;
  EXPECT_EQ(questions({slice(), by(i), by(j)}), "i.elem j.elem known.rank i.rank j.rank ");
  EXPECT_EQ(questions({by(i), slice(), by(j)}), "i.elem j.elem known.rank i.rank ");
  EXPECT_EQ(questions({by(s), slice(), by(j)}), "s.elem j.elem known.rank s.rank j.rank ");
  asked.clear();
  take(f.builder.indexPut(any, {by(i), by(s)}, number(1.0)));
  EXPECT_EQ(asked, "known.elem i.elem s.elem ");
}

} // namespace
} // namespace onnxc::graph
