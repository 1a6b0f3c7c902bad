#include "acme/ops.h"

#if __cplusplus != 202002L || !defined(__STRICT_ANSI__) || defined(LEFT_SCALE)
#error flags of another target or standard
#endif

onnxc::Tensor right(onnxc::Tensor x) { return acme::repeat<3>(acme::repeat<2>(x)); }
