"""Tensors of another shape or element type than those that they are made of."""

import numpy as np

from trace_expressions import CPP, DTYPES, Expression, Shape
from trace_values import TYPES


class Tensors:
    """For a Body, which knows the variables in sight."""

    def other(self, source):
        low, high = self.rank_bounds(source.shape)
        sure, text = 2 if source.shape.level == 2 else 0, source.text
        forms = ["reshape", "flatten", "transpose", "cast", "cast", "cast_node"] + ["any"] * 3 * bool(self.callable(source.elem, source.shape, ("any",)))
        forms += ["unsqueeze"] * (high < 4)
        forms += ["first", "last", "reduce", "keep", "concat", "reverse", "shape", "ellipsis", "slice", "scan", "list", "take", "take_many", "put", "mask", "grow"] * (low > 0)
        forms += ["matmul", "swap"] * 2 * (low == high == 2)
        form = self.pick(forms)

        def make(text, function, low, high, level=sure, elem=source.elem):
            return Expression(text, lambda run, v: run.unary(function, v[source.text]), elem, Shape(level, max(low, 0), max(high, 0)))
        if form == "reshape":
            return self.ranked(make(f"op::Reshape({text}, {{-1}})", lambda a: a.reshape(-1), 1, 1))
        if form == "flatten":
            return self.ranked(make(f"op::Flatten({text}, {{.axis = 0}})", lambda a: a.reshape(1, -1), 2, 2))
        if form == "transpose":
            return make(f"op::Transpose({text})", np.transpose, low, high)
        if form == "unsqueeze":
            return make(f"op::Unsqueeze({text}, {{0}})", lambda a: a[None], low + 1, high + 1)
        if form == "cast":
            return self.cast(source)
        if form == "cast_node":
            wanted = self.pick(list(TYPES))
            return Expression(f"op::Cast({text}, {{.to = onnxc::DType::{DTYPES[wanted]}}})", lambda run, v: run.unary(lambda a: a.astype(TYPES[wanted]), v[text]), wanted, source.shape)
        if form == "any":
            call, results = self.call(self.pick(self.callable(source.elem, source.shape, ("any",))), source.elem, source.shape, 1)
            return Expression(f"Tensor({call})", lambda run, v: results(run, v)[0], source.elem, Shape())
        if form == "first":
            return make(f"{text}[0]", lambda a: a[0], low - 1, high - 1)
        if form == "last":
            return make(f"{text}[-1]", lambda a: a[-1], low - 1, high - 1)
        if form == "reduce":
            axis = self.pick([0, -1])
            return make(f"op::ReduceSum({text}, {{{axis}}}, {{.keepdims = 0}})", lambda a: np.sum(a, axis=axis, dtype=a.dtype), low - 1, high - 1)
        if form == "keep":
            return make(f"op::ReduceMax({text}, {{0}})", lambda a: np.max(a, axis=0, keepdims=True), low, high)
        if form == "concat":
            return make(f"op::Concat({{{text}, {text}}}, {{.axis = 0}})", lambda a: np.concatenate([a, a]), low, high)
        if form == "reverse":
            return make(f"{text}.index({{Slice(None, None, -1)}})", lambda a: a[::-1], low, high)
        if form == "slice":
            return make(f"{text}.index({{Slice(0, 2)}})", lambda a: a[:2], low, high)
        if form == "ellipsis":
            return make(f"{text}.index({{Ellipsis, 0}})", lambda a: a[..., 0], low - 1, high - 1)
        if form == "shape":
            return make(f"{text}.shape()", lambda a: np.array(a.shape, np.int64), 1, 1, 2, "i64")
        if form == "scan":
            return self.scan(source)
        if form == "list":
            return make(f"op::Reshape({text}, {{{text}.shape()[0], -1}})", lambda a: a.reshape(a.shape[0], -1), 2, 2, 0)
        if form == "take":
            return make(f"{text}[({text}.shape()[0] - 1)]", lambda a: a[-1], low - 1, high - 1)
        if form == "take_many":
            return make(f"{text}.index({{onnxc::tensor<int64_t>({{0, 0, -1}})}})", lambda a: a[[0, 0, -1]], low, high)
        if form == "put":
            return make(f"{text}.index_put({{0}}, (-{text}[0]))", put_first, low, high)
        if form == "mask":
            def chosen(run, v):
                above = run.binary(">", v[text], 0)
                run.ask(above, "rank")  # by the builder: how many axes the mask takes
                return run.make(v[text].array[above.array], v[text], above)
            return Expression(f"{text}.index({{{text} > 0}})", chosen, source.elem, Shape(0, 1, 1))
        if form == "grow":
            name = self.new_name("q")
            return make(f"onnxc::for_loop(2, [&](Tensor, Tensor {name}) {{ return Tensor(op::Concat({{{name}, {text}}}, {{.axis = 0}})); }}, {text})", lambda a: np.concatenate([a, a, a]), low, high, 0)
        if form == "swap":
            return make(f"op::Transpose({text}, {{.perm = {{1, 0}}}})", np.transpose, 2, 2)
        return Expression(f"op::MatMul({text}, op::Transpose({text})) % 31", lambda run, v: run.binary("%", run.unary(lambda a: a @ a.T, v[text]), 31), source.elem, Shape(sure, 2, 2))

    @staticmethod
    def ranked(expression):
        """Its rank is known, whatever is known of what it is made of."""
        def value(run, v):
            result = expression.value(run, v)
            result.ranked = True
            return result
        return Expression(expression.text, value, expression.elem, expression.shape)

    def scan(self, source):
        """Running sums."""
        text, sum_name, each, after = source.text, self.new_name("q"), self.new_name("e"), self.new_name("t")

        def value(run, v):
            first = run.unary(lambda a: a[0], v[text])

            def sums(a):
                results, last = [], a[0]
                for part in a:
                    last = np.fmod(last + part, np.asarray(31, a.dtype))
                    results.append(last)
                return np.stack(results).astype(a.dtype)
            run.ask(first, "type")
            return run.make(sums(v[text].array), first, v[text])
        lines = f"Tensor {after} = ({sum_name} + {each}) % 31; return std::tuple({after}, {after});"
        return Expression(f"[&] {{ auto [last, sums] = op::Scan<1, 1>({{{text}[0]}}, {{{text}}}, [&](Tensor {sum_name}, Tensor {each}) {{ {lines} }}); return Tensor(sums); }}()", value, source.elem, Shape(0, *self.rank_bounds(source.shape)))

    def cast(self, source):
        """onnxc asks the type, so that it need not cast."""
        text, kinds = source.text, [name for name, kind in self.numbers.items() if kind == "dtype"]
        if kinds and self.chance(0.5):
            name = self.pick(kinds)
            return Expression(f"{text}.to({name})", lambda run, v: self.cast_value(run, v[text], v[name]), self.new_name("E"), source.shape)
        if "T" in self.numbers and self.chance(0.7):
            return Expression(f"onnxc::cast<T>({text})", lambda run, v: self.cast_value(run, v[text], v["T"]), "T", source.shape)
        wanted = self.pick(list(TYPES))
        return Expression(f"onnxc::cast<{CPP[wanted]}>({text})", lambda run, v: self.cast_value(run, v[text], wanted), wanted, source.shape)

    @staticmethod
    def cast_value(run, value, wanted):
        return value if run.ask(value, "type") == wanted else run.unary(lambda a: a.astype(TYPES[wanted]), value)


def put_first(array):
    result = array.copy()
    result[0] = -result[0]
    return result
