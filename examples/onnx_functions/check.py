#!/usr/bin/env python3
"""Compiles the scripts in this folder and checks them against ONNX's own test data.

usage: check.py ONNXC [OPERATOR...]

Each of ONNX's backend test cases for an operator has a model of one node, inputs and expected outputs. The node is replaced by a call
of our function of the same name; ONNX Runtime must then compute the expected outputs, within the case's tolerances.
Prints one line for each case and `N passed, N failed` at the end. A case is skipped where ONNX Runtime has no kernel for its element type.
"""

import collections
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys
import tempfile
import types
import warnings

import numpy as np
import onnx
import onnx.backend.test.case.node as node_cases
import onnx.reference
import onnxruntime

FOLDER = pathlib.Path(__file__).resolve().parent
PLAIN_TYPES = {
    onnx.TensorProto.DataType.Value(name)
    for name in "FLOAT DOUBLE FLOAT16 INT8 INT16 INT32 INT64 UINT8 UINT16 UINT32 UINT64 BOOL STRING".split()
}

# Functions that stand for one value of an attribute (graphs, absent attributes) or one element type: see README.md.
BY_CASE = {
    "test_flexattention_score_mod": "FlexAttentionBias",
    "test_flexattention_prob_mod": "FlexAttentionScaledProbabilities",
    "test_flexattention_causal_mask": "FlexAttentionCausal",
    "test_flexattention_soft_cap": "FlexAttentionSoftCap",
    "test_flexattention_relative_positional": "FlexAttentionRelative",
    "test_flexattention_double": "FlexAttentionDouble",
    "test_sequence_map_identity_1_sequence": "SequenceMapIdentity",
    "test_sequence_map_identity_2_sequences": "SequenceMapIdentities",
    "test_sequence_map_identity_1_sequence_1_tensor": "SequenceMapIdentityAndTensor",
    "test_sequence_map_add_2_sequences": "SequenceMapAdd",
    "test_sequence_map_add_1_sequence_1_tensor": "SequenceMapAddTensor",
    "test_sequence_map_extract_shapes": "SequenceMapShapes",
}

# Operators without a shape of their own: their tests are repeated at shapes with sizes of 0 and 1.
ELEMENT_WISE = (
    "Celu Elu Gelu GreaterOrEqual HardSigmoid HardSwish LeakyRelu LessOrEqual LogSoftmax Mish PRelu Relu Selu Shrink Softmax Softplus "
    "Softsign SwiGLU Swish ThresholdedRelu").split()


class Failure(Exception):
    """Why a case does not pass."""


def function_of(case, node):
    """The name of the function that stands for the node of a case."""
    attributes = {attribute.name for attribute in node.attribute}
    if case.name in BY_CASE:
        return BY_CASE[case.name]
    if node.op_type == "Bernoulli" and "dtype" in attributes:
        return "BernoulliAs"
    if node.op_type == "Attention" and "softmax_precision" in attributes:
        return "AttentionWithPrecision"
    if node.op_type == "CastLike":
        like = case.model.graph.input[1].type.tensor_type.elem_type
        return "CastLike_" + onnx.TensorProto.DataType.Name(like)
    return node.op_type


def operators_with_bodies():
    """The operators that ONNX itself defines by functions: (domain, name)."""
    schemas = onnx.defs.get_all_schemas()
    return sorted({(s.domain, s.name) for s in schemas if s.has_function or s.has_context_dependent_function})


def collect_cases():
    """ONNX's test cases of one node, by operator."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cases = node_cases.collect_testcases(None)
    operators = collections.defaultdict(list)
    wanted = set(operators_with_bodies())
    for case in cases:
        nodes = case.model.graph.node
        if len(nodes) == 1 and (nodes[0].domain, nodes[0].op_type) in wanted:
            operators[nodes[0].op_type].append(case)
    for name in ELEMENT_WISE:
        operators[name] += other_shapes(operators[name][0])
    return operators


def other_shapes(case):
    """The case of an element-wise operator (or one along the last axis) at more shapes; ONNX's reference evaluator gives the values."""
    for shape in (1, 1), (0, 3), (2, 1, 3):
        model = onnx.ModelProto()
        model.CopyFrom(case.model)
        for value in [*model.graph.input, *model.graph.output]:
            rank = len(value.type.tensor_type.shape.dim) and len(shape)
            value.type.tensor_type.ClearField("shape")
            value.type.tensor_type.shape.dim.extend(onnx.TensorShapeProto.Dimension() for _ in range(rank))
        generator = np.random.default_rng(0)
        inputs = [(generator.normal(size=shape) * 3).astype(to_array(data).dtype) for data in case.data_sets[0][0]]
        names = [value.name for value in model.graph.input]
        with np.errstate(all="ignore"):
            outputs = onnx.reference.ReferenceEvaluator(model).run(None, dict(zip(names, inputs)))
        name = case.name + "_" + "x".join(map(str, shape))
        yield types.SimpleNamespace(name=name, model=model, data_sets=[(inputs, outputs)], rtol=case.rtol, atol=case.atol)


def formal_names(node):
    """The schema's names of the node's inputs that are given."""
    schema = onnx.defs.get_schema(node.op_type, node.domain)
    return [schema.inputs[min(i, len(schema.inputs) - 1)].name for i, name in enumerate(node.input) if name]


def type_text(value):
    """A graph input's type as --input spells it."""
    tensor = value.type.tensor_type
    dimensions = [str(d.dim_value) if d.HasField("dim_value") else d.dim_param or "?" for d in tensor.shape.dim]
    return onnx.TensorProto.DataType.Name(tensor.elem_type).lower() + "[" + ",".join(dimensions) + "]"


class Compiler:
    """Models of the scripts: one of each file, and one for each pattern of optional inputs that its function is asked with."""

    def __init__(self, onnxc):
        self.onnxc = onnxc
        self.folder = tempfile.TemporaryDirectory()
        self.models = {}

    def run(self, key, arguments):
        path = pathlib.Path(self.folder.name) / (str(abs(hash(key))) + ".onnx")
        done = subprocess.run([self.onnxc, *arguments, "-o", str(path)], capture_output=True, text=True)
        if done.returncode != 0:
            self.models[key] = Failure(f"onnxc: exit code {done.returncode}: {first_error(done.stderr)}")
        else:
            self.models[key] = onnx.load(path)
            onnx.checker.check_model(self.models[key])

    def library(self, operator):
        """All functions of an operator's file."""
        return self.get(operator, [str(FOLDER / f"{operator}.cc")])

    def get(self, key, arguments):
        if key not in self.models:
            try:
                self.run(key, arguments)
            except Exception as error:
                self.models[key] = Failure(f"{type(error).__name__}: {error}")
        if isinstance(self.models[key], Failure):
            raise self.models[key]
        return self.models[key]

    def call(self, case, node):
        """The function for a case and the model that holds it; also the names under which its call takes the given inputs."""
        name = function_of(case, node)
        library = self.library(node.op_type)
        found = [function for function in library.functions if function.name == name]
        schema = onnx.defs.get_schema(node.op_type, node.domain)
        optional = any(formal.option == onnx.defs.OpSchema.FormalParameterOption.Optional for formal in schema.inputs)
        if not found:
            raise Failure(f"no function {name} in {node.op_type}.cc")
        if len(found) == 1 and not optional:
            return library, found[0], list(found[0].input)
        given = formal_names(node)
        values = {value.name: value for value in case.model.graph.input}
        arguments = [str(FOLDER / f"{node.op_type}.cc"), f"--main={name}"]
        for formal, actual in zip(given, filter(None, node.input)):
            arguments += ["--input", f"{formal}={type_text(values[actual])}"]
        attributes = {attribute.name: attribute for attribute in node.attribute}
        for required in found[0].attribute:
            if required in attributes:
                arguments += ["--attr", f"{required}={onnx.helper.get_attribute_value(attributes[required])}"]
        model = self.get((name, tuple(given)), arguments)
        call = next(node for node in model.graph.node if node.domain)  # an Identity may follow
        function = next(f for f in model.functions if (f.domain, f.name, f.overload) == (call.domain, call.op_type, call.overload))
        return model, function, list(call.input)


def first_error(text):
    lines = text.strip().splitlines() or ["no text"]
    return next((line for line in lines if "error" in line), lines[0])[-240:]


def call_model(case, compiled, function, formals):
    """The case's model with its node replaced by a call of the function."""
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    node = model.graph.node[0]
    given = dict(zip(formal_names(node), filter(None, node.input)))
    if not set(given) >= {name for name in formals if name}:
        given = dict(zip(formals, filter(None, node.input)))  # a function whose parameters have other names than the operator's
    inputs = [given.get(name, "") if name else "" for name in formals]
    if node.op_type == "CastLike":
        del given["target_type"]  # the function's name tells the type
    if sum(map(bool, inputs)) != len(given):
        raise Failure(f"the function takes {formals}, the node gives {list(given)}")
    known = set(function.attribute) | {attribute.name for attribute in function.attribute_proto}
    attributes = [attribute for attribute in node.attribute if attribute.type != onnx.AttributeProto.GRAPH]
    unknown = {attribute.name for attribute in attributes} - known - ({"softmax_precision"} if node.op_type == "FlexAttention" else set())
    if unknown:
        raise Failure(f"the function has no attribute {', '.join(sorted(unknown))}")
    outputs = [name or f"unused_{i}" for i, name in enumerate(node.output)]
    outputs += [f"unused_{i}" for i in range(len(outputs), len(function.output))]
    call = onnx.helper.make_node(function.name, inputs, outputs, domain=function.domain, overload=function.overload)
    call.attribute.extend(attributes)
    model.graph.node[0].CopyFrom(call)
    del model.opset_import[:]
    model.opset_import.extend(compiled.opset_import)
    model.functions.extend(compiled.functions)
    model.ir_version = max(compiled.ir_version, 10)
    return model


def is_plain(value):
    return not value.type.HasField("tensor_type") or value.type.tensor_type.elem_type in PLAIN_TYPES


def fixed_inputs(model, inputs):
    """Makes initializers of inputs that numpy has no element type for; returns the others by name."""
    feeds = {}
    values = {value.name: value for value in model.graph.input}
    for value, data in zip(list(model.graph.input), inputs):
        if value.type.HasField("sequence_type"):
            feeds[value.name] = data
            continue
        if is_plain(value):
            feeds[value.name] = np.asarray(onnx.numpy_helper.to_array(data) if isinstance(data, onnx.TensorProto) else data)
            continue
        tensor = onnx.TensorProto()
        tensor.CopyFrom(data if isinstance(data, onnx.TensorProto) else onnx.numpy_helper.from_array(data))
        tensor.name = value.name
        model.graph.initializer.append(tensor)
        model.graph.input.remove(values[value.name])
    return feeds


def float_outputs(model):
    """Casts outputs that numpy has no element type for to floats, which hold all their values."""
    for value in model.graph.output:
        if not is_plain(value):
            cast = onnx.helper.make_node("Cast", [value.name], [value.name + "_as_float"], to=onnx.TensorProto.FLOAT)
            model.graph.node.append(cast)
            value.name += "_as_float"
            value.type.tensor_type.elem_type = onnx.TensorProto.FLOAT


def to_array(data):
    if isinstance(data, onnx.TensorProto):
        data = onnx.numpy_helper.to_array(data)
    data = np.asarray(data)
    return data if data.dtype.kind in "fiubOUS" and data.dtype.type.__module__ == "numpy" else data.astype(np.float32)


def compare(name, got, want, case):
    if isinstance(want, list):
        if not isinstance(got, list) or len(got) != len(want):
            raise Failure(f"{name}: not a sequence of {len(want)} elements")
        for index, (one, other) in enumerate(zip(got, want)):
            compare(f"{name}[{index}]", one, other, case)
        return
    got, want = np.asarray(got), to_array(want)
    if got.shape != want.shape:
        raise Failure(f"{name}: shape {got.shape} for {want.shape}")
    if got.dtype != want.dtype:
        raise Failure(f"{name}: element type {got.dtype} for {want.dtype}")
    if want.dtype.kind not in "fiub":
        same = got.astype(str).tolist() == want.astype(str).tolist()
    elif case.name.startswith("test_bernoulli"):
        same = np.isin(got, (0, 1)).all()  # random: the test data are one draw of many
    else:
        same = np.allclose(got, want, rtol=case.rtol, atol=case.atol, equal_nan=True)
    if not same:
        raise Failure(f"{name}: {got.ravel()[:8].tolist()}... for {want.ravel()[:8].tolist()}...")


def run_case(compiler, case):
    """Computed outputs of a case. Raises Failure, or what ONNX and ONNX Runtime raise."""
    node = case.model.graph.node[0]
    model = call_model(case, *compiler.call(case, node))
    results = []
    for inputs, outputs in case.data_sets:
        runnable = onnx.ModelProto()
        runnable.CopyFrom(model)
        feeds = fixed_inputs(runnable, inputs)
        float_outputs(runnable)
        onnx.checker.check_model(runnable, full_check=True)
        session = onnxruntime.InferenceSession(runnable.SerializeToString(), providers=["CPUExecutionProvider"])
        got = session.run(None, feeds)
        for value, one, other in zip(runnable.graph.output, got, outputs):
            compare(value.name, one, other, case)
        results.append(got)
    return results


def missing_kernel(error):
    """Whether ONNX Runtime said that it has no kernel for a node's element types."""
    return type(error).__name__ == "NotImplemented" or "NOT_IMPLEMENTED" in str(error)


def check_operator(compiler, operator, cases):
    """Prints a line for each case; returns the numbers of those passed, failed and skipped."""
    counts = collections.Counter()
    for case in cases:
        try:
            run_case(compiler, case)
            outcome, reason = "pass", ""
        except Exception as error:  # what ONNX and ONNX Runtime raise has no common base
            outcome = "skip" if missing_kernel(error) else "FAIL"
            reason = ": " + ("" if isinstance(error, Failure) else type(error).__name__ + ": ") + " ".join(str(error).split())[:400]
        counts[outcome] += 1
        print(f"{outcome} {operator} {case.name}{reason}", flush=True)
    return counts


def main(arguments, operators=None):
    if not arguments or arguments[0].startswith("-"):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    if not shutil.which(arguments[0]):
        print(f"check.py: no program {arguments[0]}", file=sys.stderr)
        return 2
    onnxruntime.set_default_logger_severity(4)
    compiler = Compiler(arguments[0])
    operators = operators or collect_cases()
    names = arguments[1:] or [name for _, name in operators_with_bodies()]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:  # the compiler is a process of its own
        futures = [pool.submit(compiler.library, name) for name in names if (FOLDER / f"{name}.cc").exists()]
        concurrent.futures.wait(futures)
    counts = collections.Counter()
    for name in names:
        if not (FOLDER / f"{name}.cc").exists():
            counts["FAIL"] += 1
            print(f"FAIL {name}: no script")
            continue
        counts += check_operator(compiler, name, operators[name])
    print(f"{len(names)} operators; {counts['skip']} cases skipped for want of a kernel in ONNX Runtime")
    print(f"{counts['pass']} passed, {counts['FAIL']} failed")
    return 1 if counts["FAIL"] or not counts["pass"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
