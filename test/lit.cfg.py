"""The lit suites. Substitutions beside lit's own:

%onnxc          the compiler under test
%opgen          the generator of the operator headers
%python         Python with numpy, onnx and onnxruntime; test/ is on its module path
%clangxx %gxx   Clang 19 and the system's g++, both with -std=c++20; in a sanitised build both are Clang with the sanitizers
%include_flags  the -I flags under which a plain compiler finds onnxc's and onnx's headers
%cxx            the compiler of this build with its flags; for programs that link with this build's libraries
%build %source  the build folder and the source folder
%cmake          the cmake that configured this build
%cmake_compiler -D flags with which another project is compiled as this build is
%cmake_clang    ... with which it is compiled by Clang 19

FileCheck, not, count and split-file are LLVM's.
"""

import os
import shutil

import lit.formats

config.name = "onnxc"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".cc", ".cpp", ".test", ".onnxtxt"]
config.excludes = ["Inputs", "Unit", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)

bin_dir = os.path.join(config.onnxc_build_dir, "bin")
config.environment["PATH"] = os.pathsep.join([bin_dir, config.llvm_tools_dir, os.environ.get("PATH", "")])
config.environment["PYTHONPATH"] = config.test_source_root
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
for name in ("HOME", "XDG_CACHE_HOME", "ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# A sanitised onnxc has LLVM's and protobuf's process-wide tables to answer for; their leaks are not ours.
config.environment.setdefault("ASAN_OPTIONS", "detect_leaks=0")
# Two tests run at once on two cores: onnxruntime must not start threads of its own for each.
config.environment["OMP_NUM_THREADS"] = "1"

include_dirs = [os.path.join(config.onnxc_source_dir, "include"), config.onnxc_generated_include_dir]
# Programs of the package tests are compiled anew only where onnxc or its headers have changed.
ccache = shutil.which("ccache")
cmake_launcher = f" -DCMAKE_CXX_COMPILER_LAUNCHER='{ccache}'" if ccache else ""

# What is linked with a sanitised runtime needs the sanitizers of the same compiler.
sanitizers = [flag for flag in config.cxx_flags.split() if flag.startswith(("-fsanitize", "-fno-sanitize"))]
clangxx = " ".join([config.clangxx, "-std=c++20", *sanitizers])
gxx = clangxx if sanitizers else config.gxx + " -std=c++20"
if sanitizers:
    config.environment["CXX"] = config.clangxx
    config.environment["CXXFLAGS"] = " ".join(sanitizers)

include_flags = " ".join(["-I" + d for d in include_dirs] + ["-isystem " + d for d in config.onnxc_onnx_include_dirs])

config.substitutions += [
    ("%onnxc", os.path.join(bin_dir, "onnxc")),
    ("%opgen", os.path.join(bin_dir, "onnxc-opgen")),
    ("%python", config.python),
    ("%clangxx", clangxx),
    ("%gxx", gxx),
    ("%include_flags", include_flags + " -DONNX_ML=1 -DONNX_NAMESPACE=onnx"),
    ("%cxx", config.cxx + " -std=c++20 " + config.cxx_flags),
    ("%build", config.onnxc_build_dir),
    ("%source", config.onnxc_source_dir),
    ("%cmake_compiler", f"-DCMAKE_CXX_COMPILER='{config.cxx}' -DCMAKE_CXX_FLAGS='{config.cxx_flags}'" + cmake_launcher),
    ("%cmake_clang", f"-DCMAKE_CXX_COMPILER='{config.clangxx}' -DCMAKE_CXX_FLAGS='{config.cxx_flags}'" + cmake_launcher),
    ("%cmake", config.cmake),
]

for tool in ("onnxc", "onnxc-opgen"):
    if os.path.exists(os.path.join(bin_dir, tool)):
        config.available_features.add(tool)
if shutil.which("make"):
    config.available_features.add("make")
if config.gxx:
    config.available_features.add("gxx")
if "fsanitize=address" in config.cxx_flags:
    config.available_features.add("asan")
