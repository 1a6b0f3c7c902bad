//===- Key.h - Step 1: the key of a call ----------------------------------===//
#ifndef ONNXC_RUNTIME_KEY_H
#define ONNXC_RUNTIME_KEY_H

#include "Runtime/Calls/TracedSite.h"
#include <utility>

namespace onnxc::runtime {

/// The function, its template arguments, the values of attribute parameters and captured variables, and which captured
/// tensors are the same. Calls with equal keys share a decision tree.
std::string keyOf(const TracedSite &site);

/// Name and value of each attribute parameter, as the key has it.
std::vector<std::pair<std::string, std::string_view>> attributeValues(const CallSite &site);

} // namespace onnxc::runtime

#endif
