#include "../acme/ops.h"

onnxc::Tensor below(onnxc::Tensor x) { return acme::times<4>(x); }
