// The subcommands. Each returns the exit code and throws Failure for what it cannot do.
#ifndef ONNXC_DRIVER_COMMANDS_COMMANDS_H
#define ONNXC_DRIVER_COMMANDS_COMMANDS_H

#include "Driver/Options/Options.h"

namespace onnxc::driver {

int runCompile(const CompileOptions &options);
int runList(const ListOptions &options);
int runLink(const LinkOptions &options);
int runExplain(const ExplainOptions &options);
int runImport(const ImportOptions &options);
int runTrace(const TraceOptions &options);
int runCheck(const CheckOptions &options);
int runGuard(const GuardOptions &options);

} // namespace onnxc::driver

#endif
