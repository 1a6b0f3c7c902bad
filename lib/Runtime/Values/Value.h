//===- Value.h - What a Tensor refers to ----------------------------------===//
#ifndef ONNXC_RUNTIME_VALUE_H
#define ONNXC_RUNTIME_VALUE_H

#include "Graph/Building/Builder.h"
#include "onnxc/detail/handle.h"
#include "onnxc/literal.h"
#include <atomic>
#include <memory>

namespace onnxc::runtime {
class Session;
}

namespace onnxc::detail {

/// Shared by all copies of a Tensor. Never changed once a second thread may see it.
class ValueImpl {
public:
  std::atomic<unsigned> references{1};
  /// The session whose graph holds the value; null for numbers and constants, which belong to none.
  std::shared_ptr<runtime::Session> session;
  /// The region of the session (a function's body, a nested graph) that the value may be used in. Regions die; a value
  /// is never touched before its region was found alive.
  uint64_t region = 0;
  graph::Operand operand;
  /// A constant with an element type of its own that is no node yet, else null.
  std::shared_ptr<const onnx::TensorProto> constant;
};

} // namespace onnxc::detail

namespace onnxc::runtime {

using onnxc::detail::Handle;
using onnxc::detail::ValueImpl;

/// The element data as onnx has it.
onnx::TensorProto toProto(const TensorLiteral &literal);
/// A handle to a constant that belongs to no graph.
Handle constantHandle(onnx::TensorProto tensor);
Handle literalHandle(graph::Literal literal);

} // namespace onnxc::runtime

#endif
