// The diagnostics of onnxc and how they reach Clang's engine. Texts are in Diagnostics.def.
#ifndef ONNXC_FRONTEND_DIAGNOSTICS_H
#define ONNXC_FRONTEND_DIAGNOSTICS_H

#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace onnxc::frontend {

enum class DiagId : unsigned {
#define DIAG(NAME, SEVERITY, TEXT) NAME,
#define NOTE(NAME, TEXT) NAME,
#include "Frontend/Diagnostics.def"
};

enum class Severity { Error, Warning, Note };

/// One row of the table. `group` is the title of its section.
struct DiagRow {
  DiagId id;
  std::string_view name; ///< as in DiagId: `UnsetVariable`
  Severity severity;
  std::string_view text;
  std::string_view group;
};

/// All rows, in the order of the table.
const std::vector<DiagRow> &diagRows();

/// The public name of a row: `onnxc-unset-variable`.
std::string publicName(DiagId id);

/// docs/diagnostics.md, generated from the table (`onnxc --print-diagnostics`).
std::string diagnosticsMarkdown();

/// What `-W` options say about onnxc's own diagnostics; Clang's are left to Clang.
struct WarningOptions {
  bool allErrors = false;         ///< -Werror
  bool none = false;              ///< -w
  std::set<std::string> disabled; ///< -Wno-onnxc-NAME: the public names
  std::set<std::string> enabled;  ///< -Wonnxc-NAME
  std::set<std::string> errors;   ///< -Werror=onnxc-NAME
  std::set<std::string> noErrors; ///< -Wno-error=onnxc-NAME

  enum class Result {
    NotOurs, ///< an option for Clang (`-Werror` and `-w` are for both: they are noted and still NotOurs)
    Ours,    ///< noted here; Clang must not see it
    Unknown, ///< names an onnxc diagnostic that does not exist
  };
  /// Notes one command line argument.
  Result add(std::string_view argument);
};

/// Reports rows of the table through Clang's engine, so that they look like Clang's own: position, caret, ranges,
/// fix-its, -verify.
class Diagnoser {
public:
  explicit Diagnoser(clang::DiagnosticsEngine &engine, WarningOptions options = {});

  /// Streams its arguments: `report(loc, DiagId::X) << "text" << type << decl << range << fixIt`.
  clang::DiagnosticBuilder report(clang::SourceLocation location, DiagId id);

  /// True when an error was reported by Clang or by us, including warnings that -Werror made errors.
  bool hasErrors() const { return engine.hasErrorOccurred(); }

  /// True when a row was reported that says that onnxc itself is wrong.
  bool hasInternalErrors() const { return internalErrors; }

  /// How many errors were reported by us.
  unsigned errorCount() const { return errors; }

  clang::DiagnosticsEngine &getEngine() const { return engine; }

private:
  clang::DiagnosticsEngine::Level levelOf(const DiagRow &row) const;

  clang::DiagnosticsEngine &engine;
  WarningOptions options;
  unsigned errors = 0;
  bool internalErrors = false;
  std::vector<unsigned> customIds; ///< by DiagId; 0 = not made yet
};

} // namespace onnxc::frontend

#endif
