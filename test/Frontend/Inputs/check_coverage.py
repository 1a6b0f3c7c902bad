"""Fails when a row of lib/Frontend/Diagnostics.def is expected by no test: check_coverage.py SOURCE_FOLDER.

A test expects a row when it names it (onnxc-unset-variable) or quotes four words that no other row has. Rows about errors of onnxc itself
cannot have a test: whoever knew how to get one would mend it."""

import collections
import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
table = (source / "lib/Frontend/Diagnostics.def").read_text()
rows = re.findall(r'^DIAG\((\w+), (?:Error|Warning), "(.*)"\)$', table.split('DIAG_GROUP("Errors of onnxc itself")')[0], re.MULTILINE)


def shingles(text):
    """All runs of four words; arguments (%0, 'x') are in no run."""
    result = set()
    for part in re.split(r"%[a-z]*(?:\{[^}]*\})?\d|'[^']*'", text):
        words = part.split()
        result.update(tuple(words[i : i + 4]) for i in range(len(words) - 3))
    return result


quoted, named = set(), set()
for path in (source / "test").rglob("*"):
    if path.suffix in (".cc", ".cpp", ".test", ".py", ".h", ".onnxtxt") and path.is_file():
        for line in path.read_text(errors="replace").splitlines():
            named.update(re.findall(r"onnxc-[a-z]+(?:-[a-z]+)*", line))
            if re.search(r"expected-|CHECK|WARN|ERR", line):
                quoted |= shingles(line.replace("{{", " ").replace("}}", " "))

owners = collections.Counter(shingle for _, text in rows for shingle in shingles(text))
missing = []
for row, text in rows:
    name = "onnxc-" + re.sub(r"(?<!^)([A-Z])", r"-\1", row).lower()
    if name not in named and not any(owners[shingle] == 1 for shingle in shingles(text) & quoted):
        missing.append(name)

for name in missing:
    print(f"no test expects {name}")
print(f"{len(rows) - len(missing)} of {len(rows)} diagnostics are expected by a test")
sys.exit(1 if missing else 0)
