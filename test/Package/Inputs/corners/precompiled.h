#include <onnxc/opset20.h>
#define PRECOMPILED 6

namespace b {
[[onnx::script]] onnxc::Tensor twice(onnxc::Tensor x);
}
