// What a traced function cannot do, found while compiling.
#ifndef ONNXC_STUB_TRACEDCHECKS_H
#define ONNXC_STUB_TRACEDCHECKS_H

#include "Frontend/Invocation.h"

namespace onnxc::stub {

/// Warns where the concrete function `traced` needs the value of a tensor, and reports writes to what outlives the
/// call. The same place is reported once for all instances of a template.
class TracedChecks {
public:
  explicit TracedChecks(frontend::ParsedUnit &unit) : unit(unit) {}
  void check(const clang::FunctionDecl *traced);

private:
  enum Use { Condition, Loop, Index, Bound };
  void visit(const clang::Stmt *stmt, Use use);
  void warn(const clang::Expr *expr, Use use);
  void checkWrite(const clang::Stmt *stmt);
  bool isTensor(const clang::Expr *expr);
  bool outlives(const clang::Expr *target, std::string &what);

  frontend::ParsedUnit &unit;
  const clang::FunctionDecl *function = nullptr;
  std::set<std::pair<clang::SourceLocation, unsigned>> reported;
};

/// Warns about uses of tensors that a traced function cannot make: as a condition, a loop bound or an index of a C++
/// array; and reports writes to what outlives the call. Done by rewrite; for runs that write no stubs (`--check`).
void checkTraced(frontend::ParsedUnit &unit);

} // namespace onnxc::stub

#endif
