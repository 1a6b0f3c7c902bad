#include "Driver/Inclusions/PlainInclusions.h"

#include "Driver/Compiling/Source.h"

#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace clang;
using onnxc::frontend::AnnotatedFunction;
using onnxc::frontend::Annotation;
using onnxc::frontend::DiagId;
using onnxc::frontend::ParsedUnit;

namespace onnxc::driver {
namespace {

/// How a source comes to a header.
struct Way {
  FileID source;          ///< invalid: the header is included ahead of the source (-include, a precompiled header)
  SourceLocation include; ///< in `source`, or in the file that was included ahead; invalid when there is none
};

class Inclusions {
public:
  Inclusions(ParsedUnit &unit, const std::string &target) : unit(unit), sources(unit.sources()), target(target) {}

  void report() {
    for (const AnnotatedFunction &function : unit.functions().written)
      if (function.decl->getBody() && function.annotation->kind != Annotation::Op)
        report(function);
  }

private:
  void report(const AnnotatedFunction &function) {
    FileID header = sources.getFileID(sources.getFileLoc(function.decl->getBody()->getBeginLoc()));
    if (isSource(header))
      return;
    Way way = wayTo(header);
    SourceLocation place = way.include.isValid() ? way.include : function.decl->getLocation();
    if (!reported.insert({place, header}).second)
      return;
    CharSourceRange name = nameAt(place);
    bool ahead = way.source.isInvalid();
    std::string source = ahead ? unit.job().file : nameOf(way.source);
    unit.diagnoser().report(name.isValid() ? name.getBegin() : place, DiagId::PlainInclude) << source << nameOf(header)
                                                                                            << (ahead            ? 2
                                                                                                : target.empty() ? 1
                                                                                                                 : 0)
                                                                                            << target << name;
    unit.diagnoser().report(function.decl->getLocation(), DiagId::NotePlainBody) << function.decl;
  }

  /// The main file, or a source in it: those of a unity build, for example.
  bool isSource(FileID file) { return file == sources.getMainFileID() || isSourceName(nameOf(file)); }

  Way wayTo(FileID file) {
    SourceLocation include;
    while (!isSource(file)) {
      SourceLocation next = sources.getIncludeLoc(file);
      FileID includer = next.isValid() ? sources.getFileID(next) : FileID();
      if (includer.isInvalid() || !sources.getFileEntryForID(includer))
        return {FileID(), include};
      include = next;
      file = includer;
    }
    return {file, include};
  }

  /// The name of the file that is included on the line of `place`, with its quotes.
  CharSourceRange nameAt(SourceLocation place) {
    for (const frontend::Inclusion &inclusion : unit.inclusions()) {
      SourceLocation begin = sources.getExpansionLoc(inclusion.name.getBegin());
      if (sources.getFileID(begin) == sources.getFileID(place) &&
          sources.getSpellingLineNumber(begin) == sources.getSpellingLineNumber(place))
        return inclusion.name;
    }
    return {};
  }

  std::string nameOf(FileID file) {
    OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
    return entry ? llvm::sys::path::remove_leading_dotslash(entry->getName()).str() : std::string();
  }

  ParsedUnit &unit;
  SourceManager &sources;
  const std::string &target;
  std::set<std::pair<SourceLocation, FileID>> reported;
};

/// The list of precompiled headers that CMake writes calls itself a header of the system, which would make all headers
/// in it such.
void readPrecompiledList(frontend::CompileJob &job) {
  for (const std::string &flag : job.clangArgs) {
    auto buffer = llvm::sys::path::filename(flag) == "cmake_pch.hxx"
                      ? llvm::MemoryBuffer::getFile(flag)
                      : std::make_error_code(std::errc::invalid_argument);
    if (!buffer)
      continue;
    std::string text = (*buffer)->getBuffer().str();
    for (const char *pragma : {"#pragma GCC system_header", "#pragma clang system_header"})
      if (std::size_t at = text.find(pragma); at != std::string::npos)
        text.erase(at, llvm::StringRef(pragma).size());
    job.virtualFiles[flag] = std::move(text);
  }
}

} // namespace

std::string plainInclusions(const CompileCall &call, const std::string &target, bool color) {
  std::string text;
  llvm::raw_string_ostream messages(text);
  SourceOptions options;
  options.clangArgs = call.flags;
  frontend::CompileJob job = makeJob(options, call.source, messages, color);
  readPrecompiledList(job);
  std::unique_ptr<ParsedUnit> unit = frontend::parse(std::move(job));
  if (!unit)
    return {};
  unit->functions();
  // The source is another compiler's, which was content with it: what Clang says of it is of no interest.
  unit->engine().Reset(/*soft=*/true);
  text.clear();
  Inclusions(*unit, target).report();
  std::string errors = text;
  unit.reset();
  return errors;
}

} // namespace onnxc::driver
