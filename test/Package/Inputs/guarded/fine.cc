#include "acme/declared.h"

onnxc::Tensor fine(onnxc::Tensor x) { return acme::leaky(acme::leaky(x)); }
