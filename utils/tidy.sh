#!/usr/bin/env bash
# Runs clang-tidy (see .clang-tidy) over the sources of a build folder, or over the given files only.
#
# Usage: utils/tidy.sh [FILE...]
set -euo pipefail
cd "$(dirname "$0")/.."
. utils/versions.env
[ -f build/dev/compile_commands.json ] || cmake --preset dev >/dev/null
if [ $# = 0 ]; then
  mapfile -t files < <(git ls-files 'lib/*.cpp' 'tools/*.cpp')
  set -- "${files[@]}"
fi
# clang-tidy reads the precompiled header only if it was built by the very same Clang, which the dev preset uses.
printf '%s\0' "$@" | xargs -0 -P 2 -n 1 "clang-tidy-$LLVM_MAJOR" -p build/dev --quiet --warnings-as-errors='*'
