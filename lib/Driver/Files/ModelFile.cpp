#include "Driver/Files/ModelFile.h"

#include "Driver/Options/Failure.h"
#include "Graph/File/ExternalData.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <limits>
#include <optional>
#include <set>

namespace onnxc::driver {

onnx::ModelProto readModel(const std::string &file) {
  if (llvm::sys::fs::is_directory(file))
    throw Failure::usage("cannot read '" + file + "': it is a folder");
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    throw Failure::usage("cannot read '" + file + "': " + buffer.getError().message());
  onnx::ModelProto model;
  bool parsed = (*buffer)->getBufferSize() <= static_cast<std::size_t>(std::numeric_limits<int>::max()) &&
                model.ParseFromArray((*buffer)->getBufferStart(), static_cast<int>((*buffer)->getBufferSize()));
  if (!parsed || model.ir_version() == 0)
    throw Failure::source("'" + file + "' is no ONNX model");
  return model;
}

onnx::ModelProto readWholeModel(const std::string &file, std::vector<std::string> &dependencies) {
  onnx::ModelProto model = readModel(file);
  std::set<std::string> dataFiles;
  std::string folder = llvm::sys::path::parent_path(file).str();
  if (std::optional<std::string> error = graph::readExternalData(model, folder, &dataFiles))
    throw Failure::source("'" + file + "': " + *error);
  dependencies.push_back(file);
  dependencies.insert(dependencies.end(), dataFiles.begin(), dataFiles.end());
  return model;
}

} // namespace onnxc::driver
