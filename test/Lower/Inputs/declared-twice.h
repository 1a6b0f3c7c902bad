#include <onnxc/opset20.h>
[[onnx::script]] onnxc::Tensor declaredTwice(onnxc::Tensor x);
