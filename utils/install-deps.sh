#!/usr/bin/env bash
# Installs everything that onnxc is built and tested with: Debian packages, a Python environment in build/venv, and
# onnx's C++ library in a cache that survives a clean build. Safe to call again; a second call takes well under a second.
#
# Usage: utils/install-deps.sh [--print-onnx-prefix]
# ONNXC_CACHE names another cache folder (default: $XDG_CACHE_HOME/onnxc or ~/.cache/onnxc).
set -euo pipefail
cd "$(dirname "$0")/.."
. utils/versions.env

say() { echo "[deps] $*" >&2; }
die() { say "error: $*"; exit 1; }

# The key changes with whatever changes the built library. A glance at the folder tells which onnx it holds.
onnxRecipe="onnx=$ONNX_VERSION protobuf=$PROTOBUF_VERSION release-static-pic-ml-1"
onnxKey=$(printf '%s %s' "$onnxRecipe" "$(uname -m)" | sha256sum | cut -c1-10)
cacheDir=${ONNXC_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/onnxc}
onnxPrefix=$cacheDir/onnx-$ONNX_VERSION-$onnxKey
venv=$PWD/build/venv

if [ "${1:-}" = --print-onnx-prefix ]; then
  echo "$onnxPrefix"
  exit 0
fi

debianPackages=(
  g++ cmake ninja-build ccache pkg-config git
  "clang-$LLVM_MAJOR" "libclang-$LLVM_MAJOR-dev" "libclang-cpp$LLVM_MAJOR-dev" "llvm-$LLVM_MAJOR-dev" "llvm-$LLVM_MAJOR-tools"
  "lld-$LLVM_MAJOR" "libclang-rt-$LLVM_MAJOR-dev" "clang-format-$LLVM_MAJOR" "clang-tidy-$LLVM_MAJOR"
  libprotobuf-dev protobuf-compiler libcli11-dev libgtest-dev gdb
  python3 python3-venv
)

asRoot() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

installDebianPackages() {
  local missing=() package
  local installed
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null | sed -n 's/^installed //p')
  for package in "${debianPackages[@]}"; do
    grep -qxF "$package" <<<"$installed" || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return
  command -v apt-get >/dev/null || die "this script installs packages with apt-get; please install by hand: ${missing[*]}"
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || die "need root or sudo to install: ${missing[*]}"
  say "installing Debian packages: ${missing[*]}"
  asRoot apt-get update -qq
  asRoot env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null
}

makeVenv() {
  local pins=("cmake==$PIP_CMAKE" "lit==$PIP_LIT" "numpy==$PIP_NUMPY" "onnx==$ONNX_VERSION" "onnxruntime==$PIP_ONNXRUNTIME"
    "ml_dtypes==$PIP_ML_DTYPES" "protobuf==$PIP_PROTOBUF" "flatbuffers==$PIP_FLATBUFFERS" "packaging==$PIP_PACKAGING"
    "typing_extensions==$PIP_TYPING_EXTENSIONS")
  local stamp="$venv/onnxc.stamp"
  [ "$(cat "$stamp" 2>/dev/null)" = "${pins[*]}" ] && return
  say "Python environment build/venv: ${pins[*]}"
  mkdir -p build
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check "${pins[@]}"
  echo "${pins[*]}" >"$stamp"
}

buildOnnx() {
  [ -f "$onnxPrefix/onnxc.stamp" ] && return
  mkdir -p "$cacheDir"
  # Two runs at once (two checkouts, say) must not build twice or see half of an installation.
  exec 8>"$cacheDir/lock"
  flock 8
  [ -f "$onnxPrefix/onnxc.stamp" ] && return
  # The temporary folder lies beside the final one so that the last step is one rename.
  onnxTemp=$(mktemp -d "$cacheDir/tmp.XXXXXX")
  trap 'rm -rf "$onnxTemp"' EXIT
  say "onnx $ONNX_VERSION: downloading the source distribution"
  "$venv/bin/pip" download --quiet --disable-pip-version-check --no-deps --no-binary onnx -d "$onnxTemp" "onnx==$ONNX_VERSION"
  mkdir "$onnxTemp/src"
  tar -xf "$onnxTemp/onnx-$ONNX_VERSION.tar.gz" -C "$onnxTemp/src" --strip-components=1
  say "onnx $ONNX_VERSION: building the C++ library (a few minutes, once)"
  runLogged "$onnxTemp/configure.log" "$venv/bin/cmake" -S "$onnxTemp/src" -B "$onnxTemp/build" -G Ninja \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$onnxTemp/prefix" -DCMAKE_INSTALL_LIBDIR=lib \
    -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_SHARED_LIBS=OFF \
    -DPython3_EXECUTABLE="$venv/bin/python" -DONNX_BUILD_PYTHON=OFF -DONNX_BUILD_TESTS=OFF -DONNX_GEN_PB_TYPE_STUBS=OFF \
    -DONNX_ML=ON -DONNX_USE_PROTOBUF_SHARED_LIBS=ON -DONNX_DISABLE_STATIC_REGISTRATION=OFF
  runLogged "$onnxTemp/build.log" "$venv/bin/cmake" --build "$onnxTemp/build" --target install
  echo "$onnxRecipe" >"$onnxTemp/prefix/onnxc.stamp"
  rm -rf "$onnxPrefix"
  mv "$onnxTemp/prefix" "$onnxPrefix"
  rm -rf "$onnxTemp"
  trap - EXIT
  say "onnx $ONNX_VERSION: installed in $onnxPrefix"
}

# Keeps the screen quiet; a failure shows what led to it.
runLogged() {
  local log=$1
  shift
  "$@" >"$log" 2>&1 && return
  tail -n 40 "$log" >&2
  die "failed: $*"
}

installDebianPackages
makeVenv
buildOnnx
