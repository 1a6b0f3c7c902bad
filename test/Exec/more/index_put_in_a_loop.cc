// MAIN: f
// INPUT: n int64[] 5
// EXPECT: int64[6] 0 1 4 9 16 0
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] INT64<6> f(INT64<onnxc::scalar> n) {
  Tensor squares = onnxc::tensor<int64_t>({0, 0, 0, 0, 0, 0});
  for (Tensor i : onnxc::range(n)) squares = squares.index_put({i}, i * i);
  return squares;
}
