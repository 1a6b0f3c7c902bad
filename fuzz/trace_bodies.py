"""Bodies of traced functions: statements, and the values that they give a Run."""

import contextlib

import numpy as np

from trace_calls import Calls
from trace_expressions import Expression, Expressions, Shape
from trace_objects import Objects
from trace_tensors import Tensors
from trace_values import Thrown, Value


class Steps:
    """What a block of statements does; its value is that of the `return` that it meets, or None."""

    def __init__(self):
        self.steps = []

    def run(self, run, variables):
        for step in self.steps:
            results = step(run, variables)
            if results is not None:
                return results
        return None


class Body(Expressions, Calls, Tensors, Objects):
    def __init__(self, program, functions, result, elem, shape):
        self.program, self.random, self.functions, self.local_functions = program, program.random, functions, []
        self.result, self.x_elem, self.x_shape = result, elem, shape
        self.scopes, self.numbers, self.optionals, self.vectors, self.constants = [[]], {}, {}, {}, set()
        self.known_types, self.known_ranks = {}, {}
        self.lines, self.depth, self.blocks, self.allow_return = [], 1, [Steps()], True

    # Names.

    def pick(self, choices):
        return self.random.choice(choices)

    def chance(self, probability):
        return self.random.random() < probability

    def new_name(self, prefix):
        return self.program.new_name(prefix)

    def add(self, name, elem, shape, mutable=True):
        variable = Expression(name, lambda run, v: v[name], elem, shape)
        self.scopes[-1].append(variable)
        if not mutable:
            self.constants.add(name)
        return variable

    def tensors(self, elem=None, shape=None):
        return [v for scope in self.scopes for v in scope if (elem is None or v.elem == elem) and (shape is None or v.shape is shape)]

    @contextlib.contextmanager
    def hiding(self, name, elem, shape):
        """With a variable more."""
        self.scopes.append([])
        self.add(name, elem, shape, mutable=False)
        yield
        self.scopes.pop()

    @contextlib.contextmanager
    def knowing(self, known):
        saved = dict(self.known_types), dict(self.known_ranks)
        for what, value in known.items():
            if isinstance(what, Shape):
                low, high = self.rank_bounds(what)
                self.known_ranks[what] = (max(low, value[0]), max(min(high, value[1]), max(low, value[0])))
            else:
                self.known_types[what] = value
        yield
        self.known_types, self.known_ranks = saved

    @contextlib.contextmanager
    def block(self, known=None):
        """A nested list of statements; gives its Steps."""
        saved = dict(self.numbers), dict(self.optionals), dict(self.vectors), list(self.local_functions)
        self.scopes.append([])
        self.depth += 1
        self.blocks.append(Steps())
        with self.knowing(known or {}):
            yield self.blocks[-1]
        self.blocks.pop()
        self.depth -= 1
        self.scopes.pop()
        self.numbers, self.optionals, self.vectors, self.local_functions = saved

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def step(self, function):
        self.blocks[-1].steps.append(function)

    def set(self, name, value):
        """name = value."""
        def assign(run, v):
            v[name] = value(run, v)
        self.step(assign)

    # Statements.

    def statements(self, count):
        for _ in range(count):
            makers = [self.declare] * 3 + [self.declare_other] * 3 + [self.assign] * 3 + [self.several] * 2 + [self.object_or_lambda] * 2
            if self.depth < 4:
                makers += [self.branch] * 4 + [self.loop, self.collect, self.accumulate, self.attempt] + [self.states] * 2 * self.program.loose
            makers += [self.use_optional] * 2 * bool(self.optionals) + [self.use_vector] * 2 * bool(self.vectors)
            self.pick(makers)()

    def some(self):
        """The element type and shape of some tensor, most often x's."""
        variable = self.pick(self.tensors())
        return (self.x_elem, self.x_shape) if self.chance(0.5) else (variable.elem, variable.shape)

    def declare(self):
        elem, shape = self.some()
        value, name = self.tensor(elem, shape), self.new_name("t")
        self.line(f"{self.pick(['Tensor', 'Tensor', 'const Tensor'])} {name} = {value.text};")
        self.set(name, value.value)
        self.add(name, elem, shape, mutable=not self.lines[-1].lstrip().startswith("const"))

    def assign(self):
        targets = [v for v in self.tensors() if v.text not in self.constants]
        if not targets:
            return self.declare()
        target = self.pick(targets)
        value = self.tensor(target.elem, target.shape)
        if self.chance(0.4):
            self.line(f"{target.text} += {value.text};")
            self.set(target.text, lambda run, v: run.binary("+", v[target.text], value.value(run, v)))
        else:
            self.line(f"{target.text} = {value.text};")
            self.set(target.text, value.value)

    def declare_other(self):
        """A tensor of a shape or an element type of its own."""
        made = self.other(self.pick(self.tensors()))
        name = self.new_name("t")
        self.line(f"Tensor {name} = {made.text};")
        self.set(name, made.value)
        self.add(name, made.elem, made.shape)

    def branch(self, condition=None):
        text, value, holds, fails = condition or self.truth()
        self.line(f"if ({text}) {{")
        with self.block(holds) as then:
            self.statements(self.random.randint(1, 2))
            if self.allow_return and self.chance(0.25):
                self.write_return()
        other = None
        if self.chance(0.5):
            self.line("} else {")
            with self.block(fails) as other:
                self.statements(self.random.randint(1, 2))
        self.line("}")
        self.step(lambda run, v: then.run(run, v) if value(run, v) else other.run(run, v) if other else None)

    def loop(self):
        """Unrolled by C++."""
        name = self.new_name("n")
        lists = [each for each, kind in self.numbers.items() if kind == "list"]
        if lists and self.chance(0.4):
            chosen = self.pick(lists)
            self.line(f"for (int64_t {name} : {chosen}) {{")
            values = lambda run, v: v[chosen]
        else:
            text, number = self.integer()
            self.line(f"for (int64_t {name} = 0; {name} < {text}; ++{name}) {{")
            values = lambda run, v: counted(lambda: number(run, v))
        with self.block() as inner:
            self.numbers[name] = "int"
            self.statements(self.random.randint(1, 2))
        self.line("}")

        def repeat(run, v):
            for value in values(run, v):
                v[name] = value
                results = inner.run(run, v)
                if results is not None:
                    return results
            return None
        self.step(repeat)

    def collect(self):
        """A vector of tensors."""
        elem, shape = self.some()
        name, index = self.new_name("c"), self.new_name("n")
        text, number = self.integer()
        self.line(f"std::vector<Tensor> {name};")
        self.line(f"for (int64_t {index} = 0; {index} < {text}; ++{index})")
        saved = dict(self.numbers)
        self.numbers[index] = "int"
        value = self.tensor(elem, shape)
        self.numbers = saved
        self.line(f"  {name}.push_back({value.text});")

        def fill(run, v):
            v[name] = []
            for k in counted(lambda: number(run, v)):
                v[index] = k
                v[name].append(value.value(run, v))
        self.step(fill)
        self.vectors[name] = (elem, shape)

    def use_vector(self):
        name = self.pick(list(self.vectors))
        elem, shape = self.vectors[name]
        targets = [v for v in self.tensors(elem, shape) if v.text not in self.constants]
        if not targets:
            return self.declare()
        target, element = self.pick(targets).text, self.new_name("e")
        if self.chance(0.3):
            self.line(f"if ({name}.size() > 1)")
            self.line(f"  {target} = {target} - {name}[1];")
            self.step(lambda run, v: v.update({target: run.binary("-", v[target], v[name][1])}) if len(v[name]) > 1 else None)
            return None
        self.line(f"for (const Tensor &{element} : {name})")
        self.line(f"  {target} = {target} % 31 + {element};")

        def add(run, v):
            for each in v[name]:
                v[target] = run.binary("+", run.binary("%", v[target], 31), each)
        return self.step(add)

    def use_optional(self):
        name = self.pick(list(self.optionals))
        elem, shape = self.optionals[name]
        targets = [v for v in self.tensors(elem, shape) if v.text not in self.constants]
        if not targets:
            return self.declare()
        target = self.pick(targets).text
        self.line(f"if ({self.pick([name, name + '.has_value()'])})")
        self.line(f"  {target} = {target} - *{name};")
        return self.step(lambda run, v: v.update({target: run.binary("-", v[target], v[name])}) if v[name] is not None else None)

    def accumulate(self):
        """A number that meets a tensor in a loop."""
        elem, shape = self.some()
        name, index, result = self.new_name("k"), self.new_name("n"), self.new_name("t")
        text, number = self.integer()
        value, last, first = self.tensor(elem, shape, 1), self.tensor(elem, shape, 0), self.random.randint(0, 2)
        self.line(f"Tensor {name} = {first};")
        self.line(f"for (int64_t {index} = 0; {index} < {text}; ++{index})")
        self.line(f"  {name} = {name} + {value.text};")
        self.line(f"Tensor {result} = {last.text} - {name};")

        def add(run, v):
            v[name] = first
            for _ in counted(lambda: number(run, v)):
                v[name] = run.binary("+", v[name], value.value(run, v))
            v[result] = run.binary("-", last.value(run, v), v[name])
        self.step(add)
        self.add(result, elem, shape)

    def call_one_of(self, functions):
        """For mains: calls with tensors of any kind in sight."""
        function, variable = self.pick(functions), self.pick(self.tensors())
        elem, shape = variable.elem, variable.shape
        if function not in self.callable(elem, shape, (function.result,)):
            return self.declare()
        if function.result in ("two", "struct", "many"):
            return self.several(function, elem, shape)
        text, results = self.call(function, elem, shape, 1)
        name = self.new_name("t")
        self.line(f"Tensor {name} = {text};")
        self.set(name, lambda run, v: results(run, v)[0])
        return self.add(name, elem, shape if function.result == "same" else Shape())

    def states(self):
        """A loop of the graph whose states are a number that meets a type, and a tensor."""
        elem, shape = self.some()
        inner, outer, count = self.new_name("q"), self.tensor(elem, shape, 1), self.random.randint(1, 3)
        number, initial, names = self.new_name("k"), self.tensor(elem, shape, 0), [self.new_name("t") for _ in range(3)]
        with self.hiding(inner, elem, shape):
            step = self.tensor(elem, shape)
        self.line(f"auto [{names[0]}, {names[1]}] = onnxc::for_loop({count}, [&](Tensor, Tensor {number}, Tensor {inner}) {{")
        self.line(f"  return std::tuple(Tensor(({number} + {outer.text}) % 31), Tensor({step.text} % 31));")
        self.line(f"}}, 0, {initial.text});")
        self.line(f"Tensor {names[2]} = op::Reshape({names[0]}, {{-1}});")

        def loop(run, v):
            start = Value(np.zeros((), initial.value(run, v).array.dtype))

            def body(_, states):
                v2 = {**v, inner: states[1]}
                added = run.binary("+", 0, outer.value(run, v2)) if states[0] is start or states[0].array is start.array else run.binary("+", states[0], outer.value(run, v2))
                return [run.binary("%", added, 31), run.binary("%", step.value(run, v2), 31)]
            last = run.loop(Value(np.int64(count)), body, [start, initial.value(run, v)], changing=True)
            v[names[1]], v[names[2]] = last[1], run.unary(lambda a: a.reshape(-1), last[0])
        self.step(loop)
        self.add(names[1], elem, shape, mutable=False)
        self.add(names[2], elem, Shape(0, 1, 1))

    def attempt(self):
        """A call that may throw."""
        elem, shape = self.some()
        functions = self.callable(elem, shape, throws=True)
        if not functions:
            return self.declare()
        name, before = self.new_name("t"), self.tensor(elem, shape, 1)
        text, results = self.call(self.pick(functions), elem, shape, 1)
        self.line(f"Tensor {name} = {before.text};")
        self.line("try {")
        self.line(f"  {name} = {text};")
        self.line("} catch (const std::runtime_error &) {")
        self.line(f"  {name} = {name} - 1;")
        self.line("}")

        def attempt(run, v):
            v[name] = before.value(run, v)
            try:
                v[name] = results(run, v)[0]
            except Thrown:
                v[name] = run.binary("-", v[name], 1)
        self.step(attempt)
        return self.add(name, elem, shape)

    def write_throw(self):
        text, value, _, _ = self.truth()
        self.line(f"if ({text})")
        self.line('  throw std::runtime_error("refused");')

        def throw(run, v):
            if value(run, v):
                raise Thrown
        self.step(throw)

    def several(self, function=None, elem=None, shape=None):
        """A function with several results."""
        if not function:
            elem, shape = self.some()
            functions = self.callable(elem, shape, ("two", "struct", "many"))
            if not functions:
                return self.declare()
            function = self.pick(functions)
        text, results = self.call(function, elem, shape, 1)
        if function.result == "many":
            name = self.new_name("c")
            self.line(f"std::vector<Tensor> {name} = {text};")
            self.set(name, results)
            self.vectors[name] = (elem, shape)
            return None
        names = [self.new_name("t") for _ in range(2)]
        if function.result == "struct" and self.chance(0.5):
            name = self.new_name("r")
            self.line(f"Two {name} = {text};")
            self.line(f"Tensor {names[0]} = {name}.first, {names[1]} = {name}.second;")
        else:
            self.line(f"auto [{', '.join(names)}] = {text};")
        self.step(lambda run, v: v.update(zip(names, results(run, v))))
        for name in names:
            self.add(name, elem, shape, mutable=False)
        return None

    def write_return(self):
        values = [self.returned() for _ in range(self.random.randint(1, 2) if self.result == "many" else 2 if self.result in ("two", "struct") else 1)]
        if self.result == "any" and self.chance(0.8):
            sources = [v for v in self.tensors(self.x_elem)]
            made = self.other(self.pick(sources))
            values = [made if made.elem == self.x_elem else Expression(f"op::CastLike({made.text}, {sources[0].text})", self.cast_like(made, sources[0]), self.x_elem, made.shape)]
        texts = ", ".join(value.text for value in values)
        self.line(f"return {{{texts}}};" if self.result in ("two", "struct", "many") else f"return Tensor({texts});")
        self.step(lambda run, v: [run.argument(value.value(run, v)) for value in values])

    @staticmethod
    def cast_like(made, like):
        return lambda run, v: run.unary(lambda a, b: a.astype(b.dtype), made.value(run, v), like.value(run, v))

    def returned(self):
        if self.callable(self.x_elem, self.x_shape) and self.chance(0.3):
            return self.called(self.x_elem, self.x_shape, 0)
        value = self.tensor(self.x_elem, self.x_shape)
        if self.chance(0.6):
            scalar = self.scalar(self.x_elem)
            return Expression(f"({value.text} + {scalar.text})", lambda run, v: run.binary("+", value.value(run, v), scalar.value(run, v)), self.x_elem, self.x_shape)
        return value


def counted(bound):
    """0, 1, ... below what `bound` gives each time that it is asked."""
    k = 0
    while k < bound():
        yield k
        k += 1
