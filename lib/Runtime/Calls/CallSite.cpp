//===- CallSite.cpp - A call as its stub hands it over --------------------===//
#include "Runtime/Calls/CallSite.h"

namespace onnxc::runtime {

Session &CallSite::findSession() const {
  std::vector<const Handle *> handles;
  for (const stub::detail::Arguments::Slot &slot : arguments.slots)
    handles.push_back(slot.handle);
  for (const stub::detail::Arguments::Captured &captured : arguments.captures)
    handles.push_back(&captured.handle);
  return Session::of(handles.data(), handles.size());
}

std::string_view CallSite::parameterText(size_t parameter) const {
  size_t start = parameter == 0 ? arguments.captureEnd : arguments.ends[parameter - 1] + 1;
  return std::string_view(arguments.text).substr(start, arguments.ends[parameter] - start);
}

} // namespace onnxc::runtime
