"""each_line_fails.py FILE COMPILER...: every line of FILE with 'expected-error' must fail to compile without the others.

The compiler is run once, to see that the file without those lines is right, and once with all of them; each must have an
error of its own."""
import re
import subprocess
import sys
import tempfile

source, *compiler = sys.argv[1:]
lines = open(source).read().splitlines()
marked = [number for number, line in enumerate(lines, 1) if "expected-error {{" in line]


def compile_without(drop):
    with tempfile.NamedTemporaryFile("w", suffix=".cc") as file:
        file.write("\n".join("" if number in drop else line for number, line in enumerate(lines, 1)) + "\n")
        file.flush()
        run = subprocess.run(compiler + [file.name], capture_output=True, text=True)
        errors = re.findall(rf"^{re.escape(file.name)}:(\d+):\d+: error:", run.stderr, re.M)
        # An error in a header is charged to the line of the user's code that it comes from.
        origins = re.findall(rf"^{re.escape(file.name)}:(\d+):\d+:   (?:required from|in .constexpr)", run.stderr, re.M)
        return run, {int(number) for number in errors + origins}


run, _ = compile_without(set(marked))
if run.returncode:
    sys.exit("the file without the wrong lines does not compile:\n" + run.stderr)
run, failing = compile_without(set())
missing = [number for number in marked if number not in failing]
for number in missing:  # an error may hide another: look at those alone
    run, _ = compile_without(set(marked) - {number})
    if run.returncode == 0:
        sys.exit(f"{source}:{number}: compiles, but should not: {lines[number - 1].strip()}")
print(len(marked), "lines refused")
