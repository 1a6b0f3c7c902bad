"""A C++ source of at least 10 MB with one scripted function in the middle."""
lines = [f"int variable_{i}(int a, int b);  // a declaration that nothing uses, number {i} of many" for i in range(60000)]
function = """#include <onnxc/opset20.h>
[[onnx::script]] onnxc::FLOAT<"N"> twice(onnxc::FLOAT<"N"> x) { return x + x; }"""
text = "\n".join(lines[:30000] + [function] + lines[30000:])
print(text + "\n/*" + "x" * max(0, 10_500_000 - len(text)) + "*/")
