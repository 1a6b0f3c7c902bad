#!/usr/bin/env bash
# Formats our C++ sources with clang-format. With --check it changes nothing, names the files that it would change, and fails
# if there are any.
set -euo pipefail
cd "$(dirname "$0")/.."
. utils/versions.env
# Tests keep their own layout: FileCheck and -verify comments belong to lines.
mapfile -d '' files < <(git ls-files -z --cached --others --exclude-standard -- \
  'lib/*.cpp' 'lib/*.h' 'include/*.h' 'tools/*.cpp' 'tools/*.h' 'test/Unit/*.cpp' 'test/Unit/*.h' 'benchmarks/*.cpp' \
  'cmake/*.cpp' 'cmake/*.h')
if [ "${1:-}" != --check ]; then
  exec "clang-format-$LLVM_MAJOR" -i --style=file "${files[@]}"
fi
status=0
for file in "${files[@]}"; do
  "clang-format-$LLVM_MAJOR" --style=file "$file" | cmp -s - "$file" || { echo "not formatted: $file"; status=1; }
done
exit $status
