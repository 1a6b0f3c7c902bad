"""Inputs of the sizes 0 and 1 for the cases with symbolic sizes; twins.py gives the values.

For each symbol there are inputs in which it alone is 0 or 1, and inputs in which all symbols are. Their elements are those of the case, repeated."""

import inspect

import numpy as np

import run
import twins


def shapes_of(twin):
    """The dimensions of each input as expressions; None for an input that stays as it is."""
    parameters = inspect.signature(twin).parameters.values()
    return [None if p.annotation is p.empty else p.annotation.split() for p in parameters]


def sizes_of(shapes, inputs):
    """{symbol: size} of a set of inputs."""
    pairs = [(name, size) for shape, (_, value) in zip(shapes, inputs, strict=True) if shape is not None for name, size in zip(shape, value.shape, strict=True)]
    return {name: size for name, size in pairs if name.isidentifier()}


def other_sizes(sizes):
    """All {symbol: size} to try."""
    found = [{**sizes, symbol: size} for size in (0, 1) for symbol in sizes] + [dict.fromkeys(sizes, size) for size in (0, 1)]
    return [each for k, each in enumerate(found) if each not in found[:k] and each != sizes]


def resized(shape, value, sizes):
    return value if shape is None else np.resize(value, [eval(size, {}, sizes) for size in shape])


def call(twin, inputs):
    results = twin(*(value for _, value in inputs))
    return [np.asarray(result) for result in (results if isinstance(results, tuple) else (results,))]


def check(case, twin):
    """A twin must give what the header says."""
    for inputs, outputs in case.sets:
        got = call(twin, inputs)
        run.require(len(got) == len(outputs), f"twins.py: {len(got)} outputs, not {len(outputs)}")
        for value, want in zip(got, outputs):
            try:
                run.compare(value, want)
            except run.Mismatch as error:
                raise run.Mismatch(f"twins.py gives {error}") from None


def twin_of(case):
    return getattr(twins, case.path.stem, None)


def more_sets(case):
    """(sets of inputs and outputs of other sizes, why others have no meaning)."""
    twin = twin_of(case)
    if not twin:
        return [], []
    check(case, twin)
    shapes, inputs = shapes_of(twin), case.sets[0][0]
    sets, reasons = [], []
    for sizes in other_sizes(sizes_of(shapes, inputs)):
        others = [(name, resized(shape, value, sizes)) for shape, (name, value) in zip(shapes, inputs)]
        try:
            sets.append((others, call(twin, others)))
        except twins.Undefined as error:
            reasons.append(str(error))
    return sets, reasons

