// RUN: %onnxc %s --check 2>&1 | FileCheck %s
// RUN: not %onnxc %s --check -Werror 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %onnxc %s --check -Werror=onnxc-attribute-double-inexact 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %onnxc %s --check -Werror -Wno-error=onnxc-attribute-double-inexact 2>&1 | FileCheck %s
// RUN: %onnxc %s --check -Werror -Wno-onnxc-attribute-double-inexact 2>&1 | count 0
// RUN: %onnxc %s --check -w 2>&1 | count 0
// RUN: %onnxc %s --check --color=always 2>&1 | %python -c "import sys; sys.exit('\33[' not in sys.stdin.read())"
// RUN: %onnxc %s --check 2>&1 | %python -c "import sys; sys.exit('\33[' in sys.stdin.read())"
// CHECK: warnings.cc:[[@LINE+4]]:{{[0-9]+}}: warning: {{.*}} [{{.*}}onnxc-attribute-double-inexact]
// ERROR: warnings.cc:[[@LINE+3]]:{{[0-9]+}}: error: {{.*}} [{{.*}}onnxc-attribute-double-inexact]
#include <onnxc/opset20.h>
using onnxc::FLOAT;
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x, double alpha = 0.1) { return x * alpha; }
