"""usage: run_tutorial.py PAGE.md BUILD

Does what the page says, in order, in a shell whose home is the current folder; BUILD is there as build/release. In the page

    ```LANGUAGE NAME     is a file: it is written to NAME
    ```console           has commands behind `$ `, which go on behind `> `, each followed by what it prints; `...` in it stands for
                         anything, a line `...` for any lines. A command that fails is an error
    ```console fails     commands that must fail
    ```LANGUAGE no-run   is only looked at

Prints a line a command and 'N passed, N failed'."""
import os
import pathlib
import re
import subprocess
import sys

MARK = "@@@ command "


def blocks(text):
    for match in re.finditer(r"^```(\w+)([^\n]*)\n(.*?)^```", text, re.M | re.S):
        yield text.count("\n", 0, match.start()) + 2, match.group(1), match.group(2).strip(), match.group(3)


def commands(line, block):
    """(line, command, what it prints) for each of a console block."""
    found = []
    for number, text in enumerate(block.splitlines(), line):
        if text.startswith("$ "):
            found.append([number, text[2:], []])
        elif text.startswith("> ") and not found[-1][2]:
            found[-1][1] += "\n" + text[2:]
        else:
            found[-1][2].append(text)
    return found


def pattern(lines):
    """A regular expression for the lines of an output."""
    text = "".join("(.*\n)*" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + "\n" for line in lines)
    return re.compile(text)


def script_of(page):
    """The shell script, and for each command: line, text, output, whether it fails."""
    script, steps = [], []
    for line, language, rest, block in blocks(page.read_text(encoding="utf-8")):
        if rest == "no-run":
            continue
        if language != "console":
            if not rest:
                sys.exit(f"{page.name}:{line}: a block needs a file name or no-run")
            script.append(f'mkdir -p "$(dirname {rest})"; cat > {rest} <<\'@@@ end\'\n{block}@@@ end')
            continue
        for number, command, output in commands(line, block):
            script.append(f"{command}\nstatus=$?; echo; echo '{MARK}'$status")
            steps.append((number, command, output, rest == "fails"))
    return "\n".join(script), steps


def main(page, build):
    home = pathlib.Path.cwd()
    (home / "build").mkdir()
    (home / "build" / "release").symlink_to(build)
    script, steps = script_of(page)
    # python3 on the path is the one that has ONNX Runtime.
    path = os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
    environment = dict(os.environ, HOME=str(home), PATH=path)
    done = subprocess.run(
        ["bash"], input=script, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    results = re.findall(rf"(.*?)\n{MARK}(\d+)\n", done.stdout, re.S)
    failed = 0
    for i, (line, command, wanted, fails) in enumerate(steps):
        output, status = results[i] if i < len(results) else ("(not reached)\n" + done.stdout, "-1")
        fine = (status != "0") == fails and status != "-1" and pattern(wanted).fullmatch(output)
        failed += not fine
        print("PASS" if fine else "FAIL", f"{page.name}:{line}", command.splitlines()[0])
        if not fine:
            print(f"exit code {status}; it printed\n{output}\ninstead of\n" + "\n".join(wanted))
    print(f"{len(steps) - failed} passed, {failed} failed")
    return failed != 0 or len(results) != len(steps) or not steps


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2]))
