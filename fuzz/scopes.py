"""What a program under construction has in sight: variables, functions, attributes; and its text."""

import collections
import random

TENSORS = "IFDBL"
INTEGERS = "IL"
TYPE_NAMES = {"I": "INT64", "F": "FLOAT", "D": "DOUBLE", "B": "BOOL", "L": "INT32"}


class Variable:
    """A tensor (kind I, F, D, B, L), a flexible number (X), a C++ number (ci, cd, cb), a struct, an array (arrayI ...) or a lambda."""

    def __init__(self, name, kind, vector=False, mutable=True, root=None, plain=False, known=False, size=0):
        self.name, self.kind, self.vector, self.mutable = name, kind, vector, mutable
        self.root = root or name  # the C++ name that must be in sight
        self.plain = plain  # its C++ type is Tensor itself
        self.known = known  # while compiling
        self.size = size  # of an array

    def is_a(self, kind, vector=False):
        return self.kind == kind and self.vector == vector


class Parameter:
    """`how` is value, reference, constant (reference) or optional."""

    def __init__(self, kind, vector=False, how="value"):
        self.kind, self.vector, self.how = kind, vector, how


class Callee:
    """A function or lambda that a program can call; results are kinds, S is the struct."""

    def __init__(self, name, parameters, results, what, form="", modes=0, rates=0, template=False, changes=False):
        self.name, self.parameters, self.results, self.what, self.form = name, parameters, results, what, form
        self.modes, self.rates, self.template = modes, rates, template
        self.changes = changes  # its own captures: not callable where it is a constant

    @property
    def pure(self):
        return not self.changes and all(p.how != "reference" for p in self.parameters)


class Scopes:
    """`lines` is the text, `counts` and `pairs` are what occurred in it and inside of what."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.name = f"p{seed}"
        self.counts, self.pairs = collections.Counter(), collections.Counter()
        self.fresh = collections.Counter()
        self.scopes, self.lines, self.stack = [], [], []
        self.seen = None
        self.callees = []
        self.modes, self.rates, self.lists = [], [], []
        self.constant_captures = 0
        self.loops = self.depth = self.budget = self.jumpable = self.lambda_depth = 0

    def pick(self, choices):
        return self.random.choice(choices)

    def chance(self, probability):
        return self.random.random() < probability

    def saw(self, construct):
        self.counts[construct] += 1
        for outer in set(self.stack):
            self.pairs[outer, construct] += 1

    def new_name(self, prefix):
        self.fresh[prefix] += 1
        return f"{prefix}{self.fresh[prefix]}"

    def enter(self, scope=None):
        self.scopes.append([] if scope is None else scope)
        self.seen = None

    def leave(self):
        self.scopes.pop()
        self.seen = None

    def visible(self):
        """The variables that names mean here; kept until a scope changes."""
        if self.seen is None:
            self.seen = self.look()
        return self.seen

    def look(self):
        found, parts = {}, collections.defaultdict(list)
        for scope in self.scopes:
            for variable in scope:
                for hidden in parts.pop(variable.name, ()):
                    found.pop(hidden, None)
                found[variable.name] = variable
                parts[variable.root].append(variable.name)
        return list(found.values())

    def variables(self, kind, vector=False, mutable=False):
        return [v for v in self.visible() if v.kind == kind and v.vector == vector and (v.mutable or not mutable)]

    def tensors(self, mutable=True):
        return [v for v in self.visible() if v.kind in TENSORS and (v.mutable or not mutable)]

    def structs(self, mutable=False):
        return self.variables("struct", mutable=mutable)

    def known(self):
        """C++ integers whose value is known while compiling."""
        return [v.name for v in self.variables("ci") if v.known]

    def add(self, *arguments, **options):
        self.scopes[-1].append(Variable(*arguments, **options))
        self.seen = None
        return self.scopes[-1][-1]

    def add_struct(self, name, mutable=True, plain=True):
        self.add(name, "struct", mutable=mutable, plain=plain)
        for member, kind in self.struct:
            self.add(f"{name}.{member}", kind, root=name, plain=True, mutable=mutable)
        for k in range(2 * bool(self.struct_array)):
            self.add(f"{name}.q[{k}]", self.struct_array, root=name, plain=True, mutable=mutable)

    def line(self, text):
        self.lines.append("  " * (self.depth + 1) + text)
