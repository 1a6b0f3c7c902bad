#pragma once
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
