// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %onnxc %s && test -s emit-forms.onnx
// RUN: %onnxc %s --emit=text && FileCheck %s --check-prefix=TEXT --input-file=emit-forms.onnxtxt
// RUN: %onnxc %s --emit=json && FileCheck %s --check-prefix=JSON --input-file=emit-forms.json
// RUN: %onnxc %s --emit=dot && FileCheck %s --check-prefix=DOT --input-file=emit-forms.dot
// RUN: %onnxc %s --emit=functions && ls emit-forms.functions | FileCheck %s --check-prefix=FUNCTIONS
// RUN: %onnxc %s --emit=functions -o folder && ls folder | FileCheck %s --check-prefix=FUNCTIONS
// RUN: not %onnxc %s --emit=functions -o -
// RUN: %onnxc %s --main=acme::gain --inline -o - --emit=text | FileCheck %s --check-prefix=INLINE
// RUN: %onnxc %s --main=acme::gain --external-data=weights -o model.onnx && test -s model.onnx
// RUN: %onnxc %s --main=acme::gain --ir-version=9 -o - --emit=text | FileCheck %s --check-prefix=IR
// TEXT: <
// TEXT-NEXT: ir_version: 10,
// TEXT: domain: "acme",
// TEXT: gain <alpha: float = 0.5> (float[N] x) => (float[N]
// JSON: "functions": [
// JSON: "attribute_proto": [
// DOT: digraph model {
// DOT: label="acme::gain"
// DOT: label="Mul"
// FUNCTIONS: acme.gain.onnxf
// INLINE: Mul (
// INLINE-NOT: domain: "acme"
// IR: ir_version: 9
#include <onnxc/opset20.h>
namespace acme {
[[onnx::script]] onnxc::FLOAT<"N"> gain(onnxc::FLOAT<"N"> x, float alpha = 0.5f) { return x * alpha; }
}
