#include "Driver/Commands/Driver.h"

#ifdef __has_feature
#if __has_feature(address_sanitizer)
// LLVM gives threads a signal stack of its own, which the sanitizer would take for its own and unmap when they end.
extern "C" const char *__asan_default_options() { return "use_sigaltstack=0"; }
#endif
#endif

int main(int argc, char **argv) { return onnxc::driver::run({argv + 1, argv + argc}); }
