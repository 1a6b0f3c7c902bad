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

/// Errors that are about how the C++ library is written mean nothing to its user.
static bool isAboutCode(DiagId id) {
  switch (id) {
  case DiagId::StatementRefused:
  case DiagId::ExpressionRefused:
  case DiagId::CastRefused:
  case DiagId::PointerToTensor:
  case DiagId::MutableGlobal:
  case DiagId::NotANumber:
  case DiagId::UnsetVariable:
  case DiagId::UnknownCall:
  case DiagId::IndirectCall:
  case DiagId::Internal:
    return true;
  default:
    return false;
  }
}

/// One error for all that is wrong with the code of a library function or class.
static Diag inUserTerms(const Diag &diag) {
  if (diag.library.empty() || !isAboutCode(diag.id))
    return diag;
  return Diag{diag.location, DiagId::LibraryCode, {"'" + diag.library + "'"}, {}, {}};
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
  for (const Diag &reported : list) {
    Diag diag = inUserTerms(reported);
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
