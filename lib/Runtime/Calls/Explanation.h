//===- Explanation.h - Why a call needs a new function --------------------===//
#ifndef ONNXC_RUNTIME_EXPLANATION_H
#define ONNXC_RUNTIME_EXPLANATION_H

#include "Runtime/Calls/TracedSite.h"

namespace onnxc::runtime {

/// "new function acme.flatten_to because the rank of x is 3, not 2": for TraceOptions::explain.
std::string explanation(const TracedSite &site, const Specialisations &made, const Specialisations::Missed &missed);

} // namespace onnxc::runtime

#endif
