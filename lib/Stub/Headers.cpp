#include "Stub/Headers.h"

#include "clang/Basic/FileEntry.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace clang;
using onnxc::frontend::DiagId;
using onnxc::frontend::Inclusion;

namespace onnxc::stub {

namespace {

class HeaderPlanner {
public:
  HeaderPlanner(Plan &plan, frontend::ParsedUnit &unit, const Options &options) : plan(plan), unit(unit), options(options), sources(unit.sources()) {}

  std::vector<CopiedHeader> run() {
    for (const auto &[file, edits] : plan.edits)
      if (file != sources.getMainFileID())
        add(file);
    addIncluders();
    nameAll();
    for (const Inclusion &inclusion : unit.inclusions())
      rewrite(inclusion);
    return std::move(headers);
  }

private:
  const FileEntry *entryOf(FileID file) {
    OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
    return entry ? &entry->getFileEntry() : nullptr;
  }

  bool add(FileID file) {
    const FileEntry *entry = entryOf(file);
    if (!entry || !copied.try_emplace(entry, headers.size()).second)
      return false;
    headers.push_back({file, ""});
    return true;
  }

  bool isCopied(const Inclusion &inclusion) { return inclusion.file && copied.count(&inclusion.file->getFileEntry()); }

  FileID includer(const Inclusion &inclusion) { return sources.getFileID(sources.getExpansionLoc(inclusion.name.getBegin())); }

  void addIncluders() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Inclusion &inclusion : unit.inclusions())
        if (isCopied(inclusion) && includer(inclusion) != sources.getMainFileID())
          changed |= add(includer(inclusion));
    }
  }

  /// Copies lie side by side: headers of the same name get a number, in the order in which they were read.
  void nameAll() {
    std::sort(headers.begin(), headers.end(), [](const CopiedHeader &a, const CopiedHeader &b) { return a.file < b.file; });
    std::map<std::string, unsigned> used;
    copied.clear();
    for (size_t i = 0; i < headers.size(); ++i) {
      StringRef base = llvm::sys::path::filename(entryName(headers[i].file));
      unsigned count = ++used[base.str()];
      headers[i].name = count == 1 ? base.str() : (llvm::sys::path::stem(base) + "." + std::to_string(count) + llvm::sys::path::extension(base)).str();
      copied[entryOf(headers[i].file)] = i;
    }
  }

  StringRef entryName(FileID file) { return sources.getFileEntryRefForID(file)->getName(); }

  void rewrite(const Inclusion &inclusion) {
    if (!isCopied(inclusion))
      return;
    FileID from = includer(inclusion);
    bool fromMain = from == sources.getMainFileID();
    // A file that was read twice is rewritten once.
    if (!fromMain && headers[copied[entryOf(from)]].file != from)
      return;
    if (inclusion.name.getBegin().isMacroID()) {
      unit.diagnoser().report(sources.getExpansionLoc(inclusion.name.getBegin()), DiagId::StubInclude);
      return;
    }
    const std::string &name = headers[copied[&inclusion.file->getFileEntry()]].name;
    unsigned begin = sources.getFileOffset(inclusion.name.getBegin()), end = begin;
    // The name is one token between quotes or several between angle brackets.
    StringRef buffer = sources.getBufferData(from);
    char close = buffer[begin] == '<' ? '>' : '"';
    end = static_cast<unsigned>(buffer.find(close, begin + 1)) + 1;
    plan.edits[from].replace(begin, end, "\"" + (fromMain ? options.headerFolder + "/" : std::string()) + name + "\"");
  }

  Plan &plan;
  frontend::ParsedUnit &unit;
  const Options &options;
  SourceManager &sources;
  std::vector<CopiedHeader> headers;
  llvm::DenseMap<const FileEntry *, size_t> copied;
};

} // namespace

std::vector<CopiedHeader> planHeaders(Plan &plan, frontend::ParsedUnit &unit, const Options &options) {
  if (options.headerFolder.empty())
    return {};
  return HeaderPlanner(plan, unit, options).run();
}

std::vector<std::string> quoteFolders(const std::vector<CopiedHeader> &headers, frontend::ParsedUnit &unit) {
  std::vector<std::string> folders;
  auto add = [&](FileID file) {
    OptionalFileEntryRef entry = unit.sources().getFileEntryRefForID(file);
    std::string folder = entry ? llvm::sys::path::parent_path(entry->getName()).str() : "";
    if (folder.empty())
      folder = ".";
    if (std::find(folders.begin(), folders.end(), folder) == folders.end())
      folders.push_back(folder);
  };
  add(unit.sources().getMainFileID());
  for (const CopiedHeader &header : headers)
    add(header.file);
  return folders;
}

} // namespace onnxc::stub
