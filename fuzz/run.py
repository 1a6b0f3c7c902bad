#!/usr/bin/env python3
"""Differential fuzzing: random scripts through onnxc and ONNX Runtime, against the same programs in plain C++.

usage: run.py [options] SEED COUNT

Each program is made from its own seed, SEED to SEED + COUNT - 1, and runs in each --mode (modes.py). One that fails is written to --failures as a script
and as plain C++.
Prints how often each construct occurred and the rarest nestings of two; the last line is `N passed, N failed`.
"""

import argparse
import collections
import pathlib
import sys
import tempfile

import generate
import harness
import modes


def write_failure(folder, program, reason):
    folder.mkdir(parents=True, exist_ok=True)
    for native, suffix in ((False, ".cc"), (True, ".native.cc")):
        text, _ = generate.render([program], native)
        (folder / f"{program.name}{suffix}").write_text(f"// {reason}\n{text}")


def report(counts, pairs, rare):
    print("constructs: " + ", ".join(f"{name} {counts[name]}" for name in sorted(generate.CONSTRUCTS, key=lambda name: -counts[name])))
    nestings = [(pairs[outer, inner], outer, inner) for outer in generate.CONTAINERS for inner in generate.CONSTRUCTS if generate.can_nest(outer, inner)]
    nestings.sort()
    print(f"{len(nestings)} nestings of two constructs, the rarest: " + ", ".join(f"{inner} in {outer} {count}" for count, outer, inner in nestings[:12]))
    few = [f"{inner} in {outer}" for count, outer, inner in nestings if count < rare]
    few += [name for name in generate.CONSTRUCTS if counts[name] < rare]
    if few:
        print(f"rarer than {rare}: " + ", ".join(few))
    return few


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int)
    harness.add_arguments(parser)
    parser.add_argument("--failures", type=pathlib.Path, default=pathlib.Path("fuzz-failures"))
    parser.add_argument("--rare", type=int, default=0, help="fail if a construct or a nesting occurred less often")
    parser.add_argument("--optimised", action="store_true", help="let ONNX Runtime optimise the graphs")
    parser.add_argument("--mode", type=harness.mode_list(modes.MODES), default=["functions"], help=f"of {', '.join(modes.MODES)}, or all (default: functions)")
    arguments = parser.parse_args()
    counts, pairs = collections.Counter(), collections.Counter()
    results = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for programs in harness.batches(arguments.seed, arguments.count, arguments.batch):
            wants = harness.native_results(programs, arguments.cxx, folder)
            for program in programs:
                counts.update(program.counts)
                pairs.update(program.pairs)
            for mode in arguments.mode:
                models = modes.make(mode, arguments.onnxc, programs, folder)
                for program in programs:
                    model, reason = models[program.name]
                    reason = reason or harness.difference(model, wants[program.name], arguments.optimised)
                    results[mode, "failed" if reason else "passed"] += 1
                    if reason:
                        print(f"FAIL {program.name} {mode}: {reason}", flush=True)
                        write_failure(arguments.failures, program, f"{mode}: {reason}")
    few = report(counts, pairs, arguments.rare)
    if len(arguments.mode) > 1:
        print("".join(f"{mode}: {results[mode, 'passed']} passed, {results[mode, 'failed']} failed\n" for mode in arguments.mode), end="")
    passed, failed = (sum(results[mode, what] for mode in arguments.mode) for what in ("passed", "failed"))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or few or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
