// A traced function is specialised on its attributes and on exactly those facts that were asked.
#include "Stubs.h"
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <variant>

using namespace onnxc;
namespace op = onnxc::opset20;

namespace {

// Asks nothing.
Tensor plain(Tensor x) {
  TRACED(plain, {.name = "x"})[&](Tensor x)->Tensor { return op::Relu(x); }, x);
}
Tensor byRank(Tensor x, int64_t wanted) {
  TRACED(byRank, {.name = "x"}, {.name = "wanted"})[&](Tensor x, int64_t wanted)->Tensor {
    return x.rank() == wanted ? Tensor(op::Relu(x)) : x;
  }, x, wanted);
}
Tensor byFirstDim(Tensor x) {
  TRACED(byFirstDim, {.name = "x"})[&](Tensor x)->Tensor { return x.dim(0) > 2 ? Tensor(op::Relu(x)) : x; }, x);
}
// The graph builder asks the element type, for the literal.
Tensor doubled(Tensor x) {
  TRACED(doubled, {.name = "x"})[&](Tensor x)->Tensor { return x * 2; }, x);
}
// It is asked of an intermediate value that has the element type of x.
Tensor reluDoubled(Tensor x) {
  TRACED(reluDoubled, {.name = "x"})[&](Tensor x)->Tensor { return op::Relu(x) * 2; }, x);
}
// ... and of one that has a type of its own.
Tensor castDoubled(Tensor x) {
  TRACED(castDoubled, {.name = "x"})[&](Tensor x)->Tensor { return cast<float>(op::Shape(x)) * 2; }, x);
}
// The rank of an intermediate value, which is answered again by inference.
Tensor byRankOfSum(Tensor x, Tensor y) {
  TRACED(byRankOfSum, {.name = "x"}, {.name = "y"})[&](Tensor x, Tensor y)->Tensor {
    Tensor sum = x + y;
    return sum.rank() > 2 ? Tensor(op::Relu(sum)) : sum;
  }, x, y);
}
// The index builder asks the element types of the indices, not their ranks.
Tensor taken(Tensor x, Tensor i) {
  TRACED(taken, {.name = "x"}, {.name = "i"})[&](Tensor x, Tensor i)->Tensor {
    return op::Size(x[i]) + op::Size(x.index({i, i})) + op::Size(x.index_put({i, 0}, x[0][0]));
  }, x, i);
}
// ... but where they decide where the dimensions stand.
Tensor takenApart(Tensor x, Tensor i) {
  TRACED(takenApart, {.name = "x"}, {.name = "i"})[&](Tensor x, Tensor i)->Tensor { return x.index({i, Slice(), i}); }, x, i);
}
Tensor outer(Tensor x, int64_t wanted) {
  TRACED(outer, {.name = "x"}, {.name = "wanted"})[&](Tensor x, int64_t wanted)->Tensor {
    return byRank(x, wanted) + x;
  }, x, wanted);
}
Tensor outerOfIntermediate(Tensor x, Tensor y) {
  TRACED(outerOfIntermediate, {.name = "x"}, {.name = "y"})[&](Tensor x, Tensor y)->Tensor {
    return byRankOfSum(op::Relu(x), y);
  }, x, y);
}

struct Guards : testing::Test {
  ModelBuilder b;
  int outputs = 0;
  void use(const Tensor &value) { b.output("out" + std::to_string(outputs++), value); }
  template <class T> Tensor in(std::vector<Dimension> dims) {
    return b.input<T>("in" + std::to_string(inputs++), std::move(dims));
  }
  int inputs = 0;
  int count(const std::string &name) { return countFunctions(b.build(), name); }
};

TEST_F(Guards, NothingAskedIsOneFunction) {
  use(plain(in<float>({2, 3})));
  use(plain(in<int64_t>({"N"})));
  use(plain(in<float>({})));
  EXPECT_EQ(count("plain"), 1);
  EXPECT_EQ(overloadsOf(b.build(), "plain"), std::vector<std::string>{""});
}

TEST_F(Guards, RanksOfIndicesAreAskedWhereTheyDecide) {
  for (std::vector<Dimension> dims : {std::vector<Dimension>{}, {2}, {"N"}, {2, 3}})
    use(taken(in<float>({2, 3, 4}), in<int64_t>(dims)));
  use(taken(in<double>({"A", "B"}), in<int64_t>({})));
  EXPECT_EQ(count("taken"), 1);
  use(takenApart(in<float>({2, 3, 4}), in<int64_t>({})));
  use(takenApart(in<float>({2, 3, 4}), in<int64_t>({5})));
  use(takenApart(in<float>({3, 3, 3}), in<int64_t>({"N"})));
  EXPECT_EQ(count("takenApart"), 2);
}

TEST_F(Guards, RankIsAskedNotShapeOrType) {
  use(byRank(in<float>({2, 3}), 2));
  use(byRank(in<float>({"N", "M"}), 2));
  use(byRank(in<int64_t>({7, 8}), 2));
  EXPECT_EQ(count("byRank"), 1);
  use(byRank(in<float>({2, 3, 4}), 2));
  EXPECT_EQ(count("byRank"), 2);
  use(byRank(in<float>({2, 3, 4}), 3));
  EXPECT_EQ(overloadsOf(b.build(), "byRank"),
            (std::vector<std::string>{"wanted=2,x.rank=2", "wanted=2,x.rank=3", "wanted=3,x.rank=3"}));
}

TEST_F(Guards, OneDimensionIsAskedNotTheRank) {
  use(byFirstDim(in<float>({4, 3})));
  use(byFirstDim(in<float>({4, 5, 6})));
  EXPECT_EQ(count("byFirstDim"), 1);
  use(byFirstDim(in<float>({5, 3})));
  EXPECT_EQ(count("byFirstDim"), 2);
  EXPECT_THROW(byFirstDim(in<float>({"N", 3})), TraceError);
}

TEST_F(Guards, TheBuilderAsksTheElementTypeForALiteral) {
  use(doubled(in<float>({2, 3})));
  use(doubled(in<float>({4})));
  EXPECT_EQ(count("doubled"), 1);
  use(doubled(in<int64_t>({2, 3})));
  EXPECT_EQ(overloadsOf(b.build(), "doubled"), (std::vector<std::string>{"x.type=float", "x.type=int64"}));
}

TEST_F(Guards, UnknownIsAnAnswer) {
  // Nothing is known of the result of an operator without schema.
  auto vendor = [](const Input &x) {
    static constexpr detail::OperatorInfo info{"vendor", "Foo", 1};
    const detail::Argument arguments[] = {x};
    Tensor result;
    detail::callOperator(info, arguments, {}, &result, 1);
    return result;
  };
  use(cast<float>(doubled(vendor(in<float>({2})))));
  use(cast<float>(doubled(vendor(in<float>({3, 4})))));
  EXPECT_EQ(overloadsOf(b.build(), "doubled"), std::vector<std::string>{"x.type=?"});
}

TEST_F(Guards, ElementTypeOfAnIntermediateIsThatOfTheInput) {
  use(reluDoubled(in<float>({2, 3})));
  use(reluDoubled(in<float>({4})));
  use(reluDoubled(in<double>({2, 3})));
  EXPECT_EQ(overloadsOf(b.build(), "reluDoubled"), (std::vector<std::string>{"x.type=float", "x.type=double"}));
}

TEST_F(Guards, FactsThatNoArgumentChangesAreNoGuards) {
  use(castDoubled(in<float>({2, 3})));
  use(castDoubled(in<int64_t>({4})));
  EXPECT_EQ(overloadsOf(b.build(), "castDoubled"), std::vector<std::string>{""});
}

TEST_F(Guards, IntermediatesAreAnsweredAgain) {
  use(byRankOfSum(in<float>({2, 3}), in<float>({3})));
  use(byRankOfSum(in<float>({3}), in<float>({2, 3})));
  use(byRankOfSum(in<int64_t>({7, 8}), in<int64_t>({7, 8})));
  EXPECT_EQ(count("byRankOfSum"), 1);
  use(byRankOfSum(in<float>({1, 2, 3}), in<float>({3})));
  use(byRankOfSum(in<float>({3}), in<float>({1, 2, 3})));
  EXPECT_EQ(count("byRankOfSum"), 2);
}

TEST_F(Guards, NestedGuardsAreAskedOfTheCaller) {
  use(outer(in<float>({2, 3}), 2));
  use(outer(in<int64_t>({4, 5}), 2));
  EXPECT_EQ(count("outer"), 1);
  EXPECT_EQ(count("byRank"), 1);
  use(outer(in<float>({2, 3, 4}), 2));
  EXPECT_EQ(count("outer"), 2);
  EXPECT_EQ(count("byRank"), 2);
}

TEST_F(Guards, NestedGuardsThatHeldAreAskedToo) {
  use(byRank(in<float>({2, 3}), 2)); // the nested function exists before its caller is traced
  use(outer(in<float>({2, 3}), 2));
  use(outer(in<float>({2, 3, 4}), 2));
  EXPECT_EQ(count("outer"), 2);
}

TEST_F(Guards, NestedGuardsOnIntermediatesOfTheCallee) {
  use(outerOfIntermediate(in<float>({2, 3}), in<float>({3})));
  use(outerOfIntermediate(in<float>({3}), in<float>({2, 3})));
  EXPECT_EQ(count("outerOfIntermediate"), 1);
  use(outerOfIntermediate(in<float>({3}), in<float>({1, 2, 3})));
  EXPECT_EQ(count("outerOfIntermediate"), 2);
  EXPECT_EQ(count("byRankOfSum"), 2);
}

TEST_F(Guards, ConstantArgumentsAreNotBaked) {
  Tensor x = in<float>({2});
  auto add = [](Tensor x, Tensor y) {
    TRACED(add, {.name = "x"}, {.name = "y"})[&](Tensor x, Tensor y)->Tensor { return x + y; }, x, y);
  };
  use(add(x, 1.5f));
  use(add(x, 2.5f));
  use(add(x, onnxc::tensor({1.f, 2.f})));
  EXPECT_EQ(count("add"), 1);
  onnx::ModelProto model = b.build();
  EXPECT_EQ(model.functions(0).node_size(), 1);
}

TEST_F(Guards, ABodyThatThrowsLeavesNothingBehind) {
  auto picky = [](Tensor x, int64_t n) {
    TRACED(picky, {.name = "x"}, {.name = "n"})[&](Tensor x, int64_t n)->Tensor {
      Tensor y = op::Relu(x);
      if (n < 0)
        throw std::out_of_range("n");
      return y * x.dim(0);
    }, x, n);
  };
  EXPECT_THROW(picky(in<float>({2}), -1), std::out_of_range);
  EXPECT_THROW(picky(in<float>({"N"}), 1), TraceError);
  use(picky(in<float>({2}), 1));
  onnx::ModelProto model = b.build();
  EXPECT_EQ(model.functions_size(), 1);
  EXPECT_EQ(model.graph().node_size(), 1);
}

int mood = 0;
TEST_F(Guards, ABodyThatDependsOnAGlobalIsAnError) {
  auto moody = [](Tensor x) {
    TRACED(moody, {.name = "x"})[&](Tensor x)->Tensor {
      // The second time it asks about something else although the first answer is the same.
      int64_t rank = x.rank();
      return mood++ == 0 ? x.dim(0) + x : x.dim(1) * x + rank;
    }, x);
  };
  use(moody(in<float>({2, 3})));
  try {
    use(moody(in<float>({3, 3}))); // dim(0) differs, so that the body runs again
    FAIL() << "expected an error";
  } catch (const TraceError &error) {
    EXPECT_NE(error.message().find("neither argument, capture nor member"), std::string::npos) << error.what();
  }
}

// Equal unknown dimensions are no fact that this body asks.
TEST_F(Guards, SymbolNamesAreNeverCompared) {
  auto twice = [](Tensor x, Tensor y) {
    TRACED(twice, {.name = "x"}, {.name = "y"})[&](Tensor x, Tensor y)->Tensor {
      Tensor sum = x + y;
      return sum.rank() == 2 ? sum : sum * 1;
    }, x, y);
  };
  use(twice(in<float>({"N", "M"}), in<float>({"N", "M"})));
  use(twice(in<float>({"A", "B"}), in<float>({"A", "B"})));
  use(twice(in<float>({"A", "B"}), in<float>({"C", "B"})));
  EXPECT_EQ(count("twice"), 1);
}

TEST_F(Guards, RecursionOnTheRankEnds) {
  struct Recursive {
    static Tensor flat(Tensor x) {
      TRACED(flat, {.name = "x"})[&](Tensor x)->Tensor {
        if (x.rank() == 1)
          return x;
        return flat(op::ReduceSum(x, {0}, {.keepdims = 0}));
      }, x);
    }
    static Tensor endless(Tensor x) {
      TRACED(endless, {.name = "x"})[&](Tensor x)->Tensor { return endless(x + x); }, x);
    }
  };
  use(Recursive::flat(in<float>({2, 3, 4})));
  EXPECT_EQ(count("flat"), 3);
  EXPECT_THROW(Recursive::endless(in<float>({2})), TraceError);
  use(Recursive::flat(in<float>({2, 3})));
  EXPECT_EQ(count("flat"), 3);
}

TEST_F(Guards, ExplainSaysWhy) {
  ModelBuilder c{{.explain = true}};
  testing::internal::CaptureStderr();
  byRank(c.input<float>("a", {2, 3}), 2);
  byRank(c.input<float>("b", {2, 3, 4}), 2);
  byRank(c.input<float>("c", {2, 3, 5}), 2);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "new function acme.byRank because wanted is 2, for the first time\n"
                                                    "new function acme.byRank because the rank of x is 3, not 2\n");
}

} // namespace
