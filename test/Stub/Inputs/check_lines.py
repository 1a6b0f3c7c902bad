"""Checks that a rewritten file is its source with insertions only, on the same lines: check_lines.py SOURCE REWRITTEN NAME"""

import sys


def contains(inserted, line):
    """Whether `line` can be had from `inserted` by leaving characters out."""
    rest = iter(inserted)
    return all(character in rest for character in line)


def main():
    source = open(sys.argv[1]).read().split("\n")
    rewritten = open(sys.argv[2]).read().split("\n")
    head = f'#line 1 "{sys.argv[3]}"'
    assert rewritten[0] == head, rewritten[0]
    start = len(rewritten) - rewritten[::-1].index(head)
    for number, line in enumerate(source):
        if line.startswith('#include "'):
            continue
        assert contains(rewritten[start + number], line), f"line {number + 1} has changed: {rewritten[start + number]}"
    print("lines are unchanged")


if __name__ == "__main__":
    main()
