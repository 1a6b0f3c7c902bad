#include "Diags.h"
#include "llvm/ADT/StringSet.h"

namespace onnxc::lower {

Diag &Diag::operator<<(clang::QualType type) { return *this << "'" + type.getAsString() + "'"; }

Diag &Diag::operator<<(const clang::NamedDecl *decl) { return *this << "'" + decl->getNameAsString() + "'"; }

static bool isError(DiagId id) {
  return frontend::diagRows()[static_cast<size_t>(id)].severity == frontend::Severity::Error;
}

bool Diags::hasErrorsSince(size_t mark) const {
  for (size_t i = mark; i < list.size(); ++i)
    if (isError(list[i].id))
      return true;
  return false;
}

bool Diags::hasSince(size_t mark, DiagId id) const {
  for (size_t i = mark; i < list.size(); ++i)
    if (list[i].id == id)
      return true;
  return false;
}

static void emit(frontend::Diagnoser &diagnoser, const Diag &diag) {
  auto builder = diagnoser.report(diag.location, diag.id);
  for (const std::string &argument : diag.arguments)
    builder << argument;
  for (clang::SourceRange range : diag.ranges)
    builder << range;
}

void Diags::flush() {
  llvm::StringSet<> seen; // a loop body that is unrolled reports the same again and again
  for (const Diag &diag : list) {
    std::string key =
        std::to_string(diag.location.getRawEncoding()) + ":" + std::to_string(static_cast<unsigned>(diag.id));
    for (const std::string &argument : diag.arguments)
      key += "|" + argument;
    if (!seen.insert(key).second)
      continue;
    emit(diagnoser, diag);
    for (const Diag &note : diag.notes)
      emit(diagnoser, note);
  }
  list.clear();
}

} // namespace onnxc::lower
