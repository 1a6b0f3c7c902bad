// A quick look into the headers that a compiler has read.
#ifndef ONNXC_DRIVER_INCLUSIONS_HEADERSCAN_H
#define ONNXC_DRIVER_INCLUSIONS_HEADERSCAN_H

#include <string>
#include <vector>

namespace onnxc::driver {

/// Whether one of the files may hold the body of a function that [[onnx::script]], [[onnx::trace]] or
/// [[onnx::function]] annotates. Looks at tokens only: true may be wrong (a branch that is not compiled), false is not
/// as long as function and definition have the same name. Files that cannot be read are passed over.
bool mayHaveAnnotatedBodies(const std::vector<std::string> &headers);

} // namespace onnxc::driver

#endif
