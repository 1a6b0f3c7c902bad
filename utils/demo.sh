#!/usr/bin/env bash
# From nothing to C++ functions that run in ONNX Runtime: installs what is missing, builds onnxc, and shows for some of the
# functions in examples/ the C++ source, the ONNX function that onnxc makes of it, and what ONNX Runtime computes with it beside
# the expected values; then checks all functions of examples/onnx_functions against ONNX's own test data.
set -euo pipefail
cd "$(dirname "$0")/.."
utils/install-deps.sh
[ -f build/release/build.ninja ] || cmake --preset release >/dev/null
cmake --build build/release --parallel 2 --target onnxc >&2
exec build/venv/bin/python examples/demo.py build/release/bin/onnxc --all
