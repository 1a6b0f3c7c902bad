"""complete.py FOLDER: compares the using-declarations of the opset headers with onnx's own registry."""
import pathlib
import re
import sys

import onnx

folder = pathlib.Path(sys.argv[1])
schemas = onnx.defs.get_all_schemas_with_history()
operators = opsets = 0
for domain, prefix, since, first in [("", "opset", "since", 13), ("ai.onnx.ml", "ml", "mlsince", 1)]:
    newest = max(s.since_version for s in schemas if s.domain == domain)
    if not (folder / f"{prefix}{newest}.h").exists():
        sys.exit(f"{prefix}{newest}.h is missing")
    for opset in range(first, newest + 1):
        wanted = {}
        for s in sorted((s for s in schemas if s.domain == domain), key=lambda s: s.since_version):
            if s.since_version <= opset:
                wanted[s.name] = s
        wanted = {(name, s.since_version) for name, s in wanted.items() if not s.deprecated}
        text = (folder / f"{prefix}{opset}.h").read_text()
        found = {(name, int(version)) for version, name in re.findall(rf"using {since}(\d+)::(\w+);", text)}
        found = {(name, version) for name, version in found if not name.endswith(("_Attributes", "_Result"))}
        if found != wanted:
            sys.exit(f"{prefix}{opset}: missing {sorted(wanted - found)}, too many {sorted(found - wanted)}")
        operators += len(wanted)
        opsets += 1
print(f"{opsets} opsets, {operators} operators: complete")
