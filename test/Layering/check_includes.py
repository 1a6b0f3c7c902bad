"""Checks that each library includes only what docs/architecture.md lets it depend on. Argument: the source folder."""

import pathlib
import re
import sys

# The libraries whose headers a library may include, beside its own and those of Support.
DEPENDS = {
    "Support": set(),
    "Schema": set(),
    "OpGen": {"Schema"},
    "Graph": {"Schema"},
    "Runtime": {"Graph", "Schema"},
    "Frontend": set(),
    "Lower": {"Frontend", "Graph", "Schema"},
    "Stub": {"Frontend"},
    "Jit": {"Frontend", "Stub", "Runtime", "Graph"},
    "Emit": {"Graph"},
    "Link": {"Emit", "Graph"},
}
DEPENDS["Driver"] = set(DEPENDS)
# The folders of the libraries that have some: each may include what stands before it.
STAGES = {
    "Graph": ["IR", "Inference", "Building", "Passes", "Model", "File"],
    "Driver": ["Options", "Files", "Binding", "Compiling", "Inclusions", "Checking", "Commands"],
    "Runtime": ["Values", "Guards", "Session", "Tensors", "Functions", "Calls", "Models"],
}
USES_CLANG = {"Frontend", "Lower", "Stub", "Jit", "Driver"}
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)


def includes(file):
    return INCLUDE.findall(file.read_text())


def complaints_about_library(file, library):
    for name in includes(file):
        first = name.split("/")[0]
        if first in ("clang", "llvm", "clang-c") and library not in USES_CLANG:
            yield f"{file}: {library} must not use Clang: {name}"
        if first == "CLI" and library != "Driver":
            yield f"{file}: only Driver uses CLI11: {name}"
        if first in DEPENDS and first != library and first != "Support" and first not in DEPENDS[library]:
            yield f"{file}: {library} must not depend on {first}: {name}"
        if first == "..":
            yield f"{file}: headers of other folders are included by their path from lib: {name}"


def complaints_about_stage(file, library, folder):
    stages = STAGES[library]
    if folder not in stages:
        yield f"{file}: {folder} is no stage of lib/{library}"
        return
    for name in includes(file):
        first, _, rest = name.partition("/")
        stage = rest.partition("/")[0]
        if first != library:
            if (file.parent / name).exists():
                yield f"{file}: headers of lib/{library} are included by their path from lib: {name}"
        elif stage not in stages or stages.index(stage) > stages.index(folder):
            yield f"{file}: {folder} comes before {stage}: {name}"


def complaints_about_header(file):
    for name in includes(file):
        first = name.split("/")[0]
        if first in ("clang", "llvm", "CLI") or first in DEPENDS:
            yield f"{file}: a public header must not include {name}"


def main(source):
    complaints = []
    checked = 0
    for file in sorted(source.glob("lib/*/**/*")):
        if file.suffix in (".cpp", ".h", ".def"):
            parts = file.relative_to(source / "lib").parts
            complaints += complaints_about_library(file, parts[0])
            checked += 1
            if parts[0] in STAGES:
                complaints += complaints_about_stage(file, parts[0], parts[1])
    for file in sorted(source.glob("include/onnxc/**/*.h")):
        complaints += complaints_about_header(file)
        checked += 1
    print("\n".join(complaints))
    print(f"{checked} files, {len(complaints)} wrong includes")
    return 1 if complaints or not checked else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
