// Running Clang on one source file, and what it leaves.
#ifndef ONNXC_FRONTEND_INVOCATION_H
#define ONNXC_FRONTEND_INVOCATION_H

#include "Frontend/Annotations.h"
#include "Frontend/Diagnostics.h"
#include "Frontend/Finder.h"
#include "Frontend/Types.h"

#include "clang/Basic/FileEntry.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class DependencyCollector;
class FrontendAction;
class Preprocessor;
class Sema;
class SourceManager;
} // namespace clang

namespace onnxc::frontend {

/// One source file and how Clang is to read it.
struct CompileJob {
  std::string file;                ///< as the user gave it; messages show it so
  std::optional<std::string> code; ///< the text of `file`, which then need not exist (tests, standard input)
  std::map<std::string, std::string> virtualFiles; ///< further files that exist only here, by path
  std::vector<std::string> clangArgs;              ///< -I, -D, -std= ..., as for the clang++ driver
  std::string directory;                           ///< relative paths start here; "" = the current folder
  std::vector<std::string> headerFolders;          ///< where <onnxc/...> is found; read as system headers
  std::string resourceFolder;                      ///< Clang's; "" = found by findResourceFolder
  bool dropUnknownFlags =
      false;          ///< flags that Clang does not know are dropped (compile_commands.json of another compiler)
  bool color = false; ///< colours in messages
  WarningOptions warnings;
  llvm::raw_ostream *messages = nullptr; ///< where diagnostics go; null = standard error
};

/// One #include (or #import) in a file that is no system header.
struct Inclusion {
  clang::CharSourceRange name;      ///< the file's name with its quotes or angle brackets
  clang::OptionalFileEntryRef file; ///< what it names
};

/// A parsed file. Everything that Clang knows of it stays alive until this is destroyed, the semantic analyser
/// included.
class ParsedUnit {
public:
  ~ParsedUnit();
  ParsedUnit(const ParsedUnit &) = delete;
  ParsedUnit &operator=(const ParsedUnit &) = delete;

  clang::ASTContext &ast();
  clang::Sema &sema();
  clang::Preprocessor &preprocessor();
  clang::SourceManager &sources();
  clang::DiagnosticsEngine &engine();

  Diagnoser &diagnoser() { return *diagnose; }
  AnnotationTable &annotations() { return *annotationTable; }
  TypeTable &types() { return *typeTable; }
  /// The annotated functions; found on the first call.
  const FoundFunctions &functions();

  /// True after an error of Clang or of ours.
  bool hasErrors();

  /// True after an error of Clang: the file is not valid C++, and its tree may have holes.
  bool hasClangErrors();

  /// Ends diagnostics of this file: prints "N errors generated", and, under -verify, compares with the expected ones
  /// (after which hasErrors tells the outcome). Nothing may be reported later. Done by the destructor if not before.
  void finishDiagnostics();

  /// All files that were read: the main file first, then headers in order of inclusion, system headers included; as
  /// Clang spells them.
  std::vector<std::string> dependencies();

  /// The includes of the main file and of the user's headers, in order; also those of files that are not entered twice.
  const std::vector<Inclusion> &inclusions() const { return included; }

  const CompileJob &job() const { return compileJob; }

private:
  friend std::unique_ptr<ParsedUnit> parse(CompileJob job);
  explicit ParsedUnit(CompileJob job);
  bool run();

  CompileJob compileJob;
  bool readInput(std::string &problem);
  bool prepare();
  void print(const std::string &problem);

  std::unique_ptr<clang::CompilerInstance> compiler;
  std::unique_ptr<clang::FrontendAction> action;
  std::unique_ptr<Diagnoser> diagnose;
  std::unique_ptr<AnnotationTable> annotationTable;
  std::unique_ptr<TypeTable> typeTable;
  std::optional<FoundFunctions> found;
  std::shared_ptr<clang::DependencyCollector> dependencyCollector;
  std::vector<Inclusion> included;
  bool searchBodies = false; ///< annotated lambdas or local classes exist
  bool began = false, finished = false;
  bool failed = false; ///< the outcome once finished
};

/// Parses `job`. Null when the file could not be read or the arguments are no Clang arguments: the reason has been
/// printed to `job.messages` as "error: ...". Errors in the source do not make it null: see ParsedUnit::hasErrors.
std::unique_ptr<ParsedUnit> parse(CompileJob job);

} // namespace onnxc::frontend

#endif
