"""Checks that what a header X.h of a library declares is defined in X.h or X.cpp. Argument: the source folder.

It reads the sources as clang-format lays them out: what a namespace holds begins in the first column. Public headers are
no matter of it, nor is what unnamed namespaces hold.
"""

import pathlib
import re
import sys

# The libraries of which this holds.
LIBRARIES = ["Driver", "Emit", "Frontend", "Graph", "Jit", "Link", "OpGen", "Runtime", "Schema", "Stub"]
# Classes with a file for each category of what they do.
SPREAD = {"Builder", "Control", "Indexing", "TypeTable"}
# The subcommands, a file each; and what stands in for parts that are not built.
ALTERNATIVES = {"CheckCommand", "CompileCommand", "ExplainCommand", "GuardCommand", "ImportCommand", "LinkCommand", "ListCommand",
                "TraceCommand", "NoStubs", "NoTraceCommand"}
CLASS = re.compile(r"^(?:class|struct) (\w+)\b(?!.*;$)", re.M)
# "Type name(", "Type &Class::name("; a constructor or a destructor has no type.
FUNCTION = re.compile(r"^(?:\[\[\w+\]\] )?(?:[\w:<>,*& ]+[ *&])?((?:\w+::)*)(~?\w+)\(")
OTHERS = ("#", "/", "}", "namespace", "using", "static", "template", "typedef", "friend")


def functions(file):
    """(qualifiers, name, whether it is a definition) of each function outside of classes and unnamed namespaces."""
    lines = file.read_text().split("\n")
    hidden = False
    for number, line in enumerate(lines):
        if line in ("namespace {", "} // namespace"):
            hidden = line == "namespace {"
        if hidden or not line or line[0] == " " or line.startswith(OTHERS):
            continue
        end = number
        while not lines[end].endswith((";", "{", "}")) and end + 1 < len(lines):
            end += 1
        found = FUNCTION.match(line)
        if found:
            yield found[1].split("::")[:-1], found[2], not lines[end].endswith(";")


def declared(header):
    """The names of the classes and functions of a header that a source may define."""
    return {*CLASS.findall(header.read_text()), *(name for _, name, isDefined in functions(header) if not isDefined)}


def complaints_about(source, headers):
    own = set(headers.get(source.with_suffix(".h"), ()))
    for qualifiers, name, isDefined in functions(source):
        isMember = qualifiers and qualifiers[-1][0].isupper()
        wanted = qualifiers[-1] if isMember else name
        if isDefined and wanted not in own | SPREAD and source.stem not in ALTERNATIVES:
            for header, names in headers.items():
                if wanted in names:
                    yield f"{source}: {'::'.join([*qualifiers, name])} is declared in {header}"


def main(source):
    complaints = []
    checked = 0
    for library in LIBRARIES:
        folder = source / "lib" / library
        headers = {header: declared(header) for header in folder.glob("**/*.h")}
        for file in sorted(folder.glob("**/*.cpp")):
            complaints += complaints_about(file, headers)
            checked += 1
    print("\n".join(complaints))
    print(f"{checked} sources, {len(complaints)} definitions under another name than their declaration")
    return 1 if complaints or not checked else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
