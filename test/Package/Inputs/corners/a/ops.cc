#include <vendor.h>
#include "found.h"
#include <onnxc/opset20.h>

static_assert(FROM_FLAGS == 1 && std::string_view(FROM_FLAGS_TEXT) == "two words");
static_assert(OF_SOURCE == 1 && SECOND == 2 && OF_FOUND == 3 && OF_VENDOR == 4 && FORCED == 5 && PRECOMPILED == 6);
static_assert(ONE == 1 && std::string_view(TWO) == "b c" && char(-1) > 0 && __cplusplus > 202002L);
#if !defined(OF_OPTIONS) || !defined(FROM_FOLDER)
#error flags are missing
#endif
#ifdef DEBUGGING
static_assert(OF_CONFIGURATION == 1);
#else
static_assert(OF_CONFIGURATION == 2);
#endif

namespace a {
[[onnx::script]] onnxc::Tensor thrice(onnxc::Tensor x) { return b::twice(x) + x; }
} // namespace a
