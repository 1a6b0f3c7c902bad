#!/usr/bin/env python3
"""Makes a failing program smaller: takes lines and blocks away while it fails in the same way.

usage: reduce.py [options] SEED        prints the smaller script
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import generate
import harness
import modes


def category(reason):
    """What must stay the same: the kind of a wrong result, or the text of an error without its names and numbers."""
    if reason is None:
        return None
    if re.match(r"inputs \d+: output", reason):
        return "result"
    return re.sub(r"'[^']*'|\d+|\(node [^)]*\)", "", reason)[:60]


def failure(program, arguments, folder):
    """Why the program fails, None if it does not, "" if it is no C++."""
    model, refused = modes.make(arguments.mode, arguments.onnxc, [program], folder)[program.name]
    if refused and not arguments.refused:
        return ""
    try:
        wants = harness.native_results([program], arguments.cxx, folder)
    except (SystemExit, subprocess.SubprocessError):
        return ""
    return refused or harness.difference(model, wants[program.name], arguments.optimised)


def pieces(lines):
    """Ranges that can go: single lines, blocks whole, blocks without their braces; the longest first."""
    ranges = []
    for first, line in enumerate(lines):
        if line.rstrip().endswith("{"):
            depth = 0
            for last in range(first, len(lines)):
                depth += lines[last].count("{") - lines[last].count("}")
                if depth <= 0:
                    ranges.append((first, last, ()))
                    ranges.append((first, last, range(first + 1, last)))
                    break
        else:
            ranges.append((first, first, ()))
    return sorted(ranges, key=lambda r: r[0] - r[1])


def reduce(program, arguments, folder):
    wanted = category(failure(program, arguments, folder))
    if wanted is None:
        raise SystemExit("the program does not fail")
    again = True
    while again:
        again = False
        for first, last, keep in pieces(program.lines):
            if last >= len(program.lines):
                continue
            before = program.lines
            program.lines = before[:first] + [before[k] for k in keep] + before[last + 1:]
            if category(failure(program, arguments, folder)) == wanted:
                again = True
                break
            program.lines = before
    return program


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].strip())
    parser.add_argument("seed", type=int)
    harness.add_arguments(parser)
    parser.add_argument("--mode", choices=modes.MODES, default="functions")
    parser.add_argument("--optimised", action="store_true", help="let ONNX Runtime optimise the graphs")
    arguments = parser.parse_args()
    program = generate.Program(arguments.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        arguments.refused = bool(modes.make(arguments.mode, arguments.onnxc, [program], folder)[program.name][1])
        reduce(program, arguments, folder)
        print(generate.render([program], native=False)[0], end="")
        print("//", failure(program, arguments, folder))


if __name__ == "__main__":
    sys.exit(main())
