"""Traces programs with onnxc and compares the models with what the generator computed.

The modes are the kinds of models that are compared:

    reused      functions are called, exactly those that are needed
    flat        traced with --inline: the body of each call runs anew
    optimised   the reused model in ONNX Runtime with its optimisations of the graph (the others run without)
    link        `onnxc link` of the reused model
    linkinline  ... with --inline
"""

import collections
import pathlib
import tempfile

import numpy as np
import onnx

import harness
import trace_program


MODES = ["reused", "flat", "optimised", "link", "linkinline"]
DEFAULT = ["reused", "flat"]
KINDS = {"reused": "", "flat": "--inline", "again": ""}  # of traces: the third must have the bytes of the first


def trace(onnxc, programs, folder):
    """({(program, main): {kind: model}}, {(program, main): why one is missing})."""
    folder.mkdir(parents=True, exist_ok=True)
    source, requests = folder / "traced.cc", folder / "requests.txt"
    source.write_text(trace_program.render(programs))
    wanted = [(program, main, kind) for program in programs for main in program.mains for kind in KINDS]
    requests.write_text("".join(f"{main.request(program.name)} {KINDS[kind]} -o {program.name}.{main.name}.{kind}\n" for program, main, kind in wanted))
    done = harness.run_compiler([onnxc, "trace", str(source), "--requests", str(requests), "-o", f"{folder}/"], 60 + 20 * len(programs))
    models, refused = collections.defaultdict(dict), {}
    for line, (program, main, kind) in enumerate(wanted, 1):
        path, name = folder / f"{program.name}.{main.name}.{kind}", (program.name, main.name)
        if path.exists():
            models[name][kind] = path.read_bytes()
            path.unlink()
        else:
            refused.setdefault(name, harness.why_refused(done.stderr, line) or f"exit code {done.returncode}: {harness.first_line(done.stderr)}")
    return models, refused


def trace_each(onnxc, programs, folder):
    """As trace; programs that do not compile do not stop others."""
    models, refused = trace(onnxc, programs, folder)
    if models or len(programs) == 1:
        return models, refused
    models, refused = {}, {}
    half = len(programs) // 2
    for part in (programs[:half], programs[half:]):
        more, why = trace_each(onnxc, part, folder)
        models.update(more)
        refused.update(why)
    return models, refused


def base_name(name):
    return name.split("<")[0]


def counts_of(model, domain):
    """{name: how many FunctionProtos are made of it}."""
    return dict(collections.Counter(base_name(f.name) for f in model.functions if f.domain == domain))


def counts_differ(model, program, main):
    got = counts_of(model, program.name)
    wrong = []
    for name in sorted({*got, *main.functions}):
        has, wanted = got.get(name, 0), main.functions.get(name, 0)
        if has < wanted or has > wanted and not program.loose:
            wrong.append(f"{name} {has}, not {wanted}")
    return f"functions: {', '.join(wrong)}" if wrong else None


def values_differ(model, main, optimised):
    """None if the model gives what the program means on all inputs, and its outputs have the shapes that it says."""
    try:
        session = harness.session_of(model, optimised)
        for feed, wants in zip(main.feeds, main.wants):
            got = harness.run_session(session, feed)
            for k, (value, want) in enumerate(zip(got, wants, strict=True)):
                reason = value_differs(np.asarray(value), want) or shape_differs(model, k, value, feed)
                if reason:
                    return f"output {k}: {reason}"
    except Exception as error:  # ONNX Runtime's have no common base
        return f"ONNX Runtime: {' '.join(str(error).split())[:400]}"
    return None


def value_differs(value, want):
    if value.dtype != want.dtype or value.shape != want.shape:
        return f"{value.dtype}{list(value.shape)} for {want.dtype}{list(want.shape)}"
    same = np.array_equal(value, want) if value.dtype.kind in "ib" else np.allclose(value, want, rtol=1e-4, atol=1e-4)
    return None if same else f"{value.ravel().tolist()[:8]} for {want.ravel().tolist()[:8]}"


def shape_differs(model, k, value, feed):
    """What the model says of an output's shape must hold."""
    sizes = {}
    for each in model.graph.input:
        for dim, size in zip(each.type.tensor_type.shape.dim, feed[each.name].shape):
            sizes[dim.dim_param] = size
    declared = model.graph.output[k].type.tensor_type
    if not declared.shape.dim:  # of rank 0, or of unknown rank: the checker wants a shape
        return None
    for dim, size in zip(declared.shape.dim, value.shape, strict=True):
        known = dim.dim_value if dim.HasField("dim_value") else sizes.get(dim.dim_param) if dim.dim_param else None
        if known is not None and known != size:
            return f"its shape is {list(value.shape)}, not as declared"
    return None


def checker_refuses(model):
    """Why onnx's checker refuses the model, or None."""
    try:
        onnx.checker.check_model(model)
    except onnx.checker.ValidationError as error:
        # The checker wants shapes of inputs and outputs, ONNX Runtime does not.
        unranked = any(not value.type.tensor_type.HasField("shape") for value in [*model.graph.input, *model.graph.output])
        if not unranked or "Field 'shape'" not in str(error):
            return f"checker: {' '.join(str(error).split())[:400]}"
    return None


def failure(model, program, main, mode):
    """Why the model is wrong, or None."""
    return checker_refuses(model) or values_differ(model, main, mode == "optimised") or (counts_differ(model, program, main) if mode == "reused" else None)


def linked(onnxc, model, flags):
    """(what `onnxc link` makes of the model, why there is nothing)."""
    with tempfile.TemporaryDirectory() as name:
        source, target = pathlib.Path(name) / "traced.onnx", pathlib.Path(name) / "linked.onnx"
        source.write_bytes(model)
        done = harness.run_compiler([onnxc, "link", str(source), *flags, "-o", str(target)], harness.SECONDS)
        if done.returncode:
            return None, f"exit code {done.returncode}: {harness.first_line(done.stderr)}"
        return target.read_bytes(), None


def model_of(onnxc, models, mode):
    """(the model of a mode, why there is none)."""
    if mode.startswith("link"):
        return linked(onnxc, models["reused"], ["--inline"] if mode == "linkinline" else [])
    return models["flat" if mode == "flat" else "reused"], None


def wrong(models, program, main, modes=DEFAULT, onnxc=None):
    """{mode: what is wrong with the models of one main, or None}."""
    found = {}
    for mode in modes:
        data, reason = model_of(onnxc, models, mode)
        found[mode] = reason or failure(onnx.load_from_string(data), program, main, mode)
    if models["again"] != models["reused"]:
        found[modes[0]] = found[modes[0]] or "another run gives other bytes"
    return found
