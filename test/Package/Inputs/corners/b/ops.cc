#include <onnxc/opset20.h>

#ifdef AGAIN
static_assert(__cplusplus == 202002L);
#else
static_assert(PRECOMPILED == 6 && __cplusplus > 202002L);
#endif
#if defined(OF_SOURCE) || !defined(FROM_FOLDER) || !defined(FROM_FLAGS)
#error flags of another source
#endif

namespace b {
[[onnx::script]] onnxc::Tensor twice(onnxc::Tensor x) { return x * 2; }
} // namespace b
