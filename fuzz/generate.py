#!/usr/bin/env python3
"""Random well-typed scripts with control flow.

usage: generate.py SEED [--native]     prints one program, as a script or as the same program in plain C++

A program is one text. `render` makes the two sources of it: the script includes onnxc's headers, its plain twin includes native.h,
where a tensor is a number. Programs always end: a loop counts something that its body can only move forward.
"""

import collections
import random
import re
import sys

from expressions import Expressions

KIND_NAMES = {"I": "INT64", "F": "FLOAT", "D": "DOUBLE"}
CONTAINERS = ["if", "else", "switch", "for_int", "for_tensor", "range_for", "while", "do_while", "for_ever", "unrolled", "lambda", "helper", "scripted", "block"]
JUMPS = ["break", "continue", "return"]
LEAVES = ["declare", "assign", "compound", "increment", "ternary", "call_helper", "call_reference", "call_lambda", "call_scripted", "call_tuple", "struct", "struct_copy",
          "method", "array", "reference", "shadow", "set_in_both", "index", "index_put", "attribute", "logic", "cast", "flexible", "scalar", "op_if", "swap", "chained"]
CONSTRUCTS = CONTAINERS + JUMPS + LEAVES

FUNCTIONS = ["helper", "scripted"]


def can_nest(outer, inner):
    """Whether `inner` can stand inside of `outer`: functions are not nested; a callee may have no attribute to switch on."""
    return inner not in FUNCTIONS and not (outer == "helper" and inner in ("switch", "attribute"))


class Variable:
    def __init__(self, name, kind, vector=False, mutable=True, root=None):
        self.name, self.kind, self.vector, self.mutable = name, kind, vector, mutable
        self.root = root or name  # the C++ name that must be in sight

    def is_a(self, kind, vector=False):
        return self.kind == kind and self.vector == vector


class Callee:
    """A function or lambda that a program can call. A parameter is (kind, vector, by reference); results are kinds."""

    def __init__(self, name, parameters, results, modes=0):
        self.name, self.parameters, self.results, self.modes = name, parameters, results, modes

    @property
    def pure(self):
        return not any(reference for _, _, reference in self.parameters)


class Program(Expressions):
    """Writes one program. `body` holds its text, `counts` and `pairs` what occurred in it and inside of what."""

    def __init__(self, seed, size=30):
        self.random = random.Random(seed)
        self.name, self.size = f"p{seed}", size
        self.counts, self.pairs = collections.Counter(), collections.Counter()
        self.fresh = collections.Counter()
        self.scopes, self.lines, self.stack = [], [], []
        self.callees, self.lambdas = [], []
        self.modes = []
        self.constant_captures = 0
        self.loops = self.depth = self.budget = self.jumpable = 0
        self.write()

    # What occurs.

    def saw(self, construct):
        self.counts[construct] += 1
        for outer in set(self.stack):
            self.pairs[outer, construct] += 1

    # Names and scopes.

    def new_name(self, prefix):
        self.fresh[prefix] += 1
        return f"{prefix}{self.fresh[prefix]}"

    def visible(self):
        found = {}
        for scope in self.scopes:
            for variable in scope:
                found = {name: other for name, other in found.items() if other.root != variable.name}
                found[variable.name] = variable
        return list(found.values())

    def variables(self, kind, vector=False, mutable=False):
        return [v for v in self.visible() if v.is_a(kind, vector) and (v.mutable or not mutable)]

    def tensors(self, mutable=True):
        return [v for v in self.visible() if v.kind in "IFDB" and (v.mutable or not mutable)]

    def add(self, *arguments, **options):
        self.scopes[-1].append(Variable(*arguments, **options))

    def line(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    # Functions.

    def write(self):
        self.write_structs()
        functions = ["scripted"] * self.random.randint(0, 2) + ["helper"] * self.random.randint(1, 2)
        self.random.shuffle(functions)
        for what in functions:
            self.write_function(what, self.random.randint(3, 7))
        self.write_main()

    def write_structs(self):
        kinds = self.random.choice(["IF", "FI", "II", "FF", "IFI"])
        self.struct = [(f"m{k}", kind) for k, kind in enumerate(kinds)]
        step = {"I": "({m} * 3 + t) % 211", "F": "({m} + 0.5f) % 31.0f"}
        members = ", ".join(name for name, _ in self.struct)
        taker = next((name for name, kind in self.struct if kind == "I"), None)
        self.lines.append(f"struct S {{ Tensor {members};")
        updates = [f"{name} = {step[kind].format(m=name)};" for name, kind in self.struct if kind == "F" or taker]
        self.lines.append(f"  void step(const Tensor &t) {{ if ({members.split(', ')[0]} > 3) {{ {' '.join(updates)} }} else {self.struct[-1][0]} = {self.struct[-1][0]} + 1; }}")
        self.lines.append("};")

    def start_function(self, parameters, results, size):
        self.scopes = [[]]
        for name, kind, vector in parameters:
            self.add(name, kind, vector)
        self.returns, self.budget, self.depth, self.loops, self.lambdas, self.lambda_depth = results, size, 0, 0, [], 0

    def write_function(self, what, size):
        name = self.new_name("g" if what == "scripted" else "h")
        parameters = []
        for k in range(self.random.randint(2, 4)):
            kind = "IF"[k] if k < 2 else self.random.choice("IF")
            parameters.append((kind, k > 1 and self.random.random() < 0.4, what == "helper" and self.random.random() < 0.5))
        results = [self.random.choice("IF") for _ in range(2 if what == "scripted" and self.random.random() < 0.4 else 1)]
        texts = [self.parameter(what, f"a{k}", *parameter) for k, parameter in enumerate(parameters)]
        modes = 1 if what == "scripted" and self.random.random() < 0.7 else 0
        self.modes = ["mode"] * modes
        if modes:
            texts.append("int64_t mode = 2")
        single = self.typed(results[0], False) if what == "scripted" and self.random.random() < 0.6 else "Tensor"
        result = single if len(results) == 1 else f"std::tuple<{', '.join(self.typed(kind, False) for kind in results)}>"
        prefix = "[[onnx::script]] " if what == "scripted" else "static "
        self.lines.append(f"{prefix}{result} {name}({', '.join(texts)}) {{")
        self.start_function([(f"a{k}", kind, vector) for k, (kind, vector, _) in enumerate(parameters)], results, size)
        self.stack.append(what)
        self.saw(what)
        self.statements()
        self.write_return()
        self.stack.pop()
        self.lines.append("}")
        self.callees.append(Callee(name, parameters, results, modes))

    def typed(self, kind, vector):
        return f"{KIND_NAMES[kind]}<{'3' if vector else 'scalar'}>"

    def parameter(self, what, name, kind, vector, reference):
        if reference:
            return f"Tensor &{name}"
        if what == "scripted" and self.random.random() < 0.6:
            return f"{self.typed(kind, vector)} {name}"
        return f"Tensor {name}"

    def write_main(self):
        parameters = [("a", "I", False), ("b", "I", False), ("x", "F", False), ("y", "F", False), ("d", "D", False), ("v", "I", True), ("w", "F", True)]
        texts = [f"{self.typed(kind, vector)} {name}" for name, kind, vector in parameters]
        results = ["I", "F", "D", "VI", "VF"]
        self.modes = ["mode", "level"]
        types = [self.typed(kind[-1], kind[0] == "V") for kind in results]
        self.lines.append(f"[[onnx::script]] std::tuple<{', '.join(types)}> f({', '.join(texts)}, int64_t mode = 1, int64_t level = 0, float alpha = 0.5f) {{")
        self.start_function(parameters, results, self.size)
        # Parameters have a declared type, which a variable may not keep.
        self.statements()
        self.write_return()
        self.lines.append("}")

    def write_return(self):
        values = [self.returned(kind) for kind in self.returns]
        self.line(f"return {values[0]};" if len(values) == 1 else f"return {{{', '.join(values)}}};")

    def returned(self, kind):
        """A value that depends on much of what is in sight."""
        vector, kind = kind[0] == "V", kind[-1]
        names = [v.name for v in self.variables(kind, vector)]
        self.random.shuffle(names)
        if not names:
            return self.expression(kind, vector, 1)
        factors = [f"{name} * {k * 2 + 1}" if k else name for k, name in enumerate(names[:6])]
        if kind == "I" and not vector:
            factors += [f"cast<int64_t>({v.name})" for v in self.variables("B")[-2:]]
            factors += [v.name for v in self.variables("ci")[-2:]]
        return " + ".join(factors)

    # Statements.

    def block(self, *constructs, before=(), after=()):
        """A nested list of statements: `before` are lines at its start."""
        self.scopes.append([])
        self.stack += constructs
        self.depth += 1
        for text in before:
            self.line(text)
        self.statements(self.random.randint(1, 4))
        for text in after:
            self.line(text)
        self.depth -= 1
        del self.stack[len(self.stack) - len(constructs):]
        self.scopes.pop()

    def statements(self, most=1000):
        """At least one statement, else as many as the budget allows."""
        done = False
        while not done or (self.budget > 0 and most > 0):
            self.budget -= 1
            most -= 1
            done = True
            if self.statement():
                return

    def statement(self):
        """One statement; true if nothing can follow it."""
        choices = [(self.declare, 3), (self.assign, 4), (self.compound, 3), (self.increment, 2), (self.declare_struct, 2), (self.call_method, 2), (self.declare_array, 1), (self.declare_reference, 1),
                   (self.declare_scalar, 1), (self.declare_flexible, 1), (self.set_in_both, 2), (self.put, 2), (self.call, 3), (self.swap, 1), (self.chained, 1)]
        if self.depth < 5 and self.budget > 0:
            choices += [(self.if_statement, 6), (self.switch, 2), (self.bare_block, 2), (self.define_lambda, 2)]
        if self.depth < 5 and self.loops < 3 and self.budget > 0:
            choices += [(self.for_int, 2), (self.for_tensor, 2), (self.range_for, 2), (self.while_loop, 2), (self.do_while, 2), (self.for_ever, 2), (self.unrolled, 2)]
        if self.depth:
            choices += [(self.jump, 4)]
        methods, weights = zip(*choices)
        return self.random.choices(methods, weights)[0]()

    def declare(self):
        kind, vector = self.random.choice([("I", False)] * 3 + [("F", False)] * 3 + [("B", False)] * 2 + [("D", False), ("I", True), ("F", True)])
        text = self.expression(kind, vector)
        name = self.new_name(kind.lower())
        shadowed = [v for v in self.tensors(False) if v.name.isidentifier() and not re.search(rf"\b{v.name}\b", text) and all(v.name != w.name for scope in self.scopes[-2:] for w in scope)]
        if self.depth and shadowed and self.random.random() < 0.4:
            name = self.random.choice(shadowed).name
            self.saw("shadow")
        self.saw("declare")
        self.line(f"{self.random.choice(['Tensor', 'Tensor', 'auto']) if 'I_(' not in text and 'F_(' not in text and not text.isidentifier() and kind != 'B' else 'Tensor'} {name} = {text};")
        self.add(name, kind, vector)

    def assign(self):
        target = self.target()
        self.saw("assign")
        self.line(f"{target.name} = {self.expression(target.kind, target.vector)};")

    def target(self, kinds="IFDB"):
        choices = [v for v in self.tensors() if v.kind in kinds]
        return self.random.choice(choices) if choices else self.random_declared(kinds)

    def random_declared(self, kinds):
        kind = self.random.choice([k for k in kinds if k in "IF"] or ["I"])
        name = self.new_name("t")
        self.line(f"Tensor {name} = {self.expression(kind)};")
        self.add(name, kind)
        return self.scopes[-1][-1]

    def compound(self):
        target = self.target("IFD")
        operator = self.random.choice(["+=", "-=", "*=", "/=", "%="])
        if target.kind == "I":
            value = self.nonzero("I") if operator in ("/=", "%=") else self.expression("I", False, 1)
        elif operator in ("/=", "%="):
            value = self.random.choice(["2.0f", "4.0f", "3", "7"] if operator == "/=" else ["7.5f", "13", "31.0f"])
        elif operator == "*=":
            value = self.random.choice(["0.5f", "-0.25f", "0.75f"])
        else:
            value = f"({self.strict(target.kind, False, 1)}) % 61.0f"
        self.saw("compound")
        self.line(f"{target.name} {operator} {value};")
        if target.kind == "I" and operator == "*=":
            self.line(f"{target.name} %= {self.random.choice([97, 1009, 211])};")

    def increment(self):
        target = self.target("IFD")
        self.saw("increment")
        text = self.random.choice(["{}++", "++{}", "{}--", "--{}"]).format(target.name)
        others = [v for v in self.variables(target.kind, target.vector, True) if v.root != target.root and not self.aliased(v, target)]
        if others and self.random.random() < 0.4:
            text = f"{self.random.choice(others).name} = {text}"
        self.line(text + ";")

    def aliased(self, one, other):
        return "r" in (one.name[0], other.name[0]) and one is not other

    def chained(self):
        kind = self.random.choice("IF")
        names = [v.name for v in self.variables(kind, False, True)]
        if len(names) < 2:
            return self.assign()
        first, second = self.random.sample(names, 2)
        self.saw("chained")
        self.line(f"{first} = {second} = {self.expression(kind)};")

    def swap(self):
        kind = self.random.choice("IF")
        names = [v.name for v in self.variables(kind, False, True)]
        if len(names) < 2:
            return self.assign()
        first, second = self.random.sample(names, 2)
        self.saw("swap")
        plain = all(name[0] in "tusc" for name in (first, second))  # others may have a declared type
        self.line(f"std::swap{'' if plain else '<Tensor>'}({first}, {second});")

    def declare_struct(self):
        structs = [v for v in self.visible() if v.kind == "struct"]
        if structs and self.random.random() < 0.25:
            return self.call_method(structs)
        name = self.new_name("s")
        if structs and self.random.random() < 0.7:
            self.saw("struct_copy")
            self.line(f"S {name} = {self.random.choice(structs).name};")
        else:
            self.saw("struct")
            self.line(f"S {name}{{{', '.join(self.expression(kind) for _, kind in self.struct)}}};")
            if self.random.random() < 0.3:
                self.saw("struct_copy")
                original, name = name, self.new_name("s")
                self.line(f"S {name} = {original};")
        self.add(name, "struct")
        for member, kind in self.struct:
            self.add(f"{name}.{member}", kind, root=name)

    def call_method(self, structs=None):
        structs = structs or [v for v in self.visible() if v.kind == "struct"]
        if not structs:
            return self.declare_struct()
        self.saw("method")
        self.line(f"{self.random.choice(structs).name}.step({self.strict('I', False, 1)});")

    def declare_array(self):
        name, kind, size = self.new_name("c"), self.random.choice("IF"), self.random.randint(2, 3)
        self.saw("array")
        values = ", ".join(self.expression(kind, False, 1) for _ in range(size))
        self.line(self.random.choice([f"Tensor {name}[{size}] = {{{values}}};", f"std::array<Tensor, {size}> {name} = {{{values}}};"]))
        self.add(name, "array" + kind)
        for k in range(size):
            self.add(f"{name}[{k}]", kind, root=name)

    def declare_reference(self):
        target = self.target("IF")
        name = self.new_name("r")
        self.saw("reference")
        self.line(f"{self.random.choice(['Tensor', 'auto'])} &{name} = {target.name};" if "<" not in target.name else f"Tensor &{name} = {target.name};")
        self.add(name, target.kind, target.vector)

    def declare_scalar(self):
        self.saw("scalar")
        scalars = self.variables("ci", mutable=True)
        if scalars and self.random.random() < 0.5:
            name = self.random.choice(scalars).name
            self.line(f"{name} = ({self.scalar_int(2)}) % 23;")
            return
        if self.random.random() < 0.3 and (self.modes or scalars):
            name = self.new_name("p")
            self.line(f"bool {name} = {self.scalar_bool()};")
            self.add(name, "cb")
            return
        name = self.new_name("n")
        self.line(f"int64_t {name} = ({self.scalar_int(2)}) % 19;")
        self.add(name, "ci")

    def declare_flexible(self):
        self.saw("flexible")
        variables = self.variables("X", mutable=True)
        if variables and self.random.random() < 0.6:
            name = self.random.choice(variables).name
            self.line(self.random.choice([f"{name} = {name} + 1;", f"{name} = {self.random.randint(1, 9)};", f"{name} += 2;", f"{name} = {name} * -1;"]))
            return
        name = self.new_name("k")
        self.line(f"Tensor {name} = {self.random.randint(1, 9)};")
        self.add(name, "X")

    def set_in_both(self):
        name, kind = self.new_name("u"), self.random.choice("IF")
        self.saw("set_in_both")
        self.line(f"Tensor {name};")
        self.line(f"if ({self.condition()}) {name} = {self.expression(kind, False, 1)}; else {name} = {self.expression(kind, False, 1)};")
        self.add(name, kind)

    def put(self):
        kind = self.random.choice("IF")
        vectors = self.variables(kind, True, True)
        if not vectors:
            return self.assign()
        name = self.random.choice(vectors).name
        self.saw("index_put")
        self.line(f"{name} = {name}.index_put({{{self.position()}}}, {self.strict(kind)});")

    def bare_block(self):
        self.saw("block")
        self.line("{")
        self.block("block")
        self.line("}")

    def if_statement(self):
        self.saw("if")
        if self.random.random() < 0.15:
            name, kind = self.new_name("q"), self.random.choice("IF")
            self.scopes.append([])
            text = f"Tensor {name} = {self.strict(kind)}; "
            self.add(name, kind)
            self.line(f"if ({text}{self.condition()}) {{")
        else:
            self.scopes.append([])
            self.line(f"if ({self.condition()}) {{")
        self.block("if")
        while self.random.random() < 0.2:
            self.line(f"}} else if ({self.condition()}) {{")
            self.block("if", "else")
            self.saw("else")
        if self.random.random() < 0.45:
            self.saw("else")
            self.line("} else {")
            self.block("else")
        self.line("}")
        self.scopes.pop()

    def switch(self):
        if not self.modes:
            return self.if_statement()
        self.saw("switch")
        self.line(f"switch ({self.random.choice(self.modes)}) {{")
        values = [0, 1, 2, 3]
        self.random.shuffle(values)
        labels = [[f"case {value}:"] for value in values[: self.random.randint(1, 3)]]
        if self.random.random() < 0.6:
            labels.insert(self.random.randint(0, len(labels)), ["default:"])
        if len(labels) > 2 and self.random.random() < 0.3:
            labels[0] += labels.pop(1)
        self.jumpable += 1
        for label in labels:
            self.line(" ".join(label) + " {")
            self.block("switch")
            self.line("}" if self.random.random() < 0.3 else "} break;")
        self.jumpable -= 1
        self.line("}")

    def jump(self):
        kinds = ["return"] if not self.lambda_depth or self.returns else []
        if self.jumpable:
            kinds += ["break", "break"]
        if self.loops:
            kinds += ["continue", "continue"]
        kind = self.random.choice(kinds)
        self.saw(kind)
        bare = self.random.random() < (0.25 if self.depth > 1 and kind != "return" else 0.12)
        if not bare:
            self.line(f"if ({self.condition()}) {{" if kind == "return" else f"if ({self.condition()}) {kind};")
        if kind == "return":
            self.depth += not bare
            self.write_return()
            self.depth -= not bare
            if not bare:
                self.line("}")
        elif bare:
            self.line(f"{kind};")
        return bare

    def loop(self, construct, head, before=(), after=(), tail="}"):
        self.saw(construct)
        self.line(head)
        self.loops += 1
        self.jumpable += 1
        self.block(construct, before=before, after=after)
        self.jumpable -= 1
        self.loops -= 1
        self.line(tail)

    def most_trips(self):
        return 5 if self.loops == 0 else 3

    def for_int(self):
        i, top = self.new_name("i"), self.most_trips()
        start, step = self.random.randint(-2, 3), self.random.choice([1, 1, 1, 2, 3])
        stop = self.random.choice([str(start + self.random.randint(0, top) * step), f"{start} + ({self.scalar_int(1)}) % {top + 1}", f"{start} + v0dim"])
        stop = stop.replace("v0dim", self.random.choice([f"{v.name}.dim(0)" for v in self.variables('I', True)] or ["2"]))
        up = self.random.random() < 0.6
        if up:
            head = f"for (int64_t {i} = {start}; {i} {self.random.choice(['<', '<', '<='])} {stop}; {self.step(i, step, '+')}) {{"
            if step == 1 and stop.lstrip("-").isdigit() and self.random.random() < 0.3:
                head = f"for (int64_t {i} = {start}; {i} != {stop}; ++{i}) {{"
        else:
            head = f"for (int64_t {i} = {stop}; {i} {self.random.choice(['>', '>', '>='])} {start}; {self.step(i, step, '-')}) {{"
        before = [f"if ({self.condition()}) {i} {'+' if up else '-'}= 1;"] if "!=" not in head and self.random.random() < 0.12 else []
        self.scopes.append([])
        self.add(i, "ci", mutable=False)
        self.loop("for_int", head, before)
        self.scopes.pop()

    def step(self, i, step, sign):
        if step == 1:
            return self.random.choice([f"++{i}", f"{i}++", f"{i} += 1"]).replace("+", sign)
        return f"{i} {sign}= {step}" if self.random.random() < 0.6 else f"{i} = {i} {sign} {step}"

    def small(self, most):
        """An int64 tensor from -`most` to `most` whose value is not known."""
        return f"({self.strict('I')}) % {most + 1}"

    def for_tensor(self):
        i, top = self.new_name("j"), self.most_trips()
        step = self.random.choice([1, 1, 2])
        low = self.random.choice([f"I_({self.random.randint(-2, 2)})", self.small(1)])
        high = self.random.choice([self.small(top), f"{self.small(top - 1)} + 1", str(self.random.randint(0, top))])
        self.scopes.append([])
        if self.random.random() < 0.6:
            sign, head = "+", f"for (Tensor {i} = {low}; {i} {self.random.choice(['<', '<', '<='])} {high}; {self.step(i, step, '+')}) {{"
        else:
            if high.isdigit():
                high = f"I_({high})"
            low = low.replace("I_", "")
            sign, head = "-", f"for (Tensor {i} = {high}; {i} {self.random.choice(['>', '>', '>='])} {low}; {self.step(i, step, '-')}) {{"
        if self.random.random() < 0.15:
            head = head.replace("; ", f"; {self.condition()} && ", 1) if False else head
        before = [f"if ({self.condition()}) {i} {sign}= 1;"] if self.random.random() < 0.12 else []
        self.add(i, "I", mutable=False)
        self.loop("for_tensor", head, before)
        self.scopes.pop()

    def range_for(self):
        i, top = self.new_name("o"), self.most_trips()
        form = self.random.randint(0, 3)
        if form == 0:
            bounds = self.random.choice([self.small(top), str(self.random.randint(0, top))])
        elif form == 1:
            bounds = f"{self.small(1)}, {self.small(top)}"
        else:
            step = self.random.choice([1, 2, -1, -2])
            low, high = self.small(1), self.small(top)
            bounds = f"{low}, {high}, {step}" if step > 0 else f"{high}, {low}, {step}"
        self.scopes.append([])
        self.add(i, "I", mutable=self.random.random() < 0.3)
        self.loop("range_for", f"for (Tensor {i} : onnxc::range({bounds})) {{")
        self.scopes.pop()

    def counter(self):
        """Declares what a while loop counts down; its name."""
        w, top = self.new_name("w"), self.most_trips()
        if self.random.random() < 0.25:
            self.line(f"int64_t {w} = {self.random.randint(0, top)};")
            self.add(w, "ci", mutable=False)
        else:
            self.line(f"Tensor {w} = {self.small(top)};")
            self.add(w, "I", mutable=False)
        return w

    def while_loop(self):
        w = self.counter()
        form = self.random.randint(0, 3)
        if form == 0:
            return self.loop("while", f"while ({w}-- > 0) {{")
        condition = f"{w} > 0" if form == 1 else f"{w} > 0 && {self.condition()}" if form == 2 else f"({self.condition()}) && !({w} <= 0)"
        return self.loop("while", f"while ({condition}) {{", [self.random.choice([f"{w} -= 1;", f"--{w};", f"{w} = {w} - 1;"])])

    def do_while(self):
        w = self.counter()
        if self.random.random() < 0.4:
            return self.loop("do_while", "do {", tail=f"}} while (--{w} > 0);")
        extra = f" && {self.condition()}" if self.random.random() < 0.6 else ""
        return self.loop("do_while", "do {", [f"{w}--;"], tail=f"}} while ({w} > 0{extra});")

    def for_ever(self):
        w = self.counter()
        before = [f"if ({w} <= 0) break;", f"{w} -= 1;"] if self.random.random() < 0.6 else [f"if (--{w} < 0) {{ break; }}"]
        return self.loop("for_ever", self.random.choice(["for (;;) {", "while (true) {"]), before)

    def unrolled(self):
        self.scopes.append([])
        arrays = [v for v in self.visible() if v.kind.startswith("array")]
        if arrays and self.random.random() < 0.6:
            array, name = self.random.choice(arrays), self.new_name("r")
            head = f"for (Tensor &{name} : {array.name}) {{"
            self.add(name, array.kind[-1])
        else:
            name = self.new_name("n")
            head = f"for (int64_t {name} : {{{', '.join(str(self.random.randint(-3, 9)) for _ in range(self.random.randint(2, 3)))}}}) {{"
            self.add(name, "ci", mutable=False)
        self.loop("unrolled", head)
        self.scopes.pop()

    # Calls.

    def define_lambda(self):
        name, kind = self.new_name("l"), self.random.choice("IF")
        parameters = [(self.random.choice("IF"), False, self.random.random() < 0.3) for _ in range(self.random.randint(0, 2))]
        self.saw("lambda")
        captures = self.random.choice(["&", "&", "&", "="])
        texts = ", ".join(f"Tensor {'&' if reference else ''}z{k}" for k, (_, _, reference) in enumerate(parameters))
        self.line(f"auto {name} = [{captures}]({texts}) -> Tensor {{")
        saved = self.returns, self.loops, self.jumpable, [(v, v.mutable) for v in self.visible()]
        self.returns, self.loops, self.jumpable = [kind], max(self.loops, 1), 0
        if captures == "=":
            for variable, _ in saved[3]:
                variable.mutable = False
        self.scopes.append([Variable(f"z{k}", kind_, vector) for k, (kind_, vector, _) in enumerate(parameters)])
        self.lambda_depth += 1
        self.constant_captures += captures == "="
        loops, self.loops = self.loops, 0
        outer_lambdas, self.lambdas = self.lambdas, list(self.lambdas) if captures == "&" else []
        self.line("{")  # what the block declares ends before the return
        self.block("lambda")
        self.line("}")
        self.loops = loops
        self.depth += 1
        self.write_return()
        self.depth -= 1
        self.lambda_depth -= 1
        self.constant_captures -= captures == "="
        self.scopes.pop()
        self.lambdas = outer_lambdas
        self.returns, self.loops, self.jumpable, states = saved
        for variable, mutable in states:
            variable.mutable = mutable
        self.line("};")
        self.add(name, "lambda")
        self.scopes[-1][-1].callee = Callee(name, parameters, [kind])
        self.call(self.scopes[-1][-1].callee)

    def call(self, callee=None):
        lambdas = [v.callee for v in self.visible() if v.kind == "lambda"]
        callees = self.callees + lambdas * 3
        if not callees:
            return self.assign()
        callee = callee or self.random.choice(callees)
        arguments = []
        for kind, vector, reference in callee.parameters:
            if reference:
                choices = self.variables(kind, vector, True)
                if not choices:
                    return self.assign()
                arguments.append(self.random.choice(choices).name)
            else:
                arguments.append(self.strict(kind, vector))
        if callee.modes and self.random.random() < 0.7:
            arguments.append(self.mode_argument())
        self.saw("call_lambda" if callee in lambdas else "call_scripted" if callee.name[0] == "g" else "call_helper" if callee.pure else "call_reference")
        text = f"{callee.name}({', '.join(arguments)})"
        if len(callee.results) == 2:
            names = [self.new_name("e") for _ in callee.results]
            self.saw("call_tuple")
            self.line(f"auto [{', '.join(names)}] = {text};")
            for name, kind in zip(names, callee.results):
                self.add(name, kind)
            return
        targets = self.variables(callee.results[0], False, True)
        if targets and self.random.random() < 0.5:
            self.line(f"{self.random.choice(targets).name} = {text};")
            return
        name = self.new_name("t")
        self.line(f"Tensor {name} = {text};")
        self.add(name, callee.results[0])


HEADS = {
    False: "#include <onnxc/opset20.h>\n#include <array>\n#include <tuple>\n#include <utility>\n",
    True: '#include "native.h"\n',
}
USING = "namespace op = onnxc::opset20;\nusing onnxc::Tensor, onnxc::INT64, onnxc::FLOAT, onnxc::DOUBLE, onnxc::Slice, onnxc::None, onnxc::cast, onnxc::scalar;\n"


def script_text(text):
    """What onnxc sees: literals without the marks that say their type to plain C++."""
    while True:
        stripped = re.sub(r"\b[IF]_\(((?:[^()]|\([^()]*\))*)\)", r"\1", text)
        if stripped == text:
            return text
        text = stripped


def render(programs, native):
    """One source of several programs, and the first line of each."""
    text, lines = HEADS[native] + USING, {}
    for program in programs:
        lines[program.name] = text.count("\n") + 1
        body = f"namespace {program.name} {{\n" + "\n".join(program.lines) + "\n}\n"
        text += body if native else script_text(body)
    return text, lines


def main():
    program = Program(int(sys.argv[1]))
    print(render([program], "--native" in sys.argv)[0], end="")


if __name__ == "__main__":
    main()
