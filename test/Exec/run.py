#!/usr/bin/env python3
"""Runs models in ONNX Runtime and compares the results with what a source's header says.

usage: run.py MODEL SOURCE           runs MODEL on the inputs of SOURCE's header
       run.py --onnxc ONNXC SOURCE... compiles each SOURCE with ONNXC and runs its model
       run.py --serve ONNXC          the same for each path read from standard input; answers with one JSON line each

A header is made of the `// KEY: value` lines at the start of a source; comment lines with other keys (RUN) may stand between them.

    MAIN: f                          the function that becomes the main graph (default: f)
    ATTR: alpha=0.3                  an attribute bound on the command line
    FLAGS: -g                        further arguments of the compiler
    INPUT: x float32[2,2] 1 2 3 4    an input: name, element type, shape, values in row order; `float32[] 1` has rank 0;
                                     bools are true/false, strings are quoted
    EXPECT: float32[2] 1 2           an output, in order
    EXPECT-NAMES: lo hi              names of the model's outputs
    EXPECT-NODES: If=1 Loop=0        counts of nodes in MAIN's function and its subgraphs, callees not counted
    EXPECT-FUNCTIONS: acme.nn::gain  functions that the model must hold, among others
    ERROR: 8|9: recursion cycle      the source must be refused with an error on one of these lines; the text is free

An INPUT after an EXPECT starts another set of values for the same model.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime

onnxruntime.set_default_logger_severity(4)
TIMEOUT = 120
HEADER = re.compile(r"// (MAIN|ATTR|FLAGS|INPUT|EXPECT|EXPECT-NAMES|EXPECT-NODES|EXPECT-FUNCTIONS|ERROR): ?(.*)")


class Mismatch(Exception):
    """What a case found that its header does not say."""


def require(condition, text):
    if not condition:
        raise Mismatch(text)


def parse_words(text):
    """The values of a header line; a quoted string is one value."""
    words = []
    for match in re.finditer(r'"((?:[^"\\]|\\.)*)"|(\S+)', text):
        quoted, plain = match.groups()
        words.append(plain if plain is not None else re.sub(r"\\(.)", r"\1", quoted))
    return words


def parse_array(text):
    """`float32[2,3] 1 2 3 4 5 6` as an array."""
    match = re.fullmatch(r"\s*(\w+)\[([\d,]*)\]\s*(.*)", text, re.DOTALL)
    require(match, f"not a tensor: {text}")
    kind, dimensions, rest = match.groups()
    shape = [int(size) for size in dimensions.split(",") if size]
    words = parse_words(rest)
    if kind == "string":
        return np.array(words, dtype=object).reshape(shape)
    if kind == "bool":
        return np.array([{"true": True, "false": False}[word] for word in words], dtype=np.bool_).reshape(shape)
    convert = int if "int" in kind else float
    return np.array([convert(word) for word in words], dtype=getattr(np, kind)).reshape(shape)


class Case:
    """The header of one source."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.main, self.attributes, self.flags = "f", [], []
        self.sets = [([], [])]  # pairs of inputs (name, array) and outputs
        self.nodes, self.names, self.functions, self.error_lines = {}, None, set(), None
        for line in self.path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("//"):
                break
            match = HEADER.match(line)
            if match:
                self.take(*match.groups())

    def take(self, key, text):
        if key == "MAIN":
            self.main = text.strip()
        elif key == "ATTR":
            self.attributes.append(text.strip())
        elif key == "FLAGS":
            self.flags += text.split()
        elif key == "INPUT":
            if self.sets[-1][1]:
                self.sets.append(([], []))
            name, rest = text.split(None, 1)
            self.sets[-1][0].append((name, parse_array(rest)))
        elif key == "EXPECT":
            self.sets[-1][1].append(parse_array(text))
        elif key == "EXPECT-NAMES":
            self.names = text.split()
        elif key == "EXPECT-NODES":
            self.nodes = {kind: int(count) for kind, count in (pair.split("=") for pair in text.split())}
        elif key == "EXPECT-FUNCTIONS":
            self.functions = set(text.split())
        elif key == "ERROR":
            self.error_lines = {int(number) for number in text.split(":")[0].split("|")}


def count_nodes(nodes, counter):
    for node in nodes:
        counter[node.op_type] += 1
        for attribute in node.attribute:
            for graph in ([attribute.g] if attribute.HasField("g") else []) + list(attribute.graphs):
                count_nodes(graph.node, counter)
    return counter


def compare(got, want):
    got = np.asarray(got)
    require(got.shape == want.shape, f"shape {got.shape} for {want.shape}")
    if want.dtype == object:
        require(got.dtype.kind in "OU", f"element type {got.dtype} for string")
        require(got.astype(str).tolist() == want.astype(str).tolist(), f"{got.tolist()} for {want.tolist()}")
        return
    require(got.dtype == want.dtype, f"element type {got.dtype} for {want.dtype}")
    if want.dtype.kind == "f":
        relative, absolute = (2e-3, 2e-3) if want.dtype == np.float16 else (1e-5, 1e-6)
        same = np.allclose(got, want, rtol=relative, atol=absolute, equal_nan=True)
    else:
        same = bool((got == want).all())
    require(same, f"{got.tolist()} for {want.tolist()}")


def has_shapes(model):
    """Whether the checker accepts the inputs and outputs: it wants a shape of each, ONNX Runtime does not."""
    types = [value.type for value in [*model.graph.input, *model.graph.output]]
    return all(each.tensor_type.HasField("shape") for each in types if each.HasField("tensor_type"))


def check_as_written(model, case):
    """What a header says of the model in which the main graph calls the function."""
    functions = {f"{function.domain}::{function.name}" for function in model.functions}
    require(case.functions <= functions, f"functions {sorted(functions)}")
    mains = [function for function in model.functions if function.name == case.main]
    have = count_nodes(mains[0].node if mains else model.graph.node, collections.Counter())
    for kind, count in case.nodes.items():
        require(have[kind] == count, f"{have[kind]} {kind} nodes, not {count}")
    names = [output.name for output in model.graph.output]
    require(case.names is None or names == case.names, f"outputs {names} for {case.names}")


def run_session(session, inputs, outputs):
    got = session.run(None, dict(inputs))
    require(len(got) == len(outputs), f"{len(got)} outputs, not {len(outputs)}")
    for index, (value, want) in enumerate(zip(got, outputs)):
        try:
            compare(value, want)
        except Mismatch as error:
            raise Mismatch(f"output {index}: {error}") from None


def run_model(path, case, as_written=True, level=onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL):
    model = onnx.load(path)
    if has_shapes(model):
        onnx.checker.check_model(model, full_check=True)
    if as_written:
        check_as_written(model, case)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = level
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    for inputs, outputs in case.sets:
        names = [name for name, _ in inputs]
        require([value.name for value in model.graph.input] == names, f"inputs {[v.name for v in model.graph.input]} for {names}")
        try:
            run_session(session, inputs, outputs)
        except Exception as error:  # ONNX Runtime's have no common base
            shapes = ", ".join(f"{name} {list(value.shape)}" for name, value in inputs)
            raise Mismatch(f"inputs {shapes}: {reason(error)}") from None


def first_error(text):
    lines = text.strip().splitlines() or ["no text"]
    return next((line for line in lines if "error" in line), lines[0])[-240:]


def compile_and_run(onnxc, path, folder):
    """Compiles one source; raises Mismatch (or what ONNX and ONNX Runtime raise) if it does not behave as its header says."""
    case = Case(path)
    model = pathlib.Path(folder) / "out.onnx"
    model.unlink(missing_ok=True)
    command = [onnxc, str(path), "--main=" + case.main, *case.flags]
    for attribute in case.attributes:
        command += ["--attr", attribute]
    done = subprocess.run(command + ["-o", str(model)], capture_output=True, text=True, timeout=TIMEOUT)
    if case.error_lines is None:
        require(done.returncode == 0, f"exit code {done.returncode}: {first_error(done.stderr + done.stdout)}")
        run_model(model, case)
        return
    require(done.returncode == 1, f"exit code {done.returncode}, not 1: {first_error(done.stderr)}")
    pattern = rf"^(?:.*/)?{re.escape(case.path.name)}:(\d+)(?::\d+)?: (?:fatal )?error:"
    lines = {int(match.group(1)) for match in re.finditer(pattern, done.stderr, re.MULTILINE)}
    require(lines & case.error_lines, f"errors on lines {sorted(lines)}, not on {sorted(case.error_lines)}: {first_error(done.stderr)}")
    require(not model.exists(), "a model was written all the same")


def reason(error):
    """An exception in one line."""
    kind = "" if isinstance(error, Mismatch) else type(error).__name__ + ": "
    return kind + " ".join(str(error).split())[:600]


def failure(onnxc, path, folder):
    """None if the case passes, else the reason in one line."""
    try:
        compile_and_run(onnxc, path, folder)
    except Exception as error:  # what ONNX and ONNX Runtime raise has no common base
        return reason(error)
    return None


def serve(onnxc, folder):
    for line in sys.stdin:
        print(json.dumps(failure(onnxc, line.rstrip("\n"), folder)), flush=True)
    return 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("--onnxc", help="compile the sources with this compiler")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("paths", nargs="*")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if arguments.serve:
            return serve(arguments.serve, folder)
        if arguments.onnxc:
            failed = 0
            for path in arguments.paths:
                reason = failure(arguments.onnxc, path, folder)
                failed += reason is not None
                if reason is not None:
                    print(f"FAIL {os.path.basename(path)}: {reason}", flush=True)
            print(f"{len(arguments.paths) - failed} passed, {failed} failed")
            return 1 if failed or not arguments.paths else 0
        if len(arguments.paths) != 2:
            parser.error("needs MODEL and SOURCE")
        try:
            run_model(arguments.paths[0], Case(arguments.paths[1]))
        except Mismatch as error:
            print(f"{arguments.paths[1]}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
