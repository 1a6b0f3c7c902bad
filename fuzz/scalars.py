"""Expressions of C++'s own numbers, and conditions."""


class Scalars:
    """For a Program, which has the variables in sight. Kinds: ci (int64_t, int), cd (double), cb (bool)."""

    def scalar_int(self, depth):
        choices = [v.name for v in self.variables("ci")] * 2 + self.modes + [str(self.random.randint(1, 6))]
        if depth <= 0 or self.chance(0.3):
            if (text := self.pick(choices)) in self.modes:
                self.saw("attribute")
            return text
        if self.chance(0.3):
            return self.scalar_form(depth - 1)
        operator = self.pick(["+", "-", "*", "%", "/"])
        if operator in "%/":
            return f"({self.scalar_int(depth - 1)}) {operator} {self.random.randint(2, 5)}"
        return f"({self.scalar_int(depth - 1)} {operator} {self.scalar_int(depth - 1)})"

    def scalar_form(self, depth):
        form, inner = self.random.randint(0, 10), self.scalar_int(depth)
        if form == 0:
            self.saw("bits")
            return f"(({inner}) {self.pick('&|^')} {self.pick([self.scalar_int(0), '1', '3', '6'])})"
        if form == 1:
            self.saw("bits")
            return self.pick([f"(-({inner}))", f"(~({inner}))"])
        if form == 2:
            self.saw("shift")
            return self.pick([f"((({inner}) % 50) << {self.random.randint(1, 3)})", f"(({inner}) >> {self.random.randint(1, 2)})"])
        if form == 3:
            return f"({inner} + ({self.scalar_bool()}))" if self.comparable() else inner
        if form == 4:
            self.saw("scalar_ternary")
            return f"({self.scalar_bool()} ? {inner} : {self.scalar_int(depth)})" if self.comparable() else inner
        if form == 5:
            self.saw("min_max")
            return f"std::{self.pick(['min', 'max'])}<int64_t>({inner}, {self.scalar_int(depth)})"
        if form == 6:
            self.saw("min_max")
            return self.pick([f"std::clamp<int64_t>({inner}, -3, 5)", f"std::abs(int64_t({inner}))"])
        if form == 7:
            self.saw("table")
            return f"TABLE[{self.pick(self.known() or ['1'])} & 3]" if self.chance(0.4) else f"TABLE[({inner}) & 3]"
        if form == 8:
            self.saw("constexpr_call")
            return f"fib({self.random.randint(2, 7)})" if self.chance(0.5) else f"fib(({inner}) & 3)"
        if form == 9 and self.variables("cd"):
            self.saw("scalar_cast")
            return f"static_cast<int64_t>({self.scalar_double(depth)})"
        self.saw("scalar_cast")
        return f"static_cast<{self.pick(['int', 'int64_t', 'int'])}>(({inner}) % 1000)"

    def scalar_double(self, depth):
        names = [v.name for v in self.variables("cd")]
        if names and (depth <= 0 or self.chance(0.4)):
            return self.pick(names)
        number = self.pick(["0.5", "0.25", "1.75", "2.0", "-0.3"])
        if depth <= 0:
            return f"({self.scalar_int(0)} * {number})"
        return self.pick([f"(({self.scalar_int(1)}) % 17 * {number})", f"(({self.scalar_int(1)}) % 23 / 4.0)", f"({self.scalar_double(depth - 1)} - {self.scalar_int(0)} % 7)"])

    def comparable(self):
        return bool(self.modes or self.variables("ci"))

    def scalar_bool(self):
        """A condition of C++'s own numbers; a tensor if there are none in sight."""
        names = [v.name for v in self.variables("cb")]
        if names and self.chance(0.3):
            return self.pick(names)
        if self.comparable() and self.variables("cd") and self.chance(0.25):
            return f"{self.scalar_double(1)} {self.pick(['<', '>', '<=', '>='])} {self.pick(['0.6', '2', '1.25', '-0.1'])}"
        left = self.scalar_int(1)
        if left.isdigit() and self.modes:
            self.saw("attribute")
            left = self.pick(self.modes)
        elif left.isdigit() and self.variables("ci"):
            left = self.pick(self.variables("ci")).name
        elif left.isdigit():
            return self.tensor_condition(0)
        text = f"{left} {self.pick(['<', '>', '==', '!=', '>=', '<='])} {self.random.randint(0, 3)}"
        if self.chance(0.2) and self.comparable():
            self.saw("short_circuit")
            text = f"({text} {self.pick(['&&', '||'])} {self.scalar_int(1)} {self.pick(['<', '>'])} {self.random.randint(0, 3)})"
        return text if self.chance(0.9) else f"!({text})"

    def effects(self):
        """A condition that changes C++ numbers, for a place where nothing else is evaluated."""
        names = [v.name for v in self.variables("ci", mutable=True)]
        while len(names) < 2:
            names.append(self.new_name("n"))
            self.line(f"int64_t {names[-1]} = ({self.scalar_int(1)}) % 5;")
            self.add(names[-1], "ci")
        self.saw("side_effect")
        one, two = self.random.sample(names, 2)
        first = self.pick([f"{one}++ > {self.random.randint(0, 3)}", f"--{one} < 2", f"({one} += 2) % 3 == 0"])
        second = self.pick([f"++{two} > {self.random.randint(0, 3)}", f"{two}-- != 1", f"({two} = {two} % 7 + 1) < 4"])
        return f"{first} {self.pick(['&&', '||'])} {second}"

    # Conditions.

    def branch_condition(self):
        """For an `if`."""
        if self.chance(0.08):
            self.saw("truth")
            kind = self.pick([k for k in "IFL" if self.variables(k)] or ["I"])
            return f"({self.strict(kind, False, 1)}) % {self.pick(['2', '3'])}"
        return self.condition()

    def condition(self, depth=1, tensor=False):
        """Something to branch on; with `tensor`, a bool tensor."""
        if tensor or self.chance(0.75):
            return self.tensor_condition(depth)
        return self.scalar_bool()

    def tensor_condition(self, depth=1):
        chance = self.random.random()
        if depth > 0 and chance < 0.25:
            self.saw("logic")
            operator = self.pick(["&&", "||", "&&", "||", "&", "|", "^"])
            left, right = self.tensor_condition(depth - 1), self.tensor_condition(depth - 1)
            if operator in ("&&", "||") and self.chance(0.3):
                right = self.scalar_bool()
            return f"(({left}) {operator} ({right}))"
        if depth > 0 and chance < 0.32:
            return f"!({self.tensor_condition(depth - 1)})"
        names = [v.name for v in self.variables("B")]
        if names and chance < 0.5:
            return self.pick(names)
        return self.comparison(depth)

    def comparison(self, depth):
        kind = self.pick([kind for kind in "IIIFFFDL" if self.variables(kind)] or ["I"])
        operator = self.pick(["<", "<=", ">", ">=", "<", ">", "==", "!="])
        left, right = self.strict(kind, False, min(depth, 1)), self.operand(kind, 0)
        if kind in "IL" and operator in ("==", "!="):
            left, right = f"({left}) % 3", f"({self.strict(kind, False, 0)}) % 2" if self.chance(0.5) else self.pick(["0", "1", "2"])
        elif right.strip("()").lstrip("-").isdigit() and self.chance(0.5):
            left = f"({left}) % {self.pick([7, 11, 19])}"
        return f"{left} {operator} {right}"
