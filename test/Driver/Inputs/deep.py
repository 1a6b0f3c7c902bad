"""Writes sources that nest deeply."""
head = '#include <onnxc/opset20.h>\nusing onnxc::FLOAT;\n'
script = '[[onnx::script]] FLOAT<"N"> '


def write(name, text):
    with open(name, "w") as file:
        file.write(head + text + "\n")


write("sum.cc", script + 'f(FLOAT<"N"> x) { return ' + " + ".join(["x"] * 20000) + "; }")
write("brackets.cc", script + 'f(FLOAT<"N"> x) { return ' + "(" * 3000 + "x" + ")" * 3000 + "; }")
for name, kind, count in (("calls.cc", script, 300), ("inlined.cc", 'inline FLOAT<"N"> ', 2000)):
    chain = [f'{kind}f{i}(FLOAT<"N"> x) {{ return ' + (f"f{i - 1}(x)" if i else "x + 1") + "; }" for i in range(count)]
    write(name, "\n".join(chain + [script + f'last(FLOAT<"N"> x) {{ return f{count - 1}(x); }}']))
