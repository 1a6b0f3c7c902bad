// MAIN: f
// INPUT: s string[3] "a" "b" "a"
// EXPECT: string[3] "a!" "b" "a!"
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL;

[[onnx::script]] onnxc::STRING<"N"> f(onnxc::STRING<"N"> s) {
  return op::Where(s == "a", op::StringConcat(s, "!"), s);
}
