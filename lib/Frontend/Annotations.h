// What the [[onnx::...]] annotations of a function say, and the identity of the ONNX function it becomes.
#ifndef ONNXC_FRONTEND_ANNOTATIONS_H
#define ONNXC_FRONTEND_ANNOTATIONS_H

#include "Frontend/Diagnostics.h"
#include "Frontend/LambdaNames.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onnxc::frontend {

/// The annotation of one function and its identity.
struct Annotation {
  enum Kind { Script, Trace, Op };

  Kind kind = Script;
  /// Script, Trace: of the function that is emitted. Op: of the operator ("" = ai.onnx).
  std::string domain;
  /// Script, Trace: name of the ONNX function (`f`, `Class.method`, `Class` for its call operator, `f.variable` for a
  /// lambda). Op: the operator's type.
  std::string name;
  /// What tells instantiations and C++ overloads apart, as canonical text of any length; "" when there is nothing to
  /// tell apart. Lowering adds to it and shortens it last (Support/Overload.h). Empty for Op.
  std::string overload;
  /// Script, Trace: version of the function's domain (1 unless an option says otherwise). Op: the operator's
  /// since-version.
  int64_t version = 1;
  /// True where the option was written, not derived.
  bool domainGiven = false, nameGiven = false, versionGiven = false;
  /// Of the attribute: `onnx::script(...)`.
  clang::SourceRange range;
};

/// `onnx::script`, `onnx::trace` or `onnx::op`, for messages (without brackets).
std::string_view spelling(Annotation::Kind kind);

/// Answers for each function whether and how it is annotated. One per parsed file; answers are cached by canonical
/// declaration.
class AnnotationTable {
public:
  AnnotationTable(clang::ASTContext &context, Diagnoser &diagnoser) : context(context), diagnoser(diagnoser) {}

  /// Null when `function` has no annotation. Looks through redeclarations, template instantiations and their patterns;
  /// lambdas are asked by their call operator. The pointer stays valid as long as the table. Errors in options that
  /// depended on template arguments are reported on the first call.
  const Annotation *find(const clang::FunctionDecl *function);

  /// Reports functions that cannot be annotated and redeclarations whose annotations disagree; called once after
  /// parsing. `declarations` are those that carry a written annotation.
  void check(const std::vector<const clang::FunctionDecl *> &declarations);

private:
  std::unique_ptr<Annotation> make(const clang::FunctionDecl *function);

  clang::ASTContext &context;
  Diagnoser &diagnoser;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Annotation>> table;
  LambdaNames lambdaNames;
};

} // namespace onnxc::frontend

#endif
