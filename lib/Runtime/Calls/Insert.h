//===- Insert.h - Step 4: the function joins those that calls may reuse ---===//
#ifndef ONNXC_RUNTIME_INSERT_H
#define ONNXC_RUNTIME_INSERT_H

#include "Runtime/Calls/TracedSite.h"

namespace onnxc::runtime {

/// Names the function after what it was specialised on, tells the caller what that was, and puts it into the decision
/// tree. The result is the function to call, which may be an earlier one. Throws a TraceError if another function has
/// the name, or if the body asked something else for equal arguments.
Traced *insert(const TracedSite &site, Specialisations &all, std::unique_ptr<Traced> made);

} // namespace onnxc::runtime

#endif
