"""Runs a command with a terminal as its standard error and prints what came there, control characters as Python shows them."""
import os
import pty
import subprocess
import sys

ours, theirs = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stderr=theirs)
os.close(theirs)
text = b""
while True:
    try:
        part = os.read(ours, 4096)
    except OSError:  # Linux: the other end was closed
        break
    if not part:
        break
    text += part
process.wait()
print(repr(text.decode()))
