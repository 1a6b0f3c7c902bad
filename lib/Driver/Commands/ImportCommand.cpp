// `onnxc import`.
#include "Driver/Commands/Commands.h"
#include "Driver/Files/ModelFile.h"
#include "Driver/Files/Output.h"
#include "Driver/Options/Failure.h"
#include "Link/Import.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace onnxc::driver {

int runImport(const ImportOptions &options) {
  std::string output = options.output.empty() ? llvm::sys::path::stem(options.model).str() + ".h" : options.output;
  checkWritable(output);
  link::Imported imported =
      link::importHeader(readModel(options.model), llvm::sys::path::filename(options.model).str());
  for (const std::string &skipped : imported.skipped)
    llvm::errs() << "onnxc: note: no declaration for " << skipped << '\n';
  writeFile(output, imported.header);
  return Fine;
}

} // namespace onnxc::driver
