#!/usr/bin/env python3
"""Runs `onnxc check` on the sources of the examples and of the end-to-end tests: compiled and traced, functions mean the same.

usage: check_sources.py ONNXC SOURCE_FOLDER [--all]

Without --all, each fourth source of test/Exec and all examples. Prints what is wrong and a table of what `onnxc check` says; fails when something is
DIFFERENT or does not load, and when a file cannot be checked at all.
"""

import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys

SAMPLED = 4
VERDICT = re.compile(r"^\S.*?  +(same graph|same values|DIFFERENT|not compared|traced|not traced) +(loads|DOES NOT LOAD|no kernel|not loaded|-)$")
BAD = {"DIFFERENT", "DOES NOT LOAD"}


def is_checkable(path):
    """Sources with annotated functions that compile."""
    text = path.read_text()
    return "[[onnx::" in text and not re.search(r"^// ERROR:", text, re.MULTILINE)


def sources(folder, everything):
    examples = sorted(folder.glob("examples/*/*.cc"))
    tests = sorted([*folder.glob("test/Exec/cases/*.cc"), *folder.glob("test/Exec/more/*.cc")])
    if everything:
        tests += sorted(folder.glob("test/Regressions/*.cc"))
    tests = [path for path in tests if is_checkable(path)]
    return [path for path in examples if is_checkable(path)] + (tests if everything else tests[::SAMPLED])


def check(onnxc, path):
    return subprocess.run([onnxc, "check", path, "--python", sys.executable, "-j1"], capture_output=True, text=True, timeout=600)


def main():
    everything = "--all" in sys.argv
    onnxc, folder = [word for word in sys.argv[1:] if word != "--all"]
    paths = sources(pathlib.Path(folder), everything)
    table, wrong = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, done in zip(paths, pool.map(lambda path: check(onnxc, path), paths)):
            lines = done.stdout.splitlines()
            verdicts = [match.groups() for match in map(VERDICT.match, lines) if match]
            table.update(verdicts)
            if done.returncode or not verdicts or any(BAD & set(verdict) for verdict in verdicts):
                wrong += 1
                print(f"{path}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    for (compared, loaded), count in sorted(table.items()):
        print(f"{count:5}  {compared:14}{loaded}")
    print(f"{sum(table.values())} calls of {len(paths)} files: {wrong} files are wrong")
    return 1 if wrong or not table else 0


if __name__ == "__main__":
    sys.exit(main())
