// Eight threads trace at once, under ThreadSanitizer: no report, and the bytes of a single thread. This program is
// compiled with ThreadSanitizer, and so are all libraries of onnxc that it links; a report ends it with exit code 66.
#include "Stubs.h"
#include "onnx/defs/schema.h"
#include <atomic>
#include <barrier>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <thread>

using namespace onnxc;
namespace op = onnxc::opset20;

extern "C" const char *__tsan_default_options() { return "exitcode=66 halt_on_error=1"; }

// Nothing may be added here without a reason that says why the code is right.
extern "C" const char *__tsan_default_suppressions() { return ""; }

struct leaky_tag;

namespace {

constexpr int threadCount = 8;

struct Config {
  int64_t axis;
  std::vector<float> scales;
  std::optional<std::string> name;
};

Tensor square(Tensor x) {
  TRACED(square, {.name = "x"})[&](Tensor x)->Tensor {
    Tensor result = stub::at(10).typed<Tensor>("result", x * x);
    return result;
  }, x);
}
// Specialised on the rank; calls itself.
Tensor flattenTo(Tensor x, int64_t rank) {
  TRACED(flattenTo, {.name = "x"}, {.name = "rank"})[&](Tensor x, int64_t rank)->Tensor {
    return x.rank() <= rank ? x : flattenTo(op::ReduceSum(x, {0}, {.keepdims = 0}), rank);
  }, x, rank);
}
// Specialised on the element type, and on a structure.
Tensor configured(Tensor x, const Config &config) {
  TRACED(configured, {.name = "x"}, {.name = "config"})[&](Tensor x, const Config &config)->Tensor {
    for (float scale : config.scales)
      x = x * scale + 1;
    return config.name ? Tensor(op::Softmax(x, {.axis = config.axis})) : x;
  }, x, config);
}
struct scale_tag;
template <class T> Tensor scale(Tensor x, T factor) {
  TRACED_AS(scale, (stub::Key<scale_tag, T>), stub::captures(), {.name = "x"}, {.name = "factor"})
  [&](Tensor x, T factor)
      ->Tensor {
    return square(x) * static_cast<float>(factor);
  }, x, factor);
}
// The rank of an intermediate value is asked, inside a branch and inside a loop.
Tensor controlled(Tensor x, int64_t count) {
  TRACED(controlled, {.name = "x"}, {.name = "count"})[&](Tensor x, int64_t count)->Tensor {
    Tensor sum = op::ReduceSum(x, {}, {.keepdims = 0});
    Tensor chosen = cond(sum > 0, [&] { return square(op::Transpose(x)).rank() > 1 ? x : -x; }, [&] { return x * 2; });
    return for_loop(count, [&](Tensor i, Tensor state) { return state + chosen * i; }, x);
  }, x, count);
}
FLOAT<> leaky(FLOAT<> x, float alpha) {
  SCRIPTED(leaky, {.name = "x"}, {.name = "alpha"})
  [&](FLOAT<> x, float alpha)->FLOAT<> {
    return alpha * x; }, x, alpha);
}

} // namespace

template <> const stub::Embedded &stub::Compiled<stub::Key<leaky_tag>>::embedded() {
  static const std::string bytes = compiled(R"(<opset_import: ["" : 20, "acme" : 1], domain: "acme">
    leaky <alpha: float> (x) => (y) {
      a = Constant <value_float: float = @alpha> ()
      s = Mul (a, x)
      y = acme.largest (s, x)
    })");
  static const std::string helper =
      compiled(R"(<opset_import: ["" : 20], domain: "acme"> largest (a, b) => (y) { y = Max (a, b) })");
  static const Proto protos[] = {{"", bytes.data(), bytes.size()}, {"-", helper.data(), helper.size()}};
  static const Embedded result = {protos, 2};
  return result;
}

namespace {

struct TemporaryFolder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("onnxc-threads-" + std::to_string(getpid()));
  TemporaryFolder() { std::filesystem::create_directories(path); }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
};

/// Shared by all threads: constants belong to no builder.
const Tensor half = 0.5f;
const Tensor table = onnxc::tensor({1.f, 2.f, 3.f});

/// A program of its own: all kinds of functions, with arguments that depend on `number`.
onnx::ModelProto modelOf(int number) {
  ModelBuilder b;
  Scope scope("model");
  for (int i = 0; i < 4; ++i) {
    int form = number + i;
    std::vector<Dimension> dims(static_cast<size_t>(1 + form % 3), Dimension(3));
    dims[0] = "N";
    std::string suffix = std::to_string(i);
    Tensor x =
        form % 4 == 3 ? Tensor(cast<float>(b.input<double>("x" + suffix, dims))) : b.input<float>("x" + suffix, dims);
    Config config{form % 2 - 1, {0.5f, static_cast<float>(form % 3)}, std::nullopt};
    if (form % 2)
      config.name = "n" + std::to_string(form % 3);
    Tensor y = configured(scale(x, form % 5) + scale(x, 0.5 * form), config) * half;
    int64_t power = form % 3;
    auto lambda = [power, y](Tensor x) {
      TRACED_AS(lambda, stub::Key<struct lambda_tag>, stub::captures(CAPTURE(power), CAPTURE(y)), {.name = "x"})
      [&](Tensor x)->Tensor {
        Tensor sum = x + y;
        return power == 0 ? sum : square(sum);
      }, x);
    };
    y = controlled(lambda(y) * table, form % 2 + 1);
    b.output("y" + suffix, leaky(flattenTo(y, form % 2 + 1), 0.25f * static_cast<float>(form % 2)));
    b.output("z" + suffix, inlined(square)(y));
  }
  return b.build();
}

/// What is known of all functions that are linked in.
std::string introspection() {
  std::ostringstream text;
  for (const FunctionInfo &info : functions())
    if (!info.name.starts_with("late"))
      text << info.domain << '.' << info.name << ':' << info.overload << '(' << info.parameters.size() << ')'
           << to_op_schema(info).inputs().size() << '\n';
  FunctionInfo softmax = describe(op::Softmax);
  text << softmax.name << softmax.version << softmax.parameters.size();
  return text.str();
}

std::string contentOf(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Everything that one thread does. The text is all that came out of it.
std::string work(int number, const std::filesystem::path &folder) {
  onnx::ModelProto model = modelOf(number);
  std::string text = model.SerializeAsString() + introspection();
  std::string name = std::to_string(number);
  save(model, folder / (name + ".onnx"), {.external_data = name + ".bin", .threshold = 8});
  text += contentOf(folder / (name + ".onnx")) + contentOf(folder / (name + ".bin"));
  FunctionLibrary library(load(folder / (name + ".onnx")));
  ModelBuilder b;
  b.output("y", library.call("acme", "leaky", {b.input<float>("x", {2})}, {{"alpha", "0.5"}})[0]);
  try {
    flattenTo(b.input<float>("any"), 1);
  } catch (const TraceError &error) {
    text += error.what();
  }
  return text + b.build().SerializeAsString();
}

/// Runs `each(i)` on eight threads, which begin at the same moment.
template <class Each> void onThreads(Each each) {
  std::barrier start(threadCount);
  std::vector<std::thread> threads;
  for (int i = 0; i < threadCount; ++i)
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      each(i);
    });
  for (std::thread &thread : threads)
    thread.join();
}

std::vector<std::string> onThreads(bool same) {
  TemporaryFolder folder;
  std::vector<std::string> results(threadCount);
  onThreads([&](int i) {
    std::filesystem::path own = folder.path / std::to_string(i);
    std::filesystem::create_directory(own);
    results[static_cast<size_t>(i)] = work(same ? 0 : i, own);
  });
  return results;
}

std::vector<std::string> oneAfterTheOther(bool same) {
  TemporaryFolder folder;
  std::vector<std::string> results;
  for (int i = 0; i < threadCount; ++i)
    results.push_back(work(same ? 0 : i, folder.path));
  return results;
}

// The threads come first: they find nothing initialised.
TEST(Threads, TheSameFunctionsAtOnce) { EXPECT_EQ(onThreads(true), oneAfterTheOther(true)); }
TEST(Threads, DifferentFunctionsAtOnce) {
  std::vector<std::string> results = oneAfterTheOther(false);
  EXPECT_EQ(onThreads(false), results);
  for (int i = 1; i < threadCount; ++i)
    EXPECT_NE(results[0], results[static_cast<size_t>(i)]);
}

/// A function of a shared library that a thread loads.
template <int number> struct Late {
  static void describe(stub::detail::SignatureSink &sink) {
    stub::detail::describeParameter<Tensor>(sink);
    stub::detail::describeResult<Tensor>(sink);
  }
  static constexpr char name[] = {'l', 'a', 't', 'e', static_cast<char>('0' + number), 0};
  static constexpr stub::Descriptor descriptor{.domain = "acme", .name = name, .file = "late.cc"};
  static inline constinit stub::detail::Entry entry{&descriptor, &typeid(stub::Key<Late>), &describe, nullptr};
};

TEST(Threads, FunctionsAreRegisteredWhileOthersAreUsed) {
  stub::detail::Entry *entries[] = {&Late<0>::entry, &Late<1>::entry, &Late<2>::entry, &Late<3>::entry,
                                    &Late<4>::entry, &Late<5>::entry, &Late<6>::entry, &Late<7>::entry};
  onThreads([&](int i) {
    stub::detail::registerEntry(*entries[i]);
    introspection();
    modelOf(i);
  });
  int found = 0;
  for (const FunctionInfo &info : functions())
    found += info.name.starts_with("late");
  EXPECT_EQ(found, threadCount);
}

// Values may outlive their builder on another thread, and a builder may move between threads that take turns.
TEST(Threads, ABuilderIsHandedOn) {
  ModelBuilder b;
  Tensor x = b.input<float>("x", {3});
  std::vector<Tensor> kept(threadCount);
  for (int i = 0; i < threadCount; ++i)
    std::thread([&] { kept[static_cast<size_t>(i)] = x = square(x); }).join();
  b.output("y", x);
  EXPECT_EQ(b.build().functions_size(), 1);
  b = ModelBuilder();
  onThreads([&](int i) { kept[static_cast<size_t>(i)] = Tensor(); });
}

// The proof that a race would be found: here are three. Each runs in a process of its own, which must exit with
// ThreadSanitizer's code.
struct RacesAreReported : testing::Test {
  RacesAreReported() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
  /// A flag that orders nothing: the second half runs after the first, but ThreadSanitizer sees no reason why it
  /// should.
  template <class First, class Second> static void unordered(First first, Second second) {
    std::atomic<bool> done = false;
    std::thread one([&] {
      first();
      done.store(true, std::memory_order_relaxed);
    });
    std::thread two([&] {
      while (!done.load(std::memory_order_relaxed))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      second();
    });
    one.join();
    two.join();
    std::exit(0);
  }
  template <class Each> static void unordered(Each each) { unordered(each, each); }
};

TEST_F(RacesAreReported, InABody) {
  static int counter = 0;
  auto count = [](Tensor x) {
    TRACED(count, {.name = "x"})[&](Tensor x)->Tensor { return ++counter % 2 ? x : -x; }, x);
  };
  EXPECT_EXIT(unordered([&] {
                ModelBuilder b;
                count(b.input<float>("x", {3}));
              }),
              testing::ExitedWithCode(66), "data race");
}

// The runtime's own data. Reference counts order what two threads do one after the other, so these do it at once.
TEST_F(RacesAreReported, InABuilderThatTwoThreadsUse) {
  ModelBuilder b;
  auto use = [&](const std::string &prefix) {
    for (int i = 0; i < 100000; ++i)
      b.input<float>(prefix + std::to_string(i), {3});
  };
  EXPECT_EXIT(
      {
        std::thread other([&] { use("a"); });
        use("b");
        other.join();
        std::exit(0);
      },
      testing::ExitedWithCode(66), "data race");
}

// A tensor variable is no more atomic than an int.
TEST_F(RacesAreReported, InATensorVariable) {
  Tensor shared = 1;
  EXPECT_EXIT(unordered([&] { shared = 2; }, [&] { Tensor copy = shared; }), testing::ExitedWithCode(66), "data race");
}

} // namespace
