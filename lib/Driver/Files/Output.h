// Writing results: all or nothing.
#ifndef ONNXC_DRIVER_FILES_OUTPUT_H
#define ONNXC_DRIVER_FILES_OUTPUT_H

#include "Driver/Options/Options.h"
#include "Emit/Signature.h"
#include "onnx/onnx_pb.h"

#include <string>
#include <string_view>
#include <vector>

namespace onnxc::driver {

/// What a run has made and may write in any form.
struct Product {
  onnx::ModelProto model;
  std::vector<emit::FunctionInfo> signatures; ///< for EmitKind::Schema
  std::string cpp;                            ///< for EmitKind::Cpp
  struct Header {
    std::string path; ///< from the folder of the output
    std::string text;
  };
  std::vector<Header> headers; ///< for EmitKind::Cpp: copies of annotated headers
};

/// Writes to a temporary name in the same folder and renames it: `path` is the old file or the whole new one. "-" is
/// standard output; devices and pipes are written as they are. Throws Failure.
void writeFile(const std::string &path, std::string_view content);

/// Throws Failure when `path` cannot be written: its folder is missing, or it is a folder. Asked before the work
/// starts.
void checkWritable(const std::string &path);

/// The output's name when -o is not given: the input's last component with another suffix, in the current folder.
std::string defaultOutput(const std::string &input, EmitKind emit);

/// Writes `product` to `path` as the options say. Throws Failure.
void writeProduct(const Product &product, const std::string &path, const OutputOptions &options);

/// The rule `target: files` in make's syntax.
std::string depfileText(const std::string &target, const std::vector<std::string> &files);

/// Writes the depfile of `output` if -MD asks for one.
void writeDepfile(const DepfileOptions &options, const std::string &output, const std::vector<std::string> &files);

} // namespace onnxc::driver

#endif
