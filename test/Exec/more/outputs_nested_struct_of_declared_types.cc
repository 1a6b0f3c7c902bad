// Results that are structs of tensors with declared types, of sequences, and of structs.
// MAIN: f
// INPUT: n int64[] 4
// EXPECT: int64[] 4
// EXPECT: float32[2] 5 5
// EXPECT: float32[] 8
// EXPECT-NAMES: r.a r.b c
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using namespace onnxc;

struct R {
  INT64<scalar> a;
  FLOAT<2> b;
};
struct S {
  R r;
  FLOAT<scalar> c;
};
[[onnx::script]] R inner(INT64<scalar> n) { return {n, op::Expand(n.to(DType::FLOAT) + 1, tensor<int64_t>({2}))}; }
[[onnx::script]] S f(INT64<scalar> n) { return {inner(n), n.to(DType::FLOAT) * 2}; }
