"""Builds a program from annotated C++ sources and runs it.

program.py FOLDER ONNXC BUILD COMPILER... FLAGS... -- SOURCES...

Each source goes through `onnxc --emit=cpp`, what that writes through the compiler, without a single warning, and all are linked with the
runtime library. `link-only` as a further word behind the sources stops before the program runs; `+NAME.cc` is compiled as it is, without onnxc.
Everything is written to FOLDER/out; the program runs there.
"""

import pathlib
import subprocess
import sys

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"]
ANNOTATIONS = {
    "g++": ["-Wno-attributes=onnx::script", "-Wno-attributes=onnx::trace", "-Wno-attributes=onnx::function", "-Wno-attributes=onnx::op"],
    "clang++": ["-Wno-unknown-attributes", "-Wno-c++23-lambda-attributes"],
}


def run(command, folder=None):
    done = subprocess.run([str(word) for word in command], cwd=folder)
    if done.returncode:
        print("failed:", " ".join(str(word) for word in command), file=sys.stderr)
        sys.exit(1)


def onnx_libraries(flags):
    """The libraries of the onnx whose headers the flags name."""
    for flag, folder in zip(flags, flags[1:]):
        if flag == "-isystem" and (pathlib.Path(folder) / "onnx" / "onnx_pb.h").exists():
            libraries = pathlib.Path(folder).parent / "lib"
            return [libraries / "libonnx.a", libraries / "libonnx_proto.a"]
    sys.exit("no onnx among the include flags")


def main():
    at = sys.argv.index("--")
    folder, onnxc, build, compiler, *flags = sys.argv[1:at]
    sources = sys.argv[at + 1 :]
    link_only = "link-only" in sources
    sources = [source for source in sources if source != "link-only"]
    folder = pathlib.Path(folder)
    out = folder / "out"
    out.mkdir(exist_ok=True)
    silence = ANNOTATIONS["clang++" if "clang" in compiler else "g++"]
    objects = []
    for source in sources:
        rewritten = folder / source[1:] if source.startswith("+") else out / (pathlib.Path(source).stem + ".onnxc.cc")
        if not source.startswith("+"):
            run([onnxc, "--emit=cpp", source, "-o", rewritten], folder)
        objects.append(rewritten.with_suffix(".o") if rewritten.parent == out else out / (rewritten.stem + ".o"))
        run([compiler, *flags, *WARNINGS, *silence, "-g", "-iquote", folder, "-c", rewritten, "-o", objects[-1]])
    libraries = [pathlib.Path(build) / "lib" / f"libonnxc-{name}.a" for name in ("runtime", "graph", "schema")]
    sanitizers = [flag for flag in flags if flag.startswith(("-fsanitize", "-fno-sanitize"))]
    run([compiler, *sanitizers, *objects, *libraries, *onnx_libraries(flags), "-lprotobuf", "-pthread", "-o", out / "program"])
    if not link_only:
        run([out / "program"], out)


if __name__ == "__main__":
    main()
