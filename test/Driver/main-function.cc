// How --main names functions.
// RUN: %onnxc %s --main=only -o - --emit=text | FileCheck %s --check-prefix=ONLY
// RUN: %onnxc %s --main=a::twin -o - --emit=text | FileCheck %s --check-prefix=A
// RUN: %onnxc %s --main=b::c::twin -o - --emit=text | FileCheck %s --check-prefix=B
// RUN: %onnxc %s '--main=b.c::twin' -o - --emit=text | FileCheck %s --check-prefix=B
// RUN: not %onnxc %s --main=twin 2>&1 | FileCheck %s --check-prefix=TWIN
// RUN: %onnxc %s --main=twin || test $? -eq 2
// RUN: not %onnxc %s --main=onyl 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not %onnxc %s --main=traced 2>&1 | FileCheck %s --check-prefix=TRACED
// ONLY: y = {{.*}}local.only
// A: a.twin
// B: b.c.twin
// TWIN: onnxc: error: 'twin' names several functions: 'a::twin' and 'b.c::twin'
// NEAR: onnxc: error: no scripted function 'onyl' in {{.*}}main-function.cc; did you mean 'only'?
// TRACED: onnxc: error: 'traced' is a traced function, not a scripted one; 'onnxc trace' runs it
#include <onnxc/opset20.h>
using onnxc::FLOAT;
struct Out { FLOAT<"N"> y; };
[[onnx::script]] Out only(FLOAT<"N"> x) { return {x + 1}; }
namespace a {
[[onnx::script]] FLOAT<"N"> twin(FLOAT<"N"> x) { return x + 2; }
}
namespace b::inline v1::c {
[[onnx::script]] FLOAT<"N"> twin(FLOAT<"N"> x) { return x + 3; }
}
[[onnx::trace]] FLOAT<"N"> traced(FLOAT<"N"> x) { return x + 1; }
