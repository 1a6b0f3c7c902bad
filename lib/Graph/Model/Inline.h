//===- Inline.h - Calls replaced by what they call ------------------------------===//
#ifndef ONNXC_GRAPH_INLINE_H
#define ONNXC_GRAPH_INLINE_H

#include "Graph/Building/Builder.h"

namespace onnxc::graph {

struct InlineOptions {
  int64_t limit = 1'000'000; ///< of nodes, nested ones too; more are ErrorId::TooLarge before anything is copied
};

/// How many nodes the body has when all calls in it, and in what they call, are inlined; nested nodes count. Numbers
/// that are too large for int64_t are its largest one.
int64_t inlinedSize(const Function &function);

/// A function that does the same without calls: each is replaced by a copy of the body with the call's arguments and
/// attributes in place of formals and references, and all types are inferred again from those of the inputs. finish()
/// is left to the caller.
Result<std::shared_ptr<Function>> inlineCalls(const Function &function, const InlineOptions &options = {});

/// The same for a whole model: no function is left. Inputs, outputs and initialisers of the graph keep their names.
Status inlineModel(onnx::ModelProto &model, const InlineOptions &options = {});

/// Appends a copy of the callee's body where the builder is, instead of a call of it; its results. The copy's types are
/// inferred on demand. `deep`: calls in the body are inlined as well.
Result<std::vector<Value *>> inlineCall(Builder &builder, const Function &callee, std::vector<Operand> inputs,
                                        Attributes attributes, bool deep, const InlineOptions &options = {});

} // namespace onnxc::graph

#endif
