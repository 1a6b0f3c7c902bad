// What `onnxc check` finds out about the functions of a file, before anything is judged.
#ifndef ONNXC_DRIVER_CHECKING_FINDINGS_H
#define ONNXC_DRIVER_CHECKING_FINDINGS_H

#include "Driver/Checking/CheckCases.h"
#include "Driver/Checking/CheckRuntime.h"
#include "Driver/Options/Options.h"
#include "Frontend/Invocation.h"
#include "Jit/Jit.h"
#include "Lower/Lower.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace onnxc::driver {

/// A sized call of a case, with the values of the script and of the trace compared.
struct Trial {
  std::size_t call = 0; ///< of CheckCase::sized
  RuntimeComparison comparison;
};

/// A case and all that is known of it.
struct Finding {
  CheckCase tried;
  jit::Outcome declared;                ///< traced with the declared types
  std::vector<jit::Outcome> sized;      ///< traced with sizes: one for each of CheckCase::sized
  bool isSameGraph = false;             ///< the script and the trace of the declared types are the same graph
  std::optional<RuntimeResult> runtime; ///< nothing: there is no model, or no ONNX Runtime
  std::vector<Trial> trials;

  /// The model that stands for the case: the compiled one, or the first that was traced. Null when there is none.
  const onnx::ModelProto *model() const;
};

/// The findings of a file.
struct Findings {
  std::unique_ptr<frontend::ParsedUnit> unit; ///< which the cases point into
  std::vector<Finding> findings;
  std::string problem;        ///< why nothing could be traced; "" = it could
  std::string runtimeVersion; ///< "": there is no ONNX Runtime
};

/// Compiles the file, traces and runs its functions. Throws Failure for what cannot be checked at all.
Findings findOut(const CheckOptions &options, const std::string &file, bool color);

/// Whether the model's values are random.
bool isRandom(const onnx::ModelProto &model);

} // namespace onnxc::driver

#endif
