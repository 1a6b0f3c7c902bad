"""What a generated traced program means: values by numpy, and which functions tracing must make.

A Run executes the program on concrete inputs. It notes each fact that a body asks, so that it knows for each call which function it needs: one is made
for each set of attributes (captures, presence, counts) and answers on the way. Facts are those that tracing knows too: all ranks and element types, and
the sizes that the generator knows to be fixed.
"""

import collections

import numpy as np

TYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64}
NAMES = {np.dtype(t): name for name, t in TYPES.items()} | {np.dtype(bool): "bool"}
MOST_WORK, MOST_ELEMENTS, LARGEST = 6000, 3000, 1e6


class Reject(Exception):
    """A call that the generator leaves out: values or the work grow too large."""


class Thrown(Exception):
    """What a traced body throws."""


class Value:
    """A tensor: its value, what it was computed from, and the call that made it. `ranked`: tracing is sure to know its rank."""

    __slots__ = ("array", "parents", "call", "ranked")

    def __init__(self, array, parents=(), call=None, ranked=True):
        self.array, self.parents, self.call, self.ranked = array, list(parents), call, ranked


Made = collections.namedtuple("Made", "name key answers")


def callees(results):
    """The functions that are called where these values are computed, dead code left out."""
    found, seen, pending = set(), set(), list(results)
    while pending:
        value = pending.pop()
        if id(value) not in seen:
            seen.add(id(value))
            pending += value.parents
            if value.call:
                found.add(value.call)
    return found


def divide(a, b):
    """As in C++: of integers, truncated."""
    return a / b if a.dtype.kind == "f" else np.sign(a) * np.sign(b) * (abs(a) // abs(b))


BINARY = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": divide, "%": np.fmod, "&": np.bitwise_and, "max": np.maximum, "min": np.minimum,
          "<": np.less, ">": np.greater, "<=": np.less_equal, "==": np.equal}


# What the generator's scripts call.
SCRIPT_CALLS = {"s3": {Made("s0", "[1, []]", ()), Made("s1", "[1, 0, []]", ()), Made("s1", "[1, 1, []]", ())}}


def truth(condition):
    return bool(condition.array if isinstance(condition, Value) else condition)


class Run:
    def __init__(self):
        self.logs, self.quiet, self.work = [[]], 0, 0
        self.made = {}  # Made: the functions that its body calls

    def make(self, array, *parents):
        array = np.asarray(array)
        self.work += 1
        if self.work > MOST_WORK or array.size > MOST_ELEMENTS or not array.size or array.ndim > 5:
            raise Reject("too much")
        if array.dtype != bool and not np.all(np.abs(array.astype(np.float64)) < LARGEST):
            raise Reject("too large")
        return Value(array, parents, ranked=all(parent.ranked for parent in parents))

    def ask(self, value, fact, axis=0):
        if fact != "type" and not value.ranked:
            raise Reject("not known")
        answer = {"type": lambda: NAMES[value.array.dtype], "rank": lambda: value.array.ndim, "dim": lambda: value.array.shape[axis]}[fact]()
        if not self.quiet:
            self.logs[-1].append((fact, answer))
        return answer

    def binary(self, operator, a, b):
        """Of tensors, of which one may be a number that takes the other's element type; of two numbers, a number."""
        if not isinstance(a, Value) and not isinstance(b, Value):
            return int(BINARY[operator](np.int64(a), np.int64(b)))
        if not isinstance(a, Value):
            a = self.number(a, b)
        if not isinstance(b, Value):
            b = self.number(b, a)
        if a.array.dtype != b.array.dtype:
            raise AssertionError(f"the generator mixes {a.array.dtype} and {b.array.dtype}")
        with np.errstate(all="ignore"):
            result = np.asarray(BINARY[operator](a.array, b.array))
        return self.make(result if result.dtype == bool else result.astype(a.array.dtype), a, b)

    def number(self, number, like):
        return Value(np.asarray(number).astype(TYPES[self.ask(like, "type")]))

    def argument(self, value):
        """A number as an argument, where nothing says its type."""
        if isinstance(value, Value):
            return value
        return Value(np.asarray(value, dtype=bool if isinstance(value, bool) else np.int64 if isinstance(value, int) else np.float32))

    def unary(self, function, value, *others):
        return self.make(np.asarray(function(value.array, *[other.array for other in others])), value, *others)

    # Calls.

    def call(self, name, key, arguments, body):
        formals = [Value(value.array, ranked=value.ranked) for value in arguments]
        self.logs.append([])
        try:
            results = body(formals)
        except Thrown:
            answers = self.logs.pop()
            if not self.quiet:
                self.logs[-1] += answers  # who goes on depends on them
            raise
        answers = tuple(self.logs.pop())
        made = None
        if not self.quiet:
            self.logs[-1] += answers
            made = Made(name, key, answers)
            if made not in self.made:
                self.made[made] = callees(results)
        return [Value(result.array, arguments, made, result.ranked) for result in results]

    def script(self, name, presence, arguments, function):
        made = Made(name, presence, ())
        self.made.setdefault(made, SCRIPT_CALLS.get(name, set()))
        for inner in self.made[made]:
            self.made.setdefault(inner, set())
        return [Value(self.make(np.asarray(function([value.array for value in arguments]))).array, arguments, made, all(value.ranked for value in arguments))]

    def functions(self, main_results):
        """{name: how many functions of the model are made of it}."""
        reached, pending = set(), callees(main_results)
        while pending:
            made = pending.pop()
            if made not in reached:
                reached.add(made)
                pending |= self.made[made]
        return dict(sorted(collections.Counter(made.name for made in reached).items()))

    # Control flow of the graph: all bodies are traced, whichever runs.

    def cond(self, condition, then, other):
        first, second = then(), other()
        if first is second:
            return first
        if first.array.shape != second.array.shape or first.array.dtype != second.array.dtype:
            raise AssertionError("the generator's branches differ")
        return Value(first.array if condition.array else second.array, [condition, first, second], ranked=first.ranked and second.ranked)

    def loop(self, trips, body, initial, condition=None, changing=False):
        """`trips`: a Value; `body(iteration, states)` gives the next states. `condition(states)`: of a while loop. States may be numbers."""
        go = condition(initial) if condition else None
        formals = [Value(state.array, [state], ranked=state.ranked) if isinstance(state, Value) else state for state in initial]
        first = body(0, formals)
        again = condition(first) if condition else None
        states, count = initial, 0
        self.quiet += 1
        while truth(condition(states)) if condition else count < int(trips.array):
            states = body(count, states)
            count += 1
        self.quiet -= 1
        needed = [value for value in (trips, go, again) if isinstance(value, Value)]
        results = []
        for before, formal, after, state in zip(initial, formals, first, states):
            if not isinstance(before, Value):
                results.append(state)
                continue
            if after is formal:
                results.append(before)
                continue
            if not changing and after.array.shape != before.array.shape or after.array.dtype != before.array.dtype:
                raise AssertionError("the generator's loop changes a type")
            formal.parents.append(after)
            results.append(Value(state.array, [before, after, *needed], ranked=before.ranked and after.ranked))
        return results
