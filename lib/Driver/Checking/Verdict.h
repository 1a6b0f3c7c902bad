// What the findings about a case mean.
#ifndef ONNXC_DRIVER_CHECKING_VERDICT_H
#define ONNXC_DRIVER_CHECKING_VERDICT_H

#include "Driver/Checking/Findings.h"

#include <string>

namespace onnxc::driver {

/// How a script compares with its trace; of a traced function, whether it could be traced. In the order of the summary.
enum class Comparison { SameGraph, SameValues, Different, NotCompared, Traced, NotTraced };

/// Whether ONNX Runtime takes the model. NotLoaded: it does not, which says nothing about the function.
enum class Loading { NotTried, Loads, NoKernel, NotLoaded, DoesNotLoad };

struct Verdict {
  Comparison comparison = Comparison::NotCompared;
  Loading loading = Loading::NotTried;
  std::string note; ///< why; "" = nothing is to be said

  bool isBad() const { return comparison == Comparison::Different || loading == Loading::DoesNotLoad; }
};

/// `problem`: why nothing in the file could be traced; "" = it could.
Verdict judge(const Finding &finding, const std::string &problem);

/// As the table prints it.
const char *textOf(Comparison comparison);
const char *textOf(Loading loading);

} // namespace onnxc::driver

#endif
