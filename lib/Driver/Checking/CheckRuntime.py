"""Loads and runs models in ONNX Runtime for `onnxc check`: python this.py FILE-WITH-JOBS.

The first line on standard output names ONNX Runtime's version; then there is a line of JSON for each job, as soon as it is done.
"""
import json
import sys
import zlib

import numpy as np
import onnxruntime as ort

ort.set_default_logger_severity(4)
options = ort.SessionOptions()
options.intra_op_num_threads = 1
options.inter_op_num_threads = 1

KINDS = {"float": np.float32, "double": np.float64, "bfloat16": None, "string": object, "bool": np.bool_,
         "complex64": np.complex64, "complex128": np.complex128}


def dtype_of(name):
    return KINDS[name] if name in KINDS else np.dtype(name).type


def array_of(kind, shape, random, draw):
    dtype = dtype_of(kind)
    if dtype is object:
        return random.choice(np.array(["a", "bc", ""], dtype=object), size=shape)
    if dtype is np.bool_:
        return random.random(shape) < 0.5
    if np.issubdtype(dtype, np.integer):
        # Small ones may be indices and axes, larger ones counts.
        return np.asarray(random.integers(0, 3, shape) if draw == 0 else random.integers(1, 7, shape), dtype=dtype)
    return np.asarray(random.uniform(-2, 2, shape), dtype=dtype)


def value_of(entry, random, draw):
    one = lambda: array_of(entry["type"], entry["shape"], random, draw)
    return [one(), one()] if entry["kind"] == "sequence" else one()


def load(path):
    return ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def run(session, values):
    feeds = {known.name: value for known, value in zip(session.get_inputs(), values)}
    try:
        return session.run(None, feeds), None
    except Exception as error:
        return None, str(error).replace("\n", " ")


def shown(value):
    return f"{np.asarray(value).dtype}{list(np.shape(value))}"


def difference(scripted, traced, name):
    """None, or how two outputs differ."""
    if isinstance(scripted, (list, dict)) or isinstance(traced, (list, dict)) or scripted is None or traced is None:
        if type(scripted) is not type(traced) or (scripted is not None and len(scripted) != len(traced)):
            return f"output '{name}' has another form"
        parts = zip(scripted, traced) if isinstance(scripted, list) else []
        return next((text for text in (difference(a, b, name) for a, b in parts) if text), None)
    a, b = np.asarray(scripted), np.asarray(traced)
    if a.dtype != b.dtype or a.shape != b.shape:
        return f"output '{name}' is {shown(a)} as a script, {shown(b)} traced"
    if a.dtype.kind in "fc":
        unequal = ~np.isclose(a, b, rtol=1e-4, atol=1e-5, equal_nan=True)
    else:
        unequal = a != b
    if not np.any(unequal):
        return None
    place = tuple(int(i) for i in np.argwhere(unequal)[0])
    return (f"output '{name}': {int(np.sum(unequal))} of {a.size} elements differ, at {list(place)} "
            f"{a[place]} as a script, {b[place]} traced")


def compare(session, attempt, number):
    """One of: same, differs, neither runs, only one runs."""
    try:
        other = load(attempt["model"]) if attempt["model"] else None
    except Exception as error:
        other, reason = None, str(error).replace("\n", " ")
    else:
        reason = attempt["error"]
    result = "neither"
    for draw in range(2):
        random = np.random.default_rng(zlib.crc32(f"{number}.{draw}".encode()))
        values = [value_of(entry, random, draw) for entry in attempt["inputs"]]
        outputs, failure = run(session, values)
        others, otherFailure = run(other, values) if other else (None, reason)
        if failure is None and otherFailure is None:
            if len(outputs) != len(others):
                return "differs", f"{len(outputs)} outputs as a script, {len(others)} traced"
            for known, a, b in zip(session.get_outputs(), outputs, others):
                if text := difference(a, b, known.name):
                    return "differs", text
            result = "same"
        elif failure is None:
            return "script", otherFailure
        elif otherFailure is None:
            return "trace", failure
    return result, ""


def work(job):
    answer = {"id": job["id"], "load": "", "kernel": True, "runs": []}
    try:
        session = load(job["model"])
    except Exception as error:
        answer["load"] = str(error).replace("\n", " ")
        answer["kernel"] = "NotImplemented" not in type(error).__name__ and "NOT_IMPLEMENTED" not in str(error)
        return answer
    for number, attempt in enumerate(job["runs"]):
        try:
            result, text = compare(session, attempt, number)
        except Exception as error:  # of this script: a type that numpy has not
            result, text = "neither", f"{type(error).__name__}: {error}"
        answer["runs"].append({"result": result, "text": text})
    return answer


print(ort.__version__, flush=True)
for job in json.load(open(sys.argv[1], encoding="utf-8")):
    print(json.dumps(work(job)), flush=True)
