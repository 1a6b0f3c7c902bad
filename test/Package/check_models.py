"""Runs the consumer's program, and its models in ONNX Runtime. Arguments: build folder, slope that leaky.cc's header gives as
default, --no-program for the models alone."""

import pathlib
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime

build, slope = pathlib.Path(sys.argv[1]), float(sys.argv[2])


def run(name, x):
    onnx.checker.check_model(onnx.load(build / name), full_check=True)
    session = onnxruntime.InferenceSession(build / name, providers=["CPUExecutionProvider"])
    return session.run(None, {session.get_inputs()[0].name: x})[0]


x = np.array([[-4, -1, 2]], np.float32)
np.testing.assert_allclose(run("leaky.onnx", x), [[-1, -0.25, 2]])
np.testing.assert_allclose(run("models/chain.onnx", x[0]), x[0] * slope * slope)

hasProgram = "--no-program" not in sys.argv
if hasProgram:
    subprocess.run([build / "app", build / "traced.onnx"], check=True)
    # 3 * leaky(2 * leaky(x))
    np.testing.assert_allclose(run("traced.onnx", x[0]), [-24 * slope * slope, -6 * slope * slope, 12])

library = onnx.load(build / "acme_ops.onnx")
functions = {(function.domain, function.name): function for function in library.functions}
assert set(functions) == {("acme.shop", "leaky_relu"), ("acme.shop", "lower"), ("acme.shop", "chain")}, functions.keys()
assert not library.graph.node
alpha, = functions["acme.shop", "leaky_relu"].attribute_proto
assert alpha.name == "alpha" and alpha.f == slope, alpha
print("the program and all models are right" if hasProgram else "all models are right")
