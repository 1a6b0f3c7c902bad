#!/usr/bin/env python3
"""Whether the fuzzer would find a bug of the lowering: plants faults and looks for a program that tells.

usage: faults.py [options] SEED MOST [NAME...]

Each fault is a mistake of one line that a lowering could make, applied to all places of the compiled functions that have what it is about.
For each, programs from SEED on are tried until one gives another result than plain C++; at most MOST. NAMEs select faults.
The last line is `N found, N missed`.
"""

import argparse
import pathlib
import sys
import tempfile

import onnx
from onnx import helper

import harness

FAULTS = {}


def fault(function):
    """Registers a fault: it takes the FunctionProtos of one program and returns in how many places it was planted."""
    FAULTS[function.__name__] = function
    return function


# Walking.


def attribute(node, name):
    return next((a for a in node.attribute if a.name == name), None)


def node_lists(nodes):
    """`nodes` and the node lists of all subgraphs."""
    yield nodes
    for node in nodes:
        for value in node.attribute:
            if value.HasField("g"):
                yield from node_lists(value.g.node)


def everywhere(functions, kind):
    """(the list that holds it, node) of all nodes of a kind."""
    for function in functions:
        for nodes in node_lists(function.node):
            for node in list(nodes):
                if node.op_type == kind:
                    yield nodes, node


def loops(functions):
    """(the list, the Loop, its body)"""
    for nodes, node in everywhere(functions, "Loop"):
        yield nodes, node, attribute(node, "body").g


def insert_before(nodes, node, *new):
    at = next(k for k, other in enumerate(nodes) if other is node or other.output == node.output)
    rest = [onnx.NodeProto.FromString(other.SerializeToString()) for other in nodes[at:]]
    del nodes[at:]
    nodes.extend(new)
    nodes.extend(rest)


def rename_uses(nodes, old, new):
    for part in node_lists(nodes):
        for node in part:
            for k, name in enumerate(node.input):
                if name == old:
                    node.input[k] = new
    return new


def rename_graph_uses(graph, old, new):
    rename_uses(graph.node, old, new)
    for part in node_lists(graph.node):
        for node in part:
            for value in node.attribute:
                if value.HasField("g"):
                    for output in value.g.output:
                        if output.name == old:
                            output.name = new


def constant(name, value, kind):
    return helper.make_node("Constant", [], [name], value=helper.make_tensor(name, kind, [], [value]))


def element(value):
    """The element type of a formal, 0 if it has none."""
    return value.type.tensor_type.elem_type


def swap(items, i, j):
    items[i], items[j] = items[j], items[i]


def swap_graph_outputs(graph, i, j):
    a, b = onnx.ValueInfoProto.FromString(graph.output[i].SerializeToString()), onnx.ValueInfoProto.FromString(graph.output[j].SerializeToString())
    graph.output[i].CopyFrom(b)
    graph.output[j].CopyFrom(a)


def alike(values, start=0):
    """The first two of a list of formals that have the same element type."""
    for i in range(start, len(values)):
        for j in range(i + 1, len(values)):
            if element(values[i]) and element(values[i]) == element(values[j]):
                return i, j
    return None


# The faults.


@fault
def branches_swapped(functions):
    count = 0
    for _, node in everywhere(functions, "If"):
        for value in node.attribute:
            value.name = {"then_branch": "else_branch", "else_branch": "then_branch"}[value.name]
        count += 1
    return count


@fault
def condition_dropped_at_break(functions):
    """A counted loop with a jump out of it runs to its end."""
    count = 0
    for nodes, node, body in loops(functions):
        made = {output: other for other in body.node for output in other.output}
        again = body.output[0].name
        if node.input[0] and again in made and made[again].op_type != "Constant":
            body.node.append(constant(again + "_true", True, onnx.TensorProto.BOOL))
            body.output[0].name = again + "_true"
            count += 1
    return count


@fault
def first_condition_dropped(functions):
    """A while loop runs at least once."""
    count = 0
    for nodes, node, _ in loops(functions):
        if not node.input[0] and node.input[1]:
            name = node.output[0] + "_enter" if node.output else "enter"
            node.input[1] = name
            insert_before(nodes, node, constant(name, True, onnx.TensorProto.BOOL))
            count += 1
    return count


@fault
def initial_states_in_another_order(functions):
    count = 0
    for _, node, body in loops(functions):
        pair = alike(body.input, 2)
        if pair:
            swap(node.input, *pair)
            count += 1
    return count


@fault
def carried_values_in_another_order(functions):
    count = 0
    for _, node, body in loops(functions):
        pair = alike(body.output[: len(body.input) - 1], 1)
        if pair:
            swap_graph_outputs(body, *pair)
            count += 1
    return count


def change_trips(functions, kind):
    count = 0
    for nodes, node, _ in loops(functions):
        if node.input[0]:
            name = f"{node.input[0]}_{node.output[0] if node.output else 'loop'}_off"
            new = [constant(name + "_1", 1, onnx.TensorProto.INT64), helper.make_node(kind, [node.input[0], name + "_1"], [name])]
            node.input[0] = name
            insert_before(nodes, node, *new)
            count += 1
    return count


@fault
def trip_count_one_more(functions):
    return change_trips(functions, "Add")


@fault
def trip_count_one_less(functions):
    return change_trips(functions, "Sub")


@fault
def index_starts_at_one(functions):
    count = 0
    for _, node, body in loops(functions):
        index = body.input[0].name
        if node.input[0]:
            rename_graph_uses(body, index, index + "_off")
            nodes = [onnx.NodeProto.FromString(other.SerializeToString()) for other in body.node]
            del body.node[:]
            body.node.extend([constant(index + "_1", 1, onnx.TensorProto.INT64), helper.make_node("Add", [index, index + "_1"], [index + "_off"])] + nodes)
            count += 1
    return count


@fault
def index_without_step(functions):
    count = 0
    for _, node, body in loops(functions):
        for other in body.node:
            if other.op_type == "Mul" and other.input[0] == body.input[0].name:
                other.op_type = "Identity"
                del other.input[1:]
                count += 1
    return count


@fault
def increment_skipped_by_continue(functions):
    """Where an If of the body holds, what the body adds to a state is lost."""
    count = 0
    for _, node, body in loops(functions):
        branch = next((other for other in body.node if other.op_type == "If"), None)
        formals = {value.name for value in body.input[2:]}
        for k, output in enumerate(body.output[1 : len(body.input) - 1], 1):
            other = next((n for n in body.node if output.name in n.output and n.op_type in ("Add", "Sub")), None)
            if branch and other and other.input[0] in formals:
                name = output.name + "_skipped"
                body.node.append(helper.make_node("Where", [branch.input[0], other.input[0], output.name], [name]))
                output.name = name
                count += 1
    return count


@fault
def stale_value_captured(functions):
    """A body reads the value from before the loop instead of the carried one."""
    count = 0
    for _, node, body in loops(functions):
        for outer, formal in zip(node.input[2:], body.input[2:]):
            rename_uses(body.node, formal.name, outer)
            count += 1
            break
    return count


@fault
def write_lost_in_loop(functions):
    count = 0
    for _, node, body in loops(functions):
        states = list(zip(body.input[2:], body.output[1:]))
        for k, (formal, output) in enumerate(states):
            if k == len(states) - 1 and formal.name != output.name:
                name = output.name + "_lost"
                body.node.append(helper.make_node("Identity", [formal.name], [name]))
                output.name = name
                count += 1
    return count


@fault
def outputs_of_one_branch_swapped(functions):
    count = 0
    for _, node in everywhere(functions, "If"):
        graph = attribute(node, "then_branch").g
        pair = alike(graph.output)
        if pair:
            swap_graph_outputs(graph, *pair)
            count += 1
    return count


def replace(functions, old, new, arity=None):
    count = 0
    for _, node in everywhere(functions, old):
        node.op_type = new
        if arity:
            del node.input[arity:]
        count += 1
    return count


@fault
def negation_missing(functions):
    return replace(functions, "Not", "Identity")


@fault
def jump_needs_both_flags(functions):
    return replace(functions, "Or", "And")


@fault
def less_is_less_or_equal(functions):
    return replace(functions, "Less", "LessOrEqual")


@fault
def greater_or_equal_is_greater(functions):
    return replace(functions, "GreaterOrEqual", "Greater")


@fault
def where_operands_swapped(functions):
    count = 0
    for _, node in everywhere(functions, "Where"):
        swap(node.input, 1, 2)
        count += 1
    return count


@fault
def modulo_of_the_divisor_sign(functions):
    count = 0
    for _, node in everywhere(functions, "Mod"):
        mode = attribute(node, "fmod")
        if mode is not None and mode.i == 1:
            mode.i = 0
            count += 1
    return count


@fault
def attribute_of_a_call_dropped(functions):
    count = 0
    for function in functions:
        for nodes in node_lists(function.node):
            for node in nodes:
                if node.domain and node.attribute:
                    del node.attribute[:]
                    count += 1
    return count


def planted(library, name, plant):
    """The model of a program with the fault, None if the program has no place for it."""
    model = harness.program_model(library, name)
    return model if plant(model.functions) else None


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("most", type=int)
    parser.add_argument("names", nargs="*")
    harness.add_arguments(parser)
    arguments = parser.parse_args()
    harness.SECONDS = 4
    missing = {name: plant for name, plant in FAULTS.items() if not arguments.names or name in arguments.names}
    tried = dict.fromkeys(missing, 0)
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for programs in harness.batches(arguments.seed, arguments.most, arguments.batch):
            if not missing:
                break
            wants = harness.native_results(programs, arguments.cxx, folder)
            library, refused = harness.compile_library(programs, arguments.onnxc, folder)
            for k, program in enumerate(p for p in programs if p.name not in refused):
                if not missing or harness.difference(harness.program_model(library, program.name), wants[program.name]):
                    continue
                for name in list(missing):
                    model = planted(library, program.name, missing[name])
                    tried[name] += model is not None
                    reason = model and harness.difference(model, wants[program.name])
                    if reason:
                        print(f"{name}: found by {program.name}, program {int(program.name[1:]) - arguments.seed + 1} ({tried[name]} with a place for it): {reason[:100]}", flush=True)
                        del missing[name]
                        found += 1
    for name in missing:
        print(f"{name}: missed, planted in {tried[name]} programs")
    print(f"{found} found, {len(missing)} missed")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
