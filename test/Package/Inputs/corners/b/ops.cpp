#include <onnxc/opset20.h>

#if defined(PRECOMPILED) || OF_SOURCE != 2 || SECOND != 3
#error flags of another source
#endif

namespace b {
[[onnx::trace]] onnxc::Tensor thrice(onnxc::Tensor x) { return x * 3; }
} // namespace b
