//===- Overload.h - The overload of a traced function ---------------------===//
#ifndef ONNXC_RUNTIME_OVERLOAD_H
#define ONNXC_RUNTIME_OVERLOAD_H

#include "Runtime/Calls/TracedSite.h"

namespace onnxc::runtime {

/// "rank=2,x.rank=3": what the function is specialised on, as docs/tracing.md says. `path`: what its body asked, and
/// the answers.
std::string overloadOf(const TracedSite &site, const std::vector<FactLog::Entry> &path);

} // namespace onnxc::runtime

#endif
