#include "Driver/Files/Dependencies.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"

namespace onnxc::driver {
namespace {

bool isOfSystem(const std::string &file, clang::SourceManager &sources) {
  clang::OptionalFileEntryRef entry = sources.getFileManager().getOptionalFileRef(file);
  clang::FileID id = entry ? sources.translateFile(*entry) : clang::FileID();
  return id.isValid() && clang::SrcMgr::isSystem(sources.getFileCharacteristic(sources.getLocForStartOfFile(id)));
}

} // namespace

std::vector<std::string> dependenciesOf(frontend::ParsedUnit &unit, const DepfileOptions &options) {
  std::vector<std::string> files = unit.dependencies();
  if (!options.withSystem)
    std::erase_if(files, [&](const std::string &file) { return isOfSystem(file, unit.sources()); });
  return files;
}

} // namespace onnxc::driver
