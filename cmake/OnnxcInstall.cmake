# What `cmake --install` puts where, and the package files of the build tree and of the install prefix. Everything is found
# relative to the package file or to the tool, so a prefix may be moved.
include(CMakePackageConfigHelpers)

set(packageFolder "${CMAKE_INSTALL_LIBDIR}/cmake/onnxc")
set(bundledOnnxFolder "lib/onnxc/onnx")

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")
install(DIRECTORY "${ONNXC_GENERATED_INCLUDE_DIR}/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")
if(ONNXC_BUNDLE_ONNX)
  install(DIRECTORY "${ONNXC_ONNX_PREFIX}/" DESTINATION "${bundledOnnxFolder}")
endif()

# A compiler without onnxc ignores the annotations; users should not read a warning for each. GCC takes one flag a name, so
# that a typo still warns.
function(onnxc_silence_annotations target)
  foreach(name script trace function op)
    target_compile_options(${target} INTERFACE "$<$<CXX_COMPILER_ID:GNU>:-Wno-attributes=onnx::${name}>")
  endforeach()
  target_compile_options(${target} INTERFACE
    "$<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wno-unknown-attributes;-Wno-c++23-lambda-attributes>")
endfunction()

# Our own libraries that `target` links with, itself included: static libraries need them all in the package.
function(onnxc_collect_libraries target out)
  set(found ${target})
  get_target_property(linked ${target} LINK_LIBRARIES)
  foreach(library IN LISTS linked)
    if(library MATCHES "^onnxc-" AND TARGET ${library})
      onnxc_collect_libraries(${library} inner)
      list(APPEND found ${inner})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES found)
  set(${out} ${found} PARENT_SCOPE)
endfunction()

set(exported "")
if(TARGET onnxc-runtime)
  onnxc_silence_annotations(onnxc-runtime)
  onnxc_collect_libraries(onnxc-runtime runtimeLibraries)
  list(APPEND exported ${runtimeLibraries})

  set(privateLibraries "")
  foreach(library IN LISTS runtimeLibraries)
    string(APPEND privateLibraries " -l${library}")
  endforeach()
  set(onnxLocation "${ONNXC_ONNX_PREFIX}")
  if(ONNXC_BUNDLE_ONNX)
    set(onnxLocation "\${prefix}/${bundledOnnxFolder}")
  endif()
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
    BASE_DIRECTORY "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" OUTPUT_VARIABLE prefixFromPkgConfig)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/onnxc.pc.in" "${PROJECT_BINARY_DIR}/onnxc.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/onnxc.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()
if(TARGET onnxc)
  # Debian's libclang-cpp lies in a folder of its LLVM version.
  set_target_properties(onnxc PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  list(APPEND exported onnxc)
endif()
if(NOT exported)
  return()
endif()

install(TARGETS ${exported} EXPORT onnxcTargets
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(EXPORT onnxcTargets NAMESPACE onnxc:: DESTINATION "${packageFolder}")
export(EXPORT onnxcTargets NAMESPACE onnxc:: FILE "${PROJECT_BINARY_DIR}/onnxcTargets.cmake")

# The package file of the build tree names the onnx of this machine, the installed one the copy beside it.
set(ONNXC_PACKAGE_ONNX "${ONNXC_ONNX_PREFIX}")
set(ONNXC_PACKAGE_FUNCTIONS "${PROJECT_SOURCE_DIR}/cmake/OnnxcFunctions.cmake")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/onnxcConfig.cmake.in" "${PROJECT_BINARY_DIR}/onnxcConfig.cmake"
  INSTALL_DESTINATION "${PROJECT_BINARY_DIR}" INSTALL_PREFIX "${PROJECT_BINARY_DIR}")
if(ONNXC_BUNDLE_ONNX)
  set(ONNXC_PACKAGE_ONNX "\${PACKAGE_PREFIX_DIR}/${bundledOnnxFolder}")
endif()
set(ONNXC_PACKAGE_FUNCTIONS "\${CMAKE_CURRENT_LIST_DIR}/OnnxcFunctions.cmake")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/onnxcConfig.cmake.in" "${PROJECT_BINARY_DIR}/package/onnxcConfig.cmake"
  INSTALL_DESTINATION "${packageFolder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/onnxcConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/package/onnxcConfig.cmake"
  "${PROJECT_BINARY_DIR}/onnxcConfigVersion.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/OnnxcFlags.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/OnnxcFunctions.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/OnnxcGuard.cmake"
  DESTINATION "${packageFolder}")
