"""Random expressions `x.index({...})` and `x.index_put({...}, value)`, and what they give.

An expression is the body of a function of its own. Its shapes are symbols (or fixed, or not declared at all), so it runs on several sets of sizes, 0 and 1 among
them. The meaning is libtorch's: integers and tensors of rank 0 select first; then slices; index tensors and masks pair and broadcast, and their dimensions stand
where their axes were, if these are neighbours, else in front.
"""

import random

import numpy as np

TYPES = {"FLOAT": "float32", "DOUBLE": "float64", "INT64": "int64", "INT32": "int32", "BOOL": "bool"}
NAMES = {"float32": "FLOAT", "float64": "DOUBLE", "int64": "INT64", "int32": "INT32", "bool": "BOOL"}
SETS = 3  # of sizes on which each expression runs
SIZES = [0, 1, 1, 2, 2, 3, 4]
ENDS = [0, 1, 2, 3, -1, -2, -3, 5, -7, 100, -100, 2**63 - 1, -(2**63)]


class Again(Exception):
    """These choices do not fit together; the generator makes others."""


# What an index means.


def select(x, items):
    """x.index(items). Items: an int or an array of rank 0, a slice, None, Ellipsis, an array of bools or integers."""
    result, axis, tensors = x, 0, []
    used = sum(np.ndim(item) if is_mask(item) else 1 for item in items if item is not None and item is not Ellipsis)
    for item in items:
        if item is None:
            result, axis = np.expand_dims(result, axis), axis + 1
        elif item is Ellipsis:
            axis += x.ndim - used
        elif isinstance(item, slice):
            result, axis = result[(slice(None),) * axis + (item,)], axis + 1
        elif is_mask(item):
            if np.ndim(item) == 0:  # a new axis, which is kept or not
                result, item = np.expand_dims(result, axis), np.reshape(item, 1)
            tensors += [(axis + k, row) for k, row in enumerate(np.nonzero(item))]
            axis += np.ndim(item)
        elif np.ndim(item) == 0:
            result = np.take(result, int(item), axis=axis)
        else:
            tensors.append((axis, item))
            axis += 1
    return pair(result, tensors) if tensors else result


def pair(x, tensors):
    axes = [axis for axis, _ in tensors]
    found = np.moveaxis(x, axes, range(len(axes)))[tuple(array for _, array in tensors)]
    if axes != list(range(axes[0], axes[0] + len(axes))):
        return found
    rank = np.broadcast(*[array for _, array in tensors]).ndim
    return np.moveaxis(found, range(rank), range(axes[0], axes[0] + rank))


def put(x, items, value, accumulate):
    places = select(np.arange(x.size).reshape(x.shape), items)
    values = np.broadcast_to(value, places.shape)
    if not accumulate and values.size and np.ptp(values.astype(np.float64)) and len(np.unique(places)) < places.size:
        raise Again("which of two values is written twice to a place is not said")
    result = x.ravel().copy()
    if accumulate:
        np.add.at(result, places.ravel(), values.ravel())
    else:
        result[places.ravel()] = values.ravel()
    return result.reshape(x.shape)


def is_mask(item):
    return isinstance(item, (np.ndarray, np.bool_)) and item.dtype == bool


# Expressions.


class Dim:
    """A dimension: how it is declared, and its size in each set."""

    def __init__(self, text, sizes):
        self.text, self.sizes = text, sizes


class Expression:
    """`text` in a function `name`; `feeds` and `wants` for each set. `attributes`: its C++ numbers."""

    def __init__(self, seed):
        self.name, self.random = f"f{seed}", random.Random(seed)
        while True:
            try:
                self.make()
                return
            except Again:
                pass

    def pick(self, *options):
        return self.random.choice(options)

    def chance(self, probability):
        return self.random.random() < probability

    def make(self):
        self.parameters, self.attributes, self.feeds = [], {}, [{} for _ in range(SETS)]
        self.unranked = self.vague = False  # a tensor of unknown rank; an index of which more must be known
        self.kind = self.pick(*["float32"] * 4, "int64", "int64", "float64", "int32", "bool")
        rank = self.pick(0, 1, 1, 2, 2, 2, 3, 3, 3, 4)
        self.dims = [self.dim() for _ in range(rank)]
        self.shapes = [tuple(dim.sizes[k] for dim in self.dims) for k in range(SETS)]
        self.declare("x", self.kind, self.dims, self.numbers)
        texts, items = self.items()
        is_put = self.chance(0.45)
        if is_put:
            self.text = self.put_text(texts, items)
        else:
            braces = "x[" + texts[0] + "]" if len(texts) == 1 and self.chance(0.5) else "x.index({" + ", ".join(texts) + "})"
            self.text = braces
            self.wants = [self.meaning(select, self.feeds[k]["x"], [item[k] for item in items]) for k in range(SETS)]

    @staticmethod
    def meaning(function, *arguments):
        try:
            return np.ascontiguousarray(function(*arguments)).reshape(np.shape(function(*arguments)))
        except (IndexError, ValueError) as error:
            raise Again(str(error)) from None

    # Declarations.

    def dim(self):
        if self.chance(0.3):
            size = self.pick(*SIZES)
            return Dim(str(size), [size] * SETS)
        return Dim(self.pick(f'"D{self.random.randrange(10**6)}"', f'"D{self.random.randrange(10**6)}"', "dyn"), [self.pick(*SIZES) for _ in range(SETS)])

    def numbers(self, kind, shape):
        """All different where the type allows it."""
        size = int(np.prod(shape, dtype=int))
        if kind == "bool":
            return np.array([self.chance(0.5) for _ in range(size)], bool).reshape(shape)
        return (np.arange(size) + 10).astype(kind).reshape(shape)

    def declare(self, name, kind, dims, values):
        """A parameter; its array in each set."""
        how = self.random.random()
        if how < 0.08 and name == "x":
            declared = "Tensor"
        elif how < 0.16:
            declared = f"{NAMES[kind]}<>"
        else:
            declared = f"{NAMES[kind]}<{', '.join(dim.text for dim in dims) or 'scalar'}>"
        self.unranked |= how < 0.16
        self.parameters.append(f"{declared} {name}")
        shapes = [tuple(dim.sizes[k] for dim in dims) for k in range(SETS)]
        for k in range(SETS):
            self.feeds[k][name] = np.asarray(values(kind, shapes[k]), dtype=kind)
        return [self.feeds[k][name] for k in range(SETS)]

    def new_name(self, letter):
        return f"{letter}{len(self.parameters) + len(self.attributes)}"

    def attribute(self, value):
        name = self.new_name("k")
        self.attributes[name] = value
        return name

    # Items: a C++ text, and for each set what it is.

    def items(self):
        rank, axis, texts, items = len(self.dims), 0, [], []
        ellipsis = self.random.randrange(rank + 1) if self.chance(0.35) else None
        together = self.broadcast_dims()  # of the index tensors
        end = rank - self.random.randrange(rank + 1) if self.chance(0.4) else rank
        while True:
            while self.chance(0.12):
                self.add(texts, items, "None", [None] * SETS)
            if self.chance(0.06):
                self.add(texts, items, *self.scalar_mask())
            if axis == ellipsis:
                skipped = self.random.randrange(end - axis + 1) if end > axis else 0
                self.add(texts, items, "Ellipsis", [Ellipsis] * SETS)
                axis, end, ellipsis = axis + rank - end + skipped, rank, None
                continue
            if axis >= end:
                break
            axis += self.axis_item(texts, items, axis, end, together)
        if not texts:
            self.add(texts, items, "Ellipsis", [Ellipsis] * SETS)
        return texts, items

    @staticmethod
    def add(texts, items, text, values):
        texts.append(text)
        items.append(values)

    def axis_item(self, texts, items, axis, end, together):
        """One item from this axis on; how many axes it takes."""
        dim, how = self.dims[axis], self.random.random()
        if how < 0.22 and min(dim.sizes):
            self.add(texts, items, *self.integer(dim))
        elif how < 0.55 or not dim.sizes:
            self.add(texts, items, *self.slice())
        elif how < 0.68:
            wide = self.pick(1, 1, 1, 2, 3)
            wide = min(wide, end - axis)
            self.add(texts, items, *self.mask(self.dims[axis:axis + wide]))
            return wide
        else:
            self.add(texts, items, *self.index_tensor(dim, together))
        return 1

    def integer(self, dim):
        least = min(dim.sizes)
        value = self.random.randrange(-least, least)
        how = self.random.random()
        if how < 0.45:
            return str(value), [value] * SETS
        if how < 0.65:
            return self.attribute(value), [value] * SETS
        name = self.new_name("i")
        values = self.declare(name, self.pick("int64", "int64", "int32"), [], lambda *_: self.random.randrange(-least, least))
        return name, values

    def bound(self):
        how, value = self.random.random(), self.pick(*ENDS)
        if how < 0.35:
            return "None", [None] * SETS
        if how < 0.75:
            text = {2**63 - 1: "INT64_MAX", -(2**63): "INT64_MIN"}.get(value, str(value))
            return text, [value] * SETS
        if how < 0.85:
            return self.attribute(value), [value] * SETS
        name, small = self.new_name("b"), [v for v in ENDS if abs(v) < 1000]
        values = self.declare(name, self.pick("int64", "int64", "int32"), [], lambda *_: self.pick(*small))
        return name, [int(value) for value in values]

    def slice(self):
        parts = [self.bound(), self.bound()]
        if self.chance(0.15):
            return "Slice()", [slice(None)] * SETS
        if self.chance(0.6):
            steps = [1, 1, 2, 3, -1, -2, -4]
            if parts[0][0] != "None" and parts[1][0] != "None" and self.chance(0.3):
                name = self.new_name("s")
                values = self.declare(name, "int64", [], lambda *_: self.pick(*steps))
                parts.append((name, [int(value) for value in values]))
            else:
                step = self.pick(*steps)
                parts.append((str(step), [step] * SETS))
        elif self.chance(0.1):
            parts.append(("None", [None] * SETS))
        return f"Slice({', '.join(text for text, _ in parts)})", [slice(*[values[k] for _, values in parts]) for k in range(SETS)]

    def scalar_mask(self):
        if self.chance(0.3):
            value = self.chance(0.5)
            return ("true" if value else "false"), [np.bool_(value)] * SETS
        name = self.new_name("m")
        return name, self.declare(name, "bool", [], lambda *_: self.chance(0.6))

    def mask(self, dims):
        if len(dims) == 1 and dims[0].text.isdigit() and int(dims[0].text) and self.chance(0.2):
            values = [self.chance(0.5) for _ in range(int(dims[0].text))]
            return f"onnxc::tensor<bool>({{{', '.join(str(value).lower() for value in values)}}})", [np.array(values)] * SETS
        name = self.new_name("m")
        return name, self.declare(name, "bool", dims, self.numbers)

    def broadcast_dims(self):
        return [Dim(self.pick("dyn", f'"B{self.random.randrange(10**6)}"'), [self.pick(0, 1, 2, 3, 3) for _ in range(SETS)]) for _ in range(self.pick(1, 1, 2))]

    def index_tensor(self, dim, together):
        low, high = [-size for size in dim.sizes], dim.sizes
        if min(dim.sizes) and self.chance(0.2):
            least = min(dim.sizes)
            values = [self.random.randrange(-least, least) for _ in range(self.pick(1, 1, 2, 3))]
            if len(values) > 1 and any(part.sizes != [len(values)] * SETS for part in together[-1:]):
                values = values[:1]
            return f"onnxc::tensor<int64_t>({{{', '.join(map(str, values))}}})", [np.array(values)] * SETS
        dims = together[self.random.randrange(len(together)):] if self.chance(0.7) else together
        dims = [Dim("1", [1] * SETS) if self.chance(0.2) else part for part in dims]
        name, turn = self.new_name("i"), iter(range(SETS))

        def values(_, shape):
            k = next(turn)
            size = int(np.prod(shape, dtype=int))
            if size and not high[k]:
                raise Again("nothing to select from an axis of size 0")
            if size <= high[k] and self.chance(0.7):  # all different
                chosen = self.random.sample(range(high[k]), size)
            else:
                chosen = [self.random.randrange(low[k], high[k]) for _ in range(size)]
            return np.array(chosen, np.int64).reshape(shape)

        return name, self.declare(name, self.pick("int64", "int64", "int32"), dims, values)

    # Values.

    def put_text(self, texts, items):
        accumulate = self.kind != "bool" and self.chance(0.35)
        shapes = [self.meaning(select, self.feeds[k]["x"], [item[k] for item in items]).shape for k in range(SETS)]
        if self.chance(0.35) or len({len(shape) for shape in shapes}) > 1:
            value = self.random.randrange(1, 9)
            text = "true" if self.kind == "bool" else f"{value}.5" if "float" in self.kind and self.chance(0.5) else str(value)
            values = [np.array(True if self.kind == "bool" else float(text)).astype(self.kind)] * SETS
        else:
            skip = self.random.randrange(len(shapes[0]) + 1) if self.chance(0.5) else 0
            dims = [Dim("dyn", list(sizes)) for sizes in zip(*shapes)][skip:]
            dims = [Dim("1", [1] * SETS) if self.chance(0.2) else dim for dim in dims]
            text = self.new_name("v")
            values = self.declare(text, self.kind, dims, lambda kind, shape: -self.numbers(kind, shape) if kind != "bool" else self.numbers(kind, shape))
        self.wants = [self.meaning(put, self.feeds[k]["x"], [item[k] for item in items], values[k], accumulate) for k in range(SETS)]
        return f"x.index_put({{{', '.join(texts)}}}, {text}{', true' if accumulate else ''})"

    def source(self, annotation):
        parameters = self.parameters + [f"int64_t {name}" for name in self.attributes]
        return f"[[onnx::{annotation}]] Tensor {self.name}({', '.join(parameters)}) {{ return {self.text}; }}\n"


HEADER = """#include <onnxc/opset{opset}.h>
using namespace onnxc;

"""


def render(expressions, annotation="script", opset=20):
    """A source with all of them; the line of each."""
    text, lines = HEADER.format(opset=opset), {}
    for expression in expressions:
        lines[expression.name] = text.count("\n") + 1
        text += expression.source(annotation)
    return text, lines
