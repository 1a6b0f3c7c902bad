#include "Stub/Headers.h"

#include "clang/Basic/FileEntry.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace clang;
using onnxc::frontend::DiagId;
using onnxc::frontend::Inclusion;

namespace onnxc::stub {

namespace {

class HeaderPlanner {
public:
  HeaderPlanner(Plan &plan, frontend::ParsedUnit &unit, const Options &options)
      : plan(plan), unit(unit), options(options), sources(unit.sources()) {}

  std::vector<CopiedHeader> run() {
    for (const auto &[file, edits] : plan.edits)
      if (file != sources.getMainFileID())
        add(file);
    addIncluders();
    nameAll();
    for (const Inclusion &inclusion : unit.inclusions())
      if (isCopied(inclusion))
        rewrite(inclusion);
      else
        redirect(inclusion);
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

  FileID includer(const Inclusion &inclusion) {
    return firstReading(sources.getFileID(sources.getExpansionLoc(inclusion.name.getBegin())), sources);
  }

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
    std::sort(headers.begin(), headers.end(),
              [](const CopiedHeader &a, const CopiedHeader &b) { return a.file < b.file; });
    std::map<std::string, unsigned> used;
    copied.clear();
    for (size_t i = 0; i < headers.size(); ++i) {
      StringRef base = llvm::sys::path::filename(entryName(headers[i].file));
      unsigned count = ++used[base.str()];
      headers[i].name =
          count == 1
              ? base.str()
              : (llvm::sys::path::stem(base) + "." + std::to_string(count) + llvm::sys::path::extension(base)).str();
      copied[entryOf(headers[i].file)] = i;
    }
  }

  StringRef entryName(FileID file) { return sources.getFileEntryRefForID(file)->getName(); }

  /// Where the name in an include stands, with its quotes or brackets.
  FileRange nameRange(const Inclusion &inclusion, FileID from) {
    StringRef buffer = sources.getBufferData(from);
    // A token may begin with the end of a continued line.
    unsigned begin = buffer.find_first_of("<\"", sources.getFileOffset(inclusion.name.getBegin()));
    char close = buffer[begin] == '<' ? '>' : '"';
    return {from, begin, static_cast<unsigned>(buffer.find(close, begin + 1)) + 1};
  }

  /// An include of a copied header names the copy.
  void rewrite(const Inclusion &inclusion) {
    FileID from = includer(inclusion);
    bool fromMain = from == sources.getMainFileID();
    // One that a flag asks for (-include) is in no file.
    if (inclusion.name.getBegin().isMacroID() || (!fromMain && !entryOf(from))) {
      unit.diagnoser().report(sources.getExpansionLoc(inclusion.name.getBegin()), DiagId::StubInclude);
      return;
    }
    const std::string &name = headers[copied[&inclusion.file->getFileEntry()]].name;
    FileRange range = nameRange(inclusion, from);
    if (!rewritten.insert({from, range.begin}).second) // read before
      return;
    plan.edits[from].replace(range.begin, range.end,
                             "\"" + (fromMain ? options.headerFolder + "/" : std::string()) + name + "\"");
  }

  /// An include in a copy that was found beside the original header: the copy lies elsewhere, so it gets the way from
  /// the main file's folder or from an include folder.
  void redirect(const Inclusion &inclusion) {
    FileID from = includer(inclusion);
    const FileEntry *entry = entryOf(from);
    auto header = entry ? copied.find(entry) : copied.end();
    if (!inclusion.file || header == copied.end() || inclusion.name.getBegin().isMacroID())
      return;
    FileRange range = nameRange(inclusion, from);
    if (!rewritten.insert({from, range.begin}).second)
      return;
    StringRef written = sources.getBufferData(from).slice(range.begin, range.end),
              name = written.drop_front().drop_back();
    if (written.front() != '"')
      return;
    StringRef target = inclusion.file->getName(), folder = llvm::sys::path::parent_path(entryName(from)),
              mainFolder = folderOf(sources.getMainFileID());
    llvm::SmallString<128> beside(folder);
    llvm::sys::path::append(beside, name);
    if (target != beside.str() || folder == mainFolder)
      return;
    std::string way;
    StringRef below = target;
    if (mainFolder.empty() ? !llvm::sys::path::is_absolute(target)
                           : below.consume_front(mainFolder) && below.consume_front("/"))
      way = below.str();
    else
      way = unit.preprocessor().getHeaderSearchInfo().suggestPathToFileForDiagnostics(
          *inclusion.file, folderOf(sources.getMainFileID()));
    plan.edits[from].replace(range.begin, range.end, "\"" + way + "\"");
  }

  StringRef folderOf(FileID file) {
    OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
    return entry ? llvm::sys::path::parent_path(entry->getName()) : "";
  }

  Plan &plan;
  frontend::ParsedUnit &unit;
  const Options &options;
  SourceManager &sources;
  std::vector<CopiedHeader> headers;
  llvm::DenseMap<const FileEntry *, size_t> copied;
  std::set<std::pair<FileID, unsigned>> rewritten;
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
