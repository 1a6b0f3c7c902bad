"""Cases that fail in a mode of modes.py, with the reason: lines `MODE,... FOLDER/CASE REASON` of modes-exceptions.txt."""

import pathlib

PATH = pathlib.Path(__file__).with_name("modes-exceptions.txt")


def name_of(path):
    path = pathlib.Path(path)
    return f"{path.parent.name}/{path.stem}"


def read(path=PATH):
    """{(mode, case): reason}"""
    found = {}
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            modes, case, reason = line.split(None, 2)
            found.update({(mode, case): reason for mode in modes.split(",")})
    return found
