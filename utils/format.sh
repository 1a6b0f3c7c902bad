#!/usr/bin/env bash
# Formats our C++ sources with clang-format. With --check it changes nothing and fails if something would change.
set -euo pipefail
cd "$(dirname "$0")/.."
. utils/versions.env
mode=-i
[ "${1:-}" = --check ] && mode="--dry-run -Werror"
# Tests keep their own layout: FileCheck and -verify comments belong to lines.
git ls-files -z --cached --others --exclude-standard -- \
  'lib/*.cpp' 'lib/*.h' 'include/*.h' 'tools/*.cpp' 'tools/*.h' 'test/Unit/*.cpp' 'test/Unit/*.h' 'benchmarks/*.cpp' 'cmake/*.cpp' \
  'cmake/*.h' | xargs -0 --no-run-if-empty "clang-format-$LLVM_MAJOR" $mode --style=file
