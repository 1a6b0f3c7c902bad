#include "Driver/Driver.h"

#include "Driver/CommandLine.h"
#include "Driver/Commands.h"
#include "Driver/Failure.h"
#include "Driver/SafeRun.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <unistd.h>

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

bool useColor(Color color) {
  if (color != Color::Auto)
    return color == Color::Always;
  const char *noColor = std::getenv("NO_COLOR");
  return isatty(STDERR_FILENO) && !(noColor && *noColor);
}

void printFailure(const Failure &failure, bool color) {
  if (failure.message.empty())
    return;
  llvm::errs() << "onnxc: ";
  llvm::errs().enable_colors(color);
  llvm::errs().changeColor(llvm::raw_ostream::RED, true);
  llvm::errs() << (failure.code == InternalError ? "internal error: " : "error: ");
  llvm::errs().resetColor();
  llvm::errs().enable_colors(false);
  llvm::errs() << failure.message << '\n';
  if (failure.code == InternalError)
    llvm::errs() << "onnxc: this is a bug of onnxc, please report it with the source file; nothing was written\n";
}

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
