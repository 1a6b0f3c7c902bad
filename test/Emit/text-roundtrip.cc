// onnx's parser reads --emit=text and gets the same model.
// RUN: %onnxc %s --main=f -o %t.onnx && %onnxc %s --main=f --emit=text -o %t.txt
// RUN: %python %S/Inputs/same_text.py %t.onnx %t.txt | FileCheck %s
// RUN: %onnxc %s -g -o %t.lib.onnx && %onnxc %s -g --emit=text -o %t.lib.txt
// RUN: %python %S/Inputs/same_text.py %t.lib.onnx %t.lib.txt | FileCheck %s
// CHECK: same
#include <onnxc/opset20.h>
#include <string>
namespace op = onnxc::opset20;
using onnxc::FLOAT, onnxc::INT64, onnxc::Tensor;

/// Says "hello" to \ and more.
[[onnx::script]] FLOAT<"N"> helper(FLOAT<"N"> x, float alpha = 0.1f, std::string mode = "a \"b\" \\ c") {
  return op::LeakyRelu(x, {.alpha = alpha});
}

[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x, INT64<onnxc::scalar> n, bool twice = true) {
  Tensor y = helper(x);
  for (Tensor i = 0; i < n; i += 1)
    y = y * onnxc::tensor<float>({1.5f}) + 1e-20f;
  if (twice)
    y = y + helper(y, -0.0f);
  else
    y = op::Clip(y, {}, 3.0f);
  return y;
}
