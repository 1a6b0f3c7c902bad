"""Compiles programs with onnxc and with a plain compiler, runs both, compares.

A batch of programs is one source: one run of onnxc gives the library of all of them, one run of the plain compiler a program that prints
what each gives for each set of inputs.
"""

import collections
import os
import pathlib
import re
import shlex
import subprocess
import sys
import threading

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper

import generate

onnxruntime.set_default_logger_severity(4)
FOLDER = pathlib.Path(__file__).resolve().parent
ELEMENTS = {"a": TensorProto.INT64, "b": TensorProto.INT64, "x": TensorProto.FLOAT, "y": TensorProto.FLOAT, "d": TensorProto.DOUBLE, "v": TensorProto.INT64, "w": TensorProto.FLOAT}
VECTORS = {"v", "w"}
RESULTS = [("int64", False), ("float32", False), ("float64", False), ("int64", True), ("float32", True)]
SECONDS = 20

# Each program runs on all of these: two lengths of the vectors.
INPUTS = [
    {"a": 5, "b": -7, "x": 1.5, "y": -4.25, "d": 2.75, "v": [3, -2, 8], "w": [0.5, -6.0, 9.25]},
    {"a": -13, "b": 22, "x": -0.75, "y": 11.0, "d": -3.5, "v": [-9, 14, 1, 6, -4], "w": [-2.5, 7.75, 0.25, 3.0, -8.5]},
    {"a": 0, "b": 1, "x": 0.0, "y": 0.5, "d": 0.0, "v": [0, 1, 2], "w": [1.0, 0.0, -1.0]},
]

# A program has one of these by its seed: they are attributes of the call in its model.
Attributes = collections.namedtuple("Attributes", "mode level alpha list")
ATTRIBUTES = [Attributes(1, 0, 0.5, [4, 1]), Attributes(2, 3, 1.5, [-1, 0, 2]), Attributes(0, 1, 2.0, [3]), Attributes(3, 2, -0.75, [2, 2, -5])]


class Failure(Exception):
    """A program that onnxc refused, that ONNX Runtime refused, or that gave another result."""


def attributes_of(name):
    return ATTRIBUTES[int(name[1:]) % len(ATTRIBUTES)]


FEEDS = [{name: np.array(value, dtype=helper.tensor_dtype_to_np_dtype(ELEMENTS[name])) for name, value in inputs.items()} for inputs in INPUTS]


def number(value, kind):
    return {"int64_t": str(value), "float": f"{float(value)}f", "double": str(float(value))}[kind]


def native_arguments(inputs, attributes):
    texts = []
    for name, value in inputs.items():
        c_type = {TensorProto.INT64: "int64_t", TensorProto.FLOAT: "float", TensorProto.DOUBLE: "double"}[ELEMENTS[name]]
        if name in VECTORS:
            texts.append(f"onnxc::tensor<{c_type}>({{{', '.join(number(item, c_type) for item in value)}}})")
        else:
            texts.append(f"{c_type}({number(value, c_type)})")
    return ", ".join(texts + [str(attributes.mode), str(attributes.level), f"{attributes.alpha}f", f"{{{', '.join(map(str, attributes.list))}}}"])


def native_results(programs, cxx, folder):
    """{program name: [[array]]}: what plain C++ gives for each set of inputs."""
    text, _ = generate.render(programs, native=True)
    calls = "".join(f'  std::printf("{p.name}"); onnxc::print({p.name}::f({native_arguments(inputs, attributes_of(p.name))}));\n' for p in programs for inputs in INPUTS)
    source, binary = folder / "native.cc", folder / "native"
    source.write_text(text + f"int main() {{\n{calls}}}\n")
    done = subprocess.run([*shlex.split(cxx), "-std=c++20", "-O0", "-w", "-fwrapv", "-fno-exceptions", "-fno-rtti", "-ffp-contract=off", f"-I{FOLDER}", str(source), "-o", str(binary)], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"the plain compiler refuses the programs of seeds {programs[0].name} to {programs[-1].name}:\n{done.stderr[:3000]}")
    output = subprocess.run([str(binary)], capture_output=True, text=True, timeout=SECONDS, check=True).stdout
    results = collections.defaultdict(list)
    for line in output.splitlines():
        name, *words = line.split()
        values, at = [], 0
        sizes = [len(INPUTS[len(results[name])]["v"]) if vector else 1 for _, vector in RESULTS]
        for (kind, _), size in zip(RESULTS, sizes):
            part = words[at:at + size]
            at += size
            whole = kind != "int64" or all(float(w).is_integer() for w in part)
            values.append(np.array([int(w) for w in part] if kind == "int64" and whole else [float(w) for w in part], dtype=kind if whole else "float64"))
        results[name].append(values)
    return results


def compile_library(programs, onnxc, folder):
    """({domain: [FunctionProto]} and the opset imports, {program name: why onnxc refuses it})."""
    refused = {}
    left = list(programs)
    while left:
        text, lines = generate.render(left, native=False)
        source, library = folder / "script.cc", folder / "script.onnx"
        source.write_text(text)
        done = run_compiler([onnxc, str(source), "-o", str(library)], SECONDS + 2 * len(left))
        if done.returncode == 0:
            return onnx.load(str(library)), refused
        found = blame(done.stderr, lines) if done.returncode == 1 else {}
        if not found and len(left) > 1:
            for program in left:  # a crash names no line
                found.update(compile_library([program], onnxc, folder)[1])
            found = found or {left[0].name: "onnxc refuses only the batch: " + first_line(done.stderr)}
        elif not found:
            found = {left[0].name: f"exit code {done.returncode}: {first_line(done.stderr)}"}
        refused.update(found)
        left = [p for p in left if p.name not in found]
    return onnx.ModelProto(), refused


def run_compiler(command, seconds):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, -1, "", f"error: not done after {seconds} s")


def first_line(text):
    lines = text.strip().splitlines() or ["no text"]
    return next((line for line in lines if "error" in line or "Assertion" in line), lines[0])[-300:]


def why_refused(text, line):
    """What `onnxc trace` says of a line of requests.txt."""
    found = re.search(rf"requests\.txt:{line}: (.*(?:\n  in .*)*)", text)
    return found and found.group(1)[:600]


def blame(text, lines):
    """The programs at whose lines there are errors."""
    starts = sorted((line, name) for name, line in lines.items())
    found = {}
    for match in re.finditer(r"script\.cc:(\d+):\d+: (?:fatal )?(error: .*)", text):
        names = [name for line, name in starts if line <= int(match.group(1))]
        if names:
            found.setdefault(names[-1], match.group(2))
    return found


def program_model(library, name):
    """A model whose graph calls f of one program, with the program's attributes."""
    functions = [with_plain_names(function) for function in library.functions if function.domain == name]
    main = next(function for function in functions if function.name == "f")
    inputs = [helper.make_tensor_value_info(n, kind, [None] if n in VECTORS else []) for n, kind in ELEMENTS.items()]
    outputs = [onnx.ValueInfoProto(name=f"out{k}") for k in range(len(main.output))]
    for value, (kind, _) in zip(outputs, RESULTS):
        value.type.tensor_type.elem_type = helper.np_dtype_to_tensor_dtype(np.dtype(kind))
    node = helper.make_node("f", list(ELEMENTS), [value.name for value in outputs], domain=name, **attributes_of(name)._asdict())
    graph = helper.make_graph([node], "main", inputs, outputs)
    imports = [helper.make_opsetid("", 20), helper.make_opsetid(name, 1)]
    return helper.make_model(graph, functions=functions, opset_imports=imports, ir_version=10)


def with_plain_names(function):
    """ONNX Runtime does not look up overloads inside of functions: as in onnxc's own models, the name carries it."""
    copy = onnx.FunctionProto()
    copy.CopyFrom(function)
    parts = [copy.node]
    if copy.overload:
        copy.name, copy.overload = f"{copy.name}<{copy.overload}>", ""
    while parts:
        for node in parts.pop():
            if node.overload:
                node.op_type, node.overload = f"{node.op_type}<{node.overload}>", ""
            parts += [attribute.g.node for attribute in node.attribute if attribute.HasField("g")]
    return copy


def session_of(model, optimised):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    if not optimised:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def run_session(session, feed):
    run = onnxruntime.RunOptions()

    def stop():
        run.terminate = True

    timer = threading.Timer(SECONDS, stop)  # a loop that does not end
    timer.start()
    try:
        return session.run(None, feed, run)
    finally:
        timer.cancel()


def compare(got, want):
    for k, (value, expected) in enumerate(zip(got, want)):
        value = np.asarray(value)
        if value.dtype != expected.dtype or value.size != expected.size:
            return f"output {k}: {value.dtype}{list(value.shape)} for {expected.dtype}[{expected.size}]"
        same = np.array_equal(value.ravel(), expected) if value.dtype.kind == "i" else np.allclose(value.ravel(), expected, rtol=1e-5, atol=1e-6, equal_nan=True)
        if not same:
            return f"output {k}: {value.ravel().tolist()} for {expected.tolist()}"
    return None


def difference(model, wants, optimised=False):
    """None if the model gives what plain C++ gives, else what differs."""
    try:
        session = session_of(model, optimised)
        for index, (feed, want) in enumerate(zip(FEEDS, wants)):
            reason = compare(run_session(session, feed), want)
            if reason:
                return f"inputs {index}: {reason}"
    except Exception as error:  # ONNX Runtime's have no common base
        return f"ONNX Runtime: {' '.join(str(error).split())[:400]}"
    return None


def add_arguments(parser):
    parser.add_argument("--onnxc", default=os.environ.get("ONNXC", "onnxc"), help="the compiler under test")
    parser.add_argument("--cxx", default=os.environ.get("CXX", "g++"), help="the plain compiler")
    parser.add_argument("--batch", type=int, default=50, help="programs in one source")


def mode_list(modes):
    """Reads the value of --mode."""
    def read(text):
        wanted = modes if text == "all" else text.split(",")
        if set(wanted) - set(modes):
            raise ValueError
        return wanted

    return read


def batches(seed, count, size):
    for first in range(seed, seed + count, size):
        yield [generate.Program(k) for k in range(first, min(first + size, seed + count))]


if __name__ == "__main__":
    sys.exit("a module: see run.py and faults.py")
