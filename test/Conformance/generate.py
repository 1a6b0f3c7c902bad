"""Writes ONNX's test cases of one node as scripted C++ functions."""

import dataclasses
import math
import re

import numpy as np
import onnx
from onnx import AttributeProto, TensorProto, numpy_helper

FIRST_OPSET = 13
CPP_KEYWORDS = set(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept const constexpr continue
    decltype default delete do double else enum explicit export extern false float for friend goto if inline int long mutable
    namespace new not not_eq nullptr operator or or_eq private protected public register requires return short signed sizeof
    static struct switch template this throw true try typedef typename union unsigned using virtual void volatile while xor
    xor_eq op onnxc std""".split())
CPP_TYPES = {
    "FLOAT": "float", "DOUBLE": "double", "FLOAT16": "onnxc::float16", "BFLOAT16": "onnxc::bfloat16", "INT8": "int8_t",
    "INT16": "int16_t", "INT32": "int32_t", "INT64": "int64_t", "UINT8": "uint8_t", "UINT16": "uint16_t", "UINT32": "uint32_t",
    "UINT64": "uint64_t", "BOOL": "bool", "STRING": "std::string",
}


class LeftOut(Exception):
    """Why a case is not written as C++."""


@dataclasses.dataclass
class Scripted:
    """A case as a C++ function."""

    case: object
    header: str     # "opset20", "ml3"
    parameters: list  # names of the case's graph inputs, in the order of the function's parameters
    outputs: list   # names of the node's outputs, in the order of the function's results
    text: str


def identifier(name):
    name = re.sub(r"\W", "_", name)
    return name + "_" if name in CPP_KEYWORDS or name[0].isdigit() else name


def quote(data):
    text = data.decode() if isinstance(data, bytes) else data
    escape = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return '"' + "".join(escape.get(c, c) for c in text) + '"'


def float_text(value, suffix="f"):
    if math.isnan(value):
        return f"std::numeric_limits<{'float' if suffix else 'double'}>::quiet_NaN()"
    if math.isinf(value):
        return ("-" if value < 0 else "") + f"std::numeric_limits<{'float' if suffix else 'double'}>::infinity()"
    text = repr(float(np.float32(value))) if suffix else repr(float(value))
    if suffix:
        text = str(np.float32(value))
    if "." not in text and "e" not in text:
        text += ".0"
    return text + suffix


def element_text(value, kind):
    if kind == "STRING":
        return quote(value)
    if kind == "BOOL":
        return "true" if value else "false"
    if kind == "DOUBLE":
        return float_text(value, "")
    if kind in ("FLOAT", "FLOAT16", "BFLOAT16"):
        return float_text(float(value))
    if kind == "INT64" and value == -(2**63):
        return "std::numeric_limits<int64_t>::min()"
    return str(int(value)) + ("u" if kind == "UINT64" else "")


def tensor_text(tensor):
    """A TensorProto as onnxc::tensor<T>(...)."""
    kind = TensorProto.DataType.Name(tensor.data_type)
    if kind not in CPP_TYPES:
        raise LeftOut(f"a tensor attribute of {kind}")
    array = numpy_helper.to_array(tensor)

    def nested(part):
        if isinstance(part, list):
            return "{" + ", ".join(map(nested, part)) + "}"
        return element_text(part, kind)

    if array.ndim > 5:
        raise LeftOut("a tensor attribute of rank above 5")
    return f"onnxc::tensor<{CPP_TYPES[kind]}>({nested(array.tolist())})"


def attribute_text(attribute):
    kind = attribute.type
    if kind == AttributeProto.INT:
        return element_text(attribute.i, "INT64")
    if kind == AttributeProto.FLOAT:
        return float_text(attribute.f)
    if kind == AttributeProto.STRING:
        return quote(attribute.s)
    if kind == AttributeProto.INTS:
        return "{" + ", ".join(element_text(i, "INT64") for i in attribute.ints) + "}"
    if kind == AttributeProto.FLOATS:
        return "{" + ", ".join(map(float_text, attribute.floats)) + "}"
    if kind == AttributeProto.STRINGS:
        return "{" + ", ".join(map(quote, attribute.strings)) + "}"
    if kind == AttributeProto.TENSOR:
        return tensor_text(attribute.t)
    if kind == AttributeProto.SPARSE_TENSOR:
        sparse = attribute.sparse_tensor
        dims = f"onnxc::tensor<int64_t>({{{', '.join(map(str, sparse.dims))}}})"
        return f"onnxc::SparseTensorLiteral{{{tensor_text(sparse.values)}, {tensor_text(sparse.indices)}, {dims}}}"
    if kind == AttributeProto.TYPE_PROTO:
        return f"onnxc::type<{type_text(attribute.tp, False)}>()"
    raise LeftOut("an attribute of a kind that no operator has")


def type_text(type_proto, loose=True):
    """A TypeProto as a C++ type. With `loose`, the elements of sequences have no shapes: those that the cases give them are wrong."""
    if type_proto.HasField("tensor_type"):
        tensor = type_proto.tensor_type
        name = "onnxc::" + TensorProto.DataType.Name(tensor.elem_type)
        if not tensor.HasField("shape"):
            return name + "<>"
        dims = []
        for dim in tensor.shape.dim:
            if dim.HasField("dim_value"):
                dims.append(str(dim.dim_value))
            elif dim.dim_param and len(dim.dim_param) < 32:
                dims.append(quote(dim.dim_param))
            else:
                dims.append("onnxc::dyn")
        return f"{name}<{', '.join(dims) or 'onnxc::scalar'}>"
    if type_proto.HasField("sequence_type"):
        element = type_proto.sequence_type.elem_type
        return f"onnxc::SequenceOf<{type_text(without_shapes(element) if loose else element, loose)}>"
    if type_proto.HasField("optional_type"):
        return f"onnxc::OptionalOf<{type_text(type_proto.optional_type.elem_type, loose)}>"
    if type_proto.HasField("map_type"):
        key = TensorProto.DataType.Name(type_proto.map_type.key_type)
        return f"onnxc::MapOf<{CPP_TYPES[key]}, {type_text(type_proto.map_type.value_type)}>"
    raise LeftOut("an input of a type that C++ does not name")


def without_shapes(type_proto):
    result = onnx.TypeProto()
    result.CopyFrom(type_proto)
    if result.HasField("tensor_type"):
        result.tensor_type.ClearField("shape")
    return result


def result_text(type_proto):
    if type_proto is None or type_proto.HasField("tensor_type"):
        return type_text(type_proto) if type_proto else "onnxc::Tensor"
    if type_proto.HasField("sequence_type"):
        return "onnxc::Sequence"
    if type_proto.HasField("optional_type"):
        return "onnxc::OptionalValue"
    raise LeftOut("an output of a type that C++ does not name")


def header_of(model, node):
    """The generated header that declares the node's operator."""
    versions = {entry.domain: entry.version for entry in model.opset_import}
    if node.domain in ("", "ai.onnx"):
        if versions[node.domain] < FIRST_OPSET:
            raise LeftOut(f"opset below {FIRST_OPSET}, the first that has a header")
        return f"opset{versions[node.domain]}"
    if node.domain == "ai.onnx.ml":
        if versions[node.domain] < 3:
            raise LeftOut("ai.onnx.ml below 3, the first that has a header")
        return f"ml{versions[node.domain]}"
    raise LeftOut("an operator of another domain than ai.onnx and ai.onnx.ml")


def schema_of(model, node):
    version = next(entry.version for entry in model.opset_import if entry.domain == node.domain)
    return onnx.defs.get_schema(node.op_type, version, node.domain)


def is_variadic(formals):
    return bool(formals) and formals[-1].option == onnx.defs.OpSchema.FormalParameterOption.Variadic


class Writer:
    """Writes nodes as calls of operators. `names` maps names of values to C++ variables; nested graphs share the names of outer ones."""

    def __init__(self, model, names):
        self.model = model
        self.names = dict(names)

    def new_name(self, value):
        name = identifier(value)
        while name in self.names.values():
            name += "_"
        self.names[value] = name
        return name

    def attributes(self, node):
        given = [a for a in node.attribute if a.type not in (AttributeProto.GRAPH, AttributeProto.GRAPHS)]
        texts = [f".{identifier(a.name)} = {attribute_text(a)}" for a in sorted(given, key=lambda a: a.name)]
        return ["{" + ", ".join(texts) + "}"] if texts else []

    def graph(self, node, attribute):
        """A graph attribute as a lambda."""
        graph = next(a.g for a in node.attribute if a.name == attribute)
        if graph.initializer or graph.sparse_initializer:
            raise LeftOut("a graph attribute with initializers")
        if node.op_type == "Loop":
            kinds = [[value.type.WhichOneof("value") for value in values] for values in (graph.input[2:], graph.output[1:])]
            if any(before != after for before, after in zip(*kinds)):
                raise LeftOut("a Loop that changes the type of a state")
        inner = Writer(self.model, self.names)
        parameters = [f"{formal_text(value.type)} {inner.new_name(value.name)}" for value in graph.input]
        lines = [line for each in graph.node for line in inner.statements(each)]
        results = [inner.names[output.name] for output in graph.output]
        lines.append(f"return {results[0]};" if len(results) == 1 else f"return std::tuple{{{', '.join(results)}}};")
        return f"[&]({', '.join(parameters)}) {{ {' '.join(lines)} }}"

    def call(self, node):
        """The node as an expression, and the number of values that it gives."""
        schema = schema_of(self.model, node)
        inputs = ["{}" if not name else self.names[name] for name in node.input]
        while inputs and inputs[-1] == "{}":
            inputs.pop()
        graphs = {a.name: a.g for a in node.attribute if a.type == AttributeProto.GRAPH}
        if graphs:
            return self.call_with_graphs(node, inputs)
        arguments = inputs
        if is_variadic(schema.inputs):
            fixed = len(schema.inputs) - 1
            arguments = inputs[:fixed] + ["{" + ", ".join(inputs[fixed:]) + "}"]
        attributes = self.attributes(node)
        if attributes:
            arguments += ["{}"] * (len(schema.inputs) - len(arguments)) + attributes
        count, operator = len(schema.outputs), f"op::{node.op_type}"
        if is_variadic(schema.outputs):
            count = len(node.output)
            operator += f"<{count}>"
        return f"{operator}({', '.join(arguments)})", count

    def call_with_graphs(self, node, inputs):
        if node.op_type == "If":
            branches = f"{self.graph(node, 'then_branch')}, {self.graph(node, 'else_branch')}"
            return f"op::If({inputs[0]}, {branches})", len(node.output)
        body = self.graph(node, "body")
        if node.op_type == "Loop":
            states = inputs[2:]
            head = f"op::Loop<{len(states)}, {len(node.output) - len(states)}>"
            return f"{head}({inputs[0]}, {inputs[1]}, {{{', '.join(states)}}}, {body})", len(node.output)
        if node.op_type == "SequenceMap":
            additional = [f"{{{', '.join(inputs[1:])}}}"] if inputs[1:] else []
            return f"op::SequenceMap({', '.join([inputs[0], *additional, body])})", len(node.output)
        raise LeftOut("a graph attribute")

    def statements(self, node):
        """The node as statements that set variables named after its outputs."""
        text, count = self.call(node)
        given = [name for name in node.output if name]
        outputs = [self.new_name(name) if name else f"unused{i}" for i, name in enumerate(node.output)]
        outputs += [f"unused{i}" for i in range(len(outputs), count)]
        if count == 1:
            return [f"auto {outputs[0]} = {text};"] if given else [f"{text};"]
        return [f"auto [{', '.join(outputs)}] = {text};"]

    def body(self, node):
        """The node as the body of a function that returns its outputs."""
        text, count = self.call(node)
        if count == 1:
            return [f"return {text};"]
        statements = self.statements(node)
        used = [self.names[name] for name in node.output if name]
        return [*statements, f"return {used[0]};" if len(used) == 1 else f"return {{{', '.join(used)}}};"]


def formal_text(type_proto):
    """The type of a lambda's parameter."""
    if type_proto.HasField("sequence_type"):
        return "onnxc::Sequence"
    return "onnxc::OptionalValue" if type_proto.HasField("optional_type") else "onnxc::Tensor"


def script(case):
    """The case as a C++ function; raises LeftOut."""
    model = case.model
    if len(model.graph.node) != 1:
        raise LeftOut("a model of several nodes")
    node = model.graph.node[0]
    header = header_of(model, node)
    types = {value.name: value.type for value in [*model.graph.input, *model.graph.output]}
    parameters = list(dict.fromkeys(name for name in node.input if name))
    names = {name: identifier(name) for name in parameters}
    taken = ", ".join(f"{type_text(types[name])} {names[name]}" for name in parameters)
    outputs = [name for name in node.output if name]
    results = [result_text(types.get(name)) for name in outputs]
    result = results[0] if len(results) == 1 else f"std::tuple<{', '.join(results)}>"
    body = "\n  ".join(Writer(model, names).body(node))
    text = f"[[onnx::script]] {result} {case.name}({taken}) {{\n  {body}\n}}\n"
    return Scripted(case, header, parameters, outputs, text)


def file_text(header, scripts):
    """A source of scripts that use one header; also the first line of each script."""
    lines = [
        f"#include <onnxc/{header}.h>", "#include <limits>", "#include <string>", "#include <tuple>",
        f"namespace op = onnxc::{header};", ""]
    text = "\n".join(lines) + "\n"
    starts = []
    for entry in scripts:
        starts.append(text.count("\n") + 1)
        text += entry.text
    return text, starts
