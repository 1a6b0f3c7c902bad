// Every kind of parameter as an argument of the command line.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %python tensors.py
// RUN: %onnxc trace ops.cc --requests calls.txt --emit=text
// RUN: cat structs s0 s1 s2 ov variadic span none clip values half text empty | FileCheck %s
// CHECK: float[N] "p.first", float[N] "p.inner.a", float[] "p.inner.b", float[N] "p.last.0", float[] "p.last.1", float[N] "q.0", float "q.1"
// CHECK: acme.structs:"p={*,{*,*},[*,*]},k=2,q.0.type=float"
// CHECK: main_graph (seq(float[N]) s, seq(float[]) t) =>
// CHECK: main_graph (seq(float[N]) s, seq(float[]) t, seq(float[]) u) =>
// CHECK: main_graph (seq(float[N]) s, seq(float[]) t) =>
// CHECK: main_graph (optional(float[]) o) => (bool y)
// CHECK: main_graph (float[2] xs_0, float[] xs_2) =>
// CHECK: xs=[*,-,*]
// CHECK: main_graph (float[2] xs_0) =>
// CHECK: acme.spans:"xs=[]" ()
// CHECK: main_graph (float[N] x, float hi) =>
// CHECK: acme.clip:"lo=-" (x, hi, Constant)
// CHECK: {"-9223372036854775808|t|inf|1.000000|it's \"x\"| a b|c\\d|6|10||nan,-inf,0.100000,|a,b,|1,2,|5,0,|10|0.100000,|none|x|-1"}
// CHECK: float16[2,2] {15360, 16384, 16896, 17536}
// CHECK: string[2] {"a", "b \"q\""}
// CHECK: int64[0] {}
//
// RUN: not %onnxc trace ops.cc values --attr i=x 2>&1 | FileCheck %s --check-prefix=INTEGER
// INTEGER: onnxc: error: '--attr i=x': attribute 'i' must be an integer

//--- tensors.py
import numpy as np
from onnx import numpy_helper
for name, array in {"half": np.array([[1, 2], [3, 4.5]], np.float16), "text": np.array(["a", 'b "q"'], object),
                    "empty": np.zeros(0, np.int64)}.items():
    open(name + ".pb", "wb").write(numpy_helper.from_array(array).SerializeToString())

//--- calls.txt
acme::structs --input p.first=float[N] --input p.inner.a=float[N] --input p.last.0=float[N] --input p.last.1=float \
  --input q.0=float[N] --input 'q.1=float[]' -o structs
acme::sequences --input 's=seq(float[N])' -o s0
acme::sequences --input 's=seq(float[N])' --input 'u=seq(float)' -o s1
acme::sequences --input 's=seq(float[N])' --input 'u=none' -o s2
optional_value -o ov
variadic --input xs=float[2] --input xs=none --input xs=float -o variadic
spans --input xs=float[2] -o span
spans --input xs=none -o none
clip --input x=float[N] --input hi -o clip
values --attr i=-9223372036854775808 --attr b=true --attr f=inf --attr d=1e-9 --attr s='it'"'"'s "x"' --attr 'sv= a b' \
  --attr cp=c\\d --attr act=Act::tanh --attr t=FLOAT16 --attr il= --attr 'fl=nan,-inf,0.1' --attr 'sl=a,b' --attr ar=1,2 \
  --attr el=relu,none --attr bl=true,false --attr dl=0.1 --attr oi=none -o values
literal --attr t=@half.pb -o half
literal --attr t=@text.pb -o text
literal --attr t=@empty.pb -o empty

//--- ops.cc
#include <array>
#include <onnxc/opset20.h>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::Sequence, onnxc::FLOAT;
enum class Act { none, relu = 5, tanh };
namespace acme {
struct Inner {
  Tensor a;
  FLOAT<> b;
};
struct Parts {
  Tensor first;
  Inner inner;
  std::array<Tensor, 2> last;
};
constexpr int64_t two = 2;
[[onnx::trace]] Tensor structs(Parts p, std::pair<Tensor, Tensor> q, int64_t k = two) {
  return p.first + p.inner.a * p.inner.b - p.last[0] * p.last[1] + q.first * q.second * k;
}
[[onnx::trace]] Tensor sequences(Sequence s, onnxc::SequenceOf<float> t, std::optional<Sequence> u = std::nullopt) {
  Tensor y = op::SequenceAt(s, 0) + op::SequenceAt(t, 1);
  return u ? y + op::SequenceAt(*u, 0) : y;
}
[[onnx::trace]] Tensor optional_value(onnxc::OptionalOf<float> o) { return op::OptionalHasElement(o); }
[[onnx::trace]] Tensor variadic(std::vector<std::optional<Tensor>> xs) {
  Tensor y = 0;
  for (auto &x : xs)
    if (x)
      y = y + *x;
  return y;
}
[[onnx::trace]] Tensor spans(std::span<const Tensor> xs) { return xs.empty() ? Tensor(3.f) : xs[0] + 1; }
[[onnx::trace]] Tensor clip(Tensor x, std::optional<Tensor> lo = {},
                            std::optional<FLOAT<onnxc::scalar>> hi = std::nullopt, FLOAT<> scale = 2) {
  return op::Clip(x * scale, lo, hi);
}
} // namespace acme
template <class List, class Show> std::string joined(const List &list, Show show) {
  std::string text;
  for (auto item : list)
    text += show(item) + ",";
  return text + "|";
}
/// All values in one text.
[[onnx::trace]] Tensor values(int64_t i, bool b, float f, double d, std::string s, std::string_view sv, const char *cp,
                              Act act, onnxc::DType t, std::vector<int64_t> il, std::span<const float> fl,
                              std::vector<std::string> sl, std::array<int, 2> ar, std::vector<Act> el,
                              std::vector<bool> bl, std::initializer_list<double> dl, std::optional<int64_t> oi,
                              std::optional<std::string> os = "x", int8_t small = -1) {
  auto number = [](auto value) { return std::to_string(value); };
  std::string text = number(i) + "|" + (b ? "t" : "f") + "|" + number(f) + "|" + number(d * 1e9) + "|" + s + "|";
  text += std::string(sv) + "|" + cp + "|" + number(int(act)) + "|" + number(int(t)) + "|";
  text += joined(il, number) + joined(fl, number) + joined(sl, [](const std::string &item) { return item; });
  text += joined(ar, number) + joined(el, [](Act item) { return std::to_string(int(item)); });
  for (bool item : bl)
    text += item ? "1" : "0";
  text += "|" + joined(dl, number) + (oi ? number(*oi) : "none") + "|" + os.value_or("none") + "|" + number(small);
  return onnxc::tensor<std::string>({text});
}
[[onnx::trace]] Tensor literal(onnxc::TensorLiteral t) { return op::Identity(Tensor(t)); }
