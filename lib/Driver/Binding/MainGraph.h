// What the main graph passes to the function that --main names.
#ifndef ONNXC_DRIVER_BINDING_MAINGRAPH_H
#define ONNXC_DRIVER_BINDING_MAINGRAPH_H

#include "Driver/Binding/BoundCall.h"
#include "Graph/IR/Graph.h"
#include "Graph/Model/MainGraph.h"
#include "Graph/Model/Model.h"
#include "Lower/Lower.h"

#include <string>
#include <vector>

namespace onnxc::driver {

/// Optional inputs and attributes are given when the call names them; a variadic input has as many tensors as the call
/// gives (one when there is none).
lower::Presence presenceOf(const BoundCall &call);

/// One input of a lowered function.
struct MainInput {
  std::string name; ///< on the command line; those of a variadic parameter all have its name
  bool optional = false;
  const GivenInput *given = nullptr; ///< of the call; null where it does not name the input
};
std::vector<MainInput> mainInputs(const BoundCall &call);

/// The call of `lowered`. Types of inputs are those of `call`, of declarations, of type variables that other inputs
/// bind. Throws Failure where these leave something open, or where the function does not take what the call gives.
graph::MainCall mainCall(const BoundCall &call, const graph::Function &lowered);

} // namespace onnxc::driver

#endif
