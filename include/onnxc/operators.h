//===- operators.h - What the generated operator headers share ------------===//
//
// Included by onnxc/opset13.h ... and onnxc/ml3.h ...; also enough to declare operators of one's own:
//
//   namespace acme {
//   [[onnx::op("com.acme", "Gain", 1)]] onnxc::Tensor Gain(const onnxc::Input &input);
//   }
//
//===----------------------------------------------------------------------===//
#ifndef ONNXC_OPERATORS_H
#define ONNXC_OPERATORS_H
#pragma GCC system_header

#include "onnxc/attributes.h"
#include "onnxc/detail/results.h"
#include "onnxc/detail/subgraph.h"
#include "onnxc/input.h"
#include "onnxc/tensor.h"
#include "onnxc/type.h"

#endif // ONNXC_OPERATORS_H
