// The subcommands. Each returns the exit code and throws Failure for what it cannot do.
#ifndef ONNXC_DRIVER_COMMANDS_H
#define ONNXC_DRIVER_COMMANDS_H

#include "Driver/Options.h"
#include "onnx/onnx_pb.h"

namespace onnxc::driver {

int runCompile(const CompileOptions &options);
int runList(const ListOptions &options);
int runLink(const LinkOptions &options);
int runExplain(const ExplainOptions &options);
int runImport(const ImportOptions &options);
int runTrace(const TraceOptions &options);
int runCheck(const CheckOptions &options);
int runGuard(const GuardOptions &options);

/// A model file, without the data of tensors that lie in files beside it; throws Failure.
onnx::ModelProto readModel(const std::string &file);

/// A model file with these data in it. The names of all files that were read are added to `dependencies`.
onnx::ModelProto readWholeModel(const std::string &file, std::vector<std::string> &dependencies);

/// Whether messages get colours.
bool useColor(Color color);

/// Prints "onnxc: error: ..." (or "internal error") unless the message is empty.
struct Failure;
void printFailure(const Failure &failure, bool color);

} // namespace onnxc::driver

#endif
