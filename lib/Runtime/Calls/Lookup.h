//===- Lookup.h - Step 2: is there a function for this call? --------------===//
#ifndef ONNXC_RUNTIME_LOOKUP_H
#define ONNXC_RUNTIME_LOOKUP_H

#include "Runtime/Calls/TracedSite.h"

namespace onnxc::runtime {

/// All functions that were made for the key of the call; none yet for a new key.
Specialisations &specialisationsOf(const TracedSite &site);

/// The function whose guards hold for the arguments, or null. The caller is told what was asked.
Traced *lookUp(const TracedSite &site, const Specialisations &made);

} // namespace onnxc::runtime

#endif
