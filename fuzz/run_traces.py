#!/usr/bin/env python3
"""Differential fuzzing of traced functions.

usage: run_traces.py [options] SEED COUNT

Each program is made from its own seed, and has two traced functions that are called for a model. The models are traced with reuse of functions and
flattened; both must give the values that the program means, and the former must have exactly the functions that the facts need. Each is traced twice and
must give the same bytes. The last line is `N models passed, N failed`.
"""

import argparse
import collections
import os
import pathlib
import sys
import tempfile

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
    arguments = parser.parse_args()
    passed, failed, made = 0, 0, collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        for first in range(arguments.seed, arguments.seed + arguments.count, arguments.batch):
            programs = [trace_program.Program(k) for k in range(first, min(first + arguments.batch, arguments.seed + arguments.count))]
            models, refused = trace_harness.trace_each(arguments.onnxc, programs, pathlib.Path(name))
            for program in programs:
                for each in program.mains:
                    known = program.name, each.name
                    reason = refused.get(known) or trace_harness.wrong(models[known], program, each)
                    passed, failed = passed + (not reason), failed + bool(reason)
                    made.update(each.functions.values())
                    if reason:
                        print(f"FAIL {program.name} {each.name}: {reason}", flush=True)
                        write_failure(arguments.failures, program, each, reason)
    print("functions made of one annotated function: " + ", ".join(f"{count} {times} times" for count, times in sorted(made.items())))
    print(f"{passed} models passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
