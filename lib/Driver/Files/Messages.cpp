#include "Driver/Files/Messages.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <unistd.h>

namespace onnxc::driver {

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

} // namespace onnxc::driver
