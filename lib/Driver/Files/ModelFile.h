// Reading model files.
#ifndef ONNXC_DRIVER_FILES_MODELFILE_H
#define ONNXC_DRIVER_FILES_MODELFILE_H

#include "onnx/onnx_pb.h"

#include <string>
#include <vector>

namespace onnxc::driver {

/// A model file, without the data of tensors that lie in files beside it; throws Failure.
onnx::ModelProto readModel(const std::string &file);

/// A model file with these data in it. The names of all files that were read are added to `dependencies`.
onnx::ModelProto readWholeModel(const std::string &file, std::vector<std::string> &dependencies);

} // namespace onnxc::driver

#endif
