// RUN: %onnxc --check %s 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: %onnxc --check -Wno-onnxc-attribute-double-inexact %s 2>&1 | count 0
// RUN: not %onnxc --check -Werror %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %onnxc --check -Werror=onnxc-attribute-double-inexact %s 2>&1 | FileCheck %s --check-prefix=ERROR
#include <onnxc/tensor.h>
// WARNING: warning-flags.cc:[[@LINE+2]]:{{[0-9]+}}: warning: {{.*}} [onnxc-attribute-double-inexact]
// ERROR: error: {{.*}} [-Werror,onnxc-attribute-double-inexact]
[[onnx::script]] onnxc::Tensor f(onnxc::Tensor x, double a = 0.1) { return x * a; }
