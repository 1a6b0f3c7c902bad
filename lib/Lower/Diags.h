//===- Diags.h - Diagnostics that may be taken back ----------------------------===//
//
// A loop body is lowered until its carried variables are known. Only what the
// last pass reports is true, so diagnostics wait in a list.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_DIAGS_H
#define ONNXC_LOWER_DIAGS_H

#include "Frontend/Diagnostics.h"
#include "Graph/IR/Error.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"
#include <string>
#include <vector>

namespace onnxc::lower {

using frontend::DiagId;

/// A variable's name as diagnostics write it; temporaries have none.
inline std::string quoted(const std::string &name) { return name.empty() ? "this value" : "'" + name + "'"; }

/// One diagnostic with its arguments as text, and its notes.
struct Diag {
  clang::SourceLocation location;
  DiagId id;
  std::vector<std::string> arguments;
  std::vector<clang::SourceRange> ranges;
  std::vector<Diag> notes;
  std::string library = {}; ///< the function or class whose code, which is not the user's, has the error

  Diag &operator<<(std::string text) {
    arguments.push_back(std::move(text));
    return *this;
  }
  Diag &operator<<(const char *text) { return *this << std::string(text); }
  Diag &operator<<(clang::SourceRange range) {
    ranges.push_back(range);
    return *this;
  }
  Diag &operator<<(clang::QualType type);
  Diag &operator<<(const clang::NamedDecl *decl);
  Diag &note(clang::SourceLocation location, DiagId id) {
    notes.push_back(Diag{location, id, {}, {}, {}});
    return notes.back();
  }
};

class Diags {
public:
  explicit Diags(frontend::Diagnoser &diagnoser) : diagnoser(diagnoser) {}

  /// The reference is valid until the next report.
  Diag &report(clang::SourceLocation location, DiagId id) {
    list.push_back(Diag{location, id, {}, {}, {}});
    return list.back();
  }
  Diag &last() { return list.back(); }
  size_t mark() const { return list.size(); }
  void takeBack(size_t mark) { list.resize(mark, Diag{{}, {}, {}, {}, {}}); }
  bool hasErrorsSince(size_t mark) const;
  /// Hands all to Clang, each once.
  void flush();

private:
  frontend::Diagnoser &diagnoser;
  std::vector<Diag> list;
};

} // namespace onnxc::lower

#endif
