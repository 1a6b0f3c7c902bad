//===- Context.cpp - Errors, at the places that users know ------------------------------------===//
#include "LoweringContext.h"
#include "Module.h"

namespace onnxc::lower {

LoweringContext::LoweringContext(ModuleImpl &module, graph::Function &fn, const Presence &presence)
    : module(module), unit(module.unit), ctx(module.unit.ast()), diags(module.unit.diagnoser()), fn(fn), builder(fn),
      presence(presence) {}

/// "std::accumulate", or the class of a method.
static std::string libraryName(const clang::FunctionDecl *function) {
  if (const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function))
    return method->getParent()->getQualifiedNameAsString();
  return function ? function->getQualifiedNameAsString() : "this function of a library";
}

Diag &LoweringContext::report(Location location, DiagId id) {
  const clang::SourceManager &sources = ctx.getSourceManager();
  std::string library;
  for (const Frame *inner = frame;
       inner && location.isValid() && sources.isInSystemHeader(location) && inner->callSite.isValid();
       inner = inner->caller) {
    location = inner->callSite;
    library = libraryName(inner->decl);
  }
  Diag &diag = diags.report(location, id);
  diag.library = std::move(library);
  return diag;
}

static clang::SourceLocation locationOf(graph::Location location) {
  return clang::SourceLocation::getFromRawEncoding(static_cast<unsigned>(location));
}

Value LoweringContext::fail(const graph::Error &error, Location location, const clang::Expr *call) {
  if (error.id == graph::ErrorId::Reported)
    return Value::poison();
  if (error.location) {
    Diag &diag = report(locationOf(error.location), DiagId::GraphError) << error.message;
    for (const graph::CallPlace &call : error.calls)
      diag.note(locationOf(call.location), DiagId::NoteText) << call.text;
    return Value::poison();
  }
  if (error.id == graph::ErrorId::DivisionByZero || error.id == graph::ErrorId::ShiftRange)
    return fail(location, error.id == graph::ErrorId::ShiftRange ? DiagId::ShiftRange : DiagId::DivisionByZero);
  Diag &diag = report(location, DiagId::GraphError) << error.message;
  if (call)
    diag << call->getSourceRange();
  for (const std::string &note : error.notes)
    diag.note(location, DiagId::NoteText) << note;
  return Value::poison();
}

void LoweringContext::noteOperands(Diag &diag, llvm::ArrayRef<Value> operands,
                                   llvm::ArrayRef<const clang::Expr *> exprs) {
  for (size_t i = 0; i < operands.size() && i < exprs.size(); ++i) {
    if (!operands[i].is(Value::Kind::Tensor) || operands[i].operand.literal)
      continue;
    diag.note(exprs[i]->getBeginLoc(), DiagId::NoteOperandType) << graph::toString(builder.typeOf(operands[i].operand));
  }
}

/// Tells loops apart that the same pass over a body lowers.
uint64_t LoweringContext::placeOf(Location location) {
  llvm::hash_code place = llvm::hash_value(location.getRawEncoding());
  for (const Frame *inner = frame; inner; inner = inner->caller)
    place = llvm::hash_combine(place, inner->callSite.getRawEncoding());
  return place;
}

} // namespace onnxc::lower
