#!/usr/bin/env python3
"""Differential fuzzing of traced functions.

usage: run_traces.py [options] SEED COUNT

Each program is made from its own seed, and has two traced functions that are called for a model. The models of each --mode (trace_harness.py) must give the
values that the program means; those with functions must have exactly the functions that the facts need, and tracing again must give the same bytes.
The last line is `N models passed, N failed`.
"""

import argparse
import collections
import os
import pathlib
import sys
import tempfile

import harness
import trace_harness
import trace_program


def write_failure(folder, program, main, reason):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{program.name}.{main.name}.cc").write_text(f"// {reason}\n// {main.request(program.name)}\n".replace("\n  in", " in") + trace_program.render([program]))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--onnxc", default=os.environ.get("ONNXC", "onnxc"), help="the compiler under test")
    parser.add_argument("--batch", type=int, default=20, help="programs in one source")
    parser.add_argument("--failures", type=pathlib.Path, default=pathlib.Path("fuzz-failures"))
    modes = trace_harness.MODES
    parser.add_argument("--mode", type=harness.mode_list(modes), default=trace_harness.DEFAULT, help=f"of {', '.join(modes)}, or all (default: reused,flat)")
    arguments = parser.parse_args()
    results, made = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        for first in range(arguments.seed, arguments.seed + arguments.count, arguments.batch):
            programs = [trace_program.Program(k) for k in range(first, min(first + arguments.batch, arguments.seed + arguments.count))]
            models, refused = trace_harness.trace_each(arguments.onnxc, programs, pathlib.Path(name))
            for program in programs:
                for each in program.mains:
                    known = program.name, each.name
                    refusal = refused.get(known)
                    reasons = dict.fromkeys(arguments.mode, refusal) if refusal else trace_harness.wrong(models[known], program, each, arguments.mode, arguments.onnxc)
                    made.update(each.functions.values())
                    for mode, reason in reasons.items():
                        results[mode, "failed" if reason else "passed"] += 1
                        if reason:
                            print(f"FAIL {program.name} {each.name} {mode}: {reason}", flush=True)
                            write_failure(arguments.failures, program, each, f"{mode}: {reason}")
    print("functions made of one annotated function: " + ", ".join(f"{count} {times} times" for count, times in sorted(made.items())))
    for mode in arguments.mode:
        print(f"{mode}: {results[mode, 'passed']} passed, {results[mode, 'failed']} failed")
    passed, failed = (sum(results[mode, what] for mode in arguments.mode) for what in ("passed", "failed"))
    print(f"{passed} models passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
