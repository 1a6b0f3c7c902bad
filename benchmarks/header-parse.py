#!/usr/bin/env python3
"""header-parse.py [--build FOLDER] [--runs N] [--limit RATIO]: what the operator headers cost to parse.

Prints the time of `clang++ -fsyntax-only` on a file that includes nothing but one of the operator headers, and its ratio to
the time of <string> + <vector> + <optional>. With --limit, the exit code is 1 if a ratio is above it. Times are the least user
CPU seconds of the runs, which alternate, so that a busy machine changes the ratio little."""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

STANDARD = "#include <string>\n#include <vector>\n#include <optional>\n"


def parse_time(compiler, flags, path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([compiler, "-std=c++20", "-fsyntax-only", *flags, path], check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--build", type=pathlib.Path, default=root / "build" / "dev")
    arguments.add_argument("--compiler", default="clang++-19")
    arguments.add_argument("--runs", type=int, default=10)
    arguments.add_argument("--limit", type=float)
    options = arguments.parse_args()
    flags = [f"-I{root / 'include'}", f"-I{options.build / 'include'}"]
    headers = ["onnxc/opset13.h", "onnxc/opset20.h", "onnxc/ml3.h"]
    sources = {"<string> + <vector> + <optional>": STANDARD, **{h: f"#include <{h}>\n" for h in headers}}
    best = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.runs):
            for index, (name, text) in enumerate(sources.items()):
                path = os.path.join(folder, f"{index}.cc")
                pathlib.Path(path).write_text(text)
                best[name] = min(best.get(name, 1e9), parse_time(options.compiler, flags, path))
    standard = next(iter(best.values()))
    for name, seconds in best.items():
        print(f"{name:34} {1000 * seconds:6.0f} ms   {seconds / standard:5.2f} times")
    return int(options.limit is not None and max(best.values()) / standard > options.limit)


if __name__ == "__main__":
    sys.exit(main())
