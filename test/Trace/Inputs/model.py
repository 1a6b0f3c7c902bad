"""What the end-to-end tests ask of a model: its functions and nodes as text, and values computed by ONNX Runtime.

model.py MODEL --print                     one line for each node of the graph and each function with its nodes
model.py MODEL NAME=VALUES... -- NAME=VALUES...   runs it: inputs, then expected outputs; VALUES is a Python list, dtype behind a colon
"""

import sys

import numpy
import onnx
import onnxruntime


def line(node):
    domain = node.domain + "." if node.domain else ""
    overload = f":{node.overload}" if node.overload else ""
    return f"{', '.join(node.output)} = {domain}{node.op_type}{overload}({', '.join(node.input)})"


def show(model):
    for node in model.graph.node:
        print("graph:", line(node))
    for function in model.functions:
        overload = f":{function.overload}" if function.overload else ""
        print(f"function {function.domain}.{function.name}{overload}({', '.join(function.input)}) -> {', '.join(function.output)}")
        for node in function.node:
            print("   ", line(node))


def array(text):
    name, values = text.split("=", 1)
    values, _, dtype = values.partition(":")
    return name, numpy.array(eval(values), dtype=dtype or "float32")


def main():
    model = onnx.load(sys.argv[1])
    onnx.checker.check_model(model)
    if sys.argv[2] == "--print":
        return show(model)
    at = sys.argv.index("--")
    session = onnxruntime.InferenceSession(sys.argv[1], providers=["CPUExecutionProvider"])
    inputs = dict(array(text) for text in sys.argv[2:at])
    expected = dict(array(text) for text in sys.argv[at + 1 :])
    values = session.run(list(expected), inputs)
    for name, value in zip(expected, values):
        if value.dtype == object:
            numpy.testing.assert_array_equal(value, expected[name], err_msg=name)
        else:
            numpy.testing.assert_allclose(value, expected[name], rtol=1e-5, atol=1e-6, err_msg=name)
        assert value.dtype == expected[name].dtype, f"{name}: {value.dtype}"
    print("values agree")


if __name__ == "__main__":
    main()
