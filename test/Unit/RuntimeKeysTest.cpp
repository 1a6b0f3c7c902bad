// What belongs to the key of a traced call: attributes of all kinds, captures, *this, presence, template arguments.
#include "Stubs.h"
#include <array>
#include <gtest/gtest.h>
#include <map>
#include <variant>

using namespace onnxc;
namespace op = onnxc::opset20;

namespace {

enum class Mode { Add, Mul };
struct Config {
  int64_t axis;
  std::vector<float> scales;
  std::optional<std::string> name;
  std::variant<int64_t, std::string> choice;
  Mode mode;
};
struct Weights {
  Tensor weight;
  std::optional<Tensor> bias;
};
struct Results {
  Tensor sum;
  Tensor product;
};

Tensor configured(Tensor x, const Config &config) {
  TRACED(configured, {.name = "x"}, {.name = "config"})[&](Tensor x, const Config &config)->Tensor {
    return config.mode == Mode::Add ? x + x : x * x;
  }, x, config);
}
Tensor linear(Tensor x, Weights weights) {
  TRACED(linear, {.name = "x"}, {.name = "weights", .members = "weight,bias"})[&](Tensor x, Weights weights)->Tensor {
    Tensor y = op::MatMul(x, weights.weight);
    return weights.bias ? y + *weights.bias : y;
  }, x, weights);
}
Tensor total(std::span<const Tensor> parts) {
  TRACED(total, {.name = "parts"})[&](std::span<const Tensor> parts)->Tensor {
    Tensor sum = parts[0];
    for (size_t i = 1; i < parts.size(); ++i)
      sum += parts[i];
    return sum;
  }, parts);
}
Results both(Tensor x, Tensor y) {
  static constexpr stub::Parameter parameters[] = {{.name = "x"}, {.name = "y"}};
  struct descriptor {
    static constexpr stub::Descriptor get() {
      return {
          .domain = "acme", .name = "both", .parameters = parameters, .parameterCount = 2, .outputs = "sum,product"};
    }
  };
  return stub::trace<descriptor, stub::Key<struct both_tag>>(
      stub::captures(), [&](Tensor x, Tensor y) -> Results { return {x + y, x * y}; }, x, y);
}
std::pair<Tensor, std::vector<Tensor>> pieces(Tensor x, int64_t count) {
  TRACED(pieces, {.name = "x"}, {.name = "count"})[&](Tensor x, int64_t count)->std::pair<Tensor, std::vector<Tensor>> {
    std::vector<Tensor> all;
    for (int64_t i = 0; i < count; ++i)
      all.push_back(x * i);
    return {op::Relu(x), all};
  }, x, count);
}
template <class T, int N> Tensor typed(Tensor x) {
  TRACED_AS(typed, (stub::Key<struct typed_tag, T, stub::Value<N>>), stub::captures(), {.name = "x"})
  [&](Tensor x)->Tensor {
    return op::Flatten(x, {.axis = N % 2});
  }, x);
}

struct Layer {
  Tensor weight;
  float scale = 1;
  Tensor operator()(Tensor x) const {
    TRACED_AS(Layer, stub::Key<struct layer_tag>,
              stub::captures(stub::capture("this.weight", this->weight), stub::capture("this.scale", this->scale)),
              {.name = "x"})
    [&](Tensor x)
        ->Tensor {
      return op::MatMul(x, weight) * scale;
    }, x);
  }
};

struct Keys : testing::Test {
  ModelBuilder b;
  Tensor x = b.input<float>("x", {2, 2}), y = b.input<float>("y", {2, 2});
  int outputs = 0;
  void use(const Tensor &value) { b.output("out" + std::to_string(outputs++), value); }
  int count(const std::string &name) { return countFunctions(b.build(), name); }
};

TEST_F(Keys, StructsVectorsOptionalsVariantsEnums) {
  Config config{1, {0.5f, 1}, std::nullopt, int64_t{3}, Mode::Add};
  use(configured(x, config));
  use(configured(y, config));
  EXPECT_EQ(count("configured"), 1);
  EXPECT_EQ(overloadsOf(b.build(), "configured"), std::vector<std::string>{"config={1,[0.5,1.0],none,0:3,0}"});
  config.mode = Mode::Mul;
  use(configured(x, config));
  config.name = "n";
  use(configured(x, config));
  config.choice = "three";
  use(configured(x, config));
  config.scales[0] = -0.f;
  use(configured(x, config));
  config.scales[0] = 0.f;
  use(configured(x, config));
  EXPECT_EQ(count("configured"), 6);
}

struct Nested {
  std::pair<int, bool> pair;
  std::array<double, 2> numbers;
  std::map<std::string, int64_t> table;
};
Tensor everything(Tensor x, const char *a, std::string_view b, const std::vector<std::string> &c,
                  std::initializer_list<int64_t> d, std::span<const float> e, DType f, TensorLiteral g,
                  std::optional<int64_t> h, std::tuple<int, float> i, Nested j, std::vector<bool> k, float16 l, char m,
                  unsigned long n) {
  TRACED(everything, {.name = "x"}, {.name = "a"}, {.name = "b"}, {.name = "c"}, {.name = "d"}, {.name = "e"},
         {.name = "f"}, {.name = "g"}, {.name = "h"}, {.name = "i"}, {.name = "j"}, {.name = "k"}, {.name = "l"},
         {.name = "m"}, {.name = "n"})
  [&](Tensor x, const char *, std::string_view, const std::vector<std::string> &, std::initializer_list<int64_t> d, std::span<const float>, DType, TensorLiteral, std::optional<int64_t>, std::tuple<int, float>, Nested, std::vector<bool>, float16, char, unsigned long) -> Tensor {
    return op::Reshape(x, std::vector<int64_t>(d)); },
      x, a, b, c, d, e, f, g, h, i, j, k, l, m, n);
}

TEST_F(Keys, AllKindsOfAttributes) {
  std::vector<float> floats{1, 2};
  auto call = [&](const Tensor &x, TensorLiteral literal) {
    return everything(x, "a\"", "b", {"c", "d"}, {4}, floats, DType::INT64, literal, 3, {1, 0.5f},
                      {{1, true}, {1, 2}, {{"k", 7}}}, {true, false}, float16(1), 'm', ~0ul);
  };
  use(call(x, tensor({1, 2})));
  use(call(y, tensor({1, 2})));
  EXPECT_EQ(count("everything"), 1);
  use(call(y, tensor({1, 3})));
  EXPECT_EQ(count("everything"), 2);
}

class Linear {
public:
  Linear(Tensor weight, int64_t times) : weight(weight), times(times) {}
  auto onnxc_members() const { return std::tie(weight, bias, times); }
  Tensor apply(Tensor x) const {
    TRACED_AS(apply, stub::Key<struct apply_tag>,
              stub::captures(stub::capture("this.weight", this->weight), stub::capture("this.bias", this->bias),
                             stub::capture("this.times", this->times)),
              {.name = "x"})
    [&](Tensor x)
        ->Tensor {
      Tensor y = op::MatMul(x, weight) * times;
      return bias.defined() ? y + bias : y;
    }, x);
  }
  Tensor bias;

private:
  Tensor weight;
  int64_t times;
};
struct Network {
  std::vector<Linear> layers;
  Tensor run(Tensor x) const {
    TRACED_AS(run, stub::Key<struct run_tag>, stub::captures(stub::capture("this.layers", this->layers)), {.name = "x"})
    [&](Tensor x)->Tensor {
      for (const Linear &layer : layers)
        x = layer.apply(x);
      return x;
    }, x);
  }
};

TEST_F(Keys, ObjectsInObjectsAndUnsetTensors) {
  Network network{{Linear(x, 2), Linear(y, 2)}}, other{{Linear(y, 2), Linear(x, 2)}};
  use(network.run(x));
  use(other.run(y));
  EXPECT_EQ(count("run"), 1);
  EXPECT_EQ(count("apply"), 1);
  other.layers[0].bias = x;
  use(other.run(y));
  onnx::ModelProto model = b.build();
  EXPECT_EQ(countFunctions(model, "run"), 2);
  EXPECT_EQ(countFunctions(model, "apply"), 2);
}

// Tensors are found at any depth.
TEST_F(Keys, TensorsInMapsTuplesAndArrays) {
  auto sum = [](std::map<std::string, Tensor> named, std::tuple<Tensor, std::array<Tensor, 2>> more,
                std::vector<std::optional<Tensor>> gaps) {
    TRACED(sumAll, {.name = "named"}, {.name = "more"}, {.name = "gaps"})
    [&](std::map<std::string, Tensor> named, std::tuple<Tensor, std::array<Tensor, 2>> more,
        std::vector<std::optional<Tensor>> gaps)
        ->Tensor {
      Tensor total = named.at("a") + std::get<0>(more) + std::get<1>(more)[1];
      for (const std::optional<Tensor> &each : gaps)
        if (each)
          total += *each;
      return total;
    }, named, more, gaps);
  };
  use(sum({{"a", x}}, {y, {x, y}}, {x, std::nullopt}));
  use(sum({{"a", y}}, {y, {y, y}}, {y, std::nullopt}));
  EXPECT_EQ(count("sumAll"), 1);
  use(sum({{"a", y}}, {y, {y, y}}, {std::nullopt, y}));
  EXPECT_EQ(count("sumAll"), 2);
}

TEST_F(Keys, LongOverloadsAreHashed) {
  Config config{1, std::vector<float>(100, 1.f), std::nullopt, int64_t{3}, Mode::Add};
  use(configured(x, config));
  EXPECT_EQ(overloadsOf(b.build(), "configured")[0].size(), 32u);
}

TEST_F(Keys, StructsOfTensorsAndOptionalInputs) {
  use(linear(x, {y, std::nullopt}));
  use(linear(x, {x, std::nullopt}));
  EXPECT_EQ(count("linear"), 1);
  use(linear(x, {y, x}));
  onnx::ModelProto model = b.build();
  EXPECT_EQ(countFunctions(model, "linear"), 2);
  EXPECT_EQ(model.functions(0).input_size(), 2);
  EXPECT_EQ(model.functions(1).input_size(), 3);
  EXPECT_EQ(model.functions(1).input(2), "weights.bias");
}

TEST_F(Keys, VariadicCounts) {
  use(total(std::vector<Tensor>{x, y}));
  use(total(std::vector<Tensor>{y, y}));
  EXPECT_EQ(count("total"), 1);
  use(total(std::vector<Tensor>{x, y, x}));
  EXPECT_EQ(count("total"), 2);
}

TEST_F(Keys, SeveralOutputsAndTheirNames) {
  Results first = both(x, y), second = both(y, x);
  use(first.sum);
  use(second.product);
  onnx::ModelProto model = b.build();
  ASSERT_EQ(countFunctions(model, "both"), 1);
  EXPECT_EQ(model.functions(0).output(0), "sum");
  EXPECT_EQ(model.functions(0).output(1), "product");
}

TEST_F(Keys, VectorsOfOutputs) {
  auto [relu, all] = pieces(x, 3);
  auto [again, others] = pieces(y, 3);
  EXPECT_EQ(all.size(), 3u);
  EXPECT_EQ(others.size(), 3u);
  use(relu);
  use(others[2]);
  EXPECT_EQ(count("pieces"), 1);
}

TEST_F(Keys, TemplateArguments) {
  use(typed<float, 3>(x));
  use(typed<double, 3>(x));
  use(typed<float, 4>(x));
  use(typed<float, 3>(y));
  EXPECT_EQ(overloadsOf(b.build(), "typed"), (std::vector<std::string>{"float,3", "double,3", "float,4"}));
}

TEST_F(Keys, ThisBelongsToTheKeyAndItsTensorsAreInputs) {
  Layer first{x}, second{y}, scaled{x, 2};
  use(first(y));
  use(second(x));
  EXPECT_EQ(count("Layer"), 1);
  use(scaled(y));
  onnx::ModelProto model = b.build();
  EXPECT_EQ(countFunctions(model, "Layer"), 2);
  EXPECT_EQ(model.functions(0).input_size(), 2);
  EXPECT_EQ(model.functions(0).input(1), "this.weight");
}

TEST_F(Keys, CapturesOfLambdas) {
  for (int k : {1, 2, 1}) {
    Tensor w = y;
    auto scaled = [k, w](Tensor x) {
      TRACED_AS(scaled, stub::Key<struct scaled_tag>, stub::captures(CAPTURE(k), CAPTURE(w)), {.name = "x"})
      [&](Tensor x)->Tensor {
        return x * w * k;
      }, x);
    };
    use(scaled(x));
  }
  EXPECT_EQ(count("scaled"), 2);
}

TEST_F(Keys, CapturedConstantsAreNotBaked) {
  for (float value : {1.f, 2.f}) {
    Tensor w = value;
    auto scaled = [w](Tensor x) {
      TRACED_AS(scaled2, stub::Key<struct scaled2_tag>, stub::captures(CAPTURE(w)), {.name = "x"})
      [&](Tensor x)->Tensor {
        return x * w;
      }, x);
    };
    use(scaled(x));
  }
  EXPECT_EQ(count("scaled2"), 1);
}

TEST_F(Keys, ATensorOfTheCallerThatIsNoArgumentIsAnError) {
  static Tensor global;
  global = y;
  auto leak = [](Tensor x) {
    TRACED(leak, {.name = "x"})[&](Tensor x)->Tensor { return x + global; }, x);
  };
  try {
    leak(x);
    FAIL() << "expected an error";
  } catch (const TraceError &error) {
    EXPECT_NE(error.message().find("that is no argument"), std::string::npos) << error.what();
    ASSERT_EQ(error.stack().size(), 1u);
    EXPECT_EQ(error.stack()[0].function, "acme.leak");
  }
  global = Tensor();
}

TEST_F(Keys, ATensorThatLeavesItsFunctionIsAnError) {
  static Tensor escaped;
  auto leak = [](Tensor x) {
    TRACED(escape, {.name = "x"})[&](Tensor x)->Tensor {
      escaped = x + x;
      return x;
    }, x);
  };
  use(leak(x));
  EXPECT_THROW(escaped + x, TraceError);
  escaped = Tensor();
}

TEST_F(Keys, NumbersTakeTheDeclaredTypeOrThatOfTheTypeVariable) {
  auto add = [](TensorOf<Real> a, TensorOf<Real> b) {
    TRACED(addReal, {.name = "a"}, {.name = "b"})[&](TensorOf<Real> a, TensorOf<Real> b)->Tensor { return a + b; }, a, b);
  };
  auto half = [](DOUBLE<> a) {
    TRACED(half, {.name = "a"})[&](DOUBLE<> a)->Tensor { return a / 2; }, a);
  };
  use(add(x, 1));
  use(half(1));
  onnx::ModelProto model = b.build();
  EXPECT_EQ(model.graph().node(0).attribute(0).t().data_type(), onnx::TensorProto::FLOAT);
  EXPECT_EQ(model.graph().node(2).attribute(0).t().data_type(), onnx::TensorProto::DOUBLE);
  EXPECT_EQ(overloadsOf(model, "half"), std::vector<std::string>{""}); // the declaration says the type
  EXPECT_THROW(half(x), TraceError);
}

TEST_F(Keys, DeclaredShapesAreChecked) {
  auto fixed = [](FLOAT<"N", 3> a) {
    TRACED(fixed, {.name = "a"})[&](FLOAT<"N", 3> a)->Tensor { return a; }, a);
  };
  EXPECT_THROW(fixed(x), TraceError);
  EXPECT_THROW(fixed(b.input<float>("v", {3})), TraceError);
  use(fixed(b.input<float>("w", {"K", 3})));
}

} // namespace
