// --main names instances of templates and overloads as C++ does, those that the file does not use too.
// RUN: %onnxc %s '--main=twice<float>' -o - --emit=text | FileCheck %s --check-prefix=FLOAT
// RUN: %onnxc %s '--main=acme::twice<int64_t>' -o - --emit=text | FileCheck %s --check-prefix=INT
// RUN: %onnxc %s '--main=twice<std::int64_t>' -o - --emit=text | FileCheck %s --check-prefix=INT
// RUN: %onnxc %s '--main=twice<double>' -o - --emit=text | FileCheck %s --check-prefix=DOUBLE
// RUN: %onnxc %s '--main=twice<acme::Half>' -o - --emit=text | FileCheck %s --check-prefix=HALF
// RUN: %onnxc %s '--main=over(INT64<"N">)' -o - --emit=text | FileCheck %s --check-prefix=OVER
// RUN: %onnxc - '--main=over(FLOAT<"N">, int)' --attr by=2 -o - --emit=text < %s | FileCheck %s --check-prefix=OVERINT
// FLOAT: (float[N] x) => (float[N] output)
// FLOAT: acme.twice:float (x)
// INT: (int64[N] x) => (int64[N] output)
// INT: acme.twice:int64_t (x)
// DOUBLE: (double[N] x) => (double[N] output)
// HALF: (float16[N] x) => (float16[N] output)
// OVER: (int64[N] x) => (int64[N] output)
// OVERINT: (float[N] x) => (float[N] output)
// RUN: not %onnxc %s '--main=twice' -o %t.onnx 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not %onnxc %s '--main=twice<Nothing>' -o %t.onnx 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not %onnxc %s '--main=over(Nothing)' -o %t.onnx 2>&1 | FileCheck %s --check-prefix=PARAMETER
// RUN: not %onnxc %s '--main=over(DOUBLE<3>)' -o %t.onnx 2>&1 | FileCheck %s --check-prefix=PARAMETER
// SEVERAL: onnxc: error: 'twice' names several functions: 'acme::twice<float>' and 'acme::twice<int64_t>'
// NOTHING: onnxc: error: no scripted function 'twice<Nothing>' in {{.*}}instances.cc; there are 'twice<float>', 'twice<int64_t>', 'over<{{.*}}
// PARAMETER: onnxc: error: no scripted function 'over({{.*}})' in {{.*}}instances.cc
// RUN: %onnxc list %s | FileCheck %s --check-prefix=LIST
// LIST: acme::twice<float>(x: float[N]) -> float[N]
// LIST: acme::twice<int64_t>(x: int64[N]) -> int64[N]
// RUN: %onnxc %s -o - --emit=text | FileCheck %s --check-prefix=LIBRARY
// LIBRARY: overload: "float"
// LIBRARY: overload: "int64_t"
#include <onnxc/opset20.h>
#include <cstdint>
using namespace onnxc;
namespace acme {
using Half = float16;
template <class T> [[onnx::script]] TensorOf<T, "N"> twice(TensorOf<T, "N"> x) { return x + x; }
template FLOAT<"N"> twice<float>(FLOAT<"N">);
template INT64<"N"> twice<int64_t>(INT64<"N">);
}
[[onnx::script]] FLOAT<"N"> over(FLOAT<"N"> x) { return x + 1; }
[[onnx::script]] INT64<"N"> over(INT64<"N"> x) { return x + 2; }
[[onnx::script]] FLOAT<"N"> over(FLOAT<"N"> x, int by) { return x + by; }
