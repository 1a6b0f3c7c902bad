#include <acme/ops.h>

onnxc::Tensor use(onnxc::Tensor x) { return acme::times<3>(x); }
