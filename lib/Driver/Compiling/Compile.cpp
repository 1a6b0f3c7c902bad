#include "Driver/Compiling/Compile.h"

#include "Driver/Binding/AskedNames.h"
#include "Driver/Compiling/Scripts.h"
#include "Driver/Compiling/Source.h"
#include "Driver/Compiling/Stubs.h"
#include "Driver/Options/Failure.h"

namespace onnxc::driver {

Compiled compileFile(const CompileOptions &options, const std::string &file, const CompileContext &context) {
  frontend::CompileJob job = makeJob(options.source, file, context.messages, context.color);
  if (!options.main.function.empty() && options.output.emit != EmitKind::Cpp)
    askForFunctions(job, {options.main.function}, BadName::IsLeft);
  auto unit = parseJob(std::move(job), file);
  // Errors in annotations do not hide those in bodies.
  if (unit->hasClangErrors() && !usesVerify(options.source))
    throw Failure::source();
  if (options.output.emit == EmitKind::Cpp)
    return compileStub(options, *unit, context.output);
  return compileScripts(options, *unit, context.mustHaveMain);
}

} // namespace onnxc::driver
