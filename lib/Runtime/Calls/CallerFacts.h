//===- CallerFacts.h - What a call was asked, the caller was asked --------===//
#ifndef ONNXC_RUNTIME_CALLERFACTS_H
#define ONNXC_RUNTIME_CALLERFACTS_H

#include "Runtime/Calls/TracedSite.h"

namespace onnxc::runtime {

/// What the function was specialised on are facts of the caller's values too: logs the path of its questions in the
/// caller's frame.
void tellCaller(const TracedSite &site, const std::vector<FactLog::Entry> &path, bool everything);

} // namespace onnxc::runtime

#endif
