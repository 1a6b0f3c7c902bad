#!/usr/bin/env python3
"""Random programs of traced functions. `trace_program.py SEED` prints one."""

import dataclasses
import random
import re
import sys

import numpy as np

from trace_bodies import Body
from trace_calls import ATTRIBUTE_TYPES, Attribute, Function, Parameter, invoke, random_attribute
from trace_expressions import CPP, Expression, Shape
from trace_values import TYPES, Reject, Run, Value

HEAD = """#include <onnxc/opset20.h>
#include <onnxc/trace.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <cmath>
#include <span>
#include <tuple>
#include <variant>
#include <vector>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::TensorOf, onnxc::FLOAT, onnxc::Slice, onnxc::None, onnxc::Ellipsis;
enum class Mode { A, B, C };
struct Config {
  int64_t k;
  float s;
  Mode mode;
  std::vector<int64_t> list;
};
struct Two {
  Tensor first, second;
};
"""

SCRIPTS = """[[onnx::script]] Tensor s0(Tensor x, int64_t k = 2) {
  for (int64_t i = 0; i < k; ++i)
    x = (x + x) % 31 + i;
  return x;
}
[[onnx::script]] Tensor s1(Tensor x, std::optional<Tensor> o = {}) {
  if (o)
    return x - *o;
  return x + 1;
}
[[onnx::script]] Tensor s2(Tensor x, Tensor y) {
  if (op::ReduceMax(x, {}, {.keepdims = 0}) > op::ReduceMax(y, {}, {.keepdims = 0}))
    return y - 1;
  return x;
}
[[onnx::script]] Tensor s3(Tensor x, int64_t k = 1) {
  return s0(s1(x), k) - s1(x, x);
}
"""


def script_loop(arrays, attributes):
    x = arrays[0]
    for i in range(attributes["k"]):
        x = (np.fmod(x + x, x.dtype.type(31)) + x.dtype.type(i)).astype(x.dtype)
    return x


def script_optional(arrays, _):
    return arrays[0] - arrays[1] if len(arrays) > 1 else arrays[0] + arrays[0].dtype.type(1)


def script_branch(arrays, _):
    return arrays[1] - arrays[1].dtype.type(1) if np.max(arrays[0]) > np.max(arrays[1]) else arrays[0]


def script_calls(arrays, attributes):
    return script_loop([script_optional(arrays, {})], attributes) - script_optional([arrays[0], arrays[0]], {})


SIZES = (1, 3, 5)  # of the symbolic dimensions


@dataclasses.dataclass
class Input:
    name: str
    elem: str
    dims: tuple  # numbers, and "N"; None: its rank is not known

    def text(self):
        shape = "" if self.dims is None else f"[{','.join(map(str, self.dims))}]"
        return f"{self.name}={CPP[self.elem].replace('_t', '')}{shape}"

    def shape(self):
        if self.dims is None:
            return Shape()
        return Shape(self.level(), len(self.dims), len(self.dims))

    def level(self):
        unknown = [axis for axis, size in enumerate(self.dims) if size == "N"]
        return 2 if not unknown else 1 if unknown == [0] else 0

    def feed(self, numbers, size):
        shape = [size if dim == "N" else dim for dim in ((2, size) if self.dims is None else self.dims)]
        values = numbers.integers(-16, 17, shape) / 4 if self.elem[0] == "f" else numbers.integers(-5, 6, shape)
        return np.asarray(values).astype(TYPES[self.elem])


@dataclasses.dataclass
class Main:
    """A request: a traced function with the types of its inputs, and what it must give."""

    name: str
    inputs: list
    attributes: list  # (name, text)
    feeds: list = None
    wants: list = None
    functions: dict = None  # how many of each the model has

    def request(self, namespace):
        return " ".join([f"{namespace}::{self.name}", *[f"--input '{i.text()}'" for i in self.inputs], *[f"--attr {name}={text}" for name, text in self.attributes]])


class Program:
    def __init__(self, seed):
        self.seed, self.name, self.random = seed, f"p{seed}", random.Random(seed)
        self.counter, self.current, self.plain = 0, "", False
        # Has loops whose states meet a type late. Their bodies are built twice, and what the first asks may be more than is needed.
        self.loose = self.random.random() < 0.2
        self.functions, self.lines, self.mains = [], SCRIPTS.splitlines(), []
        x = Parameter("x", "x")
        self.functions += [Function("s0", "s0", "script", [x], [Attribute("k", "int", ("2", 2))], body=script_loop),
                           Function("s1", "s1", "script", [x, Parameter("o", "like", "optional")], [], body=script_optional),
                           Function("s2", "s2", "script", [x, Parameter("y", "like")], [], body=script_branch),
                           Function("s3", "s3", "script", [x], [Attribute("k", "int", ("1", 1))], body=script_calls)]
        for _ in range(self.random.randint(4, 7)):
            self.write_function()
        for _ in range(2):
            self.write_main()

    def new_name(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def text(self):
        return "\n".join([f"namespace {self.name} {{", *self.lines, f"}} // namespace {self.name}"]) + "\n"

    # Functions.

    def write_function(self):
        chance = self.random.random()
        if chance < 0.12:
            return self.write_recursion()
        kind = "free" if chance < 0.55 else "template" if chance < 0.7 else "method" if chance < 0.87 else "plain"
        name = self.new_name("h" if kind == "plain" else "f")
        level = self.random.choice([0, 0, 1, 1, 2])
        function = Function(name, name, kind, [Parameter("x", "x", self.random.choice(["value", "value", "constant"]))], [], level=level)
        function.result = self.random.choice(["same"] * 6 + ["any"] * 2 + ["two", "struct", "many"])
        if kind == "template":
            function.template = self.random.choice(["int", "type"])
        if kind == "method":
            function.owner = self.new_name("L")
            function.name = self.random.choice(["forward", "operator()"])
            function.counted = function.owner + ("" if function.name == "operator()" else ".forward")
            function.result = "same"
            function.parameters.append(Parameter(self.new_name("w"), self.random.choice(["like", "free"]), place="member"))
            function.attributes += [Attribute(self.new_name("m"), kind, place="member") for kind in self.random.sample(["int", "float", "bool", "mode", "list"], self.random.randint(0, 2))]
        elif kind != "plain" and self.random.random() < 0.2:
            function.elem = self.random.choice([("f32",), ("f32", "f64")])
            function.declared = True
        self.add_parameters(function)
        if kind == "free" and self.random.random() < 0.25:
            self.overload(function)
        elif kind in ("free", "plain") and self.random.random() < 0.25:
            function.throws, function.result = True, "same"
        self.write_body(function)
        return self.functions.append(function)

    def overload(self, function):
        """Gives it the name of another function, with which no call can confuse it."""
        others = {f.name: f for f in self.functions if f.kind == "free"}
        for name, other in others.items():
            alike = [f for f in self.functions if f.name == name] + [function]
            sizes = {len(f.parameters) + len(f.attributes) for f in alike}
            plain = not any(a.default for f in alike for a in f.attributes) and not any("." in p.name for f in alike for p in f.parameters)
            if len(sizes) == len(alike) and plain:
                function.name = function.counted = name
                for each in alike:
                    each.inlinable = False
                return

    def add_parameters(self, function):
        chance = self.random.random
        if chance() < 0.4:
            function.parameters.append(Parameter(self.new_name("y"), "like"))
        if chance() < 0.15:
            name = self.new_name("p")
            function.parameters += [Parameter(f"{name}.first", "like"), Parameter(f"{name}.second", "like")]
        if chance() < 0.35:
            function.parameters.append(Parameter(self.new_name("z"), "free", self.random.choice(["value", "constant"])))
        if function.elem == ("f32", "f64") and chance() < 0.7:
            function.parameters.append(Parameter(self.new_name("u"), "number"))
        last = chance()
        if last < 0.2:
            function.parameters.append(Parameter(self.new_name("g"), "like", "optional"))
        elif last < 0.35:
            function.parameters.append(Parameter(self.new_name("v"), "like", "variadic"))
        for kind in self.random.sample(list(ATTRIBUTE_TYPES), self.random.randint(0, 3)):
            function.attributes.append(Attribute(self.new_name("a"), kind))
        if not any(p.how == "variadic" for p in function.parameters):
            for attribute in reversed(function.attributes):
                if attribute.place != "argument" or chance() < 0.5:
                    break
                attribute.default = random_attribute(self.random, attribute.kind)

    def parameter_text(self, function, parameter):
        kind = "Tensor"
        if function.declared and parameter.role in ("x", "number"):
            kind = "FLOAT<>" if function.elem == ("f32",) else "TensorOf<onnxc::Real>"
        return {"value": kind, "constant": f"const {kind} &", "optional": "std::optional<Tensor>", "variadic": self.random.choice(["std::vector<Tensor>", "std::span<const Tensor>"])}[parameter.how] + f" {parameter.name}"

    def signature(self, function):
        result = {"two": self.random.choice(["std::tuple<Tensor, Tensor>", "std::pair<Tensor, Tensor>", "std::array<Tensor, 2>"]), "struct": "Two", "many": "std::vector<Tensor>"}.get(function.result, "Tensor")
        tensors, attributes = function.at("argument")
        texts = [f"Two {p.name[:-6]}" if p.name.endswith(".first") else self.parameter_text(function, p) for p in tensors if p.how != "variadic" and not p.name.endswith(".second")]
        for attribute in attributes:
            kind = ATTRIBUTE_TYPES[attribute.kind]
            kind = f"const {kind} &" if attribute.kind in ("config", "list", "string") and self.random.random() < 0.4 else kind
            texts.append(f"{kind} {attribute.name}" + (f" = {attribute.default[0]}" if attribute.default else ""))
        texts += [self.parameter_text(function, p) for p in tensors if p.how == "variadic"]
        return f"{result} {function.name}({', '.join(texts)})" + (" const" if function.kind == "method" else "")

    def new_body(self, function):
        elem = "f32" if function.declared and function.elem == ("f32",) else "E" + function.counted
        shape = Shape(function.level)
        body = Body(self, list(self.functions), function.result, elem, shape)
        self.current = function.counted
        self.plain = function.kind == "plain"
        for parameter in function.parameters:
            own = (elem, shape) if parameter.role in ("x", "like") else (elem, Shape(0, 0, 0)) if parameter.role == "number" else ("E" + parameter.name, Shape())
            if parameter.how == "optional":
                body.optionals[parameter.name] = own
            elif parameter.how == "variadic":
                body.vectors[parameter.name] = own
            else:
                body.add(parameter.name, *own, mutable=parameter.how == "value" and parameter.place == "argument")
        for attribute in function.attributes:
            body.numbers[attribute.name] = attribute.kind
        if function.template == "int":
            body.numbers["N"] = "int"
        if function.template == "type":
            body.numbers["T"] = "type"
        return body

    def write_body(self, function):
        body = self.new_body(function)
        body.depth = 1 + (function.kind == "method")
        if function.level and self.random.random() < 0.6:
            body.branch(body.size_truth(body.tensors()[0]))
        body.statements(self.random.choice([1, 1, 2, 3, 5]))
        if function.throws:
            body.write_throw()
        body.write_return()
        function.body = body.blocks[0]
        text = "\n".join(body.lines)
        for each in function.parameters + function.attributes:
            each.used = each.place == "argument" or re.search(rf"\b{each.name}\b", text) is not None
        self.write_lines(function, body.lines)

    def write_lines(self, function, lines):
        head = {"plain": "static ", "template": f"template <{'int64_t N' if function.template == 'int' else 'class T'}> [[onnx::trace]] "}.get(function.kind, "[[onnx::trace]] ")
        head += self.signature(function) + " {"
        if function.kind == "method":
            members = [f"  Tensor {p.name};" for p in function.at("member")[0]] + [f"  {ATTRIBUTE_TYPES[a.kind]} {a.name};" for a in function.at("member")[1]]
            self.lines += [f"struct {function.owner} {{", *members, "  " + head, *lines, "  }", "};"]
        else:
            self.lines += [head, *lines, "}"]

    def write_recursion(self):
        """On the rank, or on an attribute."""
        name = self.new_name("f")
        if self.random.random() < 0.5:
            function = Function(name, name, "free", [Parameter("x", "x")], [Attribute("k", "int")])
        else:
            function = Function(name, name, "free", [Parameter("x", "x")], [], result="any")
        body = self.new_body(function)
        if function.attributes:
            text, below = "k <= 0", lambda run, v: v["k"] <= 0
            inner, less = body.tensor(body.x_elem, body.x_shape), ", k - 1"
        else:
            lowest = self.random.randint(0, 1)
            text, below = f"x.rank() <= {lowest}", lambda run, v: run.ask(v["x"], "rank") <= lowest
            step, function_of = self.random.choice([("x[0]", lambda a: a[0]), ("op::ReduceMax(x, {-1}, {.keepdims = 0})", lambda a: np.max(a, axis=-1)),
                                                    ("op::ReduceSum(x, {0}, {.keepdims = 0})", lambda a: np.sum(a, axis=0, dtype=a.dtype))])
            inner, less = Expression(step, lambda run, v: run.unary(function_of, v["x"]), None, None), ""
        last = body.tensor(body.x_elem, body.x_shape)
        lines = [f"  if ({text})", f"    return Tensor({last.text});", f"  return {name}({inner.text}{less}) % 31;"]

        class Recursion:
            def run(self, run, v):
                if below(run, v):
                    return [last.value(run, v)]
                attributes = {"k": v["k"] - 1} if function.attributes else {}
                return [run.binary("%", invoke(run, function, "", {"x": inner.value(run, v)}, attributes)[0], 31)]
        function.body = Recursion()
        self.write_lines(function, lines)
        self.functions.append(function)

    # Mains.

    def variant(self, one, name):
        """The same, or another in one fact."""
        if one.dims is None:
            return dataclasses.replace(one, name=name)
        dims, elem = list(one.dims), one.elem
        chance = self.random.random()
        if chance < 0.45 and dims:
            dims[self.random.randrange(len(dims))] = self.random.randint(1, 3)
        elif chance < 0.65:
            elem = self.random.choice(list(TYPES))
        elif chance < 0.8 and len(dims) < 4:
            dims.append(self.random.randint(1, 3))
        return Input(name, elem, tuple(dims))

    def random_inputs(self):
        inputs = []
        for k in range(self.random.randint(4, 7)):
            name = f"i{k}"
            if inputs and self.random.random() < 0.6:
                inputs.append(self.variant(self.random.choice(inputs), name))
                continue
            dims = [self.random.randint(1, 3) for _ in range(self.random.choice([0, 1, 1, 2, 2, 2, 3, 3]))]
            if dims and self.random.random() < 0.5:
                dims[0 if self.random.random() < 0.8 else self.random.randrange(len(dims))] = "N"
            known = self.random.random() > 0.12
            inputs.append(Input(name, self.random.choice(["f32", "f32", "f64", "i32", "i64"]), tuple(dims) if known else None))
        return inputs

    def write_main(self):
        main = Main(self.new_name("m"), self.random_inputs(), [])
        shapes, given = {}, {}
        body = Body(self, list(self.functions), "many", main.inputs[0].elem, None)
        self.current, self.plain = main.name, False
        for each in main.inputs:
            shape = shapes.setdefault(each.dims, each.shape())
            body.add(each.name, each.elem, shape, mutable=False)
        body.x_shape = shapes[main.inputs[0].dims]
        if self.random.random() < 0.4:
            text, given["k"] = random_attribute(self.random, "int")
            main.attributes.append(("k", text))
            body.numbers["k"] = "int"
        body.allow_return = False
        numbers = np.random.default_rng(self.seed)
        main.feeds = [{each.name: each.feed(numbers, size) for each in main.inputs} for size in SIZES]
        runs = [(Run(), dict(given) | {each.name: Value(feed[each.name], ranked=each.dims is not None) for each in main.inputs}) for feed in main.feeds]
        focus = self.random.sample([f for f in self.functions if f.kind not in ("plain", "script") and not f.throws] + [f for f in self.functions if f.name == "s3"] * 2, 2)
        focus += [f for f in self.functions if f.level and not f.throws][-1:]
        for _ in range(self.random.randint(6, 14)):
            runs = self.try_statement(body, runs, (lambda: body.call_one_of(focus)) if self.random.random() < 0.7 else lambda: body.statements(1))
        results = [v for v in body.tensors() if v.text not in [each.name for each in main.inputs]][-14:]
        if not results:
            results = [body.pick(body.tensors())]
        body.line(f"return {{{', '.join(each.text for each in results)}}};")
        main.wants = [[v[each.text].array for each in results] for _, v in runs]
        counts = [run.functions([v[each.text] for each in results]) for run, v in runs]
        assert counts[0] == counts[1] == counts[2], (self.seed, counts)
        main.functions = counts[0] | {main.name: 1}
        attributes = "".join(f", int64_t {name}" for name, _ in main.attributes)
        self.lines += [f"[[onnx::trace]] std::vector<Tensor> {main.name}({', '.join('Tensor ' + each.name for each in main.inputs)}{attributes}) {{", *body.lines, "}"]
        self.mains.append(main)

    @staticmethod
    def try_statement(body, runs, write):
        """Adds a statement unless its values or its work grow too large."""
        saved = len(body.lines), len(body.blocks[0].steps), len(body.scopes[0]), dict(body.numbers), dict(body.vectors), list(body.local_functions)
        write()
        after = []
        try:
            for run, v in runs:
                run.work, variables = 0, dict(v)
                for step in body.blocks[0].steps[saved[1]:]:
                    step(run, variables)
                after.append((run, variables))
            return after
        except Reject:
            del body.lines[saved[0]:], body.blocks[0].steps[saved[1]:], body.scopes[0][saved[2]:]
            body.numbers, body.vectors, body.local_functions = saved[3:]
            return runs


def render(programs):
    return HEAD + "".join(program.text() for program in programs)


if __name__ == "__main__":
    program = Program(int(sys.argv[1]))
    print(render([program]), end="")
    for main in program.mains:
        print("//", main.request(program.name), main.functions)
