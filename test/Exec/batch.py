"""Many cases through one run of onnxc, since most of a run's time goes into the headers that each of them includes.

The cases become one source in which each has a namespace of its own."""

import pathlib
import re
import shlex
import subprocess

ELEMENTS = {"float32": "float", "float64": "double", "object": "string"}
TIMEOUT = 600


def type_text(value, ranked=True):
    """The type of an array as --input spells it: sizes are unknown; with `ranked` false the rank is unknown too."""
    element = ELEMENTS.get(value.dtype.name, value.dtype.name)
    return f"{element}[{','.join('?' * value.ndim)}]" if ranked else element


def input_arguments(case, ranked=True):
    return [word for name, value in case.sets[0][0] for word in ("--input", f"{name}={type_text(value, ranked)}")]


def attribute_arguments(case):
    return [word for attribute in case.attributes for word in ("--attr", attribute)]


def namespace(case):
    return re.sub(r"\W", "_", f"{case.path.parent.name}_{case.path.stem}")


def can_join(case):
    """Names of the global namespace mean something else inside of one."""
    text = case.path.read_text(encoding="utf-8")
    return not case.flags and not re.search(r"(?<![\w>:])::\w|#define|#pragma", text)


def joined(cases):
    """One source with the text of all cases."""
    includes, parts = [], []
    for case in cases:
        lines = case.path.read_text(encoding="utf-8").splitlines()
        includes += [line for line in lines if line.startswith("#include")]
        text = "\n".join("" if line.startswith("#include") else line for line in lines)
        parts.append(f'namespace {namespace(case)} {{\n#line 1 "{case.path.name}"\n{text}\n}}\n')
    return "\n".join(dict.fromkeys(includes)) + "\n" + "".join(parts)


def run(command, **options):
    """Runs onnxc; returns its exit code and what it says."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT, **options)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return -1, f"error: not done after {TIMEOUT} s"


def each(cases, folder, run_joined, run_alone):
    """{case: result} of `run_joined(cases, source)`, which returns None if the cases do not go together; `run_alone(case)` then runs one as it is."""
    together = [case for case in cases if can_join(case)]
    results = {case: run_alone(case) for case in cases if case not in together}
    waiting = [together]
    while waiting:
        some = waiting.pop()
        if not some:
            continue
        source = pathlib.Path(folder) / "joined.cc"
        source.write_text(joined(some), encoding="utf-8")
        found = run_joined(some, source)
        if found is not None:
            results.update(found)
        elif len(some) == 1:
            results[some[0]] = run_alone(some[0])
        else:
            half = len(some) // 2
            waiting += [some[:half], some[half:]]
    return results


def library(onnxc, cases, folder):
    """{case: (path of a library, name of the main function)}, or what onnxc says instead of a path: (None, text)."""
    folder = pathlib.Path(folder)

    def compile_joined(some, source):
        target = folder / f"{namespace(some[0])}.{len(some)}.onnx"
        code, _ = run([onnxc, source, "-o", target])
        return None if code else {case: (target, f"{namespace(case)}::{case.main}") for case in some}

    def compile_alone(case):
        target = folder / f"{namespace(case)}.onnx"
        code, text = run([onnxc, case.path, *case.flags, "-o", target])
        return (None, text) if code else (target, case.main)

    return each(cases, folder, compile_joined, compile_alone)


def traces(onnxc, cases, folder):
    """{case: (path of its model or None, what onnxc says)} of `onnxc trace`."""
    folder = pathlib.Path(folder)

    def request(case, function):
        words = [function, *attribute_arguments(case), *input_arguments(case), "-o", f"{namespace(case)}.traced.onnx"]
        return shlex.join(words) + "\n"

    def result(case, line, text):
        model = folder / f"{namespace(case)}.traced.onnx"
        why = re.search(rf"requests\.txt:{line}: (.*(?:\n  in .*)*)", text)
        return (model if model.exists() else None), why.group(1) if why else text

    def trace(source, flags, lines):
        requests = folder / "requests.txt"
        requests.write_text("".join(lines), encoding="utf-8")
        return run([onnxc, "trace", source, *flags, "-j", "1", "--requests", requests, "-o", f"{folder}/"])

    def trace_joined(some, source):
        _, text = trace(source, [], [request(case, f"{namespace(case)}::{case.main}") for case in some])
        results = {case: result(case, line, text) for line, case in enumerate(some, 1)}
        lone_failure = len(some) == 1 and results[some[0]][0] is None
        return None if lone_failure or not any(model for model, _ in results.values()) else results

    def trace_alone(case):
        _, text = trace(case.path, case.flags, [request(case, case.main)])
        return result(case, 1, text)

    return each(cases, folder, trace_joined, trace_alone)
