#!/usr/bin/env python3
"""Checks examples/torchlib in ONNX Runtime against values that PyTorch computed.

usage: run.py ONNXC SOURCES [FUNCTION...]

SOURCES is the folder of the C++ files. `cases/FUNCTION.json` is a list of cases, each an object:

    note        what it is about (optional)
    inputs      {"name": [element type, shape, values]}; null: the optional tensor is absent. The tensors of a vector
                parameter are name[0], name[1] ...
    attrs       {"name": value}; null is std::nullopt
    outputs     [[element type, shape, values], ...]
    tolerance   [relative, absolute], for floats

The sources are compiled once; each case calls its function with inputs of known element type and rank and unknown sizes.
Each model runs with and without ONNX Runtime's graph optimisations.
"""

import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

import numpy as np
import onnxruntime

onnxruntime.set_default_logger_severity(4)
CASES = pathlib.Path(__file__).with_name("cases")
SPECIAL = {"nan": np.nan, "inf": np.inf, "-inf": -np.inf}
LEVELS = [onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL, onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL]


class Mismatch(Exception):
    """A result that is not the expected one."""


def read_array(tensor):
    kind, shape, values = tensor
    return np.array([SPECIAL.get(v, v) if isinstance(v, str) else v for v in values], dtype=kind).reshape(shape)


def value_text(value):
    """An attribute as `onnxc --attr` reads it."""
    if isinstance(value, list):
        return "[" + ",".join(map(value_text, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def request(function, case, model):
    """The line that asks `onnxc trace` for a case's model."""
    words = [function]
    for name, tensor in case["inputs"].items():
        kind = "none" if tensor is None else f"{tensor[0]}[{','.join('?' * len(tensor[1]))}]"
        words += ["--input", f"{name.partition('[')[0]}={kind}"]
    for name, value in case["attrs"].items():
        if value is not None:
            words += ["--attr", f"{name}={value_text(value)}"]
    return shlex.join(words + ["-o", model])


def joined(sources):
    """All files as one, since most of the time goes into the headers that each of them includes."""
    return "".join(f'#line 1 "{path}"\n{path.read_text(encoding="utf-8")}' for path in sources)


def make_models(onnxc, sources, cases, folder):
    """One run of onnxc makes all models."""
    source = pathlib.Path(folder) / "torchlib.cc"
    source.write_text(joined(sources), encoding="utf-8")
    lines = [request(function, case, f"{function}.{i}.onnx") for function, i, case in cases]
    subprocess.run([onnxc, "trace", source, "-I", sources[0].parent, "--requests", "-", "-o", f"{folder}/"],
                   input="\n".join(lines) + "\n", check=True, text=True)


def flat(results):
    for result in results:
        if isinstance(result, list):
            yield from flat(result)
        else:
            yield result


def compare(got, want, tolerance):
    if got.dtype != want.dtype or got.shape != want.shape:
        raise Mismatch(f"{got.dtype}{list(got.shape)} for {want.dtype}{list(want.shape)}")
    relative, absolute = tolerance if want.dtype.kind == "f" else (0, 0)
    wide = [array.astype(np.float64) if array.dtype.kind == "f" else array for array in (got, want)]
    if not np.allclose(*wide, rtol=relative, atol=absolute, equal_nan=want.dtype.kind == "f"):
        raise Mismatch(f"{got.tolist()} for {want.tolist()}")


def run_model(path, case, level):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = level
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    inputs = [read_array(tensor) for tensor in case["inputs"].values() if tensor is not None]
    names = [value.name for value in session.get_inputs()]
    if len(names) != len(inputs):
        raise Mismatch(f"{len(names)} inputs, not {len(inputs)}")
    results = list(flat(session.run(None, dict(zip(names, inputs)))))
    if len(results) != len(case["outputs"]):
        raise Mismatch(f"{len(results)} outputs, not {len(case['outputs'])}")
    for got, want in zip(results, case["outputs"]):
        compare(np.asarray(got), read_array(want), case["tolerance"])


def passes(path, function, index, case):
    try:
        for level in LEVELS:
            run_model(path, case, level)
    except Exception as error:  # what ONNX Runtime raises has no common base
        print(f"FAIL {function} {index} ({case.get('note', '')}): {' '.join(str(error).split())[:400]}")
        return False
    return True


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    onnxc, folder, wanted = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    functions = wanted or sorted(path.stem for path in CASES.glob("*.json"))
    cases = [(function, i, case) for function in functions
             for i, case in enumerate(json.loads((CASES / f"{function}.json").read_text(encoding="utf-8")))]
    with tempfile.TemporaryDirectory() as models:
        make_models(onnxc, sorted(folder.glob("*.cc")), cases, models)
        passed = sum(passes(f"{models}/{function}.{i}.onnx", function, i, case) for function, i, case in cases)
    print(f"{len(functions)} functions")
    print(f"{passed} passed, {len(cases) - passed} failed")
    return 0 if passed == len(cases) > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
