// A container without elements is a tensor of the type that they would have.
// MAIN: f
// INPUT: x float32[1] 7
// INPUT: n int32[2] 3 4
// EXPECT: float32[1] 7
// EXPECT: int32[2] 3 4
// EXPECT: string[1] "a"
// EXPECT: float64[0]
// EXPECT: bool[0]
// EXPECT: float32[1] 7
// EXPECT: int64[1] 1
#include <array>
#include <onnxc/opset20.h>
#include <string>
#include <tuple>
#include <vector>
namespace op = onnxc::opset20;
using namespace onnxc;

[[onnx::script]] std::tuple<FLOAT<dyn>, INT32<dyn>, STRING<dyn>, DOUBLE<0>, BOOL<0>, FLOAT<dyn>, INT64<dyn>> f(FLOAT<1> x, INT32<2> n) {
  Tensor nothing = std::vector<float>{};
  std::vector<int> whole;
  std::vector<std::string> texts;
  std::array<double, 0> doubles{};
  Tensor flags = std::vector<bool>{};
  std::vector<float> grown;
  if (x.rank() == 2)
    grown.push_back(1);
  return {op::Concat({nothing, x}, {.axis = 0}),
          op::Concat({whole, n}, {.axis = 0}),
          op::Concat({texts, onnxc::tensor<std::string>({"a"})}, {.axis = 0}),
          doubles,
          flags,
          op::Concat({grown, x}, {.axis = 0}),
          op::Concat({std::vector<int64_t>(), {1}}, {.axis = 0})};
}
