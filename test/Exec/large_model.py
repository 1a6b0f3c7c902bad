"""usage: large_model.py FOLDER PROGRAM : lets a program write a model of more than 2 GB into the folder, and looks at it as ONNX's own tools do.

Needs 4 GB of memory and 3 GB of disk for some seconds; with less it says so and does nothing.
"""

import os
import pathlib
import shutil
import subprocess
import sys

import numpy
import onnx
import onnxruntime

ROWS, COLUMNS = 1000, 144000


def what_is_missing(folder):
    memory = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    for line in pathlib.Path("/proc/meminfo").read_text().splitlines() if os.path.exists("/proc/meminfo") else []:
        if line.startswith("MemAvailable:"):
            memory = int(line.split()[1]) * 1024
    if memory < 4 << 30:
        return f"{memory >> 20} MB of memory are too little"
    if shutil.disk_usage(folder).free < 3 << 30:
        return "the disk is too full"
    return None


def check(folder):
    path = str(folder / "m.onnx")
    assert sorted(os.listdir(folder)) == ["m.onnx", "w.bin"], os.listdir(folder)
    assert os.path.getsize(path) < 10000, os.path.getsize(path)
    onnx.checker.check_model(path)
    model = onnx.load(path, load_external_data=False)
    size = ROWS * COLUMNS * 4
    end = 0
    assert len(model.graph.initializer) == 4
    for tensor in model.graph.initializer:
        place = {entry.key: entry.value for entry in tensor.external_data}
        assert place["location"] == "w.bin" and int(place["length"]) == size, place
        offset = int(place["offset"])
        assert offset % 4096 == 0 and end <= offset < end + 4096, (offset, end)
        end = offset + size
        data = numpy.memmap(folder / "w.bin", numpy.float32, "r", offset, (ROWS, COLUMNS))
        number = int(tensor.name[1:])
        assert data[0, 0] == number + 1 and data[-1, -1] == number + 100, tensor.name
        assert not data[0, 1:].any() and not data[500].any(), tensor.name
    assert os.path.getsize(folder / "w.bin") == end

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    for row, column, expected in (0, 0, 1 + 2 + 3 + 4), (ROWS - 1, COLUMNS - 1, 100 + 101 + 102 + 103):
        result = session.run(None, {"row": numpy.array([row])})[0]
        assert result.shape == (1, COLUMNS) and result[0, column] == expected and result.sum() == expected, result


def main():
    folder, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        if missing := what_is_missing(folder):
            print("not run:", missing)
            return
        subprocess.run([program], check=True, stdout=sys.stderr, cwd=folder)
        check(folder)
        print("fine")
    finally:
        shutil.rmtree(folder)


main()
