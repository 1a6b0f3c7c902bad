#include "Stub/Stub.h"
#include "Stub/TracedChecks.h"

#include "Stub/Generated.h"
#include "Stub/HeaderPragmas.h"
#include "Stub/Headers.h"
#include "Stub/Plan.h"

#include "llvm/Support/Path.h"

using namespace clang;

namespace onnxc::stub {

namespace {

/// The text of a file with its edits between `head` and `tail`.
std::string write(const Plan &plan, FileID file, const SourceManager &sources, const std::string &head,
                  const std::string &tail) {
  StringRef source = sources.getBufferData(file);
  bool hasMark = source.starts_with("\xEF\xBB\xBF"); // a byte order mark stays first
  auto edits = plan.edits.find(file);
  std::string text = edits == plan.edits.end() ? source.str() : edits->second.apply({source.data(), source.size()});
  if (hasMark)
    text.erase(0, 3);
  if (!tail.empty() && !text.empty() && text.back() != '\n')
    text += '\n';
  return (hasMark ? "\xEF\xBB\xBF" : "") + head + text + tail;
}

} // namespace

std::optional<Result> rewrite(frontend::ParsedUnit &unit, const Options &options) {
  if (unit.hasErrors())
    return std::nullopt;
  checkTraced(unit);
  Plan plan = makePlan(unit, options);
  std::vector<CopiedHeader> headers = planHeaders(plan, unit, options);
  if (!options.isHeader)
    removeHeaderPragmas(unit.sources(), unit.ast().getLangOpts(), plan.edits[unit.sources().getMainFileID()]);
  std::string tail = tailText(plan, unit, options);
  if (unit.hasErrors())
    return std::nullopt;

  SourceManager &sources = unit.sources();
  Result result;
  std::string name = options.sourceName.empty() ? unit.job().file : options.sourceName;
  FileID mainFile = sources.getMainFileID();
  result.text = write(plan, mainFile, sources, headText(plan, mainFile, mainFile, name), tail);
  for (const CopiedHeader &header : headers) {
    std::string original =
        llvm::sys::path::remove_leading_dotslash(sources.getFileEntryRefForID(header.file)->getName()).str();
    result.headers.push_back({options.headerFolder + "/" + header.name, original,
                              write(plan, header.file, sources, headText(plan, header.file, mainFile, original), "")});
  }
  result.quoteFolders = quoteFolders(headers, unit);
  return result;
}

} // namespace onnxc::stub
