// A std::optional<Sequence> that is given is a sequence, in scripts as in traces.
// RUN: %onnxc %s --main=script --input 'q=seq(float[N])' --emit=text -o - | FileCheck %s
// RUN: %onnxc trace %s script --input 'q=seq(float[N])' --emit=text -o - | FileCheck %s
// RUN: %onnxc trace %s trace --input 'q=seq(float[N])' --emit=text -o - | FileCheck %s
// CHECK: (seq(float[N]) q, float[N] x) => (float[N] {{[a-z]+}})
#include <onnxc/opset20.h>
#include <optional>
namespace op = onnxc::opset20;
using namespace onnxc;

[[onnx::script]] FLOAT<"N"> script(std::optional<SequenceOf<float>> q, FLOAT<"N"> x) {
  if (q)
    return Tensor(op::SequenceAt(*q, 0)) + x;
  return x;
}
[[onnx::trace]] FLOAT<"N"> trace(std::optional<SequenceOf<float>> q, FLOAT<"N"> x) {
  if (q)
    return Tensor(op::SequenceAt(*q, 0)) + x;
  return x;
}
