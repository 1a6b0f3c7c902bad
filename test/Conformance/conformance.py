#!/usr/bin/env python3
"""Every operator, proven by ONNX's own tests.

usage: conformance.py --onnxc ONNXC --work FOLDER [--only REGEX]
       conformance.py --write-left-out        rewrites left-out.md

Each of ONNX's backend test cases of one node (ai.onnx from opset 13 on, and ai.onnx.ml) is written as a C++ function that makes
this node, many functions a file, and compiled. The function must hold the same operator of the same since-version, with the same
attributes, inputs and outputs; a model that calls it must pass the full checker; and where ONNX Runtime computes the case's
expected outputs from ONNX's model, it must compute them from ours (unless it fails when ONNX's own node stands in a function, as it does
for MeanVarianceNormalization). What is left out stands in left-out.md, which is checked too.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import warnings

import numpy as np
import onnx
import onnx.backend.test.case.node as node_cases
import onnxruntime

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent.parent / "examples" / "onnx_functions")]
import check
import generate

PER_FILE = 80


class Failure(Exception):
    """Why a case does not pass."""


def require(condition, text):
    if not condition:
        raise Failure(text)


def split_cases():
    """The scripts of all cases that have one, and the names of the others by reason."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cases = node_cases.collect_testcases(None)
    scripts, left_out = [], collections.defaultdict(list)
    for case in cases:
        try:
            scripts.append(generate.script(case))
        except generate.LeftOut as reason:
            left_out[str(reason)].append(case.name)
    return scripts, left_out


def left_out_text(left_out):
    lines = [
        "# Test cases of ONNX that conformance.py leaves out", "",
        "Written by `conformance.py --write-left-out`; the test fails if it does not match.", ""]
    for reason, names in sorted(left_out.items()):
        lines += [f"## {reason[0].upper()}{reason[1:]} ({len(names)})", "", ", ".join(sorted(names)), ""]
    return "\n".join(lines)


def batches(scripts):
    """The scripts in groups of one header and at most PER_FILE."""
    by_header = collections.defaultdict(list)
    for entry in scripts:
        by_header[entry.header].append(entry)
    for header, entries in sorted(by_header.items()):
        for start in range(0, len(entries), PER_FILE):
            yield header, entries[start : start + PER_FILE]


def compile_batch(onnxc, source, header, entries):
    """Compiles the scripts; returns the functions by name and the errors by name. Scripts with errors are left away in a second try."""
    errors, functions = {}, {}
    while entries:
        text, starts = generate.file_text(header, entries)
        source.write_text(text)
        model = source.with_suffix(".onnx")
        model.unlink(missing_ok=True)
        done = subprocess.run([onnxc, str(source), "-o", str(model)], capture_output=True, text=True)
        if done.returncode == 0:
            library = onnx.load(model)
            functions = {function.name: (library, function) for function in library.functions}
            break
        found = {}
        for match in re.finditer(rf"{re.escape(source.name)}:(\d+):\d+: (?:fatal )?error: (.*)", done.stderr):
            index = max(i for i, start in enumerate(starts) if start <= int(match.group(1)))
            found.setdefault(entries[index].case.name, f"onnxc: {match.group(2)}")
        if not found:  # a crash, say: all of them
            last = " ".join(done.stderr.split())[-300:]
            found = {entry.case.name: f"onnxc: exit code {done.returncode}: {last}" for entry in entries}
        errors.update(found)
        entries = [entry for entry in entries if entry.case.name not in found]
    return functions, errors


def attribute_value(attribute):
    """Something that is equal for equal attributes."""
    if attribute.type == onnx.AttributeProto.TENSOR:
        array = onnx.numpy_helper.to_array(attribute.t)
        return attribute.t.data_type, array.shape, array.tobytes() if array.dtype != object else array.tolist()
    if attribute.type == onnx.AttributeProto.SPARSE_TENSOR:
        sparse = attribute.sparse_tensor
        parts = [onnx.numpy_helper.to_array(part) for part in (sparse.values, sparse.indices)]
        return list(sparse.dims), [(part.dtype, part.shape, part.tobytes()) for part in parts]
    value = onnx.helper.get_attribute_value(attribute)
    if attribute.type == onnx.AttributeProto.TYPE_PROTO:
        return value.SerializeToString(deterministic=True)
    return list(value) if isinstance(value, (list, tuple)) or hasattr(value, "append") else value


def attributes_of(node, places):
    """The node's attributes in a form that is equal for equal ones. `places` says what the names of outer values stand for."""
    result = {}
    for attribute in node.attribute:
        if attribute.type == onnx.AttributeProto.GRAPH:
            value = canonical_graph(attribute.g, places)
        elif attribute.type == onnx.AttributeProto.FLOAT:
            value = np.float32(attribute.f).tobytes()  # NaN is equal to itself
        else:
            value = attribute_value(attribute)
        result[attribute.name] = attribute.type, value
    return result


def canonical_graph(graph, outer):
    """The nodes of a nested graph with places instead of names: which input, or which output of which node."""
    depth = len({place[0] for place in outer.values()})
    places = dict(outer)
    places.update((value.name, (depth, "input", index)) for index, value in enumerate(graph.input))
    nodes = []
    for number, node in enumerate(graph.node):
        inputs = [places[name] if name else None for name in node.input]
        nodes.append((node.domain, node.op_type, inputs, attributes_of(node, places), len(node.output)))
        places.update((name, (depth, number, index)) for index, name in enumerate(node.output) if name)
    return nodes, [places[value.name] for value in graph.output]


def positions(names, order):
    """The node's inputs or outputs as positions in the function's; trailing gaps say nothing."""
    places = [order.index(name) if name else None for name in names]
    while places and places[-1] is None:
        places.pop()
    return places


def check_function(entry, function):
    """The function must make the case's node and nothing else."""
    node = entry.case.model.graph.node[0]
    require(len(function.node) == 1, f"{len(function.node)} nodes: {', '.join(n.op_type for n in function.node)}")
    ours = function.node[0]
    require((ours.domain, ours.op_type) == (node.domain, node.op_type), f"operator {ours.domain}::{ours.op_type}")
    version = next((e.version for e in function.opset_import if e.domain == node.domain), None)
    require(version is not None, f"no opset import for '{node.domain}'")
    since = onnx.defs.get_schema(ours.op_type, version, node.domain).since_version
    wanted = generate.schema_of(entry.case.model, node).since_version
    require(since == wanted, f"since-version {since}, not {wanted}")
    got = attributes_of(ours, {name: ("function", index) for index, name in enumerate(function.input)})
    want = attributes_of(node, {name: ("function", index) for index, name in enumerate(entry.parameters)})
    require(got == want, f"attributes {got} for {want}")
    inputs = positions(ours.input, list(function.input)), positions(node.input, entry.parameters)
    require(inputs[0] == inputs[1], f"inputs {list(ours.input)} for {list(node.input)}")
    outputs = positions(ours.output, list(function.output)), positions(node.output, entry.outputs)
    require(outputs[0] == outputs[1], f"outputs {list(ours.output)} for {list(node.output)}")


def call_model(entry, library, function):
    """The case's model with its node replaced by a call of the function."""
    model = onnx.ModelProto()
    model.CopyFrom(entry.case.model)
    call = onnx.helper.make_node(function.name, entry.parameters, entry.outputs, domain=function.domain, overload=function.overload)
    model.graph.node[0].CopyFrom(call)
    known = {e.domain for e in model.opset_import}
    model.opset_import.extend(e for e in library.opset_import if e.domain not in known)
    model.functions.append(function)
    model.ir_version = max(model.ir_version, library.ir_version, 10)
    return model


def plain_model(entry, library, model):
    """As call_model, with a function that holds ONNX's own node: what fails with it too is not onnxc's to answer for."""
    ours = model.functions[0]
    node = entry.case.model.graph.node[0]
    plain = onnx.helper.make_function(
        ours.domain, ours.name, entry.parameters, entry.outputs, [node], list(entry.case.model.opset_import))
    plain.overload = ours.overload
    return call_model(entry, library, plain)


def fails(function, *arguments):
    try:
        function(*arguments)
    except Exception:  # what ONNX and ONNX Runtime raise has no common base
        return True
    return False


def check_fully(model):
    onnx.checker.check_model(model, full_check=True)


def compute(model, case):
    """Runs the model on the case's data; raises if the results are not the expected ones."""
    for inputs, outputs in case.data_sets:
        runnable = onnx.ModelProto()
        runnable.CopyFrom(model)
        feeds = check.fixed_inputs(runnable, inputs)
        check.float_outputs(runnable)
        session = onnxruntime.InferenceSession(runnable.SerializeToString(), providers=["CPUExecutionProvider"])
        for value, got, want in zip(runnable.graph.output, session.run(None, feeds), outputs):
            check.compare(value.name, got, want, case)


def check_case(entry, functions, errors):
    """Raises if the case fails; returns whether ONNX Runtime computed it."""
    name = entry.case.name
    require(name not in errors, errors.get(name))
    require(name in functions, "not among the compiled functions")
    library, function = functions[name]
    check_function(entry, function)
    model = call_model(entry, library, function)
    onnx.checker.check_model(model)
    if fails(check_fully, model) and not fails(check_fully, plain_model(entry, library, model)):
        check_fully(model)
    if fails(compute, entry.case.model, entry.case):
        return False
    if not fails(compute, model, entry.case):
        return True
    if not fails(compute, plain_model(entry, library, model), entry.case):
        compute(model, entry.case)
    return False


def run(onnxc, work, only):
    scripts, left_out = split_cases()
    failed = 0
    written = (FOLDER / "left-out.md").read_text()
    if not only and written != left_out_text(left_out):
        failed += 1
        print("FAIL left-out.md does not match: run conformance.py --write-left-out")
    work.mkdir(parents=True, exist_ok=True)
    scripts = [entry for entry in scripts if re.search(only or "", entry.case.name)]
    groups = list(batches(scripts))
    functions, errors = {}, {}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:  # the compiler is a process of its own
        tasks = [
            pool.submit(compile_batch, onnxc, work / f"{header}_{index}.cc", header, entries)
            for index, (header, entries) in enumerate(groups)]
        for task in tasks:
            compiled, wrong = task.result()
            functions.update(compiled)
            errors.update(wrong)
    computed = 0
    for entry in scripts:
        try:
            computed += check_case(entry, functions, errors)
        except Exception as error:  # what ONNX and ONNX Runtime raise has no common base
            failed += 1
            kind = "" if isinstance(error, (Failure, check.Failure)) else type(error).__name__ + ": "
            print(f"FAIL {entry.case.name}: {kind}{' '.join(str(error).split())[:400]}", flush=True)
    total = sum(len(names) for names in left_out.values())
    print(f"{len(scripts)} cases in {len(groups)} files, {computed} computed by ONNX Runtime; {total} cases left out")
    print(f"{len(scripts) - failed} passed, {failed} failed")
    return 1 if failed or not scripts else 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("--onnxc")
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--only", help="a regular expression for names of cases")
    parser.add_argument("--write-left-out", action="store_true")
    arguments = parser.parse_args()
    onnxruntime.set_default_logger_severity(4)
    if arguments.write_left_out:
        (FOLDER / "left-out.md").write_text(left_out_text(split_cases()[1]))
        return 0
    if not arguments.onnxc or not arguments.work:
        parser.error("needs --onnxc and --work")
    return run(arguments.onnxc, arguments.work, arguments.only)


if __name__ == "__main__":
    sys.exit(main())
