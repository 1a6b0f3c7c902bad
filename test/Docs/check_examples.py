"""usage: check_examples.py ONNXC FILE.md...

Compiles each ```cpp block of the pages with onnxc (a block marked ```cpp no-check is a fragment). Blocks without an #include get the
usual preamble. Prints a line a block and 'N passed, N failed'."""
import pathlib
import re
import subprocess
import sys
import tempfile

PREAMBLE = """#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using namespace onnxc;
"""


def blocks(page):
    text = page.read_text(encoding="utf-8")
    for match in re.finditer(r"^```(cpp[^\n]*)\n(.*?)^```", text, re.M | re.S):
        line = text.count("\n", 0, match.start()) + 2
        yield line, match.group(1).split(), match.group(2)


def main(onnxc, pages):
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for page in map(pathlib.Path, pages):
            for line, words, code in blocks(page):
                if "no-check" in words:
                    continue
                source = pathlib.Path(folder, f"{page.stem}-{line}.cc")
                source.write_text(code if "#include" in code else PREAMBLE + code, encoding="utf-8")
                run = subprocess.run([onnxc, "--check", str(source)], capture_output=True, text=True)
                # A page may show only traced functions, operators or helpers: nothing to lower, but it must parse.
                fine = run.returncode == 0 or "no function is annotated" in run.stderr
                passed, failed = passed + fine, failed + (not fine)
                print("PASS" if fine else "FAIL", f"{page.name}:{line}")
                if not fine:
                    print(run.stderr)
    print(f"{passed} passed, {failed} failed")
    return failed != 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
