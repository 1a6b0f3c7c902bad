// Attempts to make a reused function wrong, or to get a needless copy:
// questions that look alike, questions inside nested graphs, bodies that throw
// and callers that go on.
#include "Stubs.h"
#include "onnxc/opset13.h"
#include <gtest/gtest.h>

using namespace onnxc;
namespace op = onnxc::opset20;

namespace {

struct Reuse : testing::Test {
  ModelBuilder b;
  int outputs = 0, inputs = 0;
  void use(const Tensor &value) { b.output("out" + std::to_string(outputs++), value); }
  template <class T> Tensor in(std::vector<Dimension> dims) {
    return b.input<T>("in" + std::to_string(inputs++), std::move(dims));
  }
  int count(const std::string &name) { return countFunctions(b.build(), name); }
  /// Of which nothing is known.
  Tensor unknown(const Input &x) {
    static constexpr detail::OperatorInfo info{"vendor", "Foo", 1};
    const detail::Argument arguments[] = {x};
    Tensor result;
    detail::callOperator(info, arguments, {}, &result, 1);
    return result;
  }
};

Tensor total(const Tensor &x) { return op::ReduceSum(x, {}, {.keepdims = 0}); }

// Questions that look alike.

TEST_F(Reuse, IfsThatDifferInWhatTheirBranchesReturn) {
  auto f = [](Tensor c, Tensor x, Tensor y) {
    TRACED(ifs, {.name = "c"}, {.name = "x"}, {.name = "y"})
    [&](Tensor c, Tensor x, Tensor y)->Tensor {
      Tensor a = cond(c, [&] { return x; }, [&] { return x; });
      Tensor b = cond(c, [&] { return y; }, [&] { return y; });
      return op::Flatten(a + b, {.axis = a.rank() * 10 + b.rank() > 11});
    }, c, x, y);
  };
  Tensor c = in<bool>({});
  use(f(c, in<float>({2}), in<float>({2})));
  use(f(c, in<float>({3}), in<float>({3})));
  EXPECT_EQ(count("ifs"), 1);
  use(f(c, in<float>({2}), in<float>({2, 2})));
  EXPECT_EQ(count("ifs"), 2);
}

TEST_F(Reuse, StatesOfTwoLoops) {
  auto f = [](Tensor x, Tensor y) {
    TRACED(loops, {.name = "x"}, {.name = "y"})[&](Tensor x, Tensor y)->Tensor {
      int64_t ranks = 0;
      auto flip = [&](Tensor, Tensor state) {
        ranks += state.rank();
        return -state;
      };
      Tensor a = for_loop(2, flip, x), b = for_loop(2, flip, y);
      return op::Flatten(a + b, {.axis = ranks > 2});
    }, x, y);
  };
  use(f(in<float>({2}), in<float>({2})));
  use(f(in<float>({3}), in<float>({3})));
  EXPECT_EQ(count("loops"), 1);
  use(f(in<float>({2}), in<float>({2, 2})));
  EXPECT_EQ(count("loops"), 2);
}

Tensor drop(Tensor x, int64_t n) {
  TRACED(drop, {.name = "x"}, {.name = "n"})[&](Tensor x, int64_t n)->Tensor {
    for (int64_t i = 0; i < n; ++i)
      x = op::ReduceSum(x, {0}, {.keepdims = 0});
    return x;
  }, x, n);
}

TEST_F(Reuse, ResultsOfTwoSpecialisations) {
  auto f = [](Tensor x) {
    TRACED(results, {.name = "x"})[&](Tensor x)->Tensor {
      int64_t second = drop(x, 1).dim(0), first = drop(x, 0).dim(0);
      return x * (second * 100 + first);
    }, x);
  };
  use(f(in<float>({2, 2})));
  use(f(in<double>({2, 2})));
  EXPECT_EQ(count("results"), 2); // the type is asked for the number
  use(f(in<float>({3, 2})));
  EXPECT_EQ(count("results"), 3);
}

TEST(Reuse13, SplitsIntoOtherNumbersOfParts) {
  namespace op = onnxc::opset13; // where no attribute says how many
  ModelBuilder b{{.opset = 13}};
  auto f = [](Tensor x) {
    TRACED(split, {.name = "x"})[&](Tensor x)->Tensor {
      auto [p, q] = op::Split<2>(x);
      auto [r, s, t] = op::Split<3>(x);
      return p * p.dim(0) * r.dim(0);
    }, x);
  };
  b.output("a", f(b.input<float>("x", {12})));
  b.output("b", f(b.input<float>("y", {13})));
  EXPECT_EQ(countFunctions(b.build(), "split"), 2);
}

TEST_F(Reuse, CapturedStringsWithSeparators) {
  for (std::string text : {"a;b", "a,b"}) {
    auto f = [text](Tensor x) {
      TRACED_AS(texts, stub::Key<struct texts_tag>, stub::captures(CAPTURE(text)), {.name = "x"})
      [&](Tensor x)->Tensor {
        return text == "a;b" ? -x : x; }, x);
    };
    use(f(in<float>({2})));
  }
  EXPECT_EQ(overloadsOf(b.build(), "texts"), (std::vector<std::string>{"text=\"a;b\"", "text=\"a,b\""}));
}

// Element types that operators share.

TEST_F(Reuse, TypeOfASumOfWhichOneSideIsNotKnown) {
  auto f = [](Tensor x, Tensor y) {
    TRACED(sum, {.name = "x"}, {.name = "y"})[&](Tensor x, Tensor y)->Tensor { return (x + y) * 2; }, x, y);
  };
  for (int i = 0; i < 2; ++i) { // the second round makes nothing new
    use(f(unknown(in<float>({2})), in<float>({2})));
    use(f(in<float>({2}), in<float>({2})));
    use(f(in<float>({2}), unknown(in<float>({2}))));
    use(f(unknown(in<float>({2})), in<double>({2})));
  }
  EXPECT_EQ(overloadsOf(b.build(), "sum"),
            (std::vector<std::string>{"x.type=?,y.type=float", "x.type=float", "x.type=?,y.type=double"}));
}

TEST_F(Reuse, TypeThatAnOperatorTellsLater) {
  int runs = 0;
  auto f = [&](Tensor x, Tensor y) {
    TRACED(later, {.name = "x"}, {.name = "y"})[&](Tensor x, Tensor y)->Tensor {
      ++runs;
      Tensor sum = x + y;
      return sum.dtype() == DType::FLOAT && x.dtype() == DType::FLOAT ? sum : -sum;
    }, x, y);
  };
  for (int i = 0; i < 3; ++i)
    use(f(unknown(in<float>({2})), in<float>({2})));
  EXPECT_EQ(runs, 1);
  use(f(unknown(in<double>({2})), in<double>({2})));
  EXPECT_EQ(count("later"), 2);
}

// Facts are asked one by one.

TEST_F(Reuse, OneFactIsOneGuard) {
  auto f = [](Tensor x, int64_t what) {
    TRACED(facts, {.name = "x"}, {.name = "what"})
    [&](Tensor x, int64_t what)->Tensor {
      Tensor y = op::Relu(x);
      int64_t answer = what == 0 ? y.rank() : what == 1 ? y.dim(0) : what == 2 ? y.dim(-1) : what == 3 ? y.numel() : 0;
      if (what == 4)
        answer = static_cast<int64_t>(y.dtype());
      return op::Flatten(y, {.axis = answer % 2});
    }, x, what);
  };
  auto functions = [&](int64_t what, std::initializer_list<Tensor> arguments) {
    int before = count("facts");
    for (const Tensor &x : arguments)
      use(f(x, what));
    return count("facts") - before;
  };
  EXPECT_EQ(functions(0, {in<float>({2, 3}), in<float>({"N", 5}), in<double>({"N", "N"})}), 1);
  EXPECT_EQ(functions(1, {in<float>({2, 3}), in<float>({2}), in<double>({2, "N", 4})}), 1);
  EXPECT_EQ(functions(2, {in<float>({2, 3}), in<double>({"N", 3})}), 1);
  EXPECT_EQ(functions(2, {in<float>({3}), in<float>({4, 2})}), 2);
  EXPECT_EQ(functions(3, {in<float>({2, 3}), in<double>({2, 3})}), 1);
  EXPECT_EQ(functions(4, {in<float>({2, 3}), in<float>({"N"}), in<float>({1})}), 1);
  EXPECT_EQ(functions(5, {in<float>({2, 3}), in<double>({"N"}), in<int64_t>({1})}), 1);
}

TEST_F(Reuse, CapturedTensorsAreAskedAsArgumentsAre) {
  auto call = [&](const Tensor &w, const Tensor &x) {
    auto f = [w](Tensor x) {
      TRACED_AS(captured, stub::Key<struct captured_tag>, stub::captures(CAPTURE(w)), {.name = "x"})
      [&](Tensor x)->Tensor {
        return w.rank() == 1 ? x + w : x; }, x);
    };
    use(f(x));
  };
  call(in<float>({2}), in<float>({2}));
  call(in<float>({3}), in<float>({2, 3}));
  EXPECT_EQ(count("captured"), 1);
  call(in<float>({3, 3}), in<float>({2}));
  EXPECT_EQ(count("captured"), 2);
}

TEST_F(Reuse, SequencesAreAskedForTheirElements) {
  auto f = [](Sequence s) {
    TRACED(elements, {.name = "s"})[&](Sequence s)->Tensor { return Tensor(op::SequenceAt(s, 0)) * 2; }, s);
  };
  use(f(b.input<SequenceOf<float>>("a", {2})));
  use(f(b.input<SequenceOf<float>>("b", {2, 3})));
  EXPECT_EQ(count("elements"), 1);
  use(f(b.input<SequenceOf<double>>("c", {2})));
  EXPECT_EQ(count("elements"), 2);
}

TEST_F(Reuse, InlinedBodiesAskForTheirCaller) {
  auto f = [](Tensor x) {
    TRACED(flattens, {.name = "x"})[&](Tensor x)->Tensor {
      auto inner = [](Tensor x) {
        TRACED(flattened, {.name = "x"})[&](Tensor x)->Tensor { return x.rank() > 1 ? -x : x; }, x);
      };
      return inlined(inner)(x);
    }, x);
  };
  use(f(in<float>({2})));
  use(f(in<float>({3})));
  EXPECT_EQ(count("flattens"), 1);
  use(f(in<float>({2, 2})));
  EXPECT_EQ(count("flattens"), 2);
  EXPECT_EQ(count("flattened"), 0);
}

TEST_F(Reuse, OverloadsDoNotDependOnWhoCameFirst) {
  auto f = [](ModelBuilder &b, std::vector<int> order) {
    auto inner = [](Tensor x, Tensor y) {
      TRACED(innermost, {.name = "x"}, {.name = "y"})
      [&](Tensor x, Tensor y)->Tensor {
        return (x + y).rank() > 1 ? -x : x * 2;
      }, x, y);
    };
    auto outer = [&](Tensor x) {
      TRACED(outermost, {.name = "x"})[&](Tensor x)->Tensor {
        return for_loop(2, [&](Tensor, Tensor s) { return inner(op::Relu(s), x); }, x);
      }, x);
    };
    for (int i : order)
      b.output("y" + std::to_string(i),
               outer(b.input<float>("x" + std::to_string(i), std::vector<Dimension>(static_cast<size_t>(i % 3), 2))));
    std::vector<std::string> all = overloadsOf(b.build(), "outermost");
    for (const std::string &each : overloadsOf(b.build(), "innermost"))
      all.push_back(each);
    std::sort(all.begin(), all.end());
    return all;
  };
  ModelBuilder c;
  std::vector<std::string> first = f(b, {0, 1, 2, 3, 4, 5}), second = f(c, {2, 5, 1, 0, 4, 3});
  EXPECT_EQ(first, second);
  EXPECT_EQ(first.size(), 6u); // three ranks of each
}

// What the graph builder asks.

TEST_F(Reuse, AnIndexAsksForNoRank) {
  auto f = [](Tensor x, Tensor i) {
    TRACED(indexed, {.name = "x"}, {.name = "i"})[&](Tensor x, Tensor i)->Tensor { return x[i]; }, x, i);
  };
  use(f(in<float>({2, 3}), in<int64_t>({})));
  use(f(in<double>({4}), in<int64_t>({})));
  use(f(in<float>({2, 3}), in<int64_t>({2})));
  use(f(in<float>({2, 3}), in<int64_t>({"N", 2})));
  EXPECT_EQ(count("indexed"), 1);
  use(f(in<float>({2, 3}), in<int32_t>({2})));
  EXPECT_EQ(count("indexed"), 2);
}

// Two index tensors are broadcast against one another, whether their shapes are equal or not.
TEST_F(Reuse, SizesOfIndicesDecideNothing) {
  auto f = [](Tensor x, Tensor i, Tensor j) {
    TRACED(paired, {.name = "x"}, {.name = "i"}, {.name = "j"})[&](Tensor x, Tensor i, Tensor j)->Tensor {
      return x.index({i, j});
    }, x, i, j);
  };
  Tensor x = in<float>({4, 4});
  use(f(x, in<int64_t>({"N"}), in<int64_t>({"N"})));
  use(f(x, in<int64_t>({"N"}), in<int64_t>({"M"})));
  EXPECT_EQ(count("paired"), 1);
  onnx::ModelProto model = b.build();
  bool expands = false;
  for (const onnx::NodeProto &node : model.functions(0).node())
    expands |= node.op_type() == "Expand";
  EXPECT_TRUE(expands);
  use(f(x, in<int64_t>({3}), in<int64_t>({3})));
  EXPECT_EQ(count("paired"), 1);
}

// What the builder refuses may depend on anything that is known.
TEST_F(Reuse, ARefusalThatABodySurvives) {
  auto f = [](Tensor x) {
    TRACED(refused, {.name = "x"})[&](Tensor x)->Tensor {
      try {
        return x.index({0, 1});
      } catch (const TraceError &) {
        return x;
      }
    }, x);
  };
  for (int i = 0; i < 2; ++i) {
    use(f(in<float>({3})));
    use(f(in<float>({3, 3})));
  }
  EXPECT_EQ(count("refused"), 2);
}

// Nested graphs.

TEST_F(Reuse, AStateThatChangesItsShape) {
  auto f = [](Tensor x, Tensor y) {
    TRACED(grows, {.name = "x"}, {.name = "y"})[&](Tensor x, Tensor y)->Tensor {
      return for_loop(
          3,
          [&](Tensor, Tensor state) {
            try {
              return state.rank() == 1 ? state + y : -(state + y);
            } catch (const TraceError &) {
              return state + y + 1;
            }
          },
          x);
    }, x, y);
  };
  use(f(in<float>({2}), in<float>({2})));
  use(f(in<float>({3}), in<float>({3})));
  EXPECT_EQ(count("grows"), 1);
  // The state begins with rank 1 too, but does not keep it: the rank in the
  // body is not known.
  use(f(in<float>({2}), in<float>({2, 2})));
  EXPECT_EQ(count("grows"), 2);
  use(f(in<float>({2}), in<float>({2, 2})));
  use(f(in<float>({4}), in<float>({3, 4})));
  EXPECT_EQ(count("grows"), 2);
}

TEST_F(Reuse, BodiesThatAreBuiltAgainAskAgain) {
  auto f = [](Tensor x) {
    TRACED(again, {.name = "x"})[&](Tensor x)->Tensor {
      return for_loop(
          3,
          [&](Tensor, Tensor state) {
            return Tensor(op::Concat({state.rank() == 2 ? -state : state, x}, {.axis = 0}));
          },
          x);
    }, x);
  };
  use(f(in<float>({2, 2})));
  use(f(in<float>({5, 4})));
  EXPECT_EQ(count("again"), 1);
  use(f(in<float>({2})));
  EXPECT_EQ(count("again"), 2);
}

TEST_F(Reuse, NumbersThatLoopsCarryAskForTheTypeTheyMeet) {
  auto f = [](Tensor x) {
    TRACED(meets, {.name = "x"})[&](Tensor x)->Tensor {
      return for_loop(3, [&](Tensor i, Tensor state) { return state + total(state.rank() == 0 ? x : -x) + i; }, 0);
    }, x);
  };
  use(f(in<float>({2, 2})));
  use(f(in<float>({})));
  EXPECT_EQ(count("meets"), 1);
  use(f(in<double>({2})));
  EXPECT_EQ(count("meets"), 2);
  auto g = [](Tensor x) { // the other state has the type
    TRACED(meetsState, {.name = "x"})[&](Tensor x)->Tensor {
      auto [sum, state] = op::Loop<2, 0>(3, {}, {0, x}, [&](Tensor, Tensor, Tensor sum, Tensor state) {
        return std::tuple(Tensor(true), sum + total(state), -state);
      });
      return sum + state;
    }, x);
  };
  use(g(in<float>({2})));
  use(g(in<float>({2, 2})));
  EXPECT_EQ(count("meetsState"), 1);
  use(g(in<double>({2})));
  EXPECT_EQ(count("meetsState"), 2);
}

TEST_F(Reuse, CallsInLoopsAskOfTheState) {
  auto f = [](Tensor x) {
    TRACED(calls, {.name = "x"})[&](Tensor x)->Tensor {
      return for_loop(
          3, [&](Tensor, Tensor state) { return drop(op::Unsqueeze(state * 2, {0}), state.rank() > 1); }, x);
    }, x);
  };
  use(f(in<float>({2, 2})));
  use(f(in<float>({3, 2})));
  EXPECT_EQ(count("calls"), 1);
  use(f(in<float>({2, 2, 2})));
  EXPECT_EQ(count("calls"), 2);
}

TEST_F(Reuse, LoopsInLoopsAndScans) {
  auto f = [](Tensor x) {
    TRACED(nested, {.name = "x"})[&](Tensor x)->Tensor {
      Tensor y = for_loop(
          3,
          [&](Tensor, Tensor s) {
            Tensor inner = for_loop(2, [&](Tensor, Tensor t) { return t.rank() + s.rank() > 3 ? t * s : t + s; }, s);
            return inner.rank() > 2 ? -inner : inner;
          },
          x);
      auto [last, rows] = op::Scan<1, 1>(
          {op::ReduceSum(y, {0}, {.keepdims = 0})}, {y},
          [&](Tensor s, Tensor row) { return std::tuple(row.rank() > 1 ? s - row : s + row, s * row); }, {});
      return last + rows;
    }, x);
  };
  use(f(in<float>({2, 2})));
  use(f(in<float>({3, 2})));
  EXPECT_EQ(count("nested"), 1);
  use(f(in<float>({2})));
  use(f(in<float>({2, 3, 4})));
  EXPECT_EQ(count("nested"), 3);
}

TEST_F(Reuse, TheConditionOfAWhileLoopAsks) {
  auto f = [](Tensor x) {
    TRACED(whiles, {.name = "x"})[&](Tensor x)->Tensor {
      auto [i, y] = while_loop([&](Tensor i, Tensor s) { return s.rank() > 1 ? i < 3 : i < 4; },
                               [&](Tensor i, Tensor s) { return std::tuple(i + 1, -s); }, 0, x);
      return y;
    }, x);
  };
  use(f(in<float>({2, 2})));
  use(f(in<float>({3, 2})));
  EXPECT_EQ(count("whiles"), 1);
  use(f(in<float>({2})));
  EXPECT_EQ(count("whiles"), 2);
}

// Bodies that throw, and callers that go on: which way they went is a fact
// about the arguments.

Tensor picky(Tensor x) {
  TRACED(picky, {.name = "x"})[&](Tensor x)->Tensor {
    if (op::Relu(x).rank() == 2)
      throw std::runtime_error("two");
    return op::Relu(x);
  }, x);
}
Tensor lenient(Tensor x) {
  TRACED(lenient, {.name = "x"})[&](Tensor x)->Tensor {
    try {
      return picky(x);
    } catch (const std::runtime_error &) {
      return x;
    }
  }, x);
}

TEST_F(Reuse, ANestedCallThatThrew) {
  use(lenient(in<float>({2, 2})));
  use(lenient(in<double>({"N", 3})));
  EXPECT_EQ(count("lenient"), 1);
  use(lenient(in<float>({2})));
  use(lenient(in<float>({2, 2, 2})));
  EXPECT_EQ(count("lenient"), 3);
  onnx::ModelProto model = b.build();
  EXPECT_EQ(countFunctions(model, "picky"), 2);
  for (const onnx::FunctionProto &function : model.functions())
    if (function.overload().find("=2") != std::string::npos) {
      EXPECT_EQ(function.node_size(), 1) << "what the call that threw had made is left";
    }
}

Tensor picksBranch(Tensor x) {
  TRACED(picksBranch, {.name = "x"})[&](Tensor x)->Tensor {
    try {
      return cond(
          total(x) > 0,
          [&] {
            Tensor y = op::Relu(op::Transpose(x));
            if (y.rank() == 2)
              throw std::runtime_error("two");
            return y;
          },
          [&] { return x; });
    } catch (const std::runtime_error &) {
      return x.rank() > 5 ? -x : x;
    }
  }, x);
}

TEST_F(Reuse, ABranchThatThrew) {
  for (int i = 0; i < 2; ++i) {
    use(picksBranch(in<float>({2, 2})));
    use(picksBranch(in<float>({2})));
    use(picksBranch(in<float>({2, 2, 2})));
  }
  EXPECT_EQ(count("picksBranch"), 3);
  auto caller = [](Tensor x) {
    TRACED(callsPicky, {.name = "x"})[&](Tensor x)->Tensor { return picksBranch(op::Neg(x)); }, x);
  };
  for (int i = 0; i < 2; ++i) {
    use(caller(in<float>({2})));
    use(caller(in<float>({2, 2})));
    use(caller(in<float>({4, 2, 2})));
  }
  EXPECT_EQ(count("callsPicky"), 3);
}

TEST_F(Reuse, ALoopBodyThatThrew) {
  auto f = [](Tensor x) {
    TRACED(picksLoop, {.name = "x"})[&](Tensor x)->Tensor {
      try {
        return for_loop(
            3,
            [&](Tensor, Tensor state) {
              if (op::Relu(state).rank() == 2)
                throw std::runtime_error("two");
              return state + x;
            },
            x);
      } catch (const std::runtime_error &) {
        return for_loop(2, [&](Tensor, Tensor state) { return state.rank() > 1 ? state * x : state; }, x);
      }
    }, x);
  };
  for (int i = 0; i < 2; ++i) {
    use(f(in<float>({2, 2})));
    use(f(in<float>({2})));
    use(f(in<float>({2, 2, 2})));
  }
  EXPECT_EQ(count("picksLoop"), 3);
}

TEST_F(Reuse, AnErrorOfTheGraphThatABodySurvives) {
  auto f = [](Tensor x, Tensor y) {
    TRACED(survives, {.name = "x"}, {.name = "y"})
    [&](Tensor x, Tensor y)->Tensor {
      int64_t rank = 0;
      try {
        cond(
            total(x) > 0,
            [&] {
              rank = op::Relu(x).rank();
              return std::tuple(x, y);
            },
            [&] { return std::tuple(x); });
      } catch (const TraceError &) {
        return rank == 2 ? x : -x;
      }
      return y;
    }, x, y);
  };
  use(f(in<float>({2}), in<float>({2})));
  use(f(in<float>({2}), in<float>({2})));
  EXPECT_EQ(count("survives"), 1);
  use(f(in<float>({2, 2}), in<float>({2})));
  EXPECT_EQ(count("survives"), 2);
}

} // namespace
