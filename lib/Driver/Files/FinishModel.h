// The last changes of a model before it is written.
#ifndef ONNXC_DRIVER_FILES_FINISHMODEL_H
#define ONNXC_DRIVER_FILES_FINISHMODEL_H

#include "onnx/onnx_pb.h"

#include <cstdint>

namespace onnxc::driver {

/// No functions are left in the model. Throws Failure when that would be more than `limit` nodes.
void inlineFunctions(onnx::ModelProto &model, int64_t limit);

/// Removes what models of that IR version cannot hold (metadata and value_info of functions exist from 10 on); throws
/// Failure when they need it.
void restrictToIrVersion(onnx::ModelProto &model);

} // namespace onnxc::driver

#endif
