#!/usr/bin/env python3
"""Random well-typed scripts with control flow.

usage: generate.py SEED [--native]     prints one program, as a script or as the same program in plain C++

A program is one text. `render` makes the two sources of it: the script includes onnxc's headers, its plain twin includes native.h,
where a tensor is a number. Programs always end: a loop counts something that its body can only move forward.
"""

import re
import sys

from calls import Calls
from control import Control
from expressions import Expressions
from scalars import Scalars
from scopes import Scopes
from statements import Statements

CONTAINERS = ["if", "else", "constexpr_if", "switch", "for_int", "for_tensor", "for_two", "range_for", "while", "do_while", "for_ever", "unrolled", "lambda", "helper", "scripted", "block"]
JUMPS = ["break", "continue", "return", "fallthrough"]
LEAVES = ["declare", "assign", "assign_value", "compound", "increment", "ternary", "call_helper", "call_reference", "call_lambda", "call_scripted", "call_tuple", "call_struct", "call_void", "tie", "immediate",
          "handed_over", "init_capture", "mutable_capture", "pack", "template", "struct", "struct_copy", "struct_reference", "reference_members", "derived", "method", "method_value", "array", "vector", "array_index", "array_write", "reference",
          "constant_reference", "conditional_target", "bindings", "optional", "optional_local", "shadow", "set_in_both", "index", "index_put", "attribute", "list_attribute", "logic", "truth", "short_circuit", "side_effect",
          "cast", "flexible", "scalar", "scalar_double", "scalar_cast", "scalar_ternary", "bits", "shift", "min_max", "table", "constexpr", "constexpr_call", "op_if", "swap", "exchange", "chained"]
CONSTRUCTS = CONTAINERS + JUMPS + LEAVES
FUNCTIONS = ["helper", "scripted"]


def can_nest(outer, inner):
    """Whether `inner` can stand inside of `outer`: functions are not nested; a helper has no attributes."""
    if inner in FUNCTIONS or inner == "template" and outer not in FUNCTIONS:
        return False
    return not (outer == "helper" and inner == "attribute" or outer in FUNCTIONS and inner == "list_attribute")


class Program(Scopes, Expressions, Scalars, Statements, Control, Calls):
    """Writes one program."""

    def __init__(self, seed):
        super().__init__(seed)
        self.size = self.pick([8, 12, 16, 20, 24, 40])
        self.write()

    def write(self):
        self.write_globals()
        self.write_struct()
        functions = ["scripted"] * self.random.randint(0, 2) + ["helper"] * self.random.randint(1, 2)
        self.random.shuffle(functions)
        for what in functions:
            self.write_function(what, self.random.randint(2, 6))
        self.write_main()

    def write_globals(self):
        self.lines.append(f"constexpr int64_t TABLE[4] = {{{', '.join(str(self.random.randint(0, 5)) for _ in range(4))}}};")
        self.lines.append("constexpr int64_t fib(int64_t n) { int64_t p = 0, q = 1; for (int64_t k = 0; k < n; ++k) { int64_t next = p + q; p = q; q = next; } return p; }")
        self.lines.append("template <class... Ts> static Tensor total(Tensor sum, const Ts &...ts) { ((sum = (sum * 3 + ts) % 1009), ...); return sum; }")
        self.lines.append("struct Step { Tensor &to; const Tensor &by; void go() { to = (to + by) % 499; } };")
        self.lines.append("template <class Fn> static Tensor apply(Fn fn, Tensor z) { Tensor once = fn(z); if (once > 5) return fn(once - 1); return once; }")

    def write_struct(self):
        kinds = self.pick(["IF", "FI", "II", "FF", "IFI"])
        self.struct = [(f"m{k}", kind) for k, kind in enumerate(kinds)]
        self.struct_array = self.pick(["", "", "I", "F"])
        step = {"I": "({m} * 3 + t) % 211", "F": "({m} + 0.5f) % 31.0f"}
        first, last = self.struct[0][0], self.struct[-1][0]
        taker = any(kind == "I" for _, kind in self.struct)
        self.lines.append(f"struct S {{ Tensor {', '.join(name for name, _ in self.struct)};{' Tensor q[2];' if self.struct_array else ''}")
        updates = [f"{name} = {step[kind].format(m=name)};" for name, kind in self.struct if kind == "F" or taker]
        updates += ["q[1] = q[0] - 1; q[0] += 1;"] if self.struct_array else []
        self.lines.append(f"  void step(const Tensor &t) {{ if ({first} > 3) {{ {' '.join(updates)} }} else {last} = {last} + 1; }}")
        self.lines.append(f"  Tensor mixed(Tensor t) const {{ if (t > 4) return ({last} - t) % 101; return t - {last}; }}")
        self.lines.append("  static Tensor twice(Tensor t) { return t % 301 * 2; }")
        self.lines.append(f"  Tensor operator()(const Tensor &t) const {{ return t + mixed({last}); }}")
        self.lines.append("};")
        self.lines.append(f"struct Derived : S {{ Tensor extra; Tensor most(const Tensor &t) {{ if (t > 2) step(extra); else extra = extra % 41 + t; return extra + {'cast<int64_t>' if self.struct[0][1] == 'F' else ''}({first}); }} }};")

    def write_main(self):
        parameters = [("a", "I", False), ("b", "I", False), ("x", "F", False), ("y", "F", False), ("d", "D", False), ("v", "I", True), ("w", "F", True)]
        texts = [f"{self.typed(kind, vector)} {name}" for name, kind, vector in parameters]
        results = ["I", "F", "D", "VI", "VF"]
        self.modes, self.rates, self.lists = ["mode", "level"], ["alpha"], ["list"]
        types = [self.typed(kind[-1], kind[0] == "V") for kind in results]
        attributes = "int64_t mode = 1, int64_t level = 0, float alpha = 0.5f, std::vector<int64_t> list = {1, -2, 3}"
        self.lines.append(f"[[onnx::script]] std::tuple<{', '.join(types)}> f({', '.join(texts)}, {attributes}) {{")
        self.start_function([(*parameter, False, True) for parameter in parameters], results, self.size)
        self.statements()
        self.write_return()
        self.lines.append("}")

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
        choices = [(self.declare, 3), (self.assign, 4), (self.compound, 3), (self.increment, 2), (self.declare_struct, 3), (self.call_method, 2), (self.declare_array, 3), (self.declare_reference, 2),
                   (self.declare_bindings, 2), (self.declare_optional, 1), (self.declare_scalar, 4), (self.declare_flexible, 1), (self.set_in_both, 1), (self.put, 1), (self.call, 5), (self.swap, 2), (self.chained, 1), (self.reference_members, 1),
                   (self.conditional_target, 2)]
        if self.depth < 5 and self.budget > 0:
            choices += [(self.if_statement, 6), (self.switch, 2), (self.bare_block, 2), (self.define_lambda, 3), (self.call_at_once, 2)]
        if self.depth < 5 and self.loops < 3 and self.budget > 0:
            choices += [(self.for_int, 2), (self.for_tensor, 2), (self.for_two, 2), (self.range_for, 2), (self.while_loop, 2), (self.do_while, 2), (self.for_ever, 2), (self.unrolled, 2)]
        if self.depth:
            choices += [(self.jump, 4)]
        methods, weights = zip(*choices)
        return self.random.choices(methods, weights)[0]()


HEADS = {
    False: "#include <onnxc/opset20.h>\n#include <algorithm>\n#include <array>\n#include <cstdlib>\n#include <optional>\n#include <tuple>\n#include <utility>\n#include <vector>\n",
    True: '#include "native.h"\n',
}
USING = ("namespace op = onnxc::opset20;\nusing onnxc::Tensor, onnxc::INT64, onnxc::INT32, onnxc::FLOAT, onnxc::DOUBLE, onnxc::BOOL, onnxc::Slice, onnxc::None, onnxc::cast, onnxc::scalar;\n")


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
    at = text.count("\n") + 1
    parts = [text]
    for program in programs:
        lines[program.name] = at
        body = f"namespace {program.name} {{\n" + "\n".join(program.lines) + "\n}\n"
        at += body.count("\n")
        parts.append(body if native else script_text(body))
    return "".join(parts), lines


def main():
    program = Program(int(sys.argv[1]))
    print(render([program], "--native" in sys.argv)[0], end="")


if __name__ == "__main__":
    main()
