#!/usr/bin/env python3
"""Shows what onnxc does: C++ functions, the ONNX functions they become, and what ONNX Runtime computes with them.

usage: demo.py ONNXC [--all]     --all adds the check of every function in examples/onnx_functions
"""

import pathlib
import subprocess
import sys

import numpy as np
import onnxruntime

FOLDER = pathlib.Path(__file__).resolve().parent / "onnx_functions"
sys.path.insert(0, str(FOLDER))
import check

SHOWN = {"Celu": "test_celu", "Gelu": "test_gelu_tanh_1", "Range": "test_range_float_type_positive_delta",
         "DynamicQuantizeLinear": "test_dynamicquantizelinear"}


def heading(text):
    print(f"\n{'=' * 100}\n{text}\n{'=' * 100}")


def values(data):
    return np.array2string(check.to_array(data).ravel()[:6], precision=6, separator=", ")


def show(onnxc, compiler, operator, case):
    source = FOLDER / f"{operator}.cc"
    heading(f"{operator}: the C++ source, examples/onnx_functions/{source.name}")
    print(source.read_text())
    heading(f"{operator}: the ONNX function, onnxc --emit=text")
    print(subprocess.run([onnxc, str(source), "--emit=text", "-o", "-"], capture_output=True, text=True, check=True).stdout)
    heading(f"{operator}: ONNX's test case {case.name} in ONNX Runtime")
    computed = check.run_case(compiler, case)[0]  # raises if the values differ
    for value, got, want in zip(case.model.graph.output, computed, case.data_sets[0][1]):
        print(f"{value.name}: computed {values(got)}\n{' ' * len(value.name)}  expected {values(want)}")


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    onnxruntime.set_default_logger_severity(4)
    compiler = check.Compiler(arguments[0])
    cases = check.collect_cases()
    for operator, name in SHOWN.items():
        show(arguments[0], compiler, operator, next(case for case in cases[operator] if case.name == name))
    if "--all" not in arguments:
        return 0
    heading("All functions of examples/onnx_functions against ONNX's test data")
    return check.main(arguments[:1], cases)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
