"""Statements with statements inside: blocks, branches, loops; and jumps."""


class Control:
    """For a Program, which has the variables in sight and writes lines."""

    def block(self, *constructs, before=(), after=()):
        """A nested list of statements: `before` are lines at its start."""
        self.enter()
        self.stack += constructs
        self.depth += 1
        for text in before:
            self.line(text)
        self.statements(self.random.randint(1, 4))
        for text in after:
            self.line(text)
        self.depth -= 1
        del self.stack[len(self.stack) - len(constructs):]
        self.leave()

    def bare_block(self):
        self.saw("block")
        self.line("{")
        self.block("block")
        self.line("}")

    def if_statement(self):
        if self.chance(0.2):
            return self.constexpr_if()
        self.saw("if")
        self.enter()
        if self.chance(0.15):
            name, kind = self.new_name("q"), self.pick("IF")
            text = f"Tensor {name} = {self.strict(kind)}; "
            self.add(name, kind, plain=True)
            self.line(f"if ({text}{self.condition()}) {{")
        elif self.chance(0.12):
            self.line(f"if ({self.effects()}) {{")
        else:
            self.line(f"if ({self.branch_condition()}) {{")
        self.block("if")
        while self.chance(0.2):
            self.line(f"}} else if ({self.branch_condition()}) {{")
            self.block("if", "else")
            self.saw("else")
        if self.chance(0.45):
            self.saw("else")
            self.line("} else {")
            self.block("else")
        self.line("}")
        self.leave()

    def constexpr_if(self):
        self.saw("constexpr_if")
        known = self.pick(self.known() + [f"TABLE[{self.random.randint(0, 3)}]", "fib(4)"])
        self.line(f"if constexpr ({known} {self.pick(['>', '<', '=='])} {self.random.randint(0, 3)}) {{")
        self.block("constexpr_if")
        if self.chance(0.7):
            self.line("} else {")
            self.block("constexpr_if")
        self.line("}")

    def switch(self):
        if not self.modes and not self.variables("ci"):
            return self.if_statement()
        self.saw("switch")
        on = self.pick(self.modes) if self.modes and self.chance(0.6) else f"({self.scalar_int(1)}) % 4"
        if self.chance(0.15):
            on = f"int64_t {self.new_name('n')} = {on}; {on}"
        self.line(f"switch ({on}) {{")
        values = [0, 1, 2, 3]
        self.random.shuffle(values)
        labels = [[f"case {value}:"] for value in values[: self.random.randint(1, 3)]]
        if self.chance(0.6):
            labels.insert(self.random.randint(0, len(labels)), ["default:"])
        if len(labels) > 2 and self.chance(0.3):
            labels[0] += labels.pop(1)
        self.jumpable += 1
        for label in labels:
            self.line(" ".join(label) + " {")
            self.block("switch")
            falls = self.chance(0.3)
            if falls:
                self.saw("fallthrough")
            self.line("}" if falls else "} break;")
        self.jumpable -= 1
        self.line("}")

    def jump(self):
        kinds = ["return"] if not self.lambda_depth or self.returns is not None else []
        if self.jumpable:
            kinds += ["break", "break"]
        if self.loops:
            kinds += ["continue", "continue"]
        kind = self.pick(kinds)
        self.saw(kind)
        bare = self.chance(0.25 if self.depth > 1 and kind != "return" else 0.12)
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
        start, step = self.random.randint(-2, 3), self.pick([1, 1, 1, 2, 3])
        stop = self.pick([str(start + self.random.randint(0, top) * step), f"{start} + ({self.scalar_int(1)}) % {top + 1}", f"{start} + v0dim"])
        stop = stop.replace("v0dim", self.pick([f"{v.name}.dim(0)" for v in self.variables('I', True)] or ["2"]))
        up = self.chance(0.6)
        type_name = self.pick(["int64_t", "int64_t", "int", "auto"]) if stop.lstrip("-").isdigit() else "int64_t"
        if up:
            head = f"for ({type_name} {i} = {start}; {i} {self.pick(['<', '<', '<='])} {stop}; {self.step(i, step, '+')}) {{"
            if step == 1 and stop.lstrip("-").isdigit() and int(stop) >= start and self.chance(0.3):
                head = f"for ({type_name} {i} = {start}; {i} != {stop}; ++{i}) {{"
        else:
            head = f"for (int64_t {i} = {stop}; {i} {self.pick(['>', '>', '>='])} {start}; {self.step(i, step, '-')}) {{"
        before = [f"if ({self.condition()}) {i} {'+' if up else '-'}= 1;"] if "!=" not in head and self.chance(0.12) else []
        self.enter()
        self.add(i, "ci", mutable=False)
        self.loop("for_int", head, before)
        self.leave()

    def step(self, i, step, sign):
        if step == 1:
            return self.pick([f"++{i}", f"{i}++", f"{i} += 1"]).replace("+", sign)
        return f"{i} {sign}= {step}" if self.chance(0.6) else f"{i} = {i} {sign} {step}"

    def small(self, most):
        """An int64 tensor from -`most` to `most` whose value is not known."""
        return f"({self.strict('I')}) % {most + 1}"

    def for_tensor(self):
        i, top = self.new_name("j"), self.most_trips()
        step = self.pick([1, 1, 2])
        low = self.pick([f"I_({self.random.randint(-2, 2)})", self.small(1)])
        high = self.pick([self.small(top), f"{self.small(top - 1)} + 1", str(self.random.randint(0, top))])
        also = f" && {self.condition()}" if self.chance(0.2) else ""
        self.enter()
        if self.chance(0.6):
            sign, head = "+", f"for (Tensor {i} = {low}; {i} {self.pick(['<', '<', '<='])} {high}{also}; {self.step(i, step, '+')}) {{"
        else:
            if high.isdigit():
                high = f"I_({high})"
            low = low.replace("I_", "")
            sign, head = "-", f"for (Tensor {i} = {high}; {i} {self.pick(['>', '>', '>='])} {low}{also}; {self.step(i, step, '-')}) {{"
        before = [f"if ({self.condition()}) {i} {sign}= 1;"] if self.chance(0.12) else []
        self.add(i, "I", mutable=False)
        self.loop("for_tensor", head, before)
        self.leave()

    def for_two(self):
        """Two counters that meet."""
        i, j, top = self.new_name("i"), self.new_name("i"), self.most_trips() + 2
        self.enter()
        if self.chance(0.5):
            stop = self.pick([str(self.random.randint(1, top)), f"({self.scalar_int(0)}) % {top}"])
            head = f"for (int64_t {i} = 0, {j} = {stop}; {i} < {j}; ++{i}, {j}--) {{"
            self.add(i, "ci", mutable=False)
            self.add(j, "ci", mutable=False)
        else:
            head = f"for (Tensor {i} = I_({self.random.randint(-1, 1)}), {j} = {self.small(top)}; {i} < {j}; {i} += 1, --{j}) {{"
            self.add(i, "I", mutable=False)
            self.add(j, "I", mutable=False)
        self.loop("for_two", head)
        self.leave()

    def range_for(self):
        i, top = self.new_name("o"), self.most_trips()
        form = self.random.randint(0, 3)
        if form == 0:
            bounds = self.pick([self.small(top), str(self.random.randint(0, top))] + [f"{v.name}.dim(0)" for v in self.variables("F", True)])
        elif form == 1:
            bounds = f"{self.small(1)}, {self.small(top)}"
        else:
            step = self.pick([1, 2, -1, -2])
            low, high = self.small(1), self.small(top)
            bounds = f"{low}, {high}, {step}" if step > 0 else f"{high}, {low}, {step}"
        self.enter()
        self.add(i, "I", mutable=self.chance(0.3))
        self.loop("range_for", f"for (Tensor {i} : onnxc::range({bounds})) {{")
        self.leave()

    def counter(self):
        """Declares what a while loop counts down; its name."""
        w, top = self.new_name("w"), self.most_trips()
        if self.chance(0.25):
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
        return self.loop("while", f"while ({condition}) {{", [self.pick([f"{w} -= 1;", f"--{w};", f"{w} = {w} - 1;"])])

    def do_while(self):
        w = self.counter()
        if self.chance(0.4):
            return self.loop("do_while", "do {", tail=f"}} while (--{w} > 0);")
        extra = f" && {self.condition()}" if self.chance(0.6) else ""
        return self.loop("do_while", "do {", [f"{w}--;"], tail=f"}} while ({w} > 0{extra});")

    def for_ever(self):
        w = self.counter()
        before = [f"if ({w} <= 0) break;", f"{w} -= 1;"] if self.chance(0.6) else [f"if (--{w} < 0) {{ break; }}"]
        return self.loop("for_ever", self.pick(["for (;;) {", "while (true) {"]), before)

    def unrolled(self):
        self.enter()
        arrays = [v for v in self.visible() if v.kind.startswith("array") and v.mutable]
        chance = self.random.random()
        if arrays and chance < 0.5:
            array, name = self.pick(arrays), self.new_name("r")
            kind = self.pick(["Tensor &", "auto &", "const Tensor &", "Tensor "])
            head = f"for ({kind}{name} : {array.name}) {{"
            self.add(name, array.kind[-1], mutable="const" not in kind, plain=True)
        elif self.lists and chance < 0.75:
            name = self.new_name("n")
            self.saw("list_attribute")
            head = f"for (int64_t {name} : {self.pick(self.lists)}) {{"
            self.add(name, "ci", mutable=False)
        elif chance < 0.85:
            kind, name = self.pick("IF"), self.new_name("t")
            head = f"for (Tensor {name} : {{{', '.join(f'Tensor({self.strict(kind, False, 1)})' for _ in range(2))}}}) {{"
            self.add(name, kind, plain=True)
        else:
            name = self.new_name("n")
            values = ", ".join(str(self.random.randint(-3, 9)) for _ in range(self.random.randint(2, 3)))
            head = f"for ({self.pick(['int64_t', 'auto', 'const auto &'])} {name} : {self.pick(['{' + values + '}', 'TABLE'])}) {{"
            self.add(name, "ci", mutable=False)
        self.loop("unrolled", head)
        self.leave()
