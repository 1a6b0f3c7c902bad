//===- LoweringContext.h - What all parts of lowering share ------------===//
//
// The module, the unit, the graph that is built, what C++ objects hold, the calls
// that are being lowered, and errors.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_LOWERINGCONTEXT_H
#define ONNXC_LOWER_LOWERINGCONTEXT_H

#include "Diags.h"
#include "Frontend/Invocation.h"
#include "Graph/Building/Control.h"
#include "Lower.h"
#include "Store.h"
#include "Value.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

namespace onnxc::lower {

class ModuleImpl;
using frontend::TypeClass;

/// A loop or switch that is being lowered: where `break` and `continue` go.
struct JumpTarget {
  JumpTarget *outer = nullptr;
  bool isSwitch = false;
  Object *broken = nullptr;    ///< bool
  Object *continued = nullptr; ///< bool; null for a switch
  uint64_t bodyBirth = 0;      ///< objects born from here on belong to one iteration
  llvm::DenseSet<Object *> unsetAtBreak, unsetAtContinue;
};

/// A C++ call that is being lowered in place (the emitted function itself is the outermost).
struct Frame {
  const clang::FunctionDecl *decl = nullptr;
  Frame *caller = nullptr;
  clang::SourceLocation callSite;
  llvm::DenseMap<const clang::ValueDecl *, Object *> locals;
  Object *thisObject = nullptr;
  Object *result = nullptr;
  Object *returned = nullptr; ///< bool
  JumpTarget *target = nullptr;
  uint64_t birth = 0;  ///< objects born from here on die when it returns
  bool unroll = false; ///< a traced function: loops run while compiling
  llvm::DenseMap<const clang::ValueDecl *, const clang::FieldDecl *> captures;
  const clang::FieldDecl *capturedThis = nullptr;
};

/// The statements that are still to be lowered.
struct Rest {
  const clang::Stmt *stmt;
  const Rest *next;
};

class LoweringContext {
public:
  LoweringContext(ModuleImpl &module, graph::Function &fn, const Presence &presence);
  LoweringContext(const LoweringContext &) = delete;

  /// True when the body asked whether an optional parameter is given.
  bool askedPresence = false;
  /// A callee could not be lowered; its errors have been reported.
  bool incomplete = false;

protected:
  using Location = clang::SourceLocation;

  ~LoweringContext() = default;

  Object *temporary(Value value, clang::QualType type = {}) { return store.create(type, "", std::move(value)); }
  graph::Operand known(bool value) { return graph::Operand(graph::Literal(graph::Number(value))); }
  /// Tells loops apart that the same pass over a body lowers.
  uint64_t placeOf(Location location);

  // Errors
  /// What cannot happen, as far as we know: said at the user's code, with exit code 70.
  Value internal(Location location, std::string text) {
    report(location, DiagId::Internal) << std::move(text);
    return Value::poison();
  }
  /// At the user's own call where `location` is inside a library function that is being inlined.
  Diag &report(Location location, DiagId id);
  Value fail(Location location, DiagId id) {
    report(location, id);
    return Value::poison();
  }
  Value fail(const graph::Error &error, Location location, const clang::Expr *call = nullptr);
  /// "value of type float[N,3]" notes for operands.
  void noteOperands(Diag &diag, llvm::ArrayRef<Value> operands, llvm::ArrayRef<const clang::Expr *> exprs);

  ModuleImpl &module;
  frontend::ParsedUnit &unit;
  clang::ASTContext &ctx;
  Diags diags;
  graph::Function &fn;
  graph::Builder builder;
  graph::Control control{builder};
  const Presence &presence;
  Store store;
  Frame *frame = nullptr;
  unsigned depth = 0; ///< of nested expressions and inlined calls
  std::vector<Object *> optionalObjects;
};

} // namespace onnxc::lower

#endif
