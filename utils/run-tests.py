#!/usr/bin/env python3
"""Runs all tests of one build folder and adds up what all runners report.

The last line is `N passed, N failed`. The exit code is 0 only if something ran and nothing failed. A test program that
crashes, or that leaves no readable results, counts as one failure.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys


def run_unit_test(program, results, suppress_output):
    """Runs one GoogleTest program; returns (passed, failed)."""
    report = results / (program.name + ".json")
    report.unlink(missing_ok=True)
    done = subprocess.run(
        [program, f"--gtest_output=json:{report}", "--gtest_brief=1"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    try:
        numbers = json.loads(report.read_text())
    except (OSError, ValueError):
        print(done.stdout)
        print(f"{program.name}: exit code {done.returncode} and no results")
        return 0, 1
    failed = numbers["failures"] + numbers.get("errors", 0)
    ran = numbers["tests"] - numbers.get("disabled", 0)
    if done.returncode != 0:
        failed = max(failed, 1)
    if failed or not suppress_output:
        print(done.stdout)
    passed = max(ran - failed, 0)
    print(f"{program.name}: {passed} passed, {failed} failed")
    return passed, failed


def run_lit(paths, results, jobs):
    """Runs lit over the given folders; returns (passed, failed)."""
    report = results / "lit.json"
    report.unlink(missing_ok=True)
    command = [sys.executable, "-c", "import lit.main; lit.main.main()", "-sv", f"-j{jobs}", "--output", report, *paths]
    status = subprocess.run(command).returncode
    try:
        tests = json.loads(report.read_text())["tests"]
    except (OSError, ValueError, KeyError):
        print(f"lit: exit code {status} and no results")
        return 0, 1
    codes = [test["code"] for test in tests]
    passed = sum(code in ("PASS", "XFAIL", "FLAKYPASS") for code in codes)
    failed = sum(code in ("FAIL", "XPASS", "UNRESOLVED", "TIMEOUT") for code in codes)
    if status != 0:
        failed = max(failed, 1)
    unsupported = len(codes) - passed - failed
    note = f", {unsupported} not run (unsupported here)" if unsupported else ""
    print(f"lit: {passed} passed, {failed} failed{note}")
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="build folder, such as build/release")
    parser.add_argument("-j", "--jobs", default="2", help="lit tests at once")
    parser.add_argument("--verbose", action="store_true", help="show the output of unit tests that pass")
    parser.add_argument("paths", nargs="*", help="run only lit, over these files or folders")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    results = build / "test" / "results"
    results.mkdir(parents=True, exist_ok=True)

    totals = []
    if not arguments.paths:
        listed = (build / "test" / "unit-tests.txt").read_text().split("\n")
        totals += [run_unit_test(pathlib.Path(line), results, not arguments.verbose) for line in listed if line]
    source_root = pathlib.Path(__file__).resolve().parent.parent / "test"
    # lit finds the configuration of a folder in the build tree; a path below test/ maps to the one below build/*/test.
    lit_paths = [build / "test" / os.path.relpath(pathlib.Path(path).resolve(), source_root) for path in arguments.paths]
    totals.append(run_lit(lit_paths or [build / "test"], results, arguments.jobs))

    passed = sum(total[0] for total in totals)
    failed = sum(total[1] for total in totals)
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
