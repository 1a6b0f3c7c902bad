// op::SequenceMap: further inputs may be tensors, sequences and numbers.
// MAIN: f
// INPUT: x float64[2] 1 2
// INPUT: k float64[] 3
// EXPECT: float64[4] 3.1 12.1 -6.1 -12.1
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using namespace onnxc;

[[onnx::script]] DOUBLE<4> f(DOUBLE<2> x, DOUBLE<scalar> k) {
  Sequence q = op::SequenceConstruct({x, -x}), w = op::SequenceConstruct({onnxc::tensor({1.0, 2.0}), onnxc::tensor({2.0, 2.0})});
  Sequence r = op::SequenceMap(q, {k, w, 0.1}, [](Tensor e, Tensor k, Tensor w, Tensor tenth) {
    return e * k * w + op::Sign(op::ReduceSum(e)) * tenth;
  });
  return op::ConcatFromSequence(r, {.axis = 0});
}
