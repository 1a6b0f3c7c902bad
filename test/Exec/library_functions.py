#!/usr/bin/env python3
"""Functions of C++'s library on numbers, as scripts compute them in ONNX Runtime, against plain C++.

usage: library_functions.py --onnxc ONNXC --cxx COMPILER --table LibraryFunctions.cpp --page language.md

Each expression is a function over lists of numbers: attributes, so that they are known at run time only; and again over constants, which are folded. Signs of
zeros, infinities and NaNs must be C++'s. Each function of the table must occur, and be named on the page. The last line is `N passed, N failed`.
"""

import argparse
import itertools
import math
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime
from onnx import helper

onnxruntime.set_default_logger_severity(4)

TINY, LARGE = 1e-40, 3e38  # of float: subnormal, near the end
REALS = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 1.5, 2.5, -2.5, 0.49999997, 3.7, -3.2, 1e-8, -1e-8, TINY, 8.0, 27.0, -27.0, 1000.0, 0.7, -0.3, 88.0, 12345.678, 8388609.0, 1e10, -1e10, LARGE, math.inf, -math.inf, math.nan]
FEW = [0.0, -0.0, 0.5, -1.0, 1.0, 2.5, -3.2, 7.0, 1e-8, -1e10, LARGE, math.inf, -math.inf, math.nan]
INTEGERS = [0, 1, -1, 2, 3, -4, 6, 7, -8, 12, 35, 127, 128, -128, 255, 1000, 65535, -32768, 2**31 - 1, -(2**31), 2**32 - 1, 2**40 + 12, 2**62, -(2**62), 2**63 - 1]
SMALL = [0, 1, -1, 2, 5, -7, 12, 30, 64, 100, -100, 2**31 - 1, -(2**30), 2**40, -(2**40)]

EXACT, CLOSE = 0.0, 1.0  # of an expression: as good as its type is


class Expression:
    """A C++ expression of x, y, z. `kinds`: of the numbers; `values`: tuples of them."""

    count = 0

    def __init__(self, text, result, kinds, values, precision=EXACT):
        self.name = f"t{Expression.count}"
        Expression.count += 1
        self.text, self.result, self.kinds, self.values, self.precision = text, result, kinds, values, precision

    def parameters(self, known):
        """The lists; from plain ones, if all numbers are known."""
        return [(f"p{k}", "float" if kind in REAL_TYPES else "int64_t") for k, kind in enumerate(self.kinds)]


REAL_TYPES = ("float", "double")
WHOLE = {"int": (-(2**31), 2**31 - 1), "int64_t": (-(2**63), 2**63 - 1), "unsigned": (0, 2**32 - 1), "uint64_t": (0, 2**64 - 1), "short": (-(2**15), 2**15 - 1), "uint8_t": (0, 255), "uint16_t": (0, 65535)}
OUTPUTS = {"float": ("float", np.float32), "double": ("double", np.float64), "bool": ("int64_t", np.int64)}
OUTPUTS |= {kind: ("uint64_t", np.uint64) if kind == "uint64_t" else ("int64_t", np.int64) for kind in WHOLE}


def pairs(first, second=None):
    return list(itertools.product(first, second or first))


def inside(kind, values):
    low, high = WHOLE[kind]
    return [value for value in values if low <= value <= min(high, 2**63 - 1)]


def real_expressions():
    """Functions of floating-point numbers."""
    one_exact = "fabs floor ceil trunc round nearbyint rint sqrt logb abs".split()
    one_close = "cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh".split()
    bools = "signbit isnan isinf isfinite isnormal".split()
    two_exact = "fmod remainder fdim fmin fmax copysign midpoint".split()
    two_bools = "isgreater isgreaterequal isless islessequal islessgreater isunordered".split()
    for kind in REAL_TYPES:
        for name in one_exact + one_close:
            values = [(v,) for v in REALS if not (name in ("sin", "cos", "tan") and abs(v) > 1e8 and math.isfinite(v))]
            yield Expression(f"std::{name}(x)", kind, [kind], values, CLOSE if name in one_close else EXACT)
        for name in bools:
            numbers = [v for v in REALS if not (name == "signbit" and math.isnan(v))]
            yield Expression(f"std::{name}(x)", "bool", [kind], [(v,) for v in numbers])
        for name in two_exact:
            values = [v for v in pairs(FEW) if not (name in ("copysign",) and math.isnan(v[1]))]
            if name in ("fmin", "fmax"):  # which of two zeros is not said
                values = [v for v in values if not v[0] == v[1] == 0]
            if name in ("fmod", "remainder"):
                values += [(v, 0.7) for v in REALS]
            yield Expression(f"std::{name}(x, y)", kind, [kind, kind], values)
        for name in ("hypot", "pow", "atan2"):
            yield Expression(f"std::{name}(x, y)", kind, [kind, kind], pairs(FEW), CLOSE)
        for name in two_bools:
            yield Expression(f"std::{name}(x, y)", "bool", [kind, kind], pairs(FEW))
        three = list(itertools.product([0.0, 0.5, -1.0, 3.25, 1e10, math.inf, math.nan], repeat=3))
        yield Expression("std::fma(x, y, z)", kind, [kind] * 3, three, CLOSE)
        yield Expression("std::fma(x, y, -x * y)", kind, [kind] * 2, pairs([0.1, 1.3, -2.7, 1e-5, 4.5]), CLOSE)
        yield Expression("std::lerp(x, y, z)", kind, [kind] * 3, three, CLOSE)
        known = [v for v in three if all(map(math.isfinite, v))]  # libstdc++ gives NaN for infinity, and 0 for NaN
        yield Expression("std::hypot(x, y, z)", kind, [kind] * 3, known, CLOSE)
        for name in ("ldexp", "scalbn", "scalbln"):
            argument = "y" if name == "scalbln" else "static_cast<int>(y)"
            yield Expression(f"std::{name}(x, {argument})", kind, [kind, "int64_t"], pairs(FEW + [TINY], [0, 1, -1, 5, 100, -100, 1000, -1000, 2200, -2200, 100000]))
        finite = [v for v in REALS if abs(v) < 1e15]
        for name in ("lround", "llround", "lrint", "llrint"):
            yield Expression(f"std::{name}(x)", "int64_t", [kind], [(v,) for v in finite])
        yield Expression("std::ilogb(x)", "int", [kind], [(v,) for v in REALS])
        yield Expression("std::fpclassify(x)", "int", [kind], [(v,) for v in REALS])
        numbers = [v for v in FEW if not math.isnan(v)]
        yield Expression("std::min(x, y)", kind, [kind] * 2, pairs(FEW))
        yield Expression("std::max(x, y)", kind, [kind] * 2, pairs(FEW))
        yield Expression("std::clamp(x, y, z)", kind, [kind] * 3, [v for v in itertools.product(FEW, numbers, numbers) if v[1] <= v[2]][::3])
        yield Expression("-x", kind, [kind], [(v,) for v in REALS])
    yield Expression("std::erf(x)", "float", ["float"], [(v,) for v in REALS], CLOSE)
    # Numbers of two types, suffixes, names of the C library and of the compiler.
    yield Expression("std::pow(x, y)", "double", ["float", "double"], pairs([0.5, 2.0, 3.7, 1e-8]), CLOSE)
    yield Expression("std::floor(x) + std::isnan(x)", "double", ["int"], [(v,) for v in inside("int", SMALL)])
    yield Expression("std::sqrt(x) + std::pow(x, 2)", "double", ["unsigned"], [(v,) for v in inside("unsigned", SMALL)], CLOSE)
    yield Expression("std::hypot(x, y)", "double", ["int64_t", "float"], [(3, 4.0), (-5, 12.0), (2**40, 1.0)], CLOSE)
    yield Expression("floorf(x) + fabsf(x) + ceilf(x) + fmodf(x, 2.0f)", "float", ["float"], [(v,) for v in FEW])
    yield Expression("__builtin_isfinite(x) + __builtin_isnan(x) * 2 + __builtin_isinf(x) * 4 + __builtin_signbit(x) * 0", "int", ["double"], [(v,) for v in REALS])
    yield Expression("__builtin_trunc(x) + std::truncf(static_cast<float>(x))", "double", ["double"], [(v,) for v in FEW])
    yield Expression("std::isnan(std::nan(\"\")) + x", "double", ["double"], [(1.5,)])
    yield Expression("drem(x, y) + finite(x)", "double", ["double", "double"], pairs([1.5, 2.5, -7.25, 0.1]))


def integer_expressions():
    for kind in ("int", "int64_t"):
        plain = [v for v in inside(kind, INTEGERS) if v != WHOLE[kind][0]]
        yield Expression("std::abs(x)", kind, [kind], [(v,) for v in plain])
        yield Expression("std::div(x, y).quot * 3 + std::div(x, y).rem", kind, [kind] * 2, [v for v in pairs(inside(kind, SMALL)[:11]) if v[1]])
    yield Expression("std::labs(x) + llabs(x)", "int64_t", ["int64_t"], [(v,) for v in SMALL])
    for kind in ("int", "int64_t", "unsigned", "uint64_t", "short", "uint8_t"):
        numbers = inside(kind, INTEGERS)
        wide = "int" if kind in ("short", "uint8_t") else kind
        for name in ("min", "max"):
            yield Expression(f"std::{name}(x, y)", kind, [kind] * 2, pairs(numbers)[::2])
        yield Expression(f"std::max<{kind}>({{x, y, 5}}) - std::min({{x, y}})", wide, [kind] * 2, pairs(inside(kind, SMALL)[:8]))
        yield Expression("std::clamp(x, y, z)", kind, [kind] * 3, [v for v in itertools.product(numbers[::2], repeat=3) if v[1] <= v[2]][::3])
        yield Expression("std::midpoint(x, y)", kind, [kind] * 2, pairs(numbers))
        small = inside(kind, [0, 1, -1, 2, -4, 6, 12, 35, 127, -128, 210, 1000, 30030])
        yield Expression("std::gcd(x, y)", kind, [kind] * 2, [v for v in pairs(inside(kind, SMALL + small))])
        yield Expression("std::lcm(x, y)", kind, [kind] * 2, [v for v in pairs(small) if math.lcm(*v) <= WHOLE[kind][1]])
    yield Expression("std::gcd(x, y) + std::lcm(x, y)", "int64_t", ["int", "int64_t"], pairs([0, 4, -6, 9, 35]))


def bit_expressions():
    counts = "popcount countl_zero countl_one countr_zero countr_one bit_width".split()
    for kind in ("uint8_t", "uint16_t", "unsigned", "uint64_t"):
        bits = {"uint8_t": 8, "uint16_t": 16, "unsigned": 32, "uint64_t": 64}[kind]
        top = 2 ** min(bits, 63) - 1
        numbers = sorted({0, 1, 2, 3, 5, 6, 7, 8, 100, 127, 128, 129, top, top - 1, top // 2 + 1, top // 3} & set(range(256)) | {v for v in (top, top - 1, top // 2 + 1, top // 3, 1 << (bits // 2)) if v <= top})
        # The topmost bit of 64 does not fit an attribute: it is shifted in.
        texts = ["x"] if bits < 64 else ["x", "~x", "(x << 1 | 1)"]
        for text in texts:
            for name in counts:
                yield Expression(f"static_cast<int>(std::{name}(static_cast<{kind}>({text})))", "int", [kind], [(v,) for v in numbers])
            yield Expression(f"std::has_single_bit(static_cast<{kind}>({text}))", "bool", [kind], [(v,) for v in numbers])
            yield Expression(f"std::bit_floor(static_cast<{kind}>({text}))", kind, [kind], [(v,) for v in numbers])
            for name in ("rotl", "rotr"):
                yield Expression(f"std::{name}(static_cast<{kind}>({text}), static_cast<int>(y))", kind, [kind, "int"], pairs(numbers, [0, 1, -1, 3, 7, 8, -9, 31, 33, 64, -70]))
        yield Expression("std::bit_ceil(x)", kind, [kind], [(v,) for v in numbers if v <= 2 ** (bits - 1)])
    yield Expression("__builtin_popcountll(x) + __builtin_popcount(static_cast<unsigned>(x))", "int", ["uint64_t"], [(v,) for v in (0, 1, 255, 2**40 + 3)])


def literal(value, kind):
    if kind in REAL_TYPES:
        if math.isnan(value):
            return "__builtin_nanf(\"\")"
        if math.isinf(value):
            return ("-" if value < 0 else "") + "__builtin_inff()"
        return f"{np.float32(value):.9e}f"
    return f"{value}ll"


def loop(expression, body, known):
    """C++ that runs `body` for all sets of numbers x, y, z."""
    lists = [list(column) for column in zip(*expression.values)]
    kinds = expression.kinds
    if known:
        text = "".join(f"  constexpr {t} {p}[] = {{{', '.join(literal(v, k) for v in values)}}};\n" for (p, t), k, values in zip(expression.parameters(True), kinds, lists))
        size = str(len(lists[0]))
    else:
        text, size = "", "static_cast<int64_t>(p0.size())"
    # A float alone has too few digits to tell how good a double is.
    names = "".join(f"    {kind} {name} = static_cast<{kind}>({p}[i]){' * 1.0000000001' if kind == 'double' and expression.precision == CLOSE else ''};\n" for name, (p, _), kind in zip("xyz", expression.parameters(known), kinds))
    return f"{text}  for (int64_t i = 0; i < {size}; ++i) {{\n{names}    {body}\n  }}\n"


def script(expression, known):
    kind = OUTPUTS[expression.result][0]
    body = f"out = op::Concat({{out, op::Unsqueeze(onnxc::cast<{kind}>({expression.text}), {{0}})}}, {{.axis = 0}});"
    parameters = "" if known else ", ".join(f"std::vector<{t}> {p}" for p, t in expression.parameters(known))
    name = expression.name + ("_known" if known else "")
    start = f"  Tensor out = onnxc::tensor<{kind}>({{0}});\n"
    return f"[[onnx::script]] Tensor {name}({parameters}) {{\n{start}{loop(expression, body, known)}  return out;\n}}\n"


HEADERS = "#include <algorithm>\n#include <bit>\n#include <cmath>\n#include <cstdint>\n#include <cstdlib>\n#include <numeric>\n#include <vector>\n"


def native(expressions, cxx, folder):
    """{name: array}: what plain C++ gives."""
    text = HEADERS + "#include <cstdio>\n"
    for expression in expressions:
        kind = OUTPUTS[expression.result][0]
        how = {"float": '"%a "', "double": '"%a "', "int64_t": '"%lld "', "uint64_t": '"%llu "'}[kind]
        cast = {"float": "double", "double": "double", "int64_t": "long long", "uint64_t": "unsigned long long"}[kind]
        body = f"std::printf({how}, static_cast<{cast}>(static_cast<{kind}>({expression.text})));"
        text += f"__attribute__((noinline)) void {expression.name}() {{\n{loop(expression, body, True)}  std::printf(\"\\n\");\n}}\n"
    text += "int main() {\n" + "".join(f"  {expression.name}();\n" for expression in expressions) + "}\n"
    source, binary = folder / "native.cc", folder / "native"
    source.write_text(text)
    subprocess.run([*shlex.split(cxx), "-O0", "-w", "-fwrapv", "-ffp-contract=off", str(source), "-o", str(binary)], check=True)
    lines = subprocess.run([str(binary)], capture_output=True, text=True, check=True).stdout.splitlines()
    results = {}
    for expression, line in zip(expressions, lines, strict=True):
        dtype = OUTPUTS[expression.result][1]
        parse = float.fromhex if dtype in (np.float32, np.float64) else int
        results[expression.name] = np.array([parse(word) for word in line.split()], dtype)
    return results


def compile_scripts(expressions, onnxc, folder):
    text = HEADERS + "#include <onnxc/opset20.h>\nnamespace op = onnxc::opset20;\nusing onnxc::Tensor;\n"
    text += "".join(script(expression, known) for expression in expressions for known in (False, True))
    source, library = folder / "script.cc", folder / "script.onnx"
    source.write_text(text)
    done = subprocess.run([onnxc, str(source), "-o", str(library)], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"onnxc refuses the source:\n{done.stderr[:4000]}")
    return {function.name: function for function in onnx.load(str(library)).functions}


def run(function, expression, known):
    columns = [] if known else list(zip(*expression.values))
    attributes = {p: [float(np.float32(v)) if t == "float" else v for v in values] for (p, t), values in zip(expression.parameters(known), columns)}
    output = helper.make_tensor_value_info("out", helper.np_dtype_to_tensor_dtype(np.dtype(OUTPUTS[expression.result][1])), ["n"])
    graph = helper.make_graph([helper.make_node(function.name, [], ["out"], domain=function.domain, **attributes)], "main", [], [output])
    model = helper.make_model(graph, functions=[function], opset_imports=[helper.make_opsetid("", 20), helper.make_opsetid(function.domain, 1)], ir_version=10)
    onnx.checker.check_model(model)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, {})[0][1:]


def differs(got, want, precision):
    """What differs, or None."""
    if got.shape != want.shape:
        return f"{len(got)} results, not {len(want)}"
    same = (got == want) & (np.signbit(got.astype(float)) == np.signbit(want.astype(float)))
    if want.dtype.kind == "f":
        same |= np.isnan(got) & np.isnan(want)
        if precision == CLOSE:
            tolerance, least = (3e-6, 1e-43) if want.dtype == np.float32 else (2e-15 * 8, 0)
            with np.errstate(all="ignore"):
                same |= np.isfinite(want) & (abs(got - want) <= tolerance * abs(want) + least)
    return None if same.all() else np.flatnonzero(~same)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("--onnxc", required=True)
    parser.add_argument("--cxx", required=True)
    parser.add_argument("--table", required=True)
    parser.add_argument("--page", required=True)
    parser.add_argument("--only", default="", help="expressions with this text")
    arguments = parser.parse_args()
    expressions = [e for e in [*real_expressions(), *integer_expressions(), *bit_expressions()] if arguments.only in e.text]
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        wants = native(expressions, arguments.cxx, pathlib.Path(name))
        functions = compile_scripts(expressions, arguments.onnxc, pathlib.Path(name))
    for expression in expressions:
        for known in (False, True):
            want = wants[expression.name]
            try:
                got = run(functions[expression.name + ("_known" if known else "")], expression, known)
                wrong = differs(got, want, expression.precision)
                reason = None if wrong is None else wrong if isinstance(wrong, str) else "; ".join(f"{expression.values[k]}: {got[k]} for {want[k]}" for k in wrong[:6]) + f" ({len(wrong)} of {len(want)})"
            except Exception as error:  # ONNX Runtime's have no common base
                reason = " ".join(str(error).split())[:300]
            failed += reason is not None
            if reason:
                print(f"FAIL {expression.text} of {', '.join(expression.kinds)}{', known' if known else ''}: {reason}")
    rows = set(re.findall(r'^ *\{"(\w+)", "[FAUI]+",', pathlib.Path(arguments.table).read_text(), re.MULTILINE))
    page = pathlib.Path(arguments.page).read_text()
    for row in [] if arguments.only else sorted(rows):
        if not any(re.search(rf"\b{row}\(", expression.text) for expression in expressions):
            failed += 1
            print(f"FAIL {row}: no expression has it")
        if not re.search(rf"[` ]{row}[` ]", page):
            failed += 1
            print(f"FAIL {row}: the documentation does not name it")
    print(f"{2 * len(expressions) - failed} passed, {failed} failed")
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
