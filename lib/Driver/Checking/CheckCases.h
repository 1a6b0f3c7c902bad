// The calls by which `onnxc check` tries each function of a file.
#ifndef ONNXC_DRIVER_CHECKING_CHECKCASES_H
#define ONNXC_DRIVER_CHECKING_CHECKCASES_H

#include "Driver/Binding/BoundCall.h"
#include "Driver/Options/Options.h"
#include "Frontend/Invocation.h"
#include "Graph/IR/Type.h"
#include "Lower/Lower.h"
#include "onnx/onnx_pb.h"

#include <optional>
#include <string>
#include <vector>

namespace onnxc::driver {

/// A call with types of inputs that have sizes.
struct SizedCall {
  BoundCall call;
  std::vector<graph::Type> types; ///< of the inputs, in order
  std::string text;               ///< "x=float[2,3], y=int64"
};

/// One way to call a function: which optional inputs it gets, and values for what has no default.
struct CheckCase {
  std::string name;                         ///< "acme::f", "acme::f with y"
  BoundCall call;                           ///< with the declared types; what is not declared is guessed
  std::vector<SizedCall> sized;             ///< the same with several choices of ranks and sizes
  std::optional<onnx::ModelProto> scripted; ///< of a scripted function: the model that makes this call
  bool isGuessed = false;                   ///< the declarations leave ranks or attributes open
  std::string skipped;                      ///< why there is no such call; "" = there is
};

/// The cases of all scripted and traced functions of the main file. Lowers scripted functions: errors in them go to the
/// unit's diagnostics. Throws Failure on options that name nothing.
std::vector<CheckCase> checkCases(frontend::ParsedUnit &unit, lower::Module &module, const CheckOptions &options);

} // namespace onnxc::driver

#endif
