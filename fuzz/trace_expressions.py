"""Expressions of traced programs: a C++ text, and what it means for a Run.

A tensor has an element type and a shape; in the body of a function these may be those of a parameter, of which nothing is known but what the enclosing
`if`s ask. So an expression is of an element type (the name of one, or of a parameter's) and of a Shape, which may be some parameter's.
"""

import numpy as np

from trace_values import TYPES, Value

CPP = {"f32": "float", "f64": "double", "i32": "int32_t", "i64": "int64_t"}
DTYPES = {"f32": "FLOAT", "f64": "DOUBLE", "i32": "INT32", "i64": "INT64"}


class Shape:
    """`level`: of which dimensions sizes are known: 2: of all, 1: of all but the first, 0: of none."""

    def __init__(self, level=0, low=0, high=5):
        self.level, self.low, self.high = level, low, high  # bounds of the rank


class Expression:
    def __init__(self, text, value, elem, shape):
        self.text, self.value, self.elem, self.shape = text, value, elem, shape  # value: (run, variables) -> Value


class Expressions:
    """For a Body, which knows the variables and functions in sight."""

    # What is known here.

    def elem(self, elem):
        return elem if elem in TYPES else self.known_types.get(elem)

    def rank_bounds(self, shape):
        return self.known_ranks.get(shape, (shape.low, shape.high))

    # Numbers: (text, value).

    def integer(self, depth=1):
        """A C++ integer, not negative and small."""
        names = [name for name, kind in self.numbers.items() if kind == "int"]
        chance = self.random.random()
        if names and chance < 0.55:
            name = self.pick(names)
            if depth and self.chance(0.3):
                more = self.random.randint(1, 3)
                return f"(({name} + {more}) % 5)", lambda run, v: (v[name] + more) % 5
            return name, lambda run, v: v[name]
        lists = [name for name, kind in self.numbers.items() if kind == "list"]
        if lists and chance < 0.7:
            name = self.pick(lists)
            if self.chance(0.5):
                return f"static_cast<int64_t>({name}.size())", lambda run, v: len(v[name])
            return f"{name}[0]", lambda run, v: v[name][0]
        optionals = [name for name, kind in self.numbers.items() if kind == "optional"]
        if optionals and chance < 0.8:
            name = self.pick(optionals)
            return f"{name}.value_or(3)", lambda run, v: 3 if v[name] is None else v[name]
        tuples = [name for name, kind in self.numbers.items() if kind == "tuple"]
        if tuples and chance < 0.85:
            name = self.pick(tuples)
            return f"std::get<0>({name})", lambda run, v: v[name][0]
        configs = [name for name, kind in self.numbers.items() if kind == "config"]
        if configs and chance < 0.9:
            name = self.pick(configs)
            return f"{name}.k", lambda run, v: v[name][0]
        if depth and self.chance(0.25):
            return self.fact()
        number = self.random.randint(0, 4)
        return str(number), lambda run, v: number

    def fact(self):
        """A rank or a size."""
        variable = self.pick(self.tensors())
        axes = self.known_axes(variable)
        if axes and self.chance(0.5):
            axis, name = self.pick(axes), variable.text
            return f"{name}.dim({axis})", lambda run, v: self.ask_dim(run, v[name], axis)
        if variable.shape.level == 2 and self.chance(0.4):
            return f"({variable.text}.numel() % 5)", lambda run, v: self.ask_size(run, v[variable.text]) % 5
        return f"{variable.text}.rank()", lambda run, v: run.ask(v[variable.text], "rank")

    @staticmethod
    def ask_dim(run, value, axis):
        if axis < 0:
            axis += run.ask(value, "rank")
        return run.ask(value, "dim", axis)

    @staticmethod
    def ask_size(run, value):
        return int(np.prod([run.ask(value, "dim", axis) for axis in range(run.ask(value, "rank"))], dtype=np.int64))

    def known_axes(self, variable):
        low, high = self.rank_bounds(variable.shape)
        axes = list(range(2 - variable.shape.level, low)) if variable.shape.level else []
        if low and (variable.shape.level == 2 or variable.shape.level and low > 1):
            axes.append(-1)
        return axes

    def truth(self, depth=1):
        """A condition that C++ decides: (text, value, what is known where it holds, and where not); known: {shape or element type: what}."""
        if depth and self.chance(0.15):
            one, two = self.truth(0), self.truth(0)
            if self.chance(0.5):
                return f"{one[0]} && {two[0]}", lambda run, v: one[1](run, v) and two[1](run, v), {**one[2], **two[2]}, {}
            return f"({one[0]} || {two[0]})", lambda run, v: one[1](run, v) or two[1](run, v), {}, {}
        choices = ["rank", "rank", "type", "type", "dim", "dim", "dim"] + list(self.numbers.values()) * 2
        kind = self.pick(choices)
        if kind == "dim":
            found = [(variable, axis) for variable in self.tensors() for axis in self.known_axes(variable)]
            if found:
                (variable, axis), size = self.pick(found), self.random.randint(1, 3)
                operator = self.pick([">", "=="])
                name = variable.text
                return f"{name}.dim({axis}) {operator} {size}", lambda run, v: (self.ask_dim(run, v[name], axis) > size) if operator == ">" else self.ask_dim(run, v[name], axis) == size, {}, {}
            levels = [variable for variable in self.tensors() if variable.shape.level and self.rank_bounds(variable.shape)[1] > 1]
            if levels:
                return self.size_truth(self.pick(levels))
            kind = "rank"
        if kind == "rank":
            return self.rank_truth(self.pick(self.tensors()))
        if kind == "type":
            return self.type_truth(self.pick(self.tensors()))
        name = self.pick([name for name, known in self.numbers.items() if known == kind])
        return (*self.number_truth(name, kind), {}, {})

    def size_truth(self, variable):
        """Of an axis that need not be there."""
        name, axis, size = variable.text, self.random.randint(2 - variable.shape.level, 1), self.random.randint(1, 3)
        high = self.rank_bounds(variable.shape)[1]
        return (f"{name}.rank() > {axis} && {name}.dim({axis}) == {size}", lambda run, v: run.ask(v[name], "rank") > axis and run.ask(v[name], "dim", axis) == size,
                {variable.shape: (axis + 1, high)}, {})

    def rank_truth(self, variable):
        low, high = self.rank_bounds(variable.shape)
        name, rank = variable.text, self.random.randint(low, max(low, min(high, 3)))
        if self.chance(0.6):
            return f"{name}.rank() == {rank}", lambda run, v: run.ask(v[name], "rank") == rank, {variable.shape: (rank, rank)}, {}
        return f"{name}.rank() > {rank}", lambda run, v: run.ask(v[name], "rank") > rank, {variable.shape: (min(rank + 1, high), high)}, {variable.shape: (low, rank)}

    def type_truth(self, variable):
        name, wanted = variable.text, self.pick(list(TYPES))
        known = {variable.elem: wanted} if variable.elem not in TYPES else {}
        return f"{name}.dtype() == onnxc::DType::{DTYPES[wanted]}", lambda run, v: run.ask(v[name], "type") == wanted, known, {}

    def number_truth(self, name, kind):
        if kind == "int":
            number = self.random.randint(0, 3)
            return f"{name} > {number}", lambda run, v: v[name] > number
        if kind == "bool":
            return name, lambda run, v: v[name]
        if kind == "float":
            return f"{name} > 0.75f", lambda run, v: v[name] > 0.75
        if kind == "string":
            return f'{name} == "a"', lambda run, v: v[name] == "a"
        if kind == "mode":
            mode = self.pick("ABC")
            return f"{name} == Mode::{mode}", lambda run, v: v[name] == mode
        if kind == "list":
            return f"{name}.size() > 1", lambda run, v: len(v[name]) > 1
        if kind == "optional":
            return f"{name}.has_value()", lambda run, v: v[name] is not None
        if kind == "dtype":
            return f"{name} == onnxc::DType::FLOAT", lambda run, v: v[name] == "f32"
        if kind == "double":
            return f"std::signbit({name} - 1)", lambda run, v: v[name] < 1
        if kind == "tuple":
            return f"std::get<1>({name})", lambda run, v: v[name][1]
        if kind == "variant":
            return f"{name}.index() == 0", lambda run, v: isinstance(v[name], int)
        return f"{name}.mode == Mode::A", lambda run, v: v[name][2] == "A"

    # Tensors of a given element type and shape.

    def tensor(self, elem, shape, depth=2):
        leaves = self.tensors(elem, shape)
        if depth <= 0 or self.chance(0.15):
            return self.pick(leaves)
        makers = [self.unary, self.binary, self.binary, self.number, self.number, self.number, self.scaled, self.choice, self.where, self.controlled]
        makers += [self.called] * (5 if self.callable(elem) else 0)
        return self.pick(makers)(elem, shape, depth - 1)

    def unary(self, elem, shape, depth):
        inner = self.tensor(elem, shape, depth)
        text, function = self.pick([("(-{})", np.negative), ("op::Abs({})", np.abs), ("op::Identity({})", np.copy), ("op::Neg({})", np.negative), ("op::Sign({})", np.sign)])
        return Expression(text.format(inner.text), lambda run, v: run.unary(function, inner.value(run, v)), elem, shape)

    def binary(self, elem, shape, depth):
        one, two = self.tensor(elem, shape, depth), self.tensor(elem, shape, depth)
        operator = self.pick(["+", "-", "+", "*", "max", "min"] + ["&"] * (self.elem(elem) in ("i32", "i64")))
        if operator in ("max", "min"):
            return Expression(f"op::{operator.title()}({{{one.text}, {two.text}}})", lambda run, v: run.binary(operator, one.value(run, v), two.value(run, v)), elem, shape)
        if operator == "*":
            return Expression(f"({one.text} * {two.text} % 31)", lambda run, v: run.binary("%", run.binary("*", one.value(run, v), two.value(run, v)), 31), elem, shape)

        def value(run, v):
            a, b = one.value(run, v), two.value(run, v)
            if operator == "&":
                run.ask(a, "type")  # And or BitwiseAnd
            return run.binary(operator, a, b)
        return Expression(f"({one.text} {operator} {two.text})", value, elem, shape)

    def number(self, elem, shape, depth):
        inner = self.tensor(elem, shape, depth)
        if self.elem(elem) in ("f32", "f64") and self.chance(0.4):
            floats = [name for name, kind in self.numbers.items() if kind == "float"]
            if floats and self.chance(0.7):
                name = self.pick(floats)
                return Expression(f"({inner.text} + {name})", lambda run, v: run.binary("+", inner.value(run, v), v[name]), elem, shape)
            return Expression(f"({inner.text} * 0.5f)", lambda run, v: run.binary("*", inner.value(run, v), 0.5), elem, shape)
        text, number = self.integer()
        form = self.pick(["+", "+", "-", "reverse", "*", "%", "/", "max"])
        if form == "reverse":
            return Expression(f"({text} - {inner.text})", lambda run, v: run.binary("-", number(run, v), inner.value(run, v)), elem, shape)
        if form in "%/":
            divisor = self.pick([2, 3, 7])
            return Expression(f"({inner.text} {form} {divisor})", lambda run, v: run.binary(form, inner.value(run, v), divisor), elem, shape)
        if form == "max":
            limit = self.random.randint(-2, 2)
            return Expression(f"op::Max({{{inner.text}, {limit}}})", lambda run, v: run.binary("max", inner.value(run, v), limit), elem, shape)
        return Expression(f"({inner.text} {form} {text})", lambda run, v: run.binary(form, inner.value(run, v), number(run, v)), elem, shape)

    def scalar(self, elem, depth=0):
        """Of rank 0, made of some variable."""
        variable = self.pick(self.tensors())
        largest = f"op::{self.pick(['ReduceMax', 'ReduceMin'])}({variable.text}, {{}}, {{.keepdims = 0}})"
        function = np.max if "Max" in largest else np.min
        reduced = Expression(largest, lambda run, v: run.unary(function, v[variable.text]), variable.elem, None)
        if variable.elem == elem:
            return reduced
        like = self.pick(self.tensors(elem))
        return Expression(f"op::CastLike({largest}, {like.text})", lambda run, v: run.unary(lambda a, b: a.astype(b.dtype), reduced.value(run, v), v[like.text]), elem, None)

    def scaled(self, elem, shape, depth):
        inner, scalar = self.tensor(elem, shape, depth), self.scalar(elem)
        operator = self.pick("+-")
        return Expression(f"({inner.text} {operator} {scalar.text})", lambda run, v: run.binary(operator, inner.value(run, v), scalar.value(run, v)), elem, shape)

    def choice(self, elem, shape, depth):
        text, value, holds, fails = self.truth(0)
        with self.knowing(holds):
            one = self.tensor(elem, shape, depth)
        with self.knowing(fails):
            two = self.tensor(elem, shape, depth)
        return Expression(f"(({text}) ? Tensor({one.text}) : Tensor({two.text}))", lambda run, v: one.value(run, v) if value(run, v) else two.value(run, v), elem, shape)

    def where(self, elem, shape, depth):
        one, two, three = self.tensor(elem, shape, depth), self.tensor(elem, shape, 0), self.tensor(elem, shape, depth)
        operator = self.pick(["<", ">", "<=", "=="])

        def value(run, v):
            a, b, again, c = one.value(run, v), two.value(run, v), one.value(run, v), three.value(run, v)
            chosen = run.binary(operator, a, b)
            return run.make(np.where(chosen.array, a.array, c.array), chosen, again, c)
        return Expression(f"op::Where({one.text} {operator} {two.text}, {one.text}, {three.text})", value, elem, shape)

    def controlled(self, elem, shape, depth):
        """A branch or a loop of the graph."""
        if self.chance(0.4):
            return self.looped(elem, shape, depth)
        scalar, limit = self.scalar(elem), self.random.randint(-2, 2)
        one, two = self.tensor(elem, shape, depth), self.tensor(elem, shape, depth)

        def value(run, v):
            condition = run.binary(">", scalar.value(run, v), limit)
            return run.cond(condition, lambda: one.value(run, v), lambda: two.value(run, v))
        text = f"{scalar.text} > {limit}, [&] {{ return Tensor({one.text}); }}, [&] {{ return Tensor({two.text}); }}"
        return Expression(f"onnxc::cond({text})" if self.chance(0.6) else f"Tensor(op::If({text}))", value, elem, shape)

    def looped(self, elem, shape, depth):
        initial = self.tensor(elem, shape, 0)
        name, index = self.new_name("q"), self.new_name("i")
        with self.hiding(name, elem, shape):
            step = self.tensor(elem, shape, depth)
        if self.chance(0.5):
            count = self.pick([0, 1, 2, 3])
            body = lambda run, v: lambda k, states: [run.binary("+", run.binary("%", step.value(run, {**v, name: states[0]}), 31), k)]
            text = f"onnxc::for_loop({count}, [&](Tensor {index}, Tensor {name}) {{ return {step.text} % 31 + {index}; }}, {initial.text})"
            return Expression(text, lambda run, v: run.loop(Value(np.int64(count)), body(run, v), [initial.value(run, v)])[0], elem, shape)
        bound, number = self.integer(0)
        body = lambda run, v: lambda k, states: [states[0] + 1, run.binary("%", step.value(run, {**v, name: states[1]}), 31)]
        text = (f"std::get<1>(onnxc::while_loop([&](Tensor {index}, Tensor) {{ return {index} < {bound}; }}, "
                f"[&](Tensor {index}, Tensor {name}) {{ return std::tuple(Tensor({index} + 1), Tensor({step.text} % 31)); }}, 0, {initial.text}))")
        return Expression(text, lambda run, v: run.loop(None, body(run, v), [0, initial.value(run, v)], lambda states: states[0] < number(run, v))[1], elem, shape)

