// Values of --attr are read as the parameter's type says; what does not fit is wrong usage.
// RUN: %onnxc %s --main=f -o - --emit=text --attr scale=-0.5 --attr=count=7 --attr on=true --attr act=Act::relu --attr name=up --attr axes=1,-2 --attr t=double | FileCheck %s
// RUN: %onnxc %s --main=f -o - --emit=text --attr act=elu --attr axes=[] --attr t=DType::INT8 --attr scale=inf | FileCheck %s --check-prefix=OTHER
// CHECK: f <scale: float = -0.5, count: int = 7, on: int = 1, act: int = 2, name: string = "up", axes: ints = [1, -2], t: int = 11> (x)
// OTHER: f <scale: float = inf, count: int = 3, on: int = 0, act: int = 1, name: string = "no", axes: ints = [], t: int = 3> (x)
//
// RUN: not %onnxc %s --main=f --attr scale=big 2>&1 | FileCheck %s --check-prefix=FLOAT
// RUN: %onnxc %s --main=f --attr scale=big || test $? -eq 2
// FLOAT: onnxc: error: '--attr scale=big': attribute 'scale' must be a number
// RUN: not %onnxc %s --main=f --attr count=1.5 2>&1 | FileCheck %s --check-prefix=INT
// INT: onnxc: error: '--attr count=1.5': attribute 'count' must be an integer
// RUN: not %onnxc %s --main=f --attr count=3000000000 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: attribute 'count' must be an integer from -2147483648 to 2147483647
// RUN: not %onnxc %s --main=f --attr on=maybe 2>&1 | FileCheck %s --check-prefix=BOOL
// BOOL: attribute 'on' must be true or false
// RUN: not %onnxc %s --main=f --attr act=gelu 2>&1 | FileCheck %s --check-prefix=ENUM
// ENUM: attribute 'act' must be one of 'elu' and 'relu'
// RUN: not %onnxc %s --main=f --attr axes=1,x 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: attribute 'axes' must be integers a,b,c
// RUN: not %onnxc %s --main=f --attr t=flot 2>&1 | FileCheck %s --check-prefix=DTYPE
// DTYPE: attribute 't' must be an element type such as FLOAT
// RUN: not %onnxc %s --main=f --attr skale=1 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: onnxc: error: 'f' has no attribute 'skale'; did you mean 'scale'?
// RUN: not %onnxc %s --main=f --attr scale 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: onnxc: error: '--attr scale' is not NAME=VALUE
// RUN: not %onnxc %s --main=f --attr scale=1 --attr scale=2 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: onnxc: error: attribute 'scale' is given twice
// RUN: not %onnxc %s --main=required 2>&1 | FileCheck %s --check-prefix=REQUIRED
// REQUIRED: onnxc: error: attribute 'k' of 'required' has no default; give it with '--attr k=VALUE'
#include <onnxc/opset20.h>
#include <string>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::FLOAT;
enum class Act { elu = 1, relu = 2 };

[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x, float scale = 2, int count = 3, bool on = false, Act act = Act::relu, std::string name = "no",
                              std::vector<int64_t> axes = {}, onnxc::DType t = onnxc::DType::FLOAT) {
  return x * scale;
}
[[onnx::script]] FLOAT<"N"> required(FLOAT<"N"> x, int64_t k) { return x * k; }
