#!/usr/bin/env bash
# Sets up, builds and runs all tests. The last line is `N passed, N failed`; the exit code is 0 only if all passed.
#
# Usage: utils/test.sh [PRESET]     PRESET is release (default), dev or asan.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}
# A failed set-up or build has run no test, and says so in the form that the runners' sum has.
trap 'echo "0 passed, 1 failed (set-up or build)"' ERR
utils/install-deps.sh
[ -f "build/$preset/build.ninja" ] || cmake --preset "$preset" >/dev/null
cmake --build "build/$preset" --parallel 2
trap - ERR
exec build/venv/bin/python utils/run-tests.py --build "build/$preset"
