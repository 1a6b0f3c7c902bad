// What the main graph passes to the function that --main names.
#ifndef ONNXC_DRIVER_BINDING_MAINGRAPH_H
#define ONNXC_DRIVER_BINDING_MAINGRAPH_H

#include "Driver/Options/Options.h"
#include "Frontend/Invocation.h"
#include "Frontend/Signature.h"
#include "Graph/IR/Graph.h"
#include "Graph/Model/Model.h"
#include "Lower/Lower.h"

#include <optional>
#include <vector>

namespace onnxc::driver {

/// Optional inputs are given when `--input` names them, optional attributes when `--attr` does; a variadic input has as
/// many tensors as
/// `--input`s (one when there is none).
lower::Presence presenceOf(const frontend::AnnotatedFunction &function, frontend::ParsedUnit &unit,
                           const MainOptions &options);

/// One input of a lowered function.
struct MainInput {
  std::string name; ///< on the command line; those of a variadic parameter all have its name
  bool optional = false;
};
std::vector<MainInput> mainInputs(const frontend::Signature &signature, const lower::Presence &presence);

/// The call of `lowered` that `--attr` and `--input` ask for. Types of inputs are those of `--input`, of declarations,
/// of type variables that other inputs bind. Throws Failure on all problems of the command line with them.
graph::MainCall mainCall(const frontend::AnnotatedFunction &function, const graph::Function &lowered,
                         frontend::ParsedUnit &unit, const MainOptions &options);

} // namespace onnxc::driver

#endif
