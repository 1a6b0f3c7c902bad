"""usage: same_text.py MODEL TEXT: onnx's parser makes MODEL of TEXT, up to metadata, versions of functions and names of graphs' nodes."""
import difflib
import sys

import onnx
import onnx.parser


def tidy(nodes):
    for node in nodes:
        node.ClearField("metadata_props")
        node.domain = node.domain  # present, maybe empty
        if not node.name:
            node.name = node.output[0]
        for attribute in node.attribute:
            if attribute.HasField("t"):
                attribute.t.name = attribute.t.name
            if attribute.HasField("g"):
                tidy(attribute.g.node)


def same(a, b):
    if a != b:
        sys.exit("\n".join(difflib.unified_diff(str(a).splitlines(), str(b).splitlines(), lineterm="", n=8)))


model = onnx.load(sys.argv[1])
parsed = onnx.parser.parse_model(open(sys.argv[2]).read())
for m in (model, parsed):
    m.graph.doc_string = ""
    tidy(m.graph.node)
    for function in m.functions:
        function.ClearField("metadata_props")
        tidy(function.node)
        info = sorted(function.value_info, key=lambda v: v.name)
        function.ClearField("value_info")
        function.value_info.extend(info)
for a, b in zip(model.functions, parsed.functions, strict=True):
    same(a, b)
same(model.graph, parsed.graph)
onnx.checker.check_model(parsed, full_check=True)
print("same")
