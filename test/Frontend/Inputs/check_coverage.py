"""Fails when a row of lib/Frontend/Diagnostics.def is expected by no test: check_coverage.py SOURCE_FOLDER."""

import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])
table = (source / "lib/Frontend/Diagnostics.def").read_text()
rows = re.findall(r"^DIAG\((\w+), (?:Error|Warning),", table, re.MULTILINE)
names = ["onnxc-" + re.sub(r"(?<!^)([A-Z])", r"-\1", row).lower() for row in rows]

tested = set()
for path in (source / "test").rglob("*"):
    if path.suffix in (".cc", ".cpp", ".test", ".py", ".h", ".onnxtxt") and path.is_file():
        tested.update(re.findall(r"onnxc-[a-z]+(?:-[a-z]+)*", path.read_text(errors="replace")))

missing = [name for name in names if name not in tested]
for name in missing:
    print(f"no test expects {name}")
print(f"{len(names) - len(missing)} of {len(names)} diagnostics are expected by a test")
sys.exit(1 if missing else 0)
