#!/usr/bin/env python3
"""Differential fuzzing of indexing: random `index` and `index_put` expressions through onnxc and ONNX Runtime, against numpy.

usage: run_indexing.py [options] SEED COUNT

Each expression is a function, made from its own seed, SEED to SEED + COUNT - 1, and runs on three sets of sizes. With --trace the functions are traced. Where a rank is not
declared and decides the result, onnxc may refuse the expression; those are counted. The last line is `N passed, N failed, N refused`.
"""

import argparse
import collections
import os
import pathlib
import re
import sys
import tempfile

import numpy as np
import onnx
from onnx import helper

import harness
import indexing

# What onnxc says where more must be known of a type, and of what old opsets do not have.
NEEDS = re.compile(r"the rank must be known|the rank of .* must be known|may be a mask or an index")
TOO_OLD = re.compile(r"CastLike exists since opset 15|index_put that accumulates needs opset 16")


def compile_all(expressions, onnxc, folder, opset):
    """({name: model}, {name: error})."""
    text, lines = indexing.render(expressions, opset=opset)
    source, library = folder / "script.cc", folder / "script.onnx"
    source.write_text(text)
    done = harness.run_compiler([onnxc, str(source), f"--opset={opset}", "-o", str(library)], 60 + len(expressions))
    if done.returncode == 0:
        loaded = onnx.load(str(library))
        return {expression.name: model_of(loaded, expression, opset) for expression in expressions}, {}
    found = harness.blame(done.stderr, lines) if done.returncode == 1 else {}
    if not found and len(expressions) == 1:
        return {}, {expressions[0].name: f"exit code {done.returncode}: {harness.first_line(done.stderr)}"}
    left = [expression for expression in expressions if expression.name not in found]
    parts = [left] if found else [left[: len(left) // 2], left[len(left) // 2 :]]  # a crash names no line
    models, refused = {}, found
    for part in filter(None, parts):
        more, why = compile_all(part, onnxc, folder, opset)
        models.update(more)
        refused.update(why)
    return models, refused


def value_info(name, array):
    return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), [None] * array.ndim)


def model_of(library, expression, opset):
    function = next(function for function in library.functions if function.name == expression.name)
    feed = expression.feeds[0]
    output = onnx.ValueInfoProto(name="out")
    output.type.tensor_type.elem_type = helper.np_dtype_to_tensor_dtype(expression.wants[0].dtype)
    node = helper.make_node(expression.name, list(feed), ["out"], domain=function.domain, **expression.attributes)
    graph = helper.make_graph([node], "main", [value_info(name, array) for name, array in feed.items()], [output])
    imports = [helper.make_opsetid("", opset), helper.make_opsetid(function.domain, 1)]
    return helper.make_model(graph, functions=[function], opset_imports=imports, ir_version=10)


ELEMENTS = {"float32": "float", "float64": "double"}


def trace_all(expressions, onnxc, folder, opset):
    """As compile_all, of traced functions that are called with types of known rank."""
    text, _ = indexing.render(expressions, "trace", opset)
    source, requests = folder / "traced.cc", folder / "requests.txt"
    source.write_text(text)
    lines = []
    for expression in expressions:
        words = [expression.name]
        for name, array in expression.feeds[0].items():
            words += ["--input", f"{name}={ELEMENTS.get(array.dtype.name, array.dtype.name)}[{','.join('?' * array.ndim)}]"]
        words += [word for name, value in expression.attributes.items() for word in ("--attr", f"{name}={value}")]
        lines.append(" ".join([*words, "-o", f"{expression.name}.onnx"]))
    requests.write_text("\n".join(lines) + "\n")
    done = harness.run_compiler([onnxc, "trace", str(source), f"--opset={opset}", "--requests", str(requests), "-o", f"{folder}/"], 60 + len(expressions))
    models, refused = {}, {}
    for line, expression in enumerate(expressions, 1):
        path = folder / f"{expression.name}.onnx"
        if path.exists():
            models[expression.name] = onnx.load(str(path))
            path.unlink()
        else:
            found = re.search(rf"requests\.txt:{line}: (.*(?:\n  in .*)*)", done.stderr)
            refused[expression.name] = found.group(1)[:600] if found else f"exit code {done.returncode}: {harness.first_line(done.stderr)}"
    return models, refused


def difference(model, expression):
    """None if the model gives what numpy gives on each set, else what differs."""
    try:
        onnx.checker.check_model(model, full_check=True)
    except Exception as error:  # the checker wants shapes of all inputs and outputs
        if "Field 'shape'" not in str(error):
            return f"checker: {' '.join(str(error).split())[:300]}"
    for k, (feed, want) in enumerate(zip(expression.feeds, expression.wants)):
        sizes = ", ".join(f"{name}{list(array.shape)}" for name, array in feed.items())
        try:
            got = np.asarray(harness.session_of(model, optimised=True).run(None, feed)[0])
        except Exception as error:  # ONNX Runtime's have no common base
            return f"{sizes}: ONNX Runtime: {' '.join(str(error).split())[:300]}"
        if got.dtype != want.dtype or got.shape != want.shape:
            return f"{sizes}: {got.dtype}{list(got.shape)} for {want.dtype}{list(want.shape)}"
        if not np.array_equal(got, want):
            return f"{sizes}: {got.ravel().tolist()[:12]} for {want.ravel().tolist()[:12]}"
    return None


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--onnxc", default=os.environ.get("ONNXC", "onnxc"), help="the compiler under test")
    parser.add_argument("--trace", action="store_true", help="traced functions")
    parser.add_argument("--opset", type=int, default=20)
    parser.add_argument("--batch", type=int, default=500, help="expressions in one source")
    arguments = parser.parse_args()
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        for first in range(arguments.seed, arguments.seed + arguments.count, arguments.batch):
            expressions = [indexing.Expression(k) for k in range(first, min(first + arguments.batch, arguments.seed + arguments.count))]
            make = trace_all if arguments.trace else compile_all
            models, refused = make(expressions, arguments.onnxc, pathlib.Path(name), arguments.opset)
            for expression in expressions:
                why = refused.get(expression.name)
                needs_more = expression.unranked and not arguments.trace and NEEDS.search(why or "")
                if needs_more or arguments.opset < 16 and TOO_OLD.search(why or ""):
                    counts["refused"] += 1
                    continue
                reason = why or difference(models[expression.name], expression)
                counts["failed" if reason else "passed"] += 1
                if reason:
                    print(f"FAIL {reason}\n  {expression.source('trace' if arguments.trace else 'script').strip()} {expression.attributes or ''}", flush=True)
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['refused']} refused")
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
