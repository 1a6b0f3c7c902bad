#include "acme/ops.h"
#include <string_view>
#include <vendor.h>

static_assert(__cplusplus > 202002L && FROM_PREFIX && std::string_view(LEFT_NAME) == "left hand" && LEFT_QUOTE == 39 && char(-1) > 0);
#if defined(LEFT_IS_C) || defined(__STRICT_ANSI__)
#error flags of another language or standard
#endif

[[onnx::script]] onnxc::Tensor scale(onnxc::Tensor x) { return x * LEFT_SCALE + vendorBias; }

// In more/left.cc.
[[onnx::script]] onnxc::Tensor more(onnxc::Tensor x);

onnxc::Tensor left(onnxc::Tensor x) { return more(scale(acme::repeat<2>(x))); }
