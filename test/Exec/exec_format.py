"""A lit format in which each source is a test: run.py compiles it, runs its model and compares.

Each of lit's workers keeps one process of run.py, because importing onnxruntime takes longer than a case."""

import atexit
import json
import pathlib
import select
import subprocess

import lit.formats
import lit.Test

import exceptions

TIMEOUT = 180


class Server:
    """A run.py that answers for one path after another. One that died or hung is replaced."""

    process = None

    def ask(self, command, path, environment):
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
            atexit.register(self.process.kill)
        try:
            self.process.stdin.write(path + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return "the test's process ended"
        ready, _, _ = select.select([self.process.stdout], [], [], TIMEOUT)
        answer = self.process.stdout.readline() if ready else ""
        if not answer:
            self.process.kill()
            code = self.process.wait()
            return f"no answer from the test's process (exit code {code})" if ready else f"no answer in {TIMEOUT} seconds"
        return json.loads(answer)


server = Server()


class ExecFormat(lit.formats.FileBasedTest):
    def __init__(self, python, onnxc):
        self.command = [python, str(pathlib.Path(__file__).with_name("run.py")), "--serve", onnxc]

    def execute(self, test, litConfig):
        reason = server.ask(self.command, test.getSourcePath(), test.config.environment)
        known = exceptions.read().get(("call", exceptions.name_of(test.getSourcePath())))
        if reason is None:
            return lit.Test.Result(lit.Test.XPASS, f"passes, but {exceptions.PATH.name} names it: {known}\n") if known else lit.Test.Result(lit.Test.PASS, "")
        if known:
            return lit.Test.Result(lit.Test.XFAIL, f"{known}: {reason}")
        again = " ".join([*self.command[:2], "--onnxc", self.command[-1], test.getSourcePath()])
        return lit.Test.Result(lit.Test.FAIL, f"{reason}\nAgain: {again}\n")
