//===- annotations.h - Options of [[onnx::script]], trace and function ----===//
#ifndef ONNXC_ANNOTATIONS_H
#define ONNXC_ANNOTATIONS_H
#pragma GCC system_header

#include <cstdint>

namespace onnxc {

/// The argument of `[[onnx::script(...)]]`, `[[onnx::trace(...)]]` and `[[onnx::function(...)]]`.
///
///   [[onnx::script(onnxc::options{.domain = "acme", .version = 2, .name = "Gain"})]] Tensor gain(Tensor x);
///
/// It is read at compile time, so all values must be constants.
struct options {
  /// For `[[onnx::function]]` only: trace the function rather than compile it ahead of time.
  bool trace = false;
  /// The operator domain; empty: the enclosing namespaces joined with dots, `local` in the global namespace.
  const char *domain = "";
  /// The version of the domain's operator set; at least 1.
  int64_t version = 1;
  /// The function's name in the model; empty: its name in C++.
  const char *name = "";
};

} // namespace onnxc

#endif // ONNXC_ANNOTATIONS_H
