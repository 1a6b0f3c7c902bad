// MAIN: f
// INPUT: x float32[2] 1.0 2.0
// EXPECT: float32[2] 120.5 241.0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

constexpr int64_t factorial(int64_t n) { return n <= 1 ? 1 : n * factorial(n - 1); }
struct Settings { float gain; int64_t depth; constexpr int64_t total() const { return factorial(depth); } };
constexpr Settings settings{.gain = 0.5f, .depth = 5};
static_assert(settings.total() == 120);
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) { return x * settings.total() + x * settings.gain; }
