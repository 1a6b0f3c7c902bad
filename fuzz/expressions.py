"""Random expressions of a known kind: I (int64), L (int32), F (float), D (double), B (bool) tensors.

A mark I_(...) or F_(...) around a number says what its type will be; scripts are written without it.
"""

LITERALS = {"I": ["1", "2", "3", "5", "7", "10", "-1", "-3", "13", "100"], "F": ["0.5f", "1.5f", "2.0f", "0.25f", "3.0f", "-1.5f", "8.0f"], "D": ["0.5", "1.5", "2.0", "-0.75", "0.1"]}
LITERALS["L"] = LITERALS["I"]
CASTS = {"I": "int64_t", "F": "float", "D": "double", "L": "int32_t"}


class Expressions:
    """The expressions of a Program, which has the variables in sight, the attributes and the random numbers."""

    def literal(self, kind):
        text = self.pick(LITERALS[kind])
        return f"({text})" if text[0] == "-" else text

    def expression(self, kind, vector=False, depth=2):
        """A value for a variable of this kind; it may be a plain number."""
        if not vector and kind in "IF" and self.chance(0.12):
            if kind == "I" and self.variables("ci") and self.chance(0.5):
                return f"I_({self.pick(self.variables('ci')).name})"
            return f"{kind}_({self.literal(kind).strip('()')})"
        return self.strict(kind, vector, depth)

    def strict(self, kind, vector=False, depth=2):
        """A value that has its element type from a variable."""
        if kind == "B":
            return self.condition(depth, True)
        names = [v.name for v in self.variables(kind, vector)]
        if vector:
            return self.vector(kind, names, depth)
        if depth <= 0 or self.chance(0.15):
            return self.pick(names) if names else self.converted(kind)
        return self.bounded(kind, self.pick(self.forms(depth))(kind, depth - 1))

    def bounded(self, kind, text):
        if kind in "IL" and self.chance(0.5):
            return f"({text}) % {self.pick([97, 1009, 211, 50])}"
        return text

    def forms(self, depth):
        often = [self.binary] * 12 + [self.ternary] * 2 + [self.element] * 2 + [self.call_value] * 2 + [self.array_element] * 2
        return often + [self.negate, self.absolute, self.convert, self.reduce, self.where, self.method_value, self.total, self.least] + [self.op_if] * (depth > 0)

    def binary(self, kind, depth):
        left, right = self.strict(kind, False, depth), self.operand(kind, depth)
        if kind in "IL":
            operator = self.pick(["+", "-", "*", "/", "%"])
            if operator in "/%":
                return f"({left}) {operator} {self.nonzero(kind)}"
            if operator == "*":
                return f"(({left}) % 101 * ({self.factor(kind)}))"
        else:
            operator = self.pick(["+", "-", "*", "/", "%"])
            if operator == "/":
                return f"({left}) / {self.nonzero(kind)}"
            if operator == "%":
                return f"({left}) % {self.pick(['7.5f', '31.0f', '13'])}"
            if operator == "*":
                return f"(({left}) * {right}) % {self.pick(['61.0f', '101', '97.5f'])}"
        if self.chance(0.3):
            left, right = right, left
        return f"({left} {operator} {right})"

    def factor(self, kind):
        return self.pick([self.operand(kind, 0) + " % 53" if self.variables(kind) else "3", "2", "3", "7"])

    def operand(self, kind, depth):
        """The other side of an operator: it may be flexible."""
        chance = self.random.random()
        if chance < 0.2:
            return self.literal(kind)
        if chance < 0.3 and self.variables("X"):
            return self.pick(self.variables("X")).name
        if chance < 0.4 and self.variables("ci"):
            return self.pick(self.variables("ci")).name
        if kind in "FD" and chance < 0.46 and self.variables("cd"):
            self.saw("scalar_double")
            return self.scalar_double(1)
        if chance < 0.48 and (self.modes or self.rates):
            self.saw("attribute")
            return self.pick(self.rates if kind in "FD" and self.rates else self.modes or ["2"])
        return self.strict(kind, False, depth)

    def nonzero(self, kind):
        if self.chance(0.5):
            return self.pick(["2", "3", "5", "7"] if kind in "IL" else ["2.0f", "1.5f", "4"])
        if kind in "IL":
            k = self.pick([3, 5, 11])
            return f"({self.strict(kind, False, 0)} % {k} + {k + 1})"
        return f"(op::Abs({self.strict(kind, False, 0)}) + {'0.5f' if kind == 'F' else '0.5'})"

    def negate(self, kind, depth):
        return f"-({self.strict(kind, False, depth)})"

    def absolute(self, kind, depth):
        if self.chance(0.5):
            return f"op::Abs({self.strict(kind, False, depth)})"
        return f"op::Max({{{self.strict(kind, False, depth)}, {self.strict(kind, False, depth)}}})"

    def ternary(self, kind, depth):
        self.saw("ternary")
        return self.choose(self.condition(depth), self.strict(kind, False, depth), self.strict(kind, False, depth))

    def choose(self, condition, *sides):
        """C++ has no common type of a constant TensorOf and a Tensor."""
        constant = {v.name for v in self.visible() if self.constant_captures or not v.mutable}
        sides = [f"Tensor({side})" if side in constant else side for side in sides]
        return f"({condition} ? {sides[0]} : {sides[1]})"

    def op_if(self, kind, depth):
        self.saw("op_if")
        return f"op::If({self.tensor_condition(depth)}, [&] {{ return Tensor({self.strict(kind, False, depth)}); }}, [&] {{ return Tensor({self.strict(kind, False, depth)}); }})"

    def where(self, kind, depth):
        return f"op::Where({self.tensor_condition(0)}, {self.strict(kind, False, depth)}, {self.strict(kind, False, depth)})"

    def convert(self, kind, depth):
        self.saw("cast")
        other = self.pick([k for k in "IFDL" if k != kind])
        text = self.strict(other, False, depth)
        return f"cast<{CASTS[kind]}>(({text}) % {'999.0f' if other in 'FD' else '997'})"

    def converted(self, kind):
        """For a kind of which no variable is in sight."""
        for other in "IFDL":
            if self.variables(other):
                name = self.pick(self.variables(other)).name
                return f"cast<{CASTS[kind]}>({name} % {'999.0f' if other in 'FD' else '997'})"
        raise AssertionError("no variable in sight")

    def element(self, kind, depth):
        vectors = self.variables(kind, True)
        if not vectors:
            return self.strict(kind, False, depth)
        self.saw("index")
        name, position = self.pick(vectors).name, self.position()
        return f"{name}[{position}]" if self.chance(0.6) else f"{name}.index({{{position}}})"

    def position(self):
        """An index of a vector of three or more."""
        if self.variables("ci") and self.chance(0.4):
            return f"{self.pick(self.variables('ci')).name} % 3"
        if self.chance(0.5):
            return f"({self.strict('I', False, 0)}) % 3"
        return str(self.random.randint(-3, 2))

    def array_element(self, kind, depth):
        """An element of a C++ array at an index that may not be known."""
        arrays = self.variables("array" + kind)
        if not arrays:
            return self.strict(kind, False, depth)
        self.saw("array_index")
        return self.array_position(self.pick(arrays))

    def array_position(self, array):
        if array.size == 2 or self.chance(0.3):
            return f"{array.name}[({self.scalar_int(1)}) & 1]"
        return f"{array.name}[(({self.scalar_int(1)}) % 3 + 3) % 3]"

    def reduce(self, kind, depth):
        vectors = self.variables(kind, True)
        if not vectors or kind == "F":  # a sum of floats has no order of its own
            return self.strict(kind, False, depth)
        return f"op::{self.pick(['ReduceSum', 'ReduceMax'])}({self.pick(vectors).name}, {{}}, {{.keepdims = 0}})"

    def method_value(self, kind, depth):
        structs = [v for v in self.structs() if self.struct[-1][1] == kind]
        if not structs:
            return self.strict(kind, False, depth)
        self.saw("method_value")
        return f"{self.pick(structs).name}.{self.pick(['mixed({})', 'twice({})', 'operator()({})' if self.chance(0.2) else 'mixed({})']).format(self.strict(kind, False, depth))}"

    def total(self, kind, depth):
        self.saw("pack")
        return f"total({', '.join(self.strict(kind, False, min(depth, 1)) for _ in range(self.random.randint(1, 3)))})"

    def least(self, kind, depth):
        self.saw("min_max")
        # They are for tensors that are known to have one element.
        a, b = (f"op::ReduceMax({self.strict(kind, False, depth)}, {{}}, {{.keepdims = 0}})" for _ in range(2))
        return f"std::{self.pick(['min', 'max'])}<Tensor>({a}, {b})"

    def call_value(self, kind, depth):
        """A call without effects on variables."""
        callees = [c for c in self.callees if c.pure and c.results == [kind] and (self.structs() or all(p.kind != "struct" for p in c.parameters))]
        if not callees:
            return self.strict(kind, False, depth)
        callee = self.pick(callees)
        self.saw("call_scripted" if callee.what == "scripted" else "call_helper")
        return self.call_text(callee, min(depth, 1))

    def call_text(self, callee, depth):
        arguments = []
        for parameter in callee.parameters:
            if parameter.kind == "struct":
                arguments.append(self.pick(self.structs(parameter.how == "reference")).name)
            elif parameter.how == "reference":
                arguments.append(self.pick(self.variables(parameter.kind, parameter.vector, True)).name)
            elif parameter.how == "optional":
                self.saw("optional")
                if self.chance(0.4):
                    if not (callee.modes or callee.rates) and self.chance(0.5):
                        continue
                    arguments.append(self.pick(["{}", "std::nullopt"]))
                else:
                    arguments.append(self.strict(parameter.kind, False, depth))
            else:
                arguments.append(self.strict(parameter.kind, parameter.vector, depth))
        if callee.modes and self.chance(0.7):
            arguments.append(self.mode_argument())
            if callee.rates and self.chance(0.6):
                arguments.append(self.pick((self.rates or ["1.5f"]) + ["0.75f"]))
        instance = f"<{self.pick([str(self.random.randint(0, 3))] + self.known())}>" if callee.template else ""
        return f"{callee.name}{instance}({', '.join(arguments)})"

    def mode_argument(self):
        return self.pick(self.modes) if self.modes and self.chance(0.5) else str(self.random.randint(0, 3))

    def vector(self, kind, names, depth):
        if not names:
            return f"({self.cast_vector(kind)}) + {self.strict(kind, False, 0)}"
        name = self.pick(names)
        if depth <= 0:
            return name
        form = self.random.randint(0, 6)
        if form == 0:
            return f"({name} + {self.vector(kind, names, depth - 1)})"
        if form == 1:
            return f"({name} - {self.operand(kind, 0)})"
        if form == 2:
            return f"({name} % {'53' if kind == 'I' else '17.0f'} * {self.literal(kind)})"
        if form == 3:
            self.saw("index")
            return f"{name}.index({{Slice(None, None, -1)}})"
        if form == 4:
            self.saw("ternary")
            return self.choose(self.condition(0), name, self.vector(kind, names, depth - 1))
        if form == 5:
            return f"op::Where({name} > {self.operand(kind, 0)}, {name}, {self.vector(kind, names, depth - 1)})"
        return name

    def cast_vector(self, kind):
        for other in "IF":
            if self.variables(other, True):
                name = self.pick(self.variables(other, True)).name
                return name if other == kind else f"cast<{CASTS[kind]}>({name} % {'997' if other == 'I' else '999.0f'})"
        values = ["1", "2", "3"] if kind == "I" else ["1.0f", "-2.0f", "0.5f"]
        return f"onnxc::tensor<{CASTS[kind]}>({{{', '.join(values)}}})"
