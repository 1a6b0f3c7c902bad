// What is inserted where, decided from the AST alone.
#ifndef ONNXC_STUB_PLAN_H
#define ONNXC_STUB_PLAN_H

#include "Frontend/Invocation.h"
#include "Stub/Edits.h"
#include "Stub/SourceText.h"
#include "Stub/Stub.h"

#include "clang/AST/Decl.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace onnxc::stub {

/// One annotated definition as it is written.
struct WrittenFunction {
  const clang::FunctionDecl *decl = nullptr; ///< a template's pattern, or the function itself
  const frontend::Annotation *annotation = nullptr;
  clang::FileID file;
  std::string tag;       ///< names the function in namespace onnxc_generated
  bool internal = false; ///< the function is not visible to other files: neither is its tag
};

struct Plan {
  std::vector<WrittenFunction> functions; ///< in source order
  std::map<clang::FileID, Edits> edits;
  /// Index into `functions` by the place of the body's brace: finds the pattern of any instance, lambdas in templates
  /// included.
  std::map<std::pair<clang::FileID, unsigned>, size_t> byBody;

  const WrittenFunction *find(const clang::FunctionDecl *function, const clang::SourceManager &sources) const;
};

/// Reports what cannot be rewritten.
Plan makePlan(frontend::ParsedUnit &unit, const Options &options);

/// `::onnxc_generated::tag`
std::string tagName(const WrittenFunction &function);

} // namespace onnxc::stub

#endif
