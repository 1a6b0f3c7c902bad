#include "Driver/Commands/Driver.h"

#include "Driver/Commands/Commands.h"
#include "Driver/Compiling/SafeRun.h"
#include "Driver/Files/Messages.h"
#include "Driver/Options/CommandLine.h"
#include "Driver/Options/Failure.h"

#include "llvm/Support/raw_ostream.h"

namespace onnxc::driver {
namespace {

int runCommand(const PrintText &command) {
  llvm::outs() << command.text;
  llvm::outs().flush();
  return Fine;
}

int runCommand(const CompileOptions &options) { return runCompile(options); }
int runCommand(const ListOptions &options) { return runList(options); }
int runCommand(const LinkOptions &options) { return runLink(options); }
int runCommand(const ExplainOptions &options) { return runExplain(options); }
int runCommand(const ImportOptions &options) { return runImport(options); }
int runCommand(const TraceOptions &options) { return runTrace(options); }
int runCommand(const CheckOptions &options) { return runCheck(options); }
int runCommand(const GuardOptions &options) { return runGuard(options); }

} // namespace

int run(std::vector<std::string> arguments) {
  int code = InternalError;
  if (auto failure = runSafely([&] {
        code =
            std::visit([](const auto &command) { return runCommand(command); }, readCommandLine(std::move(arguments)));
      })) {
    printFailure(*failure, useColor(Color::Auto));
    return failure->code;
  }
  return code;
}

} // namespace onnxc::driver
