//===- Import.h - From protobuf to a graph in memory ---------------------------===//
#ifndef ONNXC_GRAPH_IMPORT_H
#define ONNXC_GRAPH_IMPORT_H

#include "Error.h"
#include "Graph.h"
#include <functional>
#include <memory>

namespace onnxc::graph {

/// The function of that domain, name and overload; null: it is an operator, or not known.
using FunctionResolver = std::function<Result<const Function *>(const std::string &domain, const std::string &name,
                                                                const std::string &overload)>;

struct ImportOptions {
  int64_t opset =
      0; ///< of ai.onnx that the function is stamped to; 0: its own. Each operator must have the same version there.
  FunctionResolver resolve;
};

/// A FunctionProto as a function that can be called, with the types that its value_info gives. Its callees must outlive
/// it.
Result<std::shared_ptr<Function>> importFunction(const onnx::FunctionProto &proto, const ImportOptions &options = {});

/// A deep copy, so that it can be finished while the original stays as it is. `callees` maps called functions to their
/// copies; others stay.
std::shared_ptr<Function> cloneFunction(const Function &function,
                                        const std::function<const Function *(const Function *)> &callees = {});

} // namespace onnxc::graph

#endif
