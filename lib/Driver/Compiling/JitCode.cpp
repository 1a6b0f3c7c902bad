#include "Driver/Compiling/JitCode.h"
#include "Frontend/Arguments.h"

#include "Driver/Compiling/Compiled.h"
#include "Driver/Compiling/Stubs.h"
#include "Driver/Files/Output.h"
#include "Driver/Options/Failure.h"
#include "Driver/Options/Includes.h"
#include "Frontend/Invocation.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <thread>

namespace onnxc::driver {
namespace {

std::vector<std::string> compilerArguments(const frontend::CompileJob &job) {
  std::vector<std::string> arguments = {"-std=c++20", "-w", "-resource-dir=" + frontend::findResourceFolder()};
  for (const std::string &folder : headerFolders())
    arguments.push_back("-I" + folder);
  llvm::StringRef folder = llvm::sys::path::parent_path(job.file);
  arguments.push_back("-iquote" + (folder.empty() ? std::string(".") : folder.str()));
  arguments.insert(arguments.end(), job.clangArgs.begin(), job.clangArgs.end());
  return arguments;
}

/// Rewritten includes name the copies from here.
constexpr const char *stubName = "onnxc-trace.cc";

} // namespace

HeaderFolder::~HeaderFolder() {
  if (!path.empty())
    llvm::sys::fs::remove_directories(path);
}

void HeaderFolder::write(const std::vector<Product::Header> &headers) {
  if (headers.empty())
    return;
  llvm::SmallString<128> unique;
  if (std::error_code error = llvm::sys::fs::createUniqueDirectory("onnxc-headers", unique))
    throw Failure::usage("cannot make a temporary folder: " + error.message());
  path = std::string(unique);
  for (const Product::Header &header : headers) {
    llvm::SmallString<256> place(path);
    llvm::sys::path::append(place, header.path);
    if (std::error_code error = llvm::sys::fs::create_directories(llvm::sys::path::parent_path(place)))
      throw Failure::usage("cannot write '" + std::string(place) + "': " + error.message());
    writeFile(std::string(place), header.text);
  }
}

std::vector<std::string> addCode(jit::Job &job, const frontend::CompileJob &source, frontend::ParsedUnit &unit,
                                 const CompileOptions &options, HeaderFolder &headers, bool traceScripts) {
  job.opset = options.opset != 0 ? options.opset : 20;
  Compiled compiled = compileStub(options, unit, stubName, traceScripts);
  headers.write(compiled.product.headers);
  job.clangArgs = compilerArguments(source);
  if (!headers.getPath().empty())
    job.clangArgs.push_back("-iquote" + headers.getPath());
  for (const std::string &folder : compiled.quoteFolders)
    job.clangArgs.push_back("-iquote" + folder);
  job.code = compiled.product.cpp + "\n#include <onnxc/trace.h>\n";
  return std::move(compiled.dependencies);
}

unsigned parallelism(unsigned jobs) { return jobs != 0 ? jobs : std::max(1u, std::thread::hardware_concurrency()); }

} // namespace onnxc::driver
