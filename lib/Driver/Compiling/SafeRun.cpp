#include "Driver/Compiling/SafeRun.h"

#include "clang/Basic/Stack.h"
#include "llvm/Support/CrashRecoveryContext.h"

#include <exception>

namespace onnxc::driver {
namespace {

/// Address space only; pages are used when the stack grows.
constexpr unsigned stackBytes = 256u << 20;

std::optional<Failure> caught(const std::function<void()> &work) {
  try {
    work();
    return std::nullopt;
  } catch (const Failure &failure) {
    return failure;
  } catch (const std::exception &error) {
    return Failure::internal(error.what());
  } catch (...) {
    return Failure::internal("unknown exception");
  }
}

} // namespace

std::optional<Failure> runSafely(const std::function<void()> &work) {
  llvm::CrashRecoveryContext::Enable();
  std::optional<Failure> failure;
  llvm::CrashRecoveryContext context;
  bool survived = context.RunSafelyOnThread(
      [&] {
        clang::noteBottomOfStack();
        failure = caught(work);
      },
      stackBytes);
  return survived ? failure : Failure::internal("onnxc crashed");
}

} // namespace onnxc::driver
