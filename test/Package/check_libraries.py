"""Runs the program of two libraries and its model. Arguments: build folder, the alpha that ops.h gives as default,
the factor of the left one."""

import pathlib
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime

build, alpha, factor = pathlib.Path(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
subprocess.run([build / "app", build / "libraries.onnx"], check=True)
model = onnx.load(build / "libraries.onnx")
onnx.checker.check_model(model, full_check=True)

x = np.array([-4, 1], np.float32)
left, right = onnxruntime.InferenceSession(build / "libraries.onnx", providers=["CPUExecutionProvider"]).run(None, {"x": x})
twice = x + np.where(x < 0, alpha * x, x)
scaled = twice * factor + 10
np.testing.assert_allclose(left, np.where(scaled < 0, alpha * scaled, scaled) * factor + 1)
np.testing.assert_allclose(right, twice + 2 * np.where(twice < 0, alpha * twice, twice))

# Both libraries use the functions of the header: leaky, repeat<2>, repeat<3>; and there are scale and more.
names = sorted(function.name.split("<")[0] for function in model.functions)
assert names == ["leaky", "more", "repeat", "repeat", "scale"], names
print("both libraries are right")
