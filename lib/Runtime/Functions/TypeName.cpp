//===- TypeName.cpp - Names of C++ types ----------------------------------===//
#include "Runtime/Functions/TypeName.h"
#include <cstdlib>
#include <cxxabi.h>

namespace onnxc::runtime {

std::string typeName(const std::type_info &type) {
  int status = 0;
  char *demangled = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  std::string name = status == 0 ? demangled : type.name();
  std::free(demangled);
  return name;
}

} // namespace onnxc::runtime
