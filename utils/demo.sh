#!/usr/bin/env bash
# From nothing to C++ functions that run in ONNX Runtime: installs what is missing, builds onnxc, and for some of the functions
# in examples/onnx_functions shows the C++ source, the ONNX function that onnxc makes of it, and what ONNX Runtime computes
# with it beside the expected values.
#
# Usage: utils/demo.sh [NAME...]     NAME is a file of examples/onnx_functions without .cc.
set -euo pipefail
cd "$(dirname "$0")/.."
names=("$@")
[ $# != 0 ] || names=(Celu Elu HardSigmoid LeakyRelu Mish Softmax Softplus Shrink)

utils/install-deps.sh
[ -f build/release/build.ninja ] || cmake --preset release >/dev/null
cmake --build build/release --parallel 2 --target onnxc onnxc-runtime >&2
onnxc=build/release/bin/onnxc

title() { printf '\n\033[1m== %s\033[0m\n' "$*"; }

for name in "${names[@]}"; do
  source=examples/onnx_functions/$name.cc
  title "$source"
  cat "$source"
  title "onnxc --emit=text $source -o -"
  "$onnxc" --emit=text "$source" -o -
  title "$name in ONNX Runtime"
  build/venv/bin/python examples/demo.py --onnxc "$onnxc" "$name"
done
