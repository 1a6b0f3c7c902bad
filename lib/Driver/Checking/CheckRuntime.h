// ONNX Runtime, by way of a Python that has it.
#ifndef ONNXC_DRIVER_CHECKING_CHECKRUNTIME_H
#define ONNXC_DRIVER_CHECKING_CHECKRUNTIME_H

#include "Graph/IR/Type.h"

#include <optional>
#include <string>
#include <vector>

namespace onnxc::driver {

/// Another model that must give the same values for random inputs of these types.
struct RuntimeAttempt {
  std::string model; ///< "": there is none, because of `error`
  std::string error;
  std::vector<graph::Type> inputs; ///< sizes are known
};

/// A model that is loaded and compared with others.
struct RuntimeJob {
  std::string model; ///< its file
  std::vector<RuntimeAttempt> attempts;
};

struct RuntimeComparison {
  enum Result { Same, Differs, NeitherRuns, OnlyScriptRuns, OnlyTraceRuns } result = NeitherRuns;
  std::string text; ///< how they differ, or why one does not run
};

struct RuntimeResult {
  std::string loadError;        ///< "": it loads
  bool isKernelMissing = false; ///< it does not, only because ONNX Runtime has not implemented an operator
  std::vector<RuntimeComparison> comparisons;
};

struct RuntimeRun {
  std::string version; ///< "": there is no ONNX Runtime
  std::vector<RuntimeResult> results;
};

/// Runs the jobs. `python`: "" = $ONNXC_PYTHON, else python3. `folder` is for files of the run. A crash of ONNX Runtime
/// is the load error of the job that it happened in.
RuntimeRun runInOnnxRuntime(const std::vector<RuntimeJob> &jobs, const std::string &python, const std::string &folder);

} // namespace onnxc::driver

#endif
