// Gives the values in traced bodies the names and lines of the C++ variables that hold them.
#ifndef ONNXC_STUB_NAMES_H
#define ONNXC_STUB_NAMES_H

#include "Frontend/Annotations.h"
#include "Frontend/Types.h"
#include "Stub/Edits.h"
#include "Stub/SourceText.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"

#include <functional>
#include <set>

namespace onnxc::stub {

/// The edits of the file that holds a byte range; null where that file may not be changed.
using EditsOf = std::function<Edits *(clang::FileID)>;

/// Plans the edits inside one traced body. What comes from a macro is left alone.
class NamePlanner {
public:
  NamePlanner(const SourceText &source, frontend::TypeTable &types, frontend::AnnotationTable &annotations,
              EditsOf editsOf)
      : source(source), types(types), annotations(annotations), editsOf(std::move(editsOf)) {}

  void plan(const clang::Stmt *body);

private:
  /// `inBlock`: a statement may follow or come before this one without braces.
  void statement(const clang::Stmt *stmt, bool inBlock);
  void children(const clang::Stmt *stmt);
  void expression(const clang::Stmt *expr);
  void declarations(const clang::DeclStmt *stmt, bool inBlock);
  bool variable(const clang::VarDecl *variable, std::string &after);
  void assignment(const clang::Expr *target, const clang::Expr *value);
  void lambda(const clang::LambdaExpr *lambda);

  bool holdsValue(clang::QualType type);
  bool mayHoldValue(clang::QualType type);
  std::string at(clang::SourceLocation location);
  std::string declaredText(const clang::VarDecl *variable);
  bool wrap(clang::SourceRange range, const std::string &before);
  bool mark(const clang::Stmt *stmt, clang::SourceLocation begin, bool inBlock, const std::string &before,
            const std::string &after);

  const SourceText &source;
  frontend::TypeTable &types;
  frontend::AnnotationTable &annotations;
  EditsOf editsOf;
  std::set<const clang::Stmt *> seen;
};

} // namespace onnxc::stub

#endif
