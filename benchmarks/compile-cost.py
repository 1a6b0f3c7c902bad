"""usage: compile-cost.py ONNXC CLANGXX HEADER_FLAG... : onnxc against `clang++ -fsyntax-only` on a file of 200 scripted functions of 20 operators.

Runs both in turn and prints the ratio of the medians, which does not depend on the machine."""
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

FUNCTIONS, OPERATORS, ROUNDS = 200, 20, 7


def source():
    lines = ["#include <onnxc/opset20.h>", "namespace op = onnxc::opset20;", "using onnxc::Tensor, onnxc::FLOAT;"]
    steps = ["y = op::Relu(y)", "y = y * x + 0.5f", "y = op::Softmax(y, {.axis = -1})", "y = op::Max({y, x})", "y = y - x / 3"]
    for number in range(FUNCTIONS):
        lines.append(f'[[onnx::script]] FLOAT<"N", 4> f{number}(FLOAT<"N", 4> x) {{ Tensor y = x + {number};')
        made = 1
        for step in range(OPERATORS):
            if made >= OPERATORS:
                break
            text = steps[step % len(steps)]
            lines.append("  " + text + ";")
            made += text.count("op::") + sum(text.count(f" {c} ") for c in "*+-/")
        lines.append("  return y; }")
    return "\n".join(lines) + "\n"


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def main(onnxc, clangxx, flags):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "many.cc")
        file.write_text(source())
        ours = [onnxc, str(file), "-o", str(file.with_suffix(".onnx"))]
        theirs = [clangxx, "-std=c++20", "-fsyntax-only", "-Wno-unknown-attributes", *flags, str(file)]
        times = [(seconds(ours), seconds(theirs)) for _ in range(ROUNDS)]
    mine, clang = (statistics.median(column) for column in zip(*times))
    print(f"onnxc {mine * 1e3:.0f} ms, clang++ -fsyntax-only {clang * 1e3:.0f} ms, ratio {mine / clang:.2f}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
