#include "Frontend/Invocation.h"
#include "Frontend/Arguments.h"
#include "Frontend/AttributeTokens.h"

#include "Frontend/Attributes.h"
#include "Frontend/HeaderName.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/Stack.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/WithColor.h"

using namespace clang;

namespace onnxc::frontend {

namespace {

/// Parses and keeps everything: the caller looks at the tree afterwards.
class ParseAction : public ASTFrontendAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &, StringRef) override {
    return std::make_unique<ASTConsumer>();
  }
};

/// Collects every file, those of the system included.
class AllDependencies : public DependencyCollector {
public:
  bool needSystemDependencies() override { return true; }
};

/// Notes the includes of files that are no system headers.
class InclusionRecorder : public PPCallbacks {
public:
  InclusionRecorder(const SourceManager &sources, std::vector<Inclusion> &inclusions)
      : sources(sources), inclusions(inclusions) {}

  void InclusionDirective(SourceLocation hash, const Token &, StringRef, bool, CharSourceRange name,
                          OptionalFileEntryRef file, StringRef, StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (!sources.isInSystemHeader(hash))
      inclusions.push_back({name, file});
  }

private:
  const SourceManager &sources;
  std::vector<Inclusion> &inclusions;
};

std::string absolute(const CompileJob &job, StringRef file) {
  llvm::SmallString<256> path(file);
  if (!job.directory.empty() && !llvm::sys::path::is_absolute(path)) {
    path = job.directory;
    llvm::sys::path::append(path, file);
  }
  return std::string(path);
}

/// The real files with the job's virtual ones on top.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem(const CompileJob &job,
                                                           std::unique_ptr<llvm::MemoryBuffer> main) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> real(llvm::vfs::createPhysicalFileSystem().release());
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(real);
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  overlay->pushOverlay(memory);
  if (!job.directory.empty())
    overlay->setCurrentWorkingDirectory(job.directory);
  else if (llvm::ErrorOr<std::string> current = real->getCurrentWorkingDirectory())
    memory->setCurrentWorkingDirectory(*current);
  if (main)
    memory->addFile(job.file, 0, std::move(main));
  for (const auto &[path, text] : job.virtualFiles)
    memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
  return overlay;
}

/// Where clang++ would be for these resources: the driver looks for the C++ library from there. The program need not
/// exist.
std::string driverPath(StringRef resources) {
  if (resources.empty())
    return "clang++";
  for (int i = 0; i < 3; ++i) // PREFIX/lib/clang/19
    resources = llvm::sys::path::parent_path(resources);
  llvm::SmallString<256> path(resources);
  llvm::sys::path::append(path, "bin", "clang++");
  return std::string(path);
}

/// The command line of the clang++ driver for `job`.
std::vector<std::string> commandLine(const CompileJob &job, const std::vector<std::string> &userArguments) {
  std::string resources = job.resourceFolder.empty() ? findResourceFolder() : job.resourceFolder;
  std::vector<std::string> arguments = {driverPath(resources), "-fsyntax-only", "-std=c++20", "-D__ONNXC__=1"};
  if (!resources.empty())
    arguments.push_back("-resource-dir=" + resources);
  arguments.insert(arguments.end(), userArguments.begin(), userArguments.end());
  for (const std::string &folder : job.headerFolders)
    arguments.insert(arguments.end(), {"-isystem", folder});
  // Unknown attributes are reported by us where they are ours; an annotated lambda is no error of the user's.
  arguments.insert(arguments.end(), {"-Wno-unknown-attributes", "-Wno-c++23-lambda-attributes", "-ferror-limit=0",
                                     "-Wno-unused-command-line-argument", "-x", "c++", job.file});
  return arguments;
}

bool isLocal(const FunctionDecl *function) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  return function->getParentFunctionOrMethod() || (method && method->getParent()->isLambda());
}

} // namespace

ParsedUnit::ParsedUnit(CompileJob job) : compileJob(std::move(job)) {
  if (!compileJob.messages)
    compileJob.messages = &llvm::errs();
}

ParsedUnit::~ParsedUnit() {
  if (!began)
    return;
  finishDiagnostics();
  annotationTable.reset();
  typeTable.reset();
  diagnose.reset();
  // Not EndSourceFile: it would end the diagnostics a second time.
  compiler->setSema(nullptr);
  compiler->setASTConsumer(nullptr);
  compiler->setASTContext(nullptr);
  action.reset();
}

void ParsedUnit::print(const std::string &problem) {
  llvm::raw_ostream &out = *compileJob.messages;
  llvm::WithColor(out, llvm::raw_ostream::RED, true, false,
                  compileJob.color ? llvm::ColorMode::Enable : llvm::ColorMode::Disable)
      << "error: ";
  out << problem << '\n';
  out.flush();
}

/// Refuses what is no source file, with a clearer message than Clang's.
bool ParsedUnit::readInput(std::string &problem) {
  if (compileJob.code)
    return true;
  std::string path = absolute(compileJob, compileJob.file);
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(path, status)) {
    problem = error == std::errc::no_such_file_or_directory
                  ? "no such file: '" + compileJob.file + "'"
                  : "cannot read '" + compileJob.file + "': " + error.message();
    return false;
  }
  if (llvm::sys::fs::is_directory(status)) {
    problem = "'" + compileJob.file + "' is a folder, not a C++ source file";
    return false;
  }
  auto buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/true, /*IsVolatile=*/false);
  if (!buffer) {
    problem = "cannot read '" + compileJob.file + "': " + buffer.getError().message();
    return false;
  }
  if ((*buffer)->getBufferSize() == 0)
    problem = "'" + compileJob.file + "' is empty";
  else if ((*buffer)->getBuffer().take_front(1 << 16).contains('\0'))
    problem = "'" + compileJob.file + "' is not a text file";
  return problem.empty();
}

/// Makes the compiler from the arguments. Problems have been printed.
bool ParsedUnit::prepare() {
  std::string problem;
  if (!readInput(problem)) {
    print(problem);
    return false;
  }
  std::vector<std::string> userArguments;
  for (const std::string &argument : compileJob.clangArgs)
    switch (compileJob.warnings.add(argument)) {
    case WarningOptions::Result::NotOurs:
      userArguments.push_back(argument);
      break;
    case WarningOptions::Result::Ours:
      break;
    case WarningOptions::Result::Unknown:
      print("there is no diagnostic of the name in '" + argument + "'");
      return false;
    }
  if (compileJob.dropUnknownFlags)
    dropUnknownClangFlags(userArguments);
  std::vector<std::string> arguments = commandLine(compileJob, userArguments);
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());

  auto files = fileSystem(
      compileJob, compileJob.code ? llvm::MemoryBuffer::getMemBufferCopy(*compileJob.code, compileJob.file) : nullptr);
  auto argumentOptions = llvm::makeIntrusiveRefCnt<DiagnosticOptions>();
  argumentOptions->ShowColors = compileJob.color;
  CreateInvocationOptions options;
  options.VFS = files;
  options.Diags = CompilerInstance::createDiagnostics(
      argumentOptions.get(), new TextDiagnosticPrinter(*compileJob.messages, argumentOptions.get()));
  std::shared_ptr<CompilerInvocation> invocation = createInvocation(pointers, options);
  compileJob.messages->flush();
  if (!invocation || options.Diags->hasErrorOccurred())
    return false;
  if (invocation->getFrontendOpts().Inputs.size() != 1) {
    print("'" + compileJob.file + "': the compiler flags name further inputs");
    return false;
  }
  invocation->getDiagnosticOpts().ShowColors = compileJob.color;
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getFrontendOpts().ProgramAction = clang::frontend::ParseSyntaxOnly;
  invocation->getLangOpts().CommentOpts.ParseAllComments = false;
  invocation->getLangOpts().IsHeaderFile = isHeaderName(compileJob.file);
  if (!compileJob.directory.empty())
    invocation->getFileSystemOpts().WorkingDir = compileJob.directory;

  compiler = std::make_unique<CompilerInstance>();
  compiler->setInvocation(std::move(invocation));
  DiagnosticOptions &diagnosticOptions = compiler->getDiagnosticOpts();
  compiler->createDiagnostics(new TextDiagnosticPrinter(*compileJob.messages, &diagnosticOptions));
  compiler->createFileManager(files);
  dependencyCollector = std::make_shared<AllDependencies>();
  compiler->addDependencyCollector(dependencyCollector);
  return compiler->createTarget();
}

bool ParsedUnit::run() {
  noteBottomOfStack();
  if (!prepare())
    return false;
  compiler->createSourceManager(compiler->getFileManager());
  action = std::make_unique<ParseAction>();
  if (!action->BeginSourceFile(*compiler, compiler->getFrontendOpts().Inputs.front()))
    return false;
  began = true;
  diagnose = std::make_unique<Diagnoser>(compiler->getDiagnostics(), compileJob.warnings);
  compiler->getPreprocessor().addPPCallbacks(std::make_unique<InclusionRecorder>(sources(), included));
  AttributeLog log(*diagnose);
  {
    AttributeScope scope(log);
    watchAttributeTokens(compiler->getPreprocessor(), *diagnose);
    if (llvm::Error error = action->Execute()) {
      print(llvm::toString(std::move(error)));
      return false;
    }
    compiler->getPreprocessor().setTokenWatcher(nullptr);
  }
  if (!compiler->hasSema()) // a fatal error before parsing
    return false;
  typeTable = std::make_unique<TypeTable>(compiler->getASTContext());
  annotationTable = std::make_unique<AnnotationTable>(compiler->getASTContext(), *diagnose);
  annotationTable->check(log.annotated);
  searchBodies = std::any_of(log.annotated.begin(), log.annotated.end(), isLocal);
  return true;
}

std::unique_ptr<ParsedUnit> parse(CompileJob job) {
  std::unique_ptr<ParsedUnit> unit(new ParsedUnit(std::move(job)));
  return unit->run() ? std::move(unit) : nullptr;
}

ASTContext &ParsedUnit::ast() { return compiler->getASTContext(); }
Sema &ParsedUnit::sema() { return compiler->getSema(); }
Preprocessor &ParsedUnit::preprocessor() { return compiler->getPreprocessor(); }
SourceManager &ParsedUnit::sources() { return compiler->getSourceManager(); }
DiagnosticsEngine &ParsedUnit::engine() { return compiler->getDiagnostics(); }

const FoundFunctions &ParsedUnit::functions() {
  if (!found)
    found = findAnnotated(ast(), *annotationTable, searchBodies);
  return *found;
}

bool ParsedUnit::hasErrors() { return finished ? failed : engine().hasErrorOccurred(); }

bool ParsedUnit::hasClangErrors() {
  return engine().getNumErrors() > diagnose->errorCount() || engine().hasFatalErrorOccurred();
}

void ParsedUnit::finishDiagnostics() {
  if (finished)
    return;
  DiagnosticConsumer &client = compiler->getDiagnosticClient();
  client.EndSourceFile(); // -verify compares here
  failed = client.getNumErrors() != 0;
  unsigned errors = client.getNumErrors(), warnings = client.getNumWarnings();
  llvm::raw_ostream &out = *compileJob.messages;
  auto count = [&](unsigned n, const char *what) { out << n << ' ' << what << (n == 1 ? "" : "s"); };
  if (!compiler->getDiagnosticOpts().VerifyDiagnostics && (errors || warnings)) {
    if (warnings)
      count(warnings, "warning");
    if (warnings && errors)
      out << " and ";
    if (errors)
      count(errors, "error");
    out << " generated.\n";
  }
  out.flush();
  finished = true;
}

std::vector<std::string> ParsedUnit::dependencies() { return dependencyCollector->getDependencies().vec(); }

} // namespace onnxc::frontend
