"""The ways in which a program becomes a model: each must give what plain C++ gives.

    functions   the functions of a library, called by a model that is made here
    call        the model of `onnxc FILE --main`
    inline      ... with --inline
    anyrank     ... with inputs whose types have no shape
    link        a library, then `onnxc link --main`
    linkinline  ... with --inline
    trace       `onnxc trace` of the scripts
"""

import shlex

import onnx
from onnx import TensorProto

import generate
import harness

MODES = ["functions", "call", "inline", "anyrank", "link", "linkinline", "trace"]


def attribute_arguments(name):
    attributes = harness.attributes_of(name)
    values = {**attributes._asdict(), "list": ",".join(map(str, attributes.list))}
    return [word for key, value in values.items() for word in ("--attr", f"{key}={value}")]


def input_arguments(ranked=True):
    shapes = {name: ("[?]" if name in harness.VECTORS else "[]") if ranked else "" for name in harness.ELEMENTS}
    return [word for name, element in harness.ELEMENTS.items() for word in ("--input", f"{name}={TensorProto.DataType.Name(element).lower()}{shapes[name]}")]


def run(command, target):
    """(model, None) or (None, why there is none)."""
    target.unlink(missing_ok=True)
    done = harness.run_compiler([*map(str, command), "-o", str(target)], harness.SECONDS)
    if done.returncode:
        return None, f"exit code {done.returncode}: {harness.first_line(done.stderr)}"
    return onnx.load(str(target)), None


def compiled(onnxc, program, folder, *flags):
    source = folder / f"{program.name}.cc"
    source.write_text(generate.render([program], native=False)[0])
    return run([onnxc, source, f"--main={program.name}::f", *attribute_arguments(program.name), *flags], folder / f"{program.name}.onnx")


def linked(onnxc, program, folder, *flags):
    arguments = [*attribute_arguments(program.name), *input_arguments()]
    return run([onnxc, "link", folder / "script.onnx", f"--main={program.name}::f", *arguments, *flags], folder / f"{program.name}.onnx")


def traced(onnxc, programs, folder):
    """{name: (model, why there is none)}; programs that do not compile do not stop others."""
    source, requests = folder / "traced.cc", folder / "requests.txt"
    source.write_text(generate.render(programs, native=False)[0])
    paths = {program.name: folder / f"{program.name}.traced" for program in programs}
    lines = [shlex.join([f"{p.name}::f", *attribute_arguments(p.name), *input_arguments(), "-o", paths[p.name].name]) + "\n" for p in programs]
    requests.write_text("".join(lines))
    for path in paths.values():
        path.unlink(missing_ok=True)
    done = harness.run_compiler([onnxc, "trace", str(source), "--requests", str(requests), "-o", f"{folder}/"], 60 + harness.SECONDS * len(programs))
    if len(programs) > 1 and not any(path.exists() for path in paths.values()):
        half = len(programs) // 2
        return {**traced(onnxc, programs[:half], folder), **traced(onnxc, programs[half:], folder)}
    results = {}
    for line, (name, path) in enumerate(paths.items(), 1):
        why = harness.why_refused(done.stderr, line) or f"exit code {done.returncode}: {harness.first_line(done.stderr)}"
        results[name] = (onnx.load(str(path)), None) if path.exists() else (None, why)
    return results


def make(mode, onnxc, programs, folder):
    """{name: (model, None) or (None, why there is none)}"""
    if mode == "trace":
        return traced(onnxc, programs, folder)
    if mode in ("call", "inline", "anyrank"):
        flags = {"call": [], "inline": ["--inline"], "anyrank": input_arguments(ranked=False)}[mode]
        return {program.name: compiled(onnxc, program, folder, *flags) for program in programs}
    library, refused = harness.compile_library(programs, onnxc, folder)
    results = {name: (None, why) for name, why in refused.items()}
    for program in programs:
        if program.name not in refused:
            results[program.name] = ((harness.program_model(library, program.name), None) if mode == "functions" else
                                     linked(onnxc, program, folder, *(["--inline"] if mode == "linkinline" else [])))
    return results
