// `onnxc list`.
#include "Driver/Binding/Signatures.h"
#include "Driver/Commands/Commands.h"
#include "Driver/Compiling/Source.h"
#include "Driver/Files/Messages.h"
#include "Driver/Options/Failure.h"

namespace onnxc::driver {

int runList(const ListOptions &options) {
  std::vector<emit::FunctionInfo> functions;
  bool broken = false;
  for (const std::string &file : options.source.files) {
    auto unit = parseSource(options.source, file, llvm::errs(), useColor(options.source.color));
    std::vector<emit::FunctionInfo> found = functionInfos(*unit);
    functions.insert(functions.end(), found.begin(), found.end());
    unit->finishDiagnostics();
    broken = broken || unit->hasErrors();
  }
  if (broken)
    return SourceErrors;
  llvm::outs() << (options.json ? emit::listJson(functions) : emit::listTable(functions));
  llvm::outs().flush();
  return Fine;
}

} // namespace onnxc::driver
