# Finds each dependency, with one message that says what to do when it is missing. Versions come from utils/versions.env.

# A project that includes onnxc by add_subdirectory links with what onnxc found.
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
set(onnxcInstallHint "Run utils/install-deps.sh, which installs all dependencies on Debian (docs/building.md).")

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/utils/versions.env")
file(STRINGS "${PROJECT_SOURCE_DIR}/utils/versions.env" onnxcVersionLines REGEX "^[A-Z0-9_]+=")
foreach(line IN LISTS onnxcVersionLines)
  string(REGEX MATCH "^([A-Z0-9_]+)=(.*)$" unused "${line}")
  set(ONNXC_PIN_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
endforeach()

# Checks that a package was found; a macro so that it sees <PACKAGE>_FOUND of the caller.
macro(onnxc_require package version)
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "onnxc needs ${package} ${version}, which was not found. ${onnxcInstallHint}")
  endif()
endmacro()

# CMake searches every Debian LLVM version at once; llvm-config-<major> names the folder of the wanted one.
find_program(ONNXC_LLVM_CONFIG NAMES llvm-config-${ONNXC_PIN_LLVM_MAJOR} llvm-config)
set(onnxcLlvmHint "")
if(ONNXC_LLVM_CONFIG)
  execute_process(COMMAND "${ONNXC_LLVM_CONFIG}" --cmakedir OUTPUT_VARIABLE onnxcLlvmHint OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
find_package(LLVM ${ONNXC_PIN_LLVM_VERSION} QUIET CONFIG HINTS "${onnxcLlvmHint}")
onnxc_require(LLVM ${ONNXC_PIN_LLVM_VERSION})

# Plain libraries: LLVM's and Clang's own targets would want every tool of theirs installed.
find_library(ONNXC_CLANG_CPP NAMES clang-cpp HINTS "${LLVM_LIBRARY_DIR}" NO_DEFAULT_PATH)
find_library(ONNXC_LLVM_LIBRARY NAMES LLVM LLVM-${LLVM_VERSION_MAJOR} HINTS "${LLVM_LIBRARY_DIR}" NO_DEFAULT_PATH)
find_path(ONNXC_CLANG_RESOURCE_DIR include/stddef.h
  HINTS "${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}" NO_DEFAULT_PATH)
if(NOT ONNXC_CLANG_CPP OR NOT ONNXC_LLVM_LIBRARY OR NOT ONNXC_CLANG_RESOURCE_DIR)
  message(FATAL_ERROR "onnxc needs Clang ${ONNXC_PIN_LLVM_VERSION}'s development files. ${onnxcInstallHint}")
endif()

find_package(Protobuf ${ONNXC_PIN_PROTOBUF_VERSION} QUIET)
onnxc_require(Protobuf ${ONNXC_PIN_PROTOBUF_VERSION})

find_package(CLI11 ${ONNXC_PIN_CLI11_VERSION} QUIET)
onnxc_require(CLI11 ${ONNXC_PIN_CLI11_VERSION})

# An onnx that the user names (ONNX_DIR, CMAKE_PREFIX_PATH) comes first, then the one that install-deps.sh built.
execute_process(COMMAND "${PROJECT_SOURCE_DIR}/utils/install-deps.sh" --print-onnx-prefix
  OUTPUT_VARIABLE onnxcOnnxPrefix OUTPUT_STRIP_TRAILING_WHITESPACE)
find_package(ONNX ${ONNXC_PIN_ONNX_VERSION} QUIET)
if(NOT ONNX_FOUND)
  find_package(ONNX ${ONNXC_PIN_ONNX_VERSION} QUIET PATHS "${onnxcOnnxPrefix}" NO_DEFAULT_PATH)
endif()
onnxc_require(ONNX ${ONNXC_PIN_ONNX_VERSION})
get_target_property(ONNXC_ONNX_INCLUDE_DIRS ONNX::onnx INTERFACE_INCLUDE_DIRECTORIES)
# The cache is a matter of the machine that builds, so an installed onnxc brings its own copy of what lies there.
cmake_path(IS_PREFIX onnxcOnnxPrefix "${ONNX_DIR}" NORMALIZE ONNXC_BUNDLE_ONNX)
cmake_path(GET ONNXC_ONNX_INCLUDE_DIRS PARENT_PATH ONNXC_ONNX_PREFIX)

if(ONNXC_BUILD_TESTS)
  find_package(GTest QUIET)
  onnxc_require(GTest "")
endif()
