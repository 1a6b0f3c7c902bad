//===- CallSite.h - A call as its stub hands it over ----------------------===//
#ifndef ONNXC_RUNTIME_CALLSITE_H
#define ONNXC_RUNTIME_CALLSITE_H

#include "Runtime/Functions/Registry.h"
#include "Runtime/Session/Session.h"
#include <string_view>

namespace onnxc::runtime {

/// A call of an annotated function: which one, with what, and the session whose graph gets it.
struct CallSite {
  explicit CallSite(const stub::detail::Entry &entry) : record(recordOf(entry)) {}
  CallSite(const CallSite &) = delete;

  const stub::Descriptor &descriptor() const { return *record.entry->descriptor; }
  /// That of the tensors among the arguments and captured variables, which are all known by now.
  Session &findSession() const;
  /// The values of a C++ parameter that belong to the key.
  std::string_view parameterText(size_t parameter) const;

  const FunctionRecord &record;
  stub::detail::Arguments arguments;
  Session *session = nullptr; ///< null until it was looked for
};

} // namespace onnxc::runtime

#endif
