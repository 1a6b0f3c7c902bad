//===- Functions.h - Compiled functions in a session ---------------------------===//
#ifndef ONNXC_RUNTIME_FUNCTIONS_H
#define ONNXC_RUNTIME_FUNCTIONS_H

#include "Session.h"

namespace onnxc::runtime {

/// The function as this session's graph calls it, stamped to the session's opset; imported once. `model`: where callees
/// are looked up first, before the functions that are linked in; may be null.
std::shared_ptr<graph::Function> importInto(Session &session, const onnx::FunctionProto &proto,
                                            const onnx::ModelProto *model = nullptr);

/// Puts a copy of the function's body into the running graph; its outputs.
std::vector<graph::Operand> flatten(Session &session, const graph::Function &function,
                                    const std::vector<graph::Operand> &inputs, const graph::Attributes &attributes);

} // namespace onnxc::runtime

#endif
