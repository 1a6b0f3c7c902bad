# How each library, tool and unit test of onnxc is declared; the folders say only what they consist of.

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
  set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# Where generated public headers go, as onnxc/<name>.h; on every target's include path.
set(ONNXC_GENERATED_INCLUDE_DIR "${PROJECT_BINARY_DIR}/include")
file(MAKE_DIRECTORY "${ONNXC_GENERATED_INCLUDE_DIR}/onnxc")

# Facts of the build for the code: #include "onnxc-config.h".
configure_file("${PROJECT_SOURCE_DIR}/cmake/onnxc-config.h.in" "${PROJECT_BINARY_DIR}/config/onnxc-config.h" @ONLY)

if(ONNXC_CCACHE)
  find_program(ONNXC_CCACHE_PROGRAM ccache)
  if(ONNXC_CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # ccache refuses files with a precompiled header unless it may ignore what the header defines and when it was made.
    set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime;${ONNXC_CCACHE_PROGRAM}")
  endif()
endif()

# GCC 12 and 13 warn about plain `"text" + string` (GCC's bugs 105329 and 105651), about std::optional and std::variant that are not set,
# and inside LLVM's headers; -Werror would make errors of it.
set(ONNXC_FALSE_WARNINGS "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  set(ONNXC_FALSE_WARNINGS -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds
    -Wno-nonnull -Wno-maybe-uninitialized -Wno-dangling-pointer)
endif()

# Warnings and the settings that all our own code shares.
function(onnxc_set_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra ${ONNXC_FALSE_WARNINGS} $<$<BOOL:${ONNXC_WERROR}>:-Werror>)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/lib" "${PROJECT_BINARY_DIR}/config")
endfunction()

# Clang's and LLVM's headers as system headers and their shared libraries as plain ones. LLVM's own CMake functions would
# switch off exceptions, which onnx and CLI11 need; Debian's LLVM is built with RTTI, so nothing else has to match.
function(onnxc_use_clang target)
  target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    target_link_libraries(${target} PRIVATE "${ONNXC_CLANG_CPP}" "${ONNXC_LLVM_LIBRARY}")
  else()
    target_link_libraries(${target} PUBLIC "${ONNXC_CLANG_CPP}" "${ONNXC_LLVM_LIBRARY}")
  endif()
endfunction()

# The one precompiled header that all targets with PCH share: Clang's big headers take most of a file's compile time.
function(onnxc_use_pch target)
  if(NOT TARGET onnxc-clang-pch)
    add_library(onnxc-clang-pch OBJECT "${PROJECT_SOURCE_DIR}/cmake/ClangPch.cpp")
    onnxc_set_options(onnxc-clang-pch)
    onnxc_use_clang(onnxc-clang-pch)
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      # A time stamp in the header would make every build of it new to ccache.
      target_compile_options(onnxc-clang-pch PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
    target_precompile_headers(onnxc-clang-pch PRIVATE "${PROJECT_SOURCE_DIR}/cmake/ClangPch.h")
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    # CMake compiles programs with -fPIE, libraries with -fPIC; a precompiled header fits only one of them.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE -fPIC)
  endif()
  target_precompile_headers(${target} REUSE_FROM onnxc-clang-pch)
endfunction()

# onnxc_add_internal_library(onnxc-graph SOURCES a.cpp ... LINK targets... [CLANG] [PCH])
# A static library. LINK is passed on to users of the library. CLANG: may include Clang and LLVM headers. PCH: implies CLANG
# and uses the shared precompiled header. Headers in lib/<Folder>/ are included as "<Folder>/Name.h".
function(onnxc_add_internal_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CLANG;PCH" "" "SOURCES;LINK")
  add_library(${name} STATIC ${arg_SOURCES})
  string(REGEX REPLACE "^onnxc-" "" exportName ${name})
  add_library(onnxc::${exportName} ALIAS ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${exportName})
  onnxc_set_options(${name})
  target_include_directories(${name} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
    "$<BUILD_INTERFACE:${ONNXC_GENERATED_INCLUDE_DIR}>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_link_libraries(${name} PUBLIC ${arg_LINK})
  if(arg_CLANG OR arg_PCH)
    onnxc_use_clang(${name})
  endif()
  if(arg_PCH)
    onnxc_use_pch(${name})
  endif()
endfunction()

# onnxc_add_tool(onnxc SOURCES main.cpp LINK targets...)
function(onnxc_add_tool name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CLANG" "" "SOURCES;LINK")
  add_executable(${name} ${arg_SOURCES})
  add_executable(onnxc::${name} ALIAS ${name})
  onnxc_set_options(${name})
  target_link_libraries(${name} PRIVATE ${arg_LINK})
  if(arg_CLANG)
    onnxc_use_clang(${name})
  endif()
endfunction()

# onnxc_add_unit_test(Graph SOURCES GraphTest.cpp ... LINK targets... [CLANG] [PCH])
# A GoogleTest program GraphTests. ctest runs it; its results also go to test/results/GraphTests.json in the build folder,
# which utils/test.sh adds up.
function(onnxc_add_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CLANG;PCH" "" "SOURCES;LINK")
  set(target ${name}Tests)
  add_executable(${target} ${arg_SOURCES})
  onnxc_set_options(${target})
  target_link_libraries(${target} PRIVATE ${arg_LINK} GTest::gtest GTest::gtest_main)
  if(arg_CLANG OR arg_PCH)
    onnxc_use_clang(${target})
  endif()
  if(arg_PCH)
    onnxc_use_pch(${target})
  endif()
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/test/Unit")
  add_test(NAME unit-${name}
    COMMAND ${target} "--gtest_output=json:${PROJECT_BINARY_DIR}/test/results/${target}.json")
  set_property(GLOBAL APPEND PROPERTY ONNXC_UNIT_TESTS ${target})
endfunction()
