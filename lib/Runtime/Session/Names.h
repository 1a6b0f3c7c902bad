//===- Names.h - Names of functions ---------------------------------------===//
#ifndef ONNXC_RUNTIME_NAMES_H
#define ONNXC_RUNTIME_NAMES_H

#include "onnxc/stub.h"
#include <string>

namespace onnxc::runtime {

/// "acme.nn.flatten_to": as scopes, errors and explanations write it.
std::string fullName(const stub::Descriptor &descriptor);

/// Domain, name and overload: they name one function of a model.
std::string identityOf(const std::string &domain, const std::string &name, const std::string &overload);

} // namespace onnxc::runtime

#endif
