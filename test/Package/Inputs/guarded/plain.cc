#include <string>
#include "middle.h"

onnxc::Tensor plain(onnxc::Tensor x) { return acme::times<2>(x); }
