// `onnxc list`.
#include "Driver/Binding/Signatures.h"
#include "Driver/Commands/Commands.h"
#include "Driver/Compiling/Source.h"
#include "Driver/Files/Messages.h"
#include "Driver/Options/Failure.h"

#include "llvm/Support/JSON.h"

namespace onnxc::driver {
namespace {

namespace json = llvm::json;

json::Value text(const std::string &raw) { return json::fixUTF8(raw); }

void writeParams(json::OStream &out, llvm::StringRef role, const std::vector<emit::ParamInfo> &params) {
  auto writeParam = [&](const emit::ParamInfo &param) {
    out.attribute("name", text(param.name));
    out.attribute("type", text(param.type));
    if (!param.cppType.empty())
      out.attribute("cpp_type", text(param.cppType));
    if (param.hasDefault)
      out.attribute("default", text(param.defaultValue));
    out.attribute("optional", param.optional);
    out.attribute("variadic", param.variadic);
  };
  out.attributeArray(role, [&] {
    for (const emit::ParamInfo &param : params)
      out.object([&] { writeParam(param); });
  });
}

void writeFunction(json::OStream &out, const emit::FunctionInfo &function) {
  out.attribute("kind", text(function.kind));
  out.attribute("domain", text(function.domain));
  out.attribute("name", text(function.name));
  out.attribute("overload", text(function.overload));
  out.attribute("version", function.version);
  out.attribute("cpp_name", text(function.cppName));
  out.attribute("file", text(function.file));
  out.attribute("line", function.line);
  out.attribute("doc", text(function.doc));
  writeParams(out, "inputs", function.inputs);
  writeParams(out, "attributes", function.attributes);
  writeParams(out, "outputs", function.outputs);
}

/// An array of objects.
void writeJson(llvm::raw_ostream &stream, const std::vector<emit::FunctionInfo> &functions) {
  json::OStream out(stream, /*IndentSize=*/2);
  out.array([&] {
    for (const emit::FunctionInfo &function : functions)
      out.object([&] { writeFunction(out, function); });
  });
  stream << '\n';
}

} // namespace

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
  if (options.json)
    writeJson(llvm::outs(), functions);
  else
    llvm::outs() << emit::listTable(functions);
  llvm::outs().flush();
  return Fine;
}

} // namespace onnxc::driver
