"""Statements without statements inside of them."""

import re

from scopes import INTEGERS, TENSORS


class Statements:
    """For a Program, which has the variables in sight and writes lines."""

    def declare(self):
        kind, vector = self.pick([("I", False)] * 3 + [("F", False)] * 3 + [("B", False)] * 2 + [("D", False), ("L", False), ("I", True), ("F", True)])
        text = self.expression(kind, vector)
        name = self.new_name(kind.lower())
        shadowed = [v for v in self.tensors(False) if v.name.isidentifier() and not v.vector and not re.search(rf"\b{v.name}\b", text) and all(v.name != w.name for scope in self.scopes[-2:] for w in scope)]
        if self.depth and shadowed and self.chance(0.4):
            name = self.pick(shadowed).name
            self.saw("shadow")
        self.saw("declare")
        plain = "I_(" in text or "F_(" in text or text.isidentifier() or kind == "B" or self.chance(0.6)
        constant = self.chance(0.12)
        self.line(f"{'const ' if constant else ''}{'Tensor' if plain else 'auto'} {name} = {text};")
        self.add(name, kind, vector, plain=plain, mutable=not constant)

    def assign(self):
        target = self.target()
        self.saw("assign")
        others = [v for v in self.variables(target.kind, target.vector, True) if v.root != target.root and not self.aliased(v, target)]
        if others and target.kind in "FI" and not target.vector and self.chance(0.15):
            self.saw("assign_value")  # the value of an assignment
            other = self.pick(others).name
            self.line(f"{target.name} = ({other} {self.pick(['+=', '-=', '='])} {self.strict(target.kind, False, 1)}){self.pick(['', ' % 101'])};")
            return
        self.line(f"{target.name} = {self.expression(target.kind, target.vector)};")

    def target(self, kinds=TENSORS):
        choices = [v for v in self.tensors() if v.kind in kinds]
        return self.pick(choices) if choices else self.random_declared(kinds)

    def random_declared(self, kinds):
        kind = self.pick([k for k in kinds if k in "IF"] or ["I"])
        name = self.new_name("t")
        self.line(f"Tensor {name} = {self.expression(kind)};")
        return self.add(name, kind, plain=True)

    def compound(self):
        target = self.target("IFDL")
        operator = self.pick(["+=", "-=", "*=", "/=", "%="])
        if target.kind in INTEGERS:
            value = self.nonzero(target.kind) if operator in ("/=", "%=") else self.strict(target.kind, False, 1)
        elif operator in ("/=", "%="):
            value = self.pick(["2.0f", "4.0f", "3", "7"] if operator == "/=" else ["7.5f", "13", "31.0f"])
        elif operator == "*=":
            value = self.pick(["0.5f", "-0.25f", "0.75f"])
        else:
            value = f"({self.strict(target.kind, False, 1)}) % 61.0f"
        self.saw("compound")
        self.line(f"{target.name} {operator} {value};")
        if target.kind in INTEGERS and operator == "*=":
            self.line(f"{target.name} %= {self.pick([97, 1009, 211])};")

    def increment(self):
        target = self.target("IFDL")
        self.saw("increment")
        text = self.pick(["{}++", "++{}", "{}--", "--{}"]).format(target.name)
        others = [v for v in self.variables(target.kind, target.vector, True) if v.root != target.root and not self.aliased(v, target)]
        if others and self.chance(0.4):
            text = f"{self.pick(others).name} = {text}"
        self.line(text + ";")

    def aliased(self, one, other):
        """Whether two names may be one variable."""
        loose = "rza" if self.stack and self.stack[0] == "helper" else "rz"
        return one is not other and (one.name[0] in loose or other.name[0] in loose)

    def two(self, plain=False):
        """Two different numeric variables of one kind, or none."""
        kind = self.pick("IF")
        variables = [v for v in self.variables(kind, False, True) if v.plain or not plain]
        return self.random.sample(variables, 2) if len(variables) > 1 else None

    def chained(self):
        pair = self.two()
        if not pair:
            return self.assign()
        self.saw("chained")
        self.line(f"{pair[0].name} = {pair[1].name} = {self.expression(pair[0].kind)};")

    def swap(self):
        structs = [v for v in self.structs(True) if v.plain]
        if len(structs) > 1 and self.chance(0.3):
            one, two = self.random.sample(structs, 2)
            self.saw("swap")
            self.line(f"std::swap({one.name}, {two.name});")
            return
        pair = self.two()
        if not pair:
            return self.assign()
        if self.chance(0.3):
            self.saw("exchange")
            name = self.new_name("t")
            self.line(f"Tensor {name} = std::exchange({pair[0].name}, {self.strict(pair[0].kind, False, 1)});")
            self.add(name, pair[0].kind, plain=True)
            return
        self.saw("swap")
        self.line(f"std::swap{'' if all(v.plain for v in pair) else '<Tensor>'}({pair[0].name}, {pair[1].name});")

    def conditional_target(self):
        """Writes to one of two variables, chosen while running."""
        pair = self.two(plain=True)
        if not pair:
            return self.assign()
        self.saw("conditional_target")
        text, kind = f"({self.condition()} ? {pair[0].name} : {pair[1].name})", pair[0].kind
        if self.chance(0.4):
            name = self.new_name("r")
            self.line(f"{self.pick(['Tensor', 'auto'])} &{name} = {text};")
            self.add(name, kind, plain=True)
            return
        self.line(self.pick([f"{text} = {self.strict(kind, False, 1)};", f"{text} += {self.strict(kind, False, 0)};", f"{text}++;"]))

    # Structs, arrays, references.

    def struct_value(self):
        members = [self.expression(kind) for _, kind in self.struct]
        if self.struct_array:
            members.append(f"{{{self.expression(self.struct_array, False, 1)}, {self.expression(self.struct_array, False, 1)}}}")
        return f"{{{', '.join(members)}}}"

    def declare_struct(self):
        structs = self.structs()
        if structs and self.chance(0.25):
            return self.call_method()
        targets = [v for v in self.structs(True) if v.plain]
        if targets and len(structs) > 1 and self.chance(0.25):
            self.saw("struct_copy")
            self.line(f"{self.pick(targets).name} = {self.pick(structs).name};")
            return
        if self.chance(0.15):
            return self.declare_derived()
        if self.structs(True) and self.chance(0.4):
            self.saw("struct_reference")
            name, target = self.new_name("r"), self.pick(self.structs(True)).name
            self.line(f"S &{name} = {target};")
            self.add_struct(name)
            return
        name = self.new_name("s")
        if structs and self.chance(0.6):
            self.saw("struct_copy")
            self.line(f"S {name} = {self.pick(structs).name};")
        else:
            self.saw("struct")
            self.line(f"S {name}{self.struct_value()};")
            if self.chance(0.3):
                self.saw("struct_copy")
                original, name = name, self.new_name("s")
                self.line(f"S {name} = {original};")
                self.add_struct(original)
        self.add_struct(name)

    def declare_derived(self):
        name = self.new_name("s")
        self.saw("derived")
        self.line(f"Derived {name}{{{self.struct_value()}, {self.expression('I', False, 1)}}};")
        self.add_struct(name, plain=False)
        self.add(f"{name}.extra", "I", root=name, plain=True)

    def reference_members(self):
        """A struct of references."""
        pair = self.two(plain=True)
        if not pair:
            return self.assign()
        name = self.new_name("r")
        self.saw("reference_members")
        self.line(f"Step {name}{{{pair[0].name}, {pair[1].name}}};")
        self.line(f"{name}.go();")
        self.add(f"{name}.to", pair[0].kind, root=name)

    def call_method(self):
        structs = self.structs(True)
        if not structs:
            return self.declare_struct()
        self.saw("method")
        target = self.pick(structs)
        if not target.plain and self.chance(0.5):
            return self.take("I", f"{target.name}.most({self.strict('I', False, 1)})")
        self.line(f"{target.name}.step({self.strict('I', False, 1)});")

    def declare_array(self):
        vectors = [v for v in self.visible() if v.kind.startswith("array") and v.name[0] == "c" and v.mutable]
        if vectors and self.chance(0.4):
            array, index = self.pick(vectors), ""
            kind = array.kind[-1]
            self.saw("array_write")
            name = self.array_position(array)
            if self.chance(0.25):
                reference = self.new_name("r")
                self.line(f"{self.pick(['Tensor', 'auto'])} &{reference} = {name};")
                self.add(reference, kind, plain=True)
                return
            self.line(self.pick([f"{name} = {self.expression(kind, False, 1)};", f"{name} {self.pick('+-')}= {self.strict(kind, False, 0)};"]))
            return
        name, kind, size = self.new_name("c"), self.pick("IF"), self.random.randint(2, 3)
        values = [self.expression(kind, False, 1) for _ in range(size)]
        form = self.random.randint(0, 2)
        self.saw("vector" if form == 2 else "array")
        if form == 0:
            self.line(f"Tensor {name}[{size}] = {{{', '.join(values)}}};")
        elif form == 1:
            self.line(f"std::array<Tensor, {size}> {name} = {{{', '.join(values)}}};")
        else:
            self.line(f"std::vector<Tensor> {name}{{{values[0].join(['Tensor(', ')'])}}};")
            for value in values[1:]:
                self.line(f"{name}.push_back({value});")
        self.add(name, "array" + kind, size=size, known=form < 2)
        for k in range(size):
            self.add(f"{name}[{k}]", kind, root=name, plain=True)
        if form and self.chance(0.5):
            self.add(f"{name}.back()", kind, root=name, plain=True)

    def declare_reference(self):
        target = self.target("IF")
        name = self.new_name("r")
        if self.chance(0.25):
            self.saw("constant_reference")
            self.line(f"const {self.pick(['Tensor', 'auto'])} &{name} = {self.pick(self.variables(target.kind, target.vector)).name};")
            self.add(name, target.kind, target.vector, mutable=False)
            return
        self.saw("reference")
        self.line(f"{self.pick(['Tensor', 'auto'])} &{name} = {target.name};")
        self.add(name, target.kind, target.vector, plain=target.plain)

    def declare_bindings(self):
        arrays = [v for v in self.visible() if v.kind.startswith("array") and v.mutable and v.known]
        structs = [v for v in self.structs(True) if v.plain]
        if structs and not self.struct_array and self.chance(0.7):
            target, kinds = self.pick(structs).name, [kind for _, kind in self.struct]
        elif arrays:
            array = self.pick(arrays)
            target, kinds = array.name, [array.kind[-1]] * array.size
        else:
            return self.declare_array()
        names = [self.new_name("r") for _ in kinds]
        self.saw("bindings")
        self.line(f"auto {self.pick(['', '&'])}[{', '.join(names)}] = {target};")
        for name, kind in zip(names, kinds):
            self.add(name, kind, plain=True)

    def declare_optional(self):
        kind, name, value = self.pick("IF"), self.new_name("n"), self.new_name("t")
        self.saw("optional_local")
        self.line(f"std::optional<Tensor> {name}{self.pick([f' = {self.strict(kind, False, 1)}', ''])};")
        if self.chance(0.5):
            self.line(f"{name} = {self.strict(kind, False, 1)};")
        self.line(f"Tensor {value} = {name} ? Tensor(*{name}) : Tensor({self.strict(kind, False, 1)});" if self.chance(0.5) else f"Tensor {value} = {name}.value_or({self.strict(kind, False, 1)});")
        self.add(value, kind, plain=True)

    # C++ numbers and flexible ones.

    def declare_scalar(self):
        form = self.random.random()
        if form < 0.2:
            return self.declare_double()
        if form < 0.32:
            return self.declare_constant()
        self.saw("scalar")
        scalars = self.variables("ci", mutable=True)
        if scalars and self.chance(0.5):
            name = self.pick(scalars).name
            self.line(self.pick([f"{name} = ({self.scalar_int(2)}) % 23;", f"{name} {self.pick(['+=', '-='])} ({self.scalar_int(1)}) % 7;", f"{name}{self.pick(['++', '--'])};", f"{name} %= 5;"]))
            return
        if self.chance(0.3) and self.comparable():
            name = self.new_name("p")
            self.line(f"bool {name} = {self.scalar_bool()};")
            self.add(name, "cb")
            return
        name = self.new_name("n")
        self.line(f"{self.pick(['int64_t', 'int64_t', 'int', 'auto'])} {name} = ({self.scalar_int(2)}) % 19;")
        self.add(name, "ci")

    def declare_double(self):
        self.saw("scalar_double")
        doubles = self.variables("cd", mutable=True)
        if doubles and self.chance(0.5):
            name = self.pick(doubles).name
            self.line(self.pick([f"{name} = {name} * 0.5 + {self.scalar_int(0)} % 7;", f"{name} = {self.scalar_double(1)};", f"{name} /= 2;", f"{name} -= 1.5;"]))
            return
        name = self.new_name("n")
        self.line(f"double {name} = {self.scalar_double(2)};")
        self.add(name, "cd")

    def declare_constant(self):
        self.saw("constexpr")
        name = self.new_name("n")
        self.line(f"constexpr int64_t {name} = {self.pick([f'fib({self.random.randint(2, 6)})', f'TABLE[{self.random.randint(0, 3)}] + 1', str(self.random.randint(0, 4))])} % 4;")
        self.add(name, "ci", mutable=False, known=True)

    def declare_flexible(self):
        self.saw("flexible")
        variables = self.variables("X", mutable=True)
        if variables and self.chance(0.6):
            name = self.pick(variables).name
            self.line(self.pick([f"{name} = {name} + 1;", f"{name} = {self.random.randint(1, 9)};", f"{name} += 2;", f"{name} = {name} * -1;"]))
            return
        name = self.new_name("k")
        self.line(f"Tensor {name} = {self.random.randint(1, 9)};")
        self.add(name, "X")

    def set_in_both(self):
        name, kind = self.new_name("u"), self.pick("IF")
        self.saw("set_in_both")
        self.line(f"Tensor {name};")
        self.line(f"if ({self.condition()}) {name} = {self.expression(kind, False, 1)}; else {name} = {self.expression(kind, False, 1)};")
        self.add(name, kind, plain=True)

    def put(self):
        kind = self.pick("IF")
        vectors = self.variables(kind, True, True)
        if not vectors:
            return self.assign()
        name = self.pick(vectors).name
        self.saw("index_put")
        self.line(f"{name} = {name}.index_put({{{self.position()}}}, {self.strict(kind)});")
