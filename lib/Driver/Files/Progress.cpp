#include "Driver/Files/Progress.h"

#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

namespace onnxc::driver {

Progress::Progress(std::size_t total) : total(total), shown(total > 1 && isatty(STDERR_FILENO)) {}

void Progress::step(const std::string &part) {
  std::lock_guard lock(mutex);
  if (shown)
    llvm::errs() << "\r\033[K[" << ++done << "/" << total << "] " << part;
}

void Progress::clear() {
  if (shown)
    llvm::errs() << "\r\033[K";
}

} // namespace onnxc::driver
