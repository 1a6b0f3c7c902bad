//===- Generate.h - The operator headers and their definitions ------------===//
#ifndef ONNXC_OPGEN_GENERATE_H
#define ONNXC_OPGEN_GENERATE_H

#include <string>
#include <vector>

namespace onnxc::opgen {

struct GeneratedFile {
  std::string path; ///< relative: "onnxc/opset20.h", "Operators0.cpp"
  std::string text;
};

/// The public headers: one for each opset of ai.onnx from 13 on and each of ai.onnx.ml, and those that they share.
/// Throws std::runtime_error if an operator has no C++ form.
std::vector<GeneratedFile> generateHeaders();

/// The definitions of all declared operators in `count` files of about the same size.
std::vector<GeneratedFile> generateSources(size_t count);

} // namespace onnxc::opgen

#endif // ONNXC_OPGEN_GENERATE_H
