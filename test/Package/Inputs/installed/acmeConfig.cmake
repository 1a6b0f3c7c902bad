include(CMakeFindDependencyMacro)
find_dependency(onnxc)
include("${CMAKE_CURRENT_LIST_DIR}/acmeTargets.cmake")
