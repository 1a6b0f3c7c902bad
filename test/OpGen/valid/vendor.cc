// RUN: %clangxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-unknown-attributes -fsyntax-only %s
// RUN: %gxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-attributes=onnx:: -fsyntax-only %s
// A vendor's operators, declared by the user.
#include <onnxc/opset20.h>
using onnxc::Tensor, onnxc::FLOAT;

namespace microsoft {
struct FusedMatMul_Attributes {
  onnxc::FloatAttribute alpha = {};
  onnxc::IntAttribute transA = {};
};
[[onnx::op("com.microsoft", "FusedMatMul", 1)]] Tensor FusedMatMul(const onnxc::RequiredInput &A, const onnxc::RequiredInput &B,
                                                                   const FusedMatMul_Attributes &attributes = {});
[[onnx::op("com.microsoft", "BiasGelu", 1)]] Tensor BiasGelu(const onnxc::Input &A, const onnxc::Input &bias = {});
[[onnx::op("com.microsoft", "QuickGelu", 1)]] Tensor QuickGelu(const Tensor &X);
} // namespace microsoft

FLOAT<"N", "M"> f(FLOAT<"K", "N"> a, FLOAT<"K", "M"> b) {
  return microsoft::QuickGelu(microsoft::BiasGelu(microsoft::FusedMatMul(a, b, {.alpha = 2, .transA = 1}), 1.0f)) + microsoft::BiasGelu(a);
}
