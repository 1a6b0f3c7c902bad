//===- TypeName.h - Names of C++ types ------------------------------------===//
#ifndef ONNXC_RUNTIME_TYPENAME_H
#define ONNXC_RUNTIME_TYPENAME_H

#include <string>
#include <typeinfo>

namespace onnxc::runtime {

/// The name of a type as the C++ ABI spells it.
std::string typeName(const std::type_info &type);

} // namespace onnxc::runtime

#endif
