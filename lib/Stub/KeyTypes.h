// Which types a traced function can be specialised on: those whose values the runtime can write as text. Mirrors
// `collect` of onnxc/detail/collect.h, where the same is a static assertion in the user's compiler.
#ifndef ONNXC_STUB_KEYTYPES_H
#define ONNXC_STUB_KEYTYPES_H

#include "Frontend/Invocation.h"

#include "clang/AST/Decl.h"

#include <set>
#include <utility>

namespace onnxc::stub {

/// What has the type that is asked about: an index into the text of TracedKey.
enum class KeyPart : unsigned { Parameter, Capture, Member };

/// Reports `decl` if a traced function that depends on it cannot be specialised on its type; once for each place and
/// type. What is not known for sure is left to the user's compiler.
class KeyTypes {
public:
  explicit KeyTypes(frontend::ParsedUnit &unit) : unit(unit) {}
  void check(const clang::FunctionDecl *traced);
  void check(const clang::ValueDecl *decl, KeyPart part, const clang::FunctionDecl *traced,
             clang::SourceLocation location);

private:
  frontend::ParsedUnit &unit;
  std::set<std::pair<clang::SourceLocation, const clang::Type *>> reported;
};

} // namespace onnxc::stub

#endif
