"""each_header.py FOLDER... -- COMPILER...: compiles every header below the folders on its own."""
import pathlib
import subprocess
import sys

split = sys.argv.index("--")
folders, compiler = sys.argv[1:split], sys.argv[split + 1 :]
headers = sorted({str(path.relative_to(folder)) for folder in folders for path in pathlib.Path(folder).rglob("*.h")})
if not any("opset20" in header for header in headers):
    sys.exit("the generated headers are missing")
failed = []
for header in headers:
    run = subprocess.run(compiler + ["-x", "c++", "-"], input=f"#include <{header}>\n", capture_output=True, text=True)
    if run.returncode or run.stderr:
        failed.append(f"{header}:\n{run.stderr}")
if failed:
    sys.exit("\n".join(failed))
print(len(headers), "headers")
