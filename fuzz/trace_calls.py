"""Functions of traced programs, and calls of them."""

import dataclasses

import numpy as np

from trace_expressions import CPP, DTYPES, Expression, Shape
from trace_values import TYPES, Value


@dataclasses.dataclass
class Parameter:
    """A tensor: an argument, a member or a captured variable.

    role: "x": the first; "like": of its type and shape; "free": any; "number": of its type variable, rank 0.
    """

    name: str
    role: str
    how: str = "value"  # value, constant (reference), optional, variadic
    place: str = "argument"
    used: bool = True  # members that the body does not name belong to no key


@dataclasses.dataclass
class Attribute:
    name: str
    kind: str
    default: object = None  # (text, value)
    place: str = "argument"
    used: bool = True
    usual: object = None  # (text, value) of most calls
    parts: object = None  # of a captured Config: the members that the body names

    def key(self, value):
        return repr(value if self.parts is None else [value[k] for k in self.parts])


@dataclasses.dataclass
class Function:
    name: str  # as C++ calls it
    counted: str  # as its FunctionProtos are called; "": it makes none
    kind: str  # free, template, method, lambda, plain, script
    parameters: list
    attributes: list
    result: str = "same"  # same: of the type and shape of x; any: of its type; two, struct, many: several like x
    level: int = 0  # which sizes of x it asks
    elem: object = None  # the only element types of x
    declared: bool = False  # ... which the declaration says
    template: str = ""  # int, type
    owner: str = ""
    body: object = None
    shapes: object = None  # of a lambda: {parameter: (element type, shape)} of what it captures
    inlinable: bool = True
    throws: bool = False

    def at(self, place):
        return [p for p in self.parameters if p.place == place], [a for a in self.attributes if a.place == place]


ATTRIBUTE_TYPES = {"int": "int64_t", "bool": "bool", "float": "float", "string": "std::string", "mode": "Mode", "list": "std::vector<int64_t>", "optional": "std::optional<int64_t>",
                   "config": "Config", "dtype": "onnxc::DType", "tuple": "std::tuple<int64_t, bool>", "variant": "std::variant<int64_t, std::string>", "double": "double"}


def random_attribute(random, kind):
    """(text, value) of an argument."""
    if kind == "int":
        number = random.randint(0, 4)
        return str(number), number
    if kind == "bool":
        truth = random.random() < 0.5
        return ("true" if truth else "false"), truth
    if kind == "float":
        number = random.choice([0.5, 1.0, 1.5, -0.25])
        return f"{number}f", number
    if kind == "string":
        text = random.choice("abc")
        return f'"{text}"', text
    if kind == "mode":
        mode = random.choice("ABC")
        return f"Mode::{mode}", mode
    if kind == "list":
        numbers = [random.randint(0, 4) for _ in range(random.randint(1, 3))]
        return f"std::vector<int64_t>{{{', '.join(map(str, numbers))}}}", numbers
    if kind == "optional":
        number = random.choice([None, 0, 2, 4])
        return ("std::nullopt" if number is None else f"std::optional<int64_t>({number})"), number
    if kind == "double":
        number = random.choice([0.25, 1.0, 2.5, -0.0, 0.0])
        return str(number), number
    if kind == "tuple":
        (k, number), (b, truth) = random_attribute(random, "int"), random_attribute(random, "bool")
        return f"std::tuple<int64_t, bool>({k}, {b})", (number, truth)
    if kind == "variant":
        text, value = random_attribute(random, random.choice(["int", "string"]))
        return f"std::variant<int64_t, std::string>({f'int64_t({text})' if isinstance(value, int) else f'std::string({text})'})", value
    if kind == "dtype":
        name = random.choice(list(TYPES))
        return f"onnxc::DType::{DTYPES[name]}", name
    (k, number), (f, real), (m, mode), (l, numbers) = (random_attribute(random, each) for each in ("int", "float", "mode", "list"))
    return f"Config{{{k}, {f}, {m}, {l}}}", (number, real, mode, tuple(numbers))


def invoke(run, function, template, tensors, attributes, flattened=False):
    """The results of a call. `tensors`: {parameter: Value, None or list}; `attributes`: {name: value}."""
    formals, key = [], [template, len(function.parameters) + len(function.attributes), [(a.name, a.key(attributes[a.name])) for a in function.attributes if a.used]]
    captured = []
    for parameter in function.parameters:
        if not parameter.used:
            continue
        given = tensors[parameter.name]
        values = given if isinstance(given, list) else [] if given is None else [given]
        key.append(len(values))
        formals += values
        if parameter.place != "argument":
            captured += values
    # Captured variables that are one tensor share an input.
    key.append([[id(value) for value in captured].index(id(value)) for value in captured])

    def body(values):
        values, variables = list(values), dict(attributes)
        for parameter in function.parameters:
            if not parameter.used:
                continue
            given = tensors[parameter.name]
            if isinstance(given, list):
                variables[parameter.name] = [values.pop(0) for _ in given]
            else:
                variables[parameter.name] = None if given is None else values.pop(0)
        if template in TYPES:
            variables["T"] = template
        elif template:
            variables["N"] = int(template)
        return function.body.run(run, variables)

    if function.kind == "script":
        return run.script(function.counted, str(key[3:]), formals, lambda arrays: function.body(arrays, attributes))
    if function.declared:
        for parameter in function.parameters:
            for value in [tensors[parameter.name]] if parameter.role in ("x", "number") else []:
                run.ask(value, "type")
    if flattened or function.kind == "plain":
        return body(formals)
    return run.call(function.counted, repr(key), formals, body)


class Calls:
    """For a Body, which knows the variables and functions in sight."""

    def callable(self, elem, shape=None, results=("same",), throws=False):
        def fits(function):
            if function.throws != throws:
                return False
            if function.elem and self.elem(elem) not in function.elem:
                return False
            if shape and function.level > shape.level or function.result not in results:
                return False
            if function.shapes and any(p.role == "like" and function.shapes[p.name] != (elem, shape) for p in function.parameters if p.name in function.shapes):
                return False
            return True
        return [function for function in self.functions + self.local_functions if fits(function)]

    def called(self, elem, shape, depth):
        functions = self.callable(elem, shape)
        if not functions:
            return self.number(elem, shape, depth)
        text, results = self.call(self.pick(functions), elem, shape, depth)
        return Expression(f"Tensor({text})", lambda run, v: results(run, v)[0], elem, shape)

    def call(self, function, elem, shape, depth):
        """(text, (run, variables) -> results)."""
        tensors, attributes, texts = {}, {}, {}
        for parameter in function.parameters:
            if function.kind == "lambda" and parameter.place == "capture":
                continue
            if function.owner[:1] == "o" and parameter.place == "member":
                continue
            texts[parameter.name], tensors[parameter.name] = self.argument(parameter, function, elem, shape, depth)
        omitted = False
        for attribute in reversed(function.attributes):
            if attribute.place == "capture" or function.owner[:1] == "o" and attribute.place == "member":
                continue
            if attribute.default and attribute.place == "argument" and (omitted or attribute is function.attributes[-1]) and self.chance(0.4):
                omitted, default = True, attribute.default[1]
                attributes[attribute.name] = lambda run, v, default=default: default
                continue
            omitted = False
            texts[attribute.name], attributes[attribute.name] = self.attribute_argument(attribute)
        template, template_text = self.template_argument(function)
        flattened = function.inlinable and function.kind in ("free", "template") and self.chance(0.08) and not omitted_any(function, texts)
        text = self.call_text(function, texts, template_text, flattened)

        def results(run, v):
            values = {name: value(run, v) for name, value in tensors.items()}
            numbers = {name: value(run, v) for name, value in attributes.items()}
            for parameter in function.parameters:
                if parameter.name in values and parameter.role in ("x", "like", "free") and parameter.how != "variadic" and values[parameter.name] is not None:
                    values[parameter.name] = run.argument(values[parameter.name])
                elif parameter.role == "number":
                    value = values[parameter.name]
                    values[parameter.name] = value if isinstance(value, Value) else run.number(value, values["x"])
            held = v[function.owner or function.name] if function.kind == "lambda" or function.owner[:1] == "o" else {}
            for name, value in held.items():
                value = value(v) if callable(value) else value
                (values if name in [p.name for p in function.parameters] else numbers)[name] = value
            return invoke(run, function, template(v), values, numbers, flattened)
        return text, results

    def call_text(self, function, texts, template, flattened):
        names = [p.name for p in function.parameters if p.place == "argument"] + [a.name for a in function.attributes if a.place == "argument"]
        if any(p.how == "variadic" for p in function.parameters):
            variadic = next(p.name for p in function.parameters if p.how == "variadic")
            names = [name for name in names if name != variadic] + [variadic]
        for name in [name for name in names if name.endswith(".first")]:
            other = name[:-5] + "second"
            texts[name] = f"Two{{{texts[name]}, {texts[other]}}}"
            names.remove(other)
        arguments = ", ".join(texts[name] for name in names if name in texts)
        if function.kind == "method":
            held = [texts[x.name] for x in function.parameters + function.attributes if x.place == "member" and x.name in texts]
            target = function.owner if function.owner[0] == "o" else f"{function.owner}{{{', '.join(held)}}}"
            return f"{target}({arguments})" if function.name == "operator()" else f"{target}.{function.name}({arguments})"
        return f"onnxc::inlined({self.overloaded(function)}{template})({arguments})" if flattened else f"{function.name}{template}({arguments})"

    @staticmethod
    def overloaded(function):
        return function.name

    def template_argument(self, function):
        if function.template == "int":
            number = self.random.randint(1, 3)
            if self.numbers.get("N") and self.chance(0.3):
                return lambda v: str(v["N"]), "<N>"
            return lambda v: str(number), f"<{number}>"
        if function.template == "outer":  # a lambda in a template
            return lambda v: str(v["N"]) if "N" in v else v["T"], ""
        if function.template == "type":
            name = self.pick(list(TYPES))
            return lambda v: name, f"<{CPP[name]}>"
        return lambda v: "", ""

    def attribute_argument(self, attribute):
        if self.chance(0.6):
            attribute.usual = attribute.usual or random_attribute(self.random, attribute.kind)
            text, value = attribute.usual
            return text, lambda run, v: value
        names = [name for name, kind in self.numbers.items() if kind == attribute.kind and (kind == "int" or name != "N")]
        if attribute.kind == "int" and self.chance(0.4):
            return self.integer()
        if names and self.chance(0.4):
            name = self.pick(names)
            return name, lambda run, v: v[name]
        text, value = random_attribute(self.random, attribute.kind)
        return text, lambda run, v: value

    def argument(self, parameter, function, elem, shape, depth):
        if parameter.how == "variadic":
            return self.variadic_argument(elem, shape)
        if parameter.how == "optional" and self.chance(0.4):
            return "std::nullopt", lambda run, v: None
        if parameter.how == "optional":
            known = [name for name, (e, s) in self.optionals.items() if (e, s) == (elem, shape)]
            if known and self.chance(0.4):
                name = self.pick(known)
                return name, lambda run, v: v[name]
        if parameter.role == "number":
            number = self.pick([0.5, 1.5, 2.0])
            return (f"{number}f", lambda run, v: number) if self.chance(0.7) else self.both(self.scalar(elem))
        if parameter.role == "free":
            if parameter.place == "argument" and self.chance(0.2):
                number = self.pick([2, 3, 1.5, -1])
                return (f"{number}f" if isinstance(number, float) else str(number)), lambda run, v: number
            if parameter.place == "member" and self.chance(0.4):
                numbers = [self.random.randint(-3, 3) for _ in range(self.random.randint(1, 3))]
                array = np.array(numbers, np.int64)
                return f"onnxc::tensor<int64_t>({{{', '.join(map(str, numbers))}}})", lambda run, v: Value(array)
            return self.both(self.pick(self.tensors()))
        return self.both(self.tensor(elem, shape, min(depth, 1)))

    @staticmethod
    def both(expression):
        return expression.text, expression.value

    def variadic_argument(self, elem, shape):
        known = [name for name, (e, s) in self.vectors.items() if (e, s) == (elem, shape)]
        if known and self.chance(0.5):
            name = self.pick(known)
            return f"std::vector<Tensor>({name}.begin(), {name}.end())", lambda run, v: list(v[name])
        parts = [self.tensor(elem, shape, 0) for _ in range(self.random.randint(0, 3))]
        return f"std::vector<Tensor>{{{', '.join(f'Tensor({p.text})' for p in parts)}}}", lambda run, v: [p.value(run, v) for p in parts]


def omitted_any(function, texts):
    return any(a.place == "argument" and a.name not in texts for a in function.attributes)


def shape_like(function, parameter, shapes):
    """The Shape of a parameter in the function's body."""
    if parameter.role in ("x", "like"):
        return shapes.setdefault("x", Shape(function.level))
    return shapes.setdefault(parameter.name, Shape(0, 0, 0 if parameter.role == "number" else 5))
