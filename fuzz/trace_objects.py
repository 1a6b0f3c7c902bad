"""Lambdas and objects inside of traced functions."""

import dataclasses
import re

from trace_calls import Attribute, Function, Parameter
from trace_expressions import Shape


class Objects:
    """For a Body, which knows the variables in sight and writes lines."""

    def object_or_lambda(self):
        if self.program.plain or self.depth > 3:
            return self.declare()
        methods = [f for f in self.functions if f.kind == "method"]
        if methods and self.chance(0.5):
            return self.declare_object(self.pick(methods))
        return self.declare_lambda()

    def declare_object(self, function):
        elem, shape = self.some()
        if function not in self.callable(elem, shape, (function.result,)):
            return self.declare()
        name, texts, values = self.new_name("o"), [], {}
        for parameter in function.at("member")[0]:
            text, values[parameter.name] = self.argument(parameter, function, elem, shape, 1)
            texts.append(text)
        for attribute in function.at("member")[1]:
            text, values[attribute.name] = self.attribute_argument(attribute)
            texts.append(text)
        self.line(f"{function.owner} {name}{{{', '.join(texts)}}};")
        self.step(lambda run, v: v.update({name: {key: value(run, v) for key, value in values.items()}}))
        self.local_functions.append(dataclasses.replace(function, owner=name, shapes={p.name: (elem, shape) for p in function.at("member")[0]}))
        return None

    def declare_lambda(self):
        """Captures tensors and numbers, by value or by reference."""
        elem, shape = self.some()
        name, z = self.new_name("l"), self.new_name("z")
        visible = [v for v in self.tensors() if v.text[0] != "w" and "." not in v.text]  # members are no variables
        like, free = self.pick([v for v in visible if v.elem == elem and v.shape is shape] or [None]), self.pick(visible or [None])
        if like is None:
            return self.declare()
        captured = [Parameter(like.text, "like", place="capture")] + [Parameter(free.text, "free", place="capture")] * (free.text != like.text)
        numbers = [n for n, kind in self.numbers.items() if n[0] not in "TNm" and kind in ("int", "bool", "float", "mode", "list", "config")]
        number = self.pick(numbers) if numbers else None
        inner = type(self)(self.program, [f for f in self.functions if f.kind != "plain"], "same", "E" + name, Shape(shape.level))
        inner.add(z, inner.x_elem, inner.x_shape)
        inner.add(like.text, inner.x_elem, inner.x_shape, mutable=False)
        if free is not like and free.text != like.text:
            inner.add(free.text, "F" + name, Shape(), mutable=False)
        if number:
            inner.numbers[number] = self.numbers[number]
        inner.numbers |= {n: self.numbers[n] for n in "NT" if n in self.numbers}
        inner.depth, inner.allow_return = self.depth + 1, False
        inner.statements(self.random.randint(0, 2))
        inner.write_return()
        text = "\n".join(inner.lines)
        used = [p for p in captured if re.search(rf"\b{p.name}\b", text)]
        held = [number] * bool(number and re.search(rf"\b{number}\b", text))
        explicit = ", ".join([self.pick(["", "&"]) + n for n in [p.name for p in used] + held])
        capture = self.pick([explicit, explicit, "=", "&"])
        self.line(f"auto {name} = [{capture}] [[onnx::trace]] (Tensor {z}) {{")
        self.lines += inner.lines
        self.line("};")
        references = {n for n in [p.name for p in used] + held if capture == "&" or f"&{n}" in capture.split(", ")}

        def define(run, v):
            v[name] = {n: (lambda v, n=n: v[n]) if n in references else v[n] for n in [p.name for p in used] + held}
        self.step(define)
        attributes = [Attribute(n, self.numbers[n], place="capture", parts=parts_of(n, text) if self.numbers[n] == "config" else None) for n in held]
        self.local_functions.append(Function(name, f"{self.program.current}.{name}", "lambda", [Parameter(z, "x"), *used], attributes, level=shape.level, body=inner.blocks[0],
                                             template="outer" if "N" in self.numbers or "T" in self.numbers else "",
                                             shapes={p.name: (elem, shape) for p in used}))


def parts_of(name, text):
    """Which members of a captured Config the text names; None: all."""
    if re.search(rf"\b{name}\b(?!\.)", text):
        return None
    return [k for k, member in enumerate(["k", "s", "mode", "list"]) if f"{name}.{member}" in text]
