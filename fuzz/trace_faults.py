#!/usr/bin/env python3
"""Whether the fuzzer of traces would find a bug: plants faults and looks for a program that tells.

usage: trace_faults.py [options] SEED MOST

Faults of the guards are planted in what is expected: had onnxc them, it would make such functions, and the expected numbers of functions must differ.
Faults of values, of reuse and of numbers of functions are planted in models that onnxc has made. For each, programs from SEED on are tried, at most MOST.
Guards need no models: of them 100 times as many are tried. The last line is `N found, N missed`.
"""

import argparse
import copy
import os
import pathlib
import sys
import tempfile

import onnx

import faults
import trace_harness
import trace_program
import trace_values

GUARDS, MODELS = {}, {}


def guard_fault(run):
    GUARDS[run.__name__] = run
    return run


def model_fault(function):
    """It changes {kind: ModelProto} of a main, and returns whether there was a place for it."""
    MODELS[function.__name__] = function
    return function


# What is asked.


@guard_fault
class nested_guards_forgotten(trace_values.Run):
    def call(self, name, key, arguments, body):
        count = len(self.logs[-1])
        results = super().call(name, key, arguments, body)
        del self.logs[-1][count:]
        return results


@guard_fault
class guards_that_held_forgotten(trace_values.Run):
    def call(self, name, key, arguments, body):
        count, made = len(self.logs[-1]), len(self.made)
        results = super().call(name, key, arguments, body)
        if len(self.made) == made:
            del self.logs[-1][count:]
        return results


@guard_fault
class literals_ask_nothing(trace_values.Run):
    def number(self, number, like):
        self.quiet += 1
        try:
            return super().number(number, like)
        finally:
            self.quiet -= 1


@guard_fault
class sizes_ask_nothing(trace_values.Run):
    def ask(self, value, fact, axis=0):
        answer = super().ask(value, fact, axis)
        if fact == "dim" and not self.quiet:
            self.logs[-1].pop()
        return answer


@guard_fault
class types_ask_ranks(trace_values.Run):
    def ask(self, value, fact, axis=0):
        if fact == "type":
            super().ask(value, "rank")
        return super().ask(value, fact, axis)


@guard_fault
class whole_types_in_the_key(trace_values.Run):
    def call(self, name, key, arguments, body):
        return super().call(name, key + str([(value.array.dtype, value.array.ndim) for value in arguments]), arguments, body)


@guard_fault
class attributes_forgotten(trace_values.Run):
    def call(self, name, key, arguments, body):
        return super().call(name, "", arguments, body)


@guard_fault
class constants_baked(trace_values.Run):
    def call(self, name, key, arguments, body):
        baked = [value.array.tolist() for value in arguments if not value.parents and not value.call and value.array.ndim == 0]
        return super().call(name, key + str(baked), arguments, body)


# Models.


def pairs(model):
    """Two functions made of one annotated function."""
    functions = list(model.functions)
    for k, one in enumerate(functions):
        for two in functions[k + 1:]:
            if one.domain == two.domain and trace_harness.base_name(one.name) == trace_harness.base_name(two.name) and len(one.input) == len(two.input) and len(one.output) == len(two.output):
                yield one, two


def every_node(nodes):
    return (node for part in faults.node_lists(nodes) for node in part)


def nodes_of(model):
    for nodes in [model.graph.node, *[function.node for function in model.functions]]:
        yield from every_node(nodes)


def calls_of(model, function):
    return [node for node in nodes_of(model) if (node.domain, node.op_type, node.overload) == (function.domain, function.name, function.overload)]


def redirect(calls, function):
    for node in calls:
        node.op_type, node.overload = function.name, function.overload


@model_fault
def reused_for_another_fact(models):
    """The function of other facts or attributes is called."""
    for one, two in pairs(models["reused"]):
        redirect(calls_of(models["reused"], two), one)
        return True
    return False


@model_fault
def body_of_other_facts(models):
    for one, two in pairs(models["reused"]):
        renamed = dict(zip([*one.input, *one.output], [*two.input, *two.output]))
        del two.node[:]
        for node in one.node:
            two.node.add().CopyFrom(node)
        for node in every_node(two.node):
            node.input[:] = [renamed.get(name, name) for name in node.input]
            node.output[:] = [renamed.get(name, name) for name in node.output]
        return True
    return False


@model_fault
def made_once_too_often(models):
    """Values are right, but a fact was asked that nobody needs."""
    model = models["reused"]
    for function in model.functions:
        calls = calls_of(model, function)
        if len(calls) > 1:
            more = copy.deepcopy(function)
            more.name += "<again>"
            model.functions.append(more)
            redirect(calls[1:], more)
            return True
    return False


@model_fault
def unused_function_kept(models):
    more = copy.deepcopy(models["reused"].functions[-1])
    more.name += "<unused>"
    models["reused"].functions.append(more)
    return True


@model_fault
def arguments_in_another_order(models):
    """Formals are bound to other arguments."""
    for function in models["reused"].functions:
        calls = [node for node in calls_of(models["reused"], function) if len(set(node.input)) > 1]
        for node in calls:
            node.input[:] = [*node.input[1:], node.input[0]]
            return True
    return False


@model_fault
def operands_swapped_where_flattened(models):
    nodes = [node for node in nodes_of(models["flat"]) if node.op_type == "Sub" and node.input[0] != node.input[1]]
    for node in nodes:
        node.input[:] = [node.input[1], node.input[0]]
    return bool(nodes)


@model_fault
def symbol_taken_for_a_size(models):
    for output in models["reused"].graph.output:
        for dim in output.type.tensor_type.shape.dim:
            if dim.dim_param:
                dim.dim_value = 3
                return True
    return False


@model_fault
def functions_in_another_order(models):
    functions = [copy.deepcopy(function) for function in models["again"].functions]
    del models["again"].functions[:]
    models["again"].functions.extend(reversed(functions))
    return len(functions) > 1


def try_guards(seed, most):
    found = 0
    for name, run in GUARDS.items():
        for k in range(seed, seed + 100 * most):
            right = [main.functions for main in trace_program.Program(k).mains]
            trace_program.Run = run
            try:
                wrong = [main.functions for main in trace_program.Program(k).mains]
            finally:
                trace_program.Run = trace_values.Run
            if right != wrong:
                print(f"{name}: found by p{k}, program {k - seed + 1}")
                found += 1
                break
        else:
            print(f"{name}: missed")
    return found


def try_models(arguments, folder):
    missing = dict(MODELS)
    for first in range(arguments.seed, arguments.seed + arguments.most, arguments.batch):
        programs = [trace_program.Program(k) for k in range(first, min(first + arguments.batch, arguments.seed + arguments.most))]
        models = trace_harness.trace_each(arguments.onnxc, programs, folder)[0] if missing else {}
        for program in programs:
            for main in program.mains:
                for name in list(missing):
                    if (program.name, main.name) not in models:
                        continue
                    planted = {kind: onnx.load_from_string(data) for kind, data in models[program.name, main.name].items()}
                    if not missing[name](planted):
                        continue
                    reasons = trace_harness.wrong({kind: model.SerializeToString(deterministic=True) for kind, model in planted.items()}, program, main)
                    reason = next((f"{mode}: {why}" for mode, why in reasons.items() if why), None)
                    if reason:
                        print(f"{name}: found by {program.name}, program {program.seed - arguments.seed + 1}: {reason[:100]}", flush=True)
                        del missing[name]
    for name in missing:
        print(f"{name}: missed")
    return len(MODELS) - len(missing)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("most", type=int)
    parser.add_argument("--onnxc", default=os.environ.get("ONNXC", "onnxc"), help="the compiler under test")
    parser.add_argument("--batch", type=int, default=8, help="programs in one source")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = try_guards(arguments.seed, arguments.most) + try_models(arguments, pathlib.Path(folder))
    missed = len(GUARDS) + len(MODELS) - found
    print(f"{found} found, {missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
