//===- Names.cpp - Names of functions -------------------------------------===//
#include "Runtime/Session/Names.h"

namespace onnxc::runtime {

std::string fullName(const stub::Descriptor &descriptor) {
  return std::string(descriptor.domain) + "." + descriptor.name;
}

std::string identityOf(const std::string &domain, const std::string &name, const std::string &overload) {
  return domain + "\n" + name + "\n" + overload;
}

} // namespace onnxc::runtime
