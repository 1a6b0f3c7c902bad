//===- CompiledFunctions.h - Compiled functions in a session --------------===//
#ifndef ONNXC_RUNTIME_COMPILEDFUNCTIONS_H
#define ONNXC_RUNTIME_COMPILEDFUNCTIONS_H

#include "Runtime/Session/Session.h"

namespace onnxc::runtime {

/// The function as this session's graph calls it, stamped to the session's opset; imported once. `model`: where callees
/// are looked up first, before the functions that are linked in; may be null.
std::shared_ptr<graph::Function> importInto(Session &session, const onnx::FunctionProto &proto,
                                            const onnx::ModelProto *model = nullptr);

/// Throws a TraceError when inlining has made the graph that is built too large.
void checkInlineLimit(Session &session);

/// A call of the function where the session builds, or a copy of its body; the results.
std::vector<graph::Value *> callFunction(Session &session, const graph::Function &function,
                                         std::vector<graph::Operand> operands, graph::Attributes attributes,
                                         bool inlined = false);

} // namespace onnxc::runtime

#endif
