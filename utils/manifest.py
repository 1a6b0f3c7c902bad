#!/usr/bin/env python3
"""Hashes of all that onnxc writes for the sources of this repository: they show what a change changes.

usage: utils/manifest.py ONNXC [-o MANIFEST] [PATH...]
       utils/manifest.py --compare OLD NEW [--show] [PATH...]

A manifest has a line for each source and form: path, form, exit code and the SHA-256 of what was written, or of the messages if onnxc failed.
The sources are those below test/ and examples/ (also the parts of tests that are split), and one of random programs of fuzz/; PATH names
files and folders of them. With -o, all that was written is kept in MANIFEST.zip.

OLD and NEW are manifests, or compilers, whose manifests are made at once. --show prints the differences as text; of a manifest it needs the zip.
The exit code of --compare is 1 if something differs.

    library, cpp         the source alone: a model, and what --emit=cpp writes
    text                 the library as `onnxc link --emit=text` prints it: parsing the source again would take ten times as long
    messages             what onnxc says of a source that it takes
    main, inline         the runnable model of a case of test/Exec/run.py; the same with --inline
    trace                what `onnxc trace` makes of a case, and of all calls of test/Torchlib
"""

import argparse
import concurrent.futures
import dataclasses
import difflib
import hashlib
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FORMS = ["library", "text", "cpp", "messages", "main", "inline", "trace"]
HEAD = "# What onnxc writes: path, form, exit code, SHA-256. Made by utils/manifest.py"
FUZZ = ("fuzz/generate.py", 1, 50)
TORCHLIB = "test/Torchlib/run.py"
TIMEOUT = 300
BATCH = 20  # cases that are traced together


@dataclasses.dataclass
class Source:
    """A file that onnxc compiles in `folder`. `case` is its header if it is a case of test/Exec/run.py."""

    name: str
    folder: pathlib.Path
    file: str
    case: object = None


@dataclasses.dataclass
class Output:
    """What one run of onnxc wrote: a model (`.onnx`) or a text."""

    code: int
    data: bytes
    suffix: str

    def digest(self):
        return hashlib.sha256(self.data).hexdigest()


def load_script(path):
    """A script of the repository as a module."""
    path = ROOT / path
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    spec.loader.exec_module(module)
    sys.path.pop(0)
    return module


# Sources


def split_parts(path):
    """{name: text} of a test that goes through split-file."""
    parts, name = {}, None
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True):
        match = re.match(r"^(?://|#)--- (\S+)$", line)
        if match:
            name = match.group(1)
            parts[name] = ""
        elif name:
            parts[name] += line
    return parts


class Sources:
    """Finds the sources; what is no file of its own is written below `scratch`."""

    def __init__(self, scratch):
        self.scratch = scratch
        self.cases = load_script("test/Exec/run.py")

    def case_of(self, path):
        try:
            case = self.cases.Case(path)
        except (self.cases.Mismatch, ValueError):
            return None
        return case if case.error_lines or case.sets[0][1] else None

    def of_file(self, path):
        name = path.relative_to(ROOT).as_posix()
        parts = split_parts(path)
        if not parts:
            return [Source(name, ROOT, name, self.case_of(path))] if path.suffix == ".cc" else []
        folder = self.scratch / name.replace("/", "+")
        for part, text in parts.items():
            (folder / part).parent.mkdir(parents=True, exist_ok=True)
            (folder / part).write_text(text, encoding="utf-8")
        return [Source(f"{name}:{part}", folder, part) for part in parts if part.endswith(".cc")]

    def of_fuzz(self):
        path, first, last = FUZZ
        generate = load_script(path)
        text, _ = generate.render([generate.Program(seed) for seed in range(first, last + 1)], native=False)
        (self.scratch / "fuzz.cc").write_text(text, encoding="utf-8")
        return Source(f"{path}:{first}-{last}", self.scratch, "fuzz.cc")

    def find(self, paths):
        """(all sources below `paths`, whether the calls of test/Torchlib are there too)."""
        wanted = [pathlib.Path(path).resolve() for path in paths] or [ROOT / "test", ROOT / "examples", ROOT / "fuzz"]
        files = set()
        for path in wanted:
            if not path.exists() or not path.is_relative_to(ROOT):
                sys.exit(f"manifest.py: not a file or folder of {ROOT}: {path}")
            files.update([path] if path.is_file() else (each for each in path.rglob("*") if each.suffix in (".cc", ".test")))
        found = [source for path in files for source in self.of_file(path)]
        within = lambda name: any((ROOT / name).is_relative_to(path) for path in wanted)
        if within(FUZZ[0]):
            found.append(self.of_fuzz())
        return sorted(found, key=lambda source: source.name), within(TORCHLIB)


# Outputs


def read_written(target):
    """The bytes of a file, and of the files that were written beside it."""
    data = target.read_bytes()
    for path in sorted(target.parent.rglob("*")):
        if path.is_file() and path != target:
            data += f"\n// --- {path.relative_to(target.parent).as_posix()}\n".encode() + path.read_bytes()
    return data


class Compiler:
    def __init__(self, program, scratch):
        self.program, self.scratch = str(pathlib.Path(program).resolve()), scratch
        self.batch = load_script("test/Exec/batch.py")
        flags = subprocess.run([self.program, "--print-include-flags"], capture_output=True, text=True, check=True).stdout
        self.places = [(path, "<include>") for path in re.findall(r"(?:-I|-isystem) ?(\S+)", flags)] + [(str(ROOT), "<source>"), (str(scratch), "<scratch>")]

    def plain(self, text, out):
        """A text without the places of files, which are of no matter."""
        for path, name in [(out, "<out>"), *self.places]:
            text = text.replace(path.encode(), name.encode())
        return text

    def run(self, arguments, folder, name, data=None):
        """Runs onnxc with `-o NAME` in a new folder; returns its output and its messages. `data` is what /dev/stdin holds."""
        with tempfile.TemporaryDirectory(dir=self.scratch) as out:
            target = pathlib.Path(out) / name
            try:
                done = subprocess.run([self.program, *arguments, "-o", target], cwd=folder, input=data, capture_output=True, timeout=TIMEOUT)
                code, messages = done.returncode, self.plain(done.stderr, out)
            except subprocess.TimeoutExpired:
                code, messages = -1, f"not done in {TIMEOUT} seconds\n".encode()
            if code or not target.exists():
                return Output(code, messages, ".txt"), messages
            written = read_written(target)
            return Output(code, written if target.suffix == ".onnx" else self.plain(written, out), target.suffix), messages

    def outputs(self, source, forms):
        """{(name, form): Output} of a source."""
        results = {}

        def make(form, arguments, name, data=None):
            """Returns False if onnxc fails: then other forms would tell the same."""
            if form not in forms:
                return True
            output, messages = self.run(arguments, source.folder, name, data)
            results[source.name, form] = output
            if form == "library" and messages and output.code == 0 and "messages" in forms:
                results[source.name, "messages"] = Output(0, messages, ".txt")
            return output.code == 0

        case = source.case
        if make("library", [source.file], "out.onnx"):
            if (source.name, "library") in results:
                make("text", ["link", "/dev/stdin", "--emit=text"], "out.onnxtxt", results[source.name, "library"].data)
        elif case and case.error_lines:
            return results
        make("cpp", [source.file, "--emit=cpp"], "out.cc")
        if case:
            main = [source.file, f"--main={case.main}", *case.flags, *self.batch.attribute_arguments(case)]
            if make("main", main, "out.onnx") and not case.error_lines:
                make("inline", [*main, "--inline"], "out.onnx")
        return results

    def traces(self, sources):
        """{(name, form): Output} of the cases among the sources."""
        names = {source.case: source.name for source in sources}
        results = {}
        with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
            for case, (model, text) in self.batch.traces(self.program, list(names), folder).items():
                results[names[case], "trace"] = Output(0, model.read_bytes(), ".onnx") if model else Output(1, self.plain(text.encode(), folder), ".txt")
        return results

    def torchlib(self):
        """The models that test/Torchlib checks; one run of onnxc makes them."""
        torchlib = load_script(TORCHLIB)
        cases = [(path.stem, i, case) for path in sorted(torchlib.CASES.glob("*.json")) for i, case in enumerate(json.loads(path.read_text(encoding="utf-8")))]
        folder = self.scratch / f"torchlib{os.getpid()}"
        folder.mkdir(exist_ok=True)
        try:
            torchlib.make_models(self.program, sorted((ROOT / "examples" / "torchlib").glob("*.cc")), cases, folder)
        except subprocess.CalledProcessError:
            pass  # it has said why; the models of the other calls are there
        paths = {f"{function}.{i}": folder / f"{function}.{i}.onnx" for function, i, _ in cases}
        return {(f"{TORCHLIB}:{name}", "trace"): Output(0, path.read_bytes(), ".onnx") if path.exists() else Output(1, b"", ".txt") for name, path in paths.items()}


def make_outputs(program, paths, forms, jobs):
    """{(name, form): Output} of all sources below `paths`."""
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        compiler = Compiler(program, scratch)
        sources, with_torchlib = Sources(scratch).find(paths)
        results = {}
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            tasks = [pool.submit(compiler.torchlib)] if with_torchlib and "trace" in forms else []
            traced = [source for source in sources if source.case and not source.case.error_lines and "trace" in forms]
            tasks += [pool.submit(compiler.traces, traced[k:k + BATCH]) for k in range(0, len(traced), BATCH)]
            tasks += [pool.submit(compiler.outputs, source, forms) for source in sources]
            for task in tasks:
                results.update(task.result())
        return results


# Manifests


class Manifest:
    """{(name, form): (exit code, hash)}, and a way to the outputs."""

    def __init__(self, entries, read):
        self.entries, self.read = entries, read


def lines_of(outputs):
    return [f"{name}\t{form}\t{output.code}\t{output.digest()}" for (name, form), output in sorted(outputs.items())]


def save(outputs, path):
    path.write_text("\n".join([HEAD, *lines_of(outputs)]) + "\n", encoding="utf-8")
    with zipfile.ZipFile(f"{path}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, output in sorted({output.digest() + output.suffix: output for output in outputs.values()}.items()):
            archive.writestr(zipfile.ZipInfo(name), output.data)


def parse(text):
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {(name, form): (int(code), digest) for name, form, code, digest in rows}


def load(path):
    def read(digest):
        if not os.path.exists(f"{path}.zip"):
            sys.exit(f"manifest.py: {path}.zip is missing; --show needs it")
        with zipfile.ZipFile(f"{path}.zip") as archive:
            name = next(each for each in archive.namelist() if each.startswith(digest))
            return archive.read(name), pathlib.Path(name).suffix

    return Manifest(parse(path.read_text(encoding="utf-8")), read)


def manifest_of(argument, arguments):
    """The manifest that is saved at a path, or that of a compiler."""
    path = pathlib.Path(argument)
    if not path.is_file():
        sys.exit(f"manifest.py: no such file: {argument}")
    with path.open("rb") as file:
        saved = file.readline().rstrip() == HEAD.encode()
    if saved:
        return load(path)
    outputs = make_outputs(argument, arguments.paths, arguments.forms, arguments.jobs)
    by_digest = {output.digest(): (output.data, output.suffix) for output in outputs.values()}
    return Manifest(parse("\n".join(lines_of(outputs))), by_digest.get)


# Comparing


def readable(data, suffix):
    """An output as lines of text."""
    if suffix == ".onnx":
        import onnx
        from google.protobuf import text_format

        model = onnx.load_from_string(data)
        return (onnx.printer.to_text(model) + "\n# as protobuf\n" + text_format.MessageToString(model)).splitlines()
    return data.decode(errors="replace").splitlines()


def text_lines(old, new):
    """Both outputs as text, models as ONNX's syntax where that shows a difference."""
    texts = [readable(*output) for output in (old, new)]
    if old[1] == new[1] == ".onnx":
        short = [text[:text.index("# as protobuf")] for text in texts]
        return short if short[0] != short[1] else texts
    return texts


def show(key, old, new):
    texts = text_lines(old.read(old.entries[key][1]), new.read(new.entries[key][1]))
    print("\n".join(difflib.unified_diff(*texts, "old", "new", lineterm="", n=2)))


def compare(old, new, with_texts):
    """Prints what differs; returns whether something does."""
    counts = dict.fromkeys(["added", "removed", "changed"], 0)
    for key in sorted({*old.entries, *new.entries}):
        before, after = old.entries.get(key), new.entries.get(key)
        if before == after:
            continue
        kind = "added" if before is None else "removed" if after is None else "changed"
        codes = f" (exit code {before[0]}, now {after[0]})" if kind == "changed" and before[0] != after[0] else ""
        counts[kind] += 1
        print(f"{kind} {key[0]} {key[1]}{codes}", flush=True)
        if with_texts and kind == "changed":
            show(key, old, new)
    print(f"{len(new.entries)} outputs: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
    return any(counts.values())


def below(entries, paths):
    """The entries of sources below `paths`."""
    wanted = [pathlib.Path(path).resolve() for path in paths]
    return {key: value for key, value in entries.items() if not wanted or any((ROOT / key[0].partition(":")[0]).is_relative_to(path) for path in wanted)}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("onnxc", nargs="?", metavar="ONNXC", help="the compiler")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files and folders of sources (default: all)")
    parser.add_argument("-o", type=pathlib.Path, dest="output", metavar="MANIFEST", help="where the manifest goes (default: standard output)")
    parser.add_argument("--compare", nargs=2, metavar=("OLD", "NEW"), help="manifests or compilers")
    parser.add_argument("--show", action="store_true", help="print differences as text")
    parser.add_argument("--forms", type=lambda text: text.split(","), default=FORMS, help="only these, separated by commas (default: %(default)s)")
    parser.add_argument("-j", type=int, dest="jobs", default=os.cpu_count() or 2, help="runs of onnxc at once")
    arguments = parser.parse_intermixed_args()
    if arguments.compare and arguments.onnxc:
        arguments.paths.insert(0, arguments.onnxc)
    if not arguments.compare and not arguments.onnxc:
        parser.error("needs a compiler")
    if set(arguments.forms) - set(FORMS):
        parser.error(f"forms are {', '.join(FORMS)}")
    return arguments


def main():
    arguments = parse_arguments()
    if arguments.compare:
        old, new = (manifest_of(each, arguments) for each in arguments.compare)
        for manifest in old, new:
            manifest.entries = {key: value for key, value in below(manifest.entries, arguments.paths).items() if key[1] in arguments.forms}
        return 1 if compare(old, new, arguments.show) else 0
    outputs = make_outputs(arguments.onnxc, arguments.paths, arguments.forms, arguments.jobs)
    if arguments.output:
        save(outputs, arguments.output)
        print(f"{len(outputs)} outputs, {sum(output.code != 0 for output in outputs.values())} of them messages of errors")
    else:
        print("\n".join([HEAD, *lines_of(outputs)]))
    return 0


if __name__ == "__main__":
    try:
        import onnx  # noqa: F401
    except ImportError:  # the build's own Python has it
        sys.exit(subprocess.run([ROOT / "build" / "venv" / "bin" / "python", *sys.argv]).returncode)
    sys.exit(main())
