#!/usr/bin/env python3
"""Runs the cases in all ways in which a function can be used, and prints a table.

usage: modes.py ONNXC [--mode=MODE,...] [PATH...]

    call        the function called by the main graph of `onnxc FILE --main`
    noopt       the same model in ONNX Runtime without optimisations of the graph
    inline      ... with --inline
    anyrank     ... with inputs whose types have no shape
    link        compiled to a library, then `onnxc link --main`
    linkinline  ... with --inline
    trace       `onnxc trace`

A case is a source with a header of run.py. Cases with symbolic sizes run in each mode with the sizes 0 and 1 too (sizes.py). What cannot be is named in
modes-exceptions.txt, with the reason; a case that passes all the same is a failure.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import sys
import tempfile

import onnx
import onnxruntime

import batch
import exceptions
import run
import sizes

FOLDER = pathlib.Path(__file__).resolve().parent
MODES = ["call", "noopt", "inline", "anyrank", "link", "linkinline", "trace"]
DEFAULT = [FOLDER / "cases", FOLDER / "more", FOLDER.parent / "Regressions"]
BATCH = 16


class Maker:
    """Makes the models of some cases; cases that go together share runs of onnxc."""

    def __init__(self, onnxc, cases, modes, folder):
        self.onnxc, self.folder = onnxc, pathlib.Path(folder)
        self.libraries = batch.library(onnxc, cases, folder) if {"link", "linkinline"} & set(modes) else {}
        self.traces = batch.traces(onnxc, cases, folder) if "trace" in modes else {}
        self.called = (None, None)

    def compile(self, case, *flags):
        return self.make([case.path, f"--main={case.main}", *case.flags, *batch.attribute_arguments(case), *flags])

    def link(self, case, *flags):
        library, main = self.libraries[case]
        run.require(library, f"library: {run.first_error(main)}")
        return self.make(["link", library, f"--main={main}", *batch.attribute_arguments(case), *batch.input_arguments(case), *flags])

    def make(self, arguments):
        model = self.folder / "model.onnx"
        model.unlink(missing_ok=True)
        code, text = batch.run([self.onnxc, *arguments, "-o", model])
        run.require(code == 0, f"exit code {code}: {run.first_error(text)}")
        return model

    def model(self, case, mode):
        if mode in ("call", "noopt"):
            if self.called[0] is not case:  # both run one model
                self.called = case, self.compile(case).rename(self.folder / "called.onnx")
            return self.called[1]
        if mode == "trace":
            model, text = self.traces[case]
            run.require(model, run.first_error(text))
            return model
        make = self.link if mode.startswith("link") else self.compile
        return make(case, *(["--inline"] if mode.endswith("inline") else batch.input_arguments(case, ranked=False) if mode == "anyrank" else []))


def failure(maker, case, mode):
    """None if the case passes in the mode, else the reason in one line."""
    level = onnxruntime.GraphOptimizationLevel
    try:
        run.run_model(maker.model(case, mode), case, as_written=mode in ("call", "noopt"), level=level.ORT_DISABLE_ALL if mode == "noopt" else level.ORT_ENABLE_ALL)
    except Exception as error:  # what ONNX and ONNX Runtime raise has no common base
        return run.reason(error)
    return None


def has_symbols(maker, case):
    """Whether the case's model has inputs of sizes that are not known. If there is no model, its modes will say so."""
    try:
        inputs = onnx.load(maker.model(case, "call")).graph.input
    except run.Mismatch:
        return False
    return any(not dim.HasField("dim_value") for value in inputs for dim in value.type.tensor_type.shape.dim)


def add_sizes(maker, case):
    """(failure, number of sets added, why other sizes have no meaning)."""
    try:
        sets, undefined = sizes.more_sets(case)
        run.require(sizes.twin_of(case) or not has_symbols(maker, case), "symbolic sizes, but no function of its name in twins.py")
    except Exception as error:  # a twin's own
        return run.reason(error), 0, []
    case.sets += sets
    return None, len(sets), undefined


def run_batch(onnxc, paths, modes):
    """({(path, mode): failure} of some cases, number of sets of other sizes, why there are not more)."""
    cases = [run.Case(path) for path in paths]
    results, added, undefined = {}, 0, []
    with tempfile.TemporaryDirectory() as folder:
        maker = Maker(onnxc, cases, modes, folder)
        for case in cases:
            results[case.path, "sizes"], count, reasons = add_sizes(maker, case)
            added, undefined = added + count, undefined + reasons
            results.update({(case.path, mode): failure(maker, case, mode) for mode in modes})
    return results, added, undefined


def find_cases(paths):
    """The cases that have values to compare."""
    files = [file for path in paths for file in (sorted(path.glob("*.cc")) if path.is_dir() else [path])]
    return [file for file in files if run.Case(file).error_lines is None]


def run_alone(onnxc, path, modes):
    """run_batch of one case, mode by mode if it crashes."""
    with concurrent.futures.ProcessPoolExecutor(1) as pool:
        try:
            return pool.submit(run_batch, onnxc, [path], modes).result()
        except concurrent.futures.process.BrokenProcessPool:
            if len(modes) == 1:
                return {(path, modes[0]): "the process crashed"}, 0, []
    results = {}
    for mode in modes:
        results.update(run_alone(onnxc, path, [mode])[0])
    return results, 0, []


def run_all(onnxc, paths, modes, jobs):
    """What run_batch returns, of all cases."""
    results, added, undefined = {}, 0, collections.Counter()
    parts = [paths[k:k + BATCH] for k in range(0, len(paths), BATCH)]
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        tasks = [pool.submit(run_batch, onnxc, part, modes) for part in parts]
        for part, task in zip(parts, tasks):
            try:
                done = [task.result()]
            except concurrent.futures.process.BrokenProcessPool:  # all that were waiting are lost
                done = [run_alone(onnxc, path, modes) for path in part]
            for some, count, reasons in done:
                results.update(some)
                added += count
                undefined.update(reasons)
    return results, added, undefined


def report(results, modes, known):
    """Prints failures and the table; returns how many pass and how many fail."""
    table = {mode: collections.Counter() for mode in ["sizes", *modes]}
    names = {exceptions.name_of(path) for path in [path for path, _ in results] + [path for folder in DEFAULT for path in folder.glob("*.cc")]}
    for (path, mode), reason in sorted(results.items()):
        key = mode, exceptions.name_of(path)
        named = key in known
        table[mode]["exceptions" if named and reason else "failed" if named or reason else "passed"] += 1
        if named and not reason:
            print(f"FAIL {mode} {path}: passes, but is named as an exception: {known[key]}")
        elif reason and not named:
            print(f"FAIL {mode} {path}: {reason}")
    unknown = sorted((mode, case) for mode, case in known if case not in names or mode not in ["sizes", *MODES])
    for mode, case in unknown:
        print(f"FAIL {mode} {case}: is named as an exception, but there is no such case or mode")
    print(f"{'mode':<11} {'passed':>6} {'failed':>6} {'exceptions':>10}")
    for mode, counts in table.items():
        print(f"{mode:<11} {counts['passed']:>6} {counts['failed']:>6} {counts['exceptions']:>10}")
    passed, failed = (sum(counts[what] for counts in table.values()) for what in ("passed", "failed"))
    return passed, failed + len(unknown)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("onnxc")
    parser.add_argument("paths", nargs="*", type=pathlib.Path, default=DEFAULT)
    parser.add_argument("--mode", type=lambda text: text.split(","), default=MODES)
    parser.add_argument("--exceptions", default=exceptions.PATH, help="the list of what may fail (default: %(default)s)")
    parser.add_argument("-j", type=int, dest="jobs", default=2)
    arguments = parser.parse_intermixed_args()
    if set(arguments.mode) - set(MODES):
        parser.error(f"modes are {', '.join(MODES)}")
    paths = find_cases([path.resolve() for path in arguments.paths])
    results, added, undefined = run_all(arguments.onnxc, paths, arguments.mode, arguments.jobs)
    passed, failed = report(results, arguments.mode, exceptions.read(arguments.exceptions))
    reasons = ", ".join(f"{reason} ({count})" for reason, count in undefined.most_common())
    print(f"sizes 0 and 1: {added} sets of inputs in each mode; {undefined.total()} more have no meaning: {reasons}")
    print(f"{len(paths)} cases: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
