#include "Driver/Options/Includes.h"

#include "onnx/defs/schema.h"
#include "onnx/onnx_pb.h"
#include "onnxc-config.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace onnxc::driver {
namespace {

/// The install prefix of the running program, or "" when it runs from a build tree.
std::string installPrefix() {
  static int anchor = 0;
  std::string program = llvm::sys::fs::getMainExecutable(nullptr, &anchor);
  llvm::SmallString<256> prefix(llvm::sys::path::parent_path(llvm::sys::path::parent_path(program)));
  llvm::SmallString<256> header(prefix);
  llvm::sys::path::append(header, "include", "onnxc", "tensor.h");
  return llvm::sys::fs::exists(header) ? std::string(prefix) : std::string();
}

void addList(std::vector<std::string> &folders, llvm::StringRef list) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  list.split(parts, ';', -1, false);
  for (llvm::StringRef part : parts)
    folders.push_back(part.str());
}

} // namespace

int64_t maxIrVersion() { return onnx::Version::IR_VERSION; }

int64_t maxOpset() { return onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map().at("").second; }

std::vector<std::string> headerFolders() {
  if (std::string prefix = installPrefix(); !prefix.empty())
    return {prefix + "/include"};
  return {ONNXC_SOURCE_INCLUDE_DIR, ONNXC_GENERATED_INCLUDE_DIR};
}

std::vector<std::string> onnxHeaderFolders() {
  if (std::string prefix = installPrefix();
      !prefix.empty() && llvm::sys::fs::exists(prefix + "/lib/onnxc/onnx/include"))
    return {prefix + "/lib/onnxc/onnx/include"};
  std::vector<std::string> folders;
  addList(folders, ONNXC_ONNX_INCLUDE_DIR);
  return folders;
}

std::string includeFlagsText() {
  std::string text;
  for (const std::string &folder : headerFolders())
    text += "-I" + folder + " ";
  for (const std::string &folder : onnxHeaderFolders())
    text += "-isystem " + folder + " ";
  return text + "-DONNX_ML=1 -DONNX_NAMESPACE=onnx\n";
}

} // namespace onnxc::driver
