"""Functions, lambdas, and calls of them."""

from scopes import TYPE_NAMES, Callee, Parameter, Variable


class Calls:
    """For a Program, which has the variables in sight and writes lines."""

    def start_function(self, parameters, results, size):
        self.scopes, self.seen = [[]], None
        for name, kind, vector, plain, mutable in parameters:
            if kind == "struct":
                self.add_struct(name, mutable)
            else:
                self.add(name, kind, vector, plain=plain, mutable=mutable)
        self.returns, self.budget, self.depth, self.loops, self.jumpable, self.lambda_depth = results, size, 0, 0, 0, 0

    def random_parameters(self, what):
        parameters = []
        for k in range(self.random.randint(2, 4)):
            kind = "IF"[k] if k < 2 else self.pick("IIFFDBL")
            how = "value" if what == "scripted" else self.pick(["value", "value", "reference", "reference", "constant"])
            parameters.append(Parameter(kind, k > 1 and kind in "IF" and self.chance(0.4), how))
        if self.chance(0.25) and not (what == "scripted" and self.struct_array):
            parameters.append(Parameter("struct", False, "value" if what == "scripted" else self.pick(["value", "reference", "constant"])))
        if self.chance(0.25):
            parameters.append(Parameter(self.pick("IF"), False, "optional"))
        return parameters

    def random_results(self, what, parameters):
        chance = self.random.random()
        if what == "helper" and chance < 0.15 and any(p.how == "reference" for p in parameters):
            return []
        if what == "helper" and chance < 0.25:
            return ["S"]
        if chance < 0.55:
            return [self.pick("IF"), self.pick("IF")]
        return [self.pick("IIIFFFDBL")]

    def result_type(self, what, results):
        """The C++ type of the result and how it is taken apart."""
        if not results or results == ["S"]:
            return ("S" if results else "void"), ""
        if len(results) == 1:
            return (self.typed(results[0], False) if what == "scripted" and self.chance(0.6) else "Tensor"), ""
        types = [self.typed(kind, False) if what == "scripted" else "Tensor" for kind in results]
        form = self.pick(["tuple", "tuple", "pair"] + ["array"] * (what == "helper" and results[0] == results[1]))
        return (f"std::array<Tensor, 2>" if form == "array" else f"std::{form}<{', '.join(types)}>"), form

    def typed(self, kind, vector):
        dimensions = '"N"' if vector else "scalar"
        return f"{TYPE_NAMES[kind]}<{dimensions}>"

    def parameter_text(self, what, name, parameter):
        type_name = "S" if parameter.kind == "struct" else "Tensor"
        if parameter.how == "optional":
            return f"std::optional<Tensor> {name} = {{}}"
        if parameter.how == "reference":
            return f"{type_name} &{name}"
        if parameter.how == "constant":
            return f"const {type_name} &{name}"
        if what == "scripted" and parameter.kind != "struct" and (parameter.kind == "B" or self.chance(0.6)):
            return f"{self.typed(parameter.kind, parameter.vector)} {name}"
        return f"{type_name} {name}"

    def write_function(self, what, size):
        name = self.new_name("g" if what == "scripted" else "h")
        parameters = self.random_parameters(what)
        results = self.random_results(what, parameters)
        texts = [self.parameter_text(what, f"a{k}", parameter) for k, parameter in enumerate(parameters)]
        modes = what == "scripted" and self.chance(0.7)
        rates = modes and self.chance(0.4)
        self.modes, self.rates, self.lists = ["mode"] * modes, ["rate"] * rates, []
        texts += ["int64_t mode = 2"] * modes + ["float rate = 1.25f"] * rates
        result, form = self.result_type(what, results)
        template = self.chance(0.3)
        prefix = ("template <int64_t K> " if template else "") + ("[[onnx::script]] " if what == "scripted" else "static ")
        self.lines.append(f"{prefix}{result} {name}({', '.join(texts)}) {{")
        known = [(f"a{k}", p.kind, p.vector, texts[k].startswith("Tensor"), p.how != "constant") for k, p in enumerate(parameters) if p.how != "optional"]
        self.start_function(known, results, size)
        if template:
            self.add("K", "ci", mutable=False, known=True)
        self.stack.append(what)
        self.saw(what)
        if template:
            self.saw("template")
        if parameters[-1].how == "optional":
            self.use_optional(f"a{len(parameters) - 1}", parameters[-1].kind)
        self.statements()
        self.write_return()
        self.stack.pop()
        self.lines.append("}")
        self.callees.append(Callee(name, parameters, results, what, form, modes, rates, template))

    def use_optional(self, name, kind):
        value = self.new_name("t")
        self.line(f"Tensor {value} = {self.strict(kind, False, 1)};")
        self.line(self.pick([f"if ({name}) {value} = {value} - *{name};", f"if ({name}.has_value()) {{ {value} += {name}.value(); }} else {{ {value} = {value} % 17; }}",
                             f"if (!{name}) {value} = -{value};"]))
        self.add(value, kind, plain=True)

    def write_return(self):
        if self.returns == ["S"]:
            structs = [v.name for v in self.structs()]
            self.line(f"return {self.pick(structs)};" if structs and self.chance(0.7) else f"return S{self.struct_value()};")
            return
        values = [self.returned(kind) for kind in self.returns]
        self.line("return;" if not values else f"return {values[0]};" if len(values) == 1 else f"return {{{', '.join(values)}}};")

    def returned(self, kind):
        """A value that depends on much of what is in sight."""
        vector, kind = kind[0] == "V", kind[-1]
        if kind == "B":
            return self.condition(1, True)
        names = [v.name for v in self.variables(kind, vector)]
        self.random.shuffle(names)
        if not names:
            return self.strict(kind, vector, 1)
        factors = [f"{name} * {k * 2 + 1}" if k else name for k, name in enumerate(names[:6])]
        if kind == "I" and not vector:
            factors += [f"cast<int64_t>({v.name})" for v in self.variables("B")[-2:] + self.variables("L")[-2:]]
            factors += [v.name for v in self.variables("ci")[-2:]]
        if kind == "F" and not vector:
            factors += [v.name for v in self.variables("cd")[-1:]]
        return " + ".join(factors)

    # Lambdas.

    def define_lambda(self):
        name = self.new_name("l")
        results = [self.pick("IF")] if self.chance(0.85) else []
        parameters = [Parameter(self.pick("IF"), False, self.pick(["value", "value", "generic", "reference"])) for _ in range(self.random.randint(0, 2))]
        self.saw("lambda")
        captures = self.pick(["&", "&", "&", "=", "init", "mutable"])
        texts = ", ".join({"reference": "Tensor &", "generic": "auto ", "value": "Tensor "}[p.how] + f"z{k}" for k, p in enumerate(parameters))
        inner = [Variable(f"z{k}", p.kind, plain=p.how == "reference") for k, p in enumerate(parameters)]
        capture = captures
        if captures in ("init", "mutable"):
            self.saw(f"{captures}_capture")
            kind = self.pick("IF")
            capture = f"{'&' if captures == 'init' else '='}, y1 = Tensor({self.strict(kind, False, 1)})"
            inner.append(Variable("y1", kind, plain=captures == "mutable", mutable=captures == "mutable"))
        is_mutable = " mutable" if captures == "mutable" else ""
        self.line(f"auto {name} = [{capture}]({texts}){is_mutable} -> {'Tensor' if results else 'void'} {{")
        self.lambda_body(captures, inner, results)
        self.line("};")
        variable = self.add(name, "lambda")
        variable.callee = Callee(name, parameters, results, "lambda", changes=captures == "mutable")
        self.call(variable.callee)

    def lambda_body(self, captures, inner, results):
        saved = self.returns, self.loops, self.jumpable, [(v, v.mutable) for v in self.visible()]
        self.returns, self.loops, self.jumpable = results, 0, 0
        for variable, _ in saved[3]:
            if captures == "=" or variable.kind == "lambda" and captures == "mutable":
                variable.mutable = False
        self.enter(inner)
        self.lambda_depth += 1
        self.constant_captures += captures == "="
        self.line("{")  # what the block declares ends before the return
        self.block("lambda")
        self.line("}")
        self.depth += 1
        self.write_return()
        self.depth -= 1
        self.lambda_depth -= 1
        self.constant_captures -= captures == "="
        self.leave()
        self.returns, self.loops, self.jumpable, states = saved
        for variable, mutable in states:
            variable.mutable = mutable

    def call_at_once(self):
        """A lambda that is called where it stands, or is handed to a template."""
        kind, name = self.pick("IF"), self.new_name("t")
        if self.chance(0.5):
            self.saw("immediate")
            self.line(f"Tensor {name} = [&]() -> Tensor {{")
            inner, tail = [], "}();"
        else:
            self.saw("handed_over")
            self.line(f"Tensor {name} = apply([&](Tensor z0) -> Tensor {{")
            inner, tail = [Variable("z0", kind, plain=True)], f"}}, {self.strict(kind, False, 1)});"
        self.lambda_body("&", inner, [kind])
        self.line(tail)
        self.add(name, kind, plain=True)

    # Calls.

    def callable(self, callee):
        for parameter in callee.parameters:
            if parameter.kind == "struct" and not self.structs(parameter.how == "reference"):
                return False
            if parameter.how == "reference" and parameter.kind != "struct" and not self.variables(parameter.kind, parameter.vector, True):
                return False
        return True

    def call(self, callee=None):
        lambdas = [v.callee for v in self.visible() if v.kind == "lambda" and (v.mutable or not v.callee.changes)]
        callees = [c for c in self.callees + lambdas * 3 if self.callable(c)]
        if not callees or (callee and not self.callable(callee)):
            return self.assign()
        callee = callee or self.pick(callees)
        self.saw("call_lambda" if callee.what == "lambda" else "call_scripted" if callee.what == "scripted" else "call_helper" if callee.pure else "call_reference")
        text = self.call_text(callee, 2)
        if not callee.results:
            self.saw("call_void")
            self.line(text + ";")
        elif callee.results == ["S"]:
            name = self.new_name("s")
            self.saw("call_struct")
            self.line(f"S {name} = {text};")
            self.add_struct(name)
        elif len(callee.results) == 2:
            self.call_pair(callee, text)
        else:
            self.take(callee.results[0], text)

    def take(self, kind, text):
        """The result goes to a variable, old or new."""
        targets = self.variables(kind, False, True)
        if targets and self.chance(0.5):
            self.line(f"{self.pick(targets).name} = {text};")
            return
        name = self.new_name("t")
        self.line(f"Tensor {name} = {text};")
        self.add(name, kind, plain=True)

    def call_pair(self, callee, text):
        self.saw("call_tuple")
        targets = [self.variables(kind, False, True) for kind in callee.results]
        if callee.form != "array" and all(targets) and self.chance(0.45):
            one, two = (self.pick(choices) for choices in targets)
            if one.root != two.root and not self.aliased(one, two):
                self.saw("tie")
                self.line(f"std::tie({one.name}, {two.name}) = {text};")
                return
        if self.chance(0.3):
            name = self.new_name("e")
            self.line(f"auto {name} = {text};")
            if callee.form == "array":
                parts = [f"{name}[0]", f"{name}[1]"]
            else:
                parts = [f"{name}.first", f"{name}.second"] if callee.form == "pair" and self.chance(0.5) else [f"std::get<0>({name})", f"std::get<1>({name})"]
            for part, kind in zip(parts, callee.results):
                self.add(part, kind, root=name, plain=callee.what == "helper")
            return
        names = [self.new_name("e") for _ in callee.results]
        self.line(f"auto [{', '.join(names)}] = {text};")
        for name, kind in zip(names, callee.results):
            self.add(name, kind)
