"""usage: graph-docs.py ONNXC : writes docs/graphs.md, the graph of each construct, to standard output.

test/Docs/graphs.test compares the page with what the compiler emits."""
import pathlib
import subprocess
import sys
import tempfile

PREAMBLE = """#include <onnxc/opset20.h>
#include <tuple>
#include <vector>
namespace op = onnxc::opset20;
using namespace onnxc;
"""

CONSTRUCTS = [
    ("`if` on a tensor", "An output for each variable that a side changes and something reads; the rest is captured.", """
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x, BOOL<scalar> c) {
  Tensor y = x;
  if (c) y = op::Relu(x);
  return y + 1;
}"""),
    ("`if` on something known", "Folded: the dead branch is not compiled.", """
[[onnx::script]] FLOAT<> f(FLOAT<"N", 3> x) {
  if (x.rank() == 1) return op::Abs(x);
  return -x;
}"""),
    ("`return` in a branch", "What follows moves into the other branch: no flag is needed.", """
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x, BOOL<scalar> c) {
  if (c) return x;
  Tensor y = x * 2;
  return y + 1;
}"""),
    ("`?:` of values that are there already", "Where, if both shapes are known to be equal and the condition has rank 0.", """
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x, FLOAT<"N"> y, BOOL<scalar> c) { return c ? x : y; }"""),
    ("`switch` on an attribute", "A chain of Ifs.", """
[[onnx::script]] Tensor f(Tensor x, int64_t mode) {
  switch (mode) {
    case 0: return op::Relu(x);
    case 1: return op::Abs(x);
    default: return x;
  }
}"""),
    ("`for` with a known bound", "A Loop with a trip count; only what the body changes is carried.", """
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x, FLOAT<"N"> w) {
  Tensor y = x;
  for (int64_t i = 0; i < 3; ++i) y = y * w;
  return y;
}"""),
    ("`for` with start and step", "The index is computed from the iteration, where it is used.", """
[[onnx::script]] INT64<scalar> f(INT64<scalar> n) {
  Tensor s = 0;
  for (Tensor i = n; i > 0; i -= 2) s += i;
  return s;
}"""),
    ("`while`", "A Loop without a trip count, which carries its condition.", """
[[onnx::script]] FLOAT<"N"> f(FLOAT<"N"> x) {
  while (op::ReduceMax(x, {}, {.keepdims = 0}) > 1) x = x / 2;
  return x;
}"""),
    ("`break`", "Ends the Loop through its condition; what follows is in the other branch.", """
[[onnx::script]] INT64<scalar> f(INT64<scalar> n) {
  Tensor v = 1;
  for (int64_t i = 0; i < 10; ++i) {
    if (v > n) break;
    v = v * 3;
  }
  return v;
}"""),
    ("`continue`", "The rest of the body is in the other branch.", """
[[onnx::script]] INT64<scalar> f(INT64<"N"> x) {
  Tensor s = 0;
  for (int64_t i = 0; i < x.dim(0); ++i) {
    if (x[i] < 0) continue;
    s += x[i];
  }
  return s;
}"""),
    ("`return` in a loop", "The value and a flag leave the Loop; behind it an If asks the flag.", """
[[onnx::script]] INT64<scalar> f(INT64<"N"> x) {
  for (int64_t i = 0; i < x.dim(0); ++i)
    if (x[i] > 10) return x[i];
  return -1;
}"""),
    ("Range-`for` over constants", "Unrolled.", """
[[onnx::script]] DOUBLE<"N"> f(DOUBLE<"N"> x) {
  Tensor y = x * 0;
  for (double c : {0.5, -1.0, 2.0}) y = y * x + c;
  return y;
}"""),
    ("Attribute parameters", "`ref_attr_name` where an attribute is wanted, a Constant where a tensor is.", """
[[onnx::script]] Tensor f(Tensor x, int64_t axis = -1, float scale = 2) { return op::Softmax(x, {.axis = axis}) * scale; }"""),
    ("Calls of scripted functions", "Nodes; defaults are written at the call.", """
namespace acme {
[[onnx::script]] Tensor leaky(Tensor x, float alpha = 0.25f) { return op::Where(x > 0, x, x * alpha); }
}
[[onnx::script]] Tensor f(Tensor x) { return acme::leaky(x) + acme::leaky(-x, 0.5f); }"""),
    ("Subgraph lambdas", "Captures are outer values.", """
[[onnx::script]] FLOAT<"N", 2> f(FLOAT<"N", 2> x, FLOAT<2> w) {
  auto [last, all] = op::Scan<1, 1>({w}, {x}, [&](Tensor state, Tensor row) {
    Tensor next = state * 0.5f + row * w;
    return std::tuple{next, next};
  });
  return all + last;
}"""),
]


def emitted(onnxc, code):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "f.cc")
        source.write_text(PREAMBLE + code.lstrip("\n") + "\n", encoding="utf-8")
        run = subprocess.run([onnxc, "f.cc", "--emit=text", "-o", "-"], cwd=folder, capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"{code}\n{run.stderr}")
        # The model's own head says nothing of the construct.
        return run.stdout[run.stdout.index("\n\n") + 2 :].rstrip("\n")


def main(onnxc):
    print("# The graph of each construct\n")
    print("Made by `utils/graph-docs.py`; a test compares this page with what onnxc emits (`--emit=text`).")
    for title, text, code in CONSTRUCTS:
        print(f"\n## {title}\n\n{text}\n\n```cpp{code}\n```\n\n```\n{emitted(onnxc, code)}\n```")


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).absolute()))
