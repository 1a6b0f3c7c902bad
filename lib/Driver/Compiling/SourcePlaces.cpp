#include "Driver/Compiling/SourcePlaces.h"
#include "Graph/Passes/Serialize.h"

#include "clang/Basic/SourceManager.h"

#include <filesystem>

namespace onnxc::driver {
namespace {

using frontend::ParsedUnit;

/// A file as seen from the folder of the source, so that it does not matter where onnxc runs and where the project
/// lies; files that are far away are named by their last component.
std::string placeName(const std::string &file, const std::string &source) {
  namespace stdfs = std::filesystem;
  std::error_code error;
  stdfs::path full = stdfs::absolute(file, error).lexically_normal();
  stdfs::path relative = full.lexically_relative(stdfs::absolute(source, error).lexically_normal().parent_path());
  bool isFar = error || relative.empty() || relative.generic_string().starts_with("../../..");
  return isFar ? full.filename().string() : relative.generic_string();
}

/// "ops.cc:12" of a location that lowering recorded.
std::string sourceText(ParsedUnit &unit, graph::Location location) {
  clang::SourceLocation source = clang::SourceLocation::getFromRawEncoding(static_cast<unsigned>(location));
  if (source.isInvalid())
    return {};
  clang::PresumedLoc place = unit.sources().getPresumedLoc(unit.sources().getExpansionLoc(source));
  if (place.isInvalid())
    return {};
  return placeName(place.getFilename(), unit.job().file) + ":" + std::to_string(place.getLine());
}

} // namespace

graph::FinishOptions finishOptions(const CompileOptions &options, ParsedUnit &unit) {
  graph::FinishOptions finish;
  if (options.debugLines)
    finish.sourceOf = [&unit](graph::Location location) { return sourceText(unit, location); };
  return finish;
}

} // namespace onnxc::driver
