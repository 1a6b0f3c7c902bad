//===- Statements.cpp - Statements and jumps ------------------------------------===//
//
// Jumps set hidden bool objects (returned, broken, continued), as AutoGraph's
// rules do; what follows runs only where none is set. The flags are ordinary
// objects: known ones fold, branches merge them, loops carry them.
//
//===------------------------------------------------------------------------===//
#include "FunctionLowering.h"
#include "Module.h"

namespace onnxc::lower {

namespace {
constexpr uint64_t maxSteps = 2'000'000;
}

const Rest *FunctionLowering::push(const clang::Stmt *stmt, const Rest *next) {
  rests.push_back(Rest{stmt, next});
  return &rests.back();
}

llvm::SmallVector<Object *, 4> FunctionLowering::jumpFlags() {
  llvm::SmallVector<Object *, 4> flags{frame->returned};
  for (JumpTarget *target = frame->target; target; target = target->outer) {
    flags.push_back(target->broken);
    if (target->isSwitch)
      continue;
    flags.push_back(target->continued);
    break;
  }
  return flags;
}

FunctionLowering::Flow FunctionLowering::flow() {
  Flow result = Flow::Live;
  for (Object *flag : jumpFlags()) {
    const Value &value = flag->leaf;
    if (value.isKnownNumber()) {
      if (value.isTrue())
        return Flow::Dead;
    } else {
      result = Flow::Maybe;
    }
  }
  return result;
}

/// True where a jump has been taken, from the flags that are not known.
graph::Operand FunctionLowering::jumped() {
  graph::Operand any;
  for (Object *flag : jumpFlags()) {
    const Value &value = flag->leaf;
    if (value.isKnownNumber() || !value.is(Value::Kind::Number))
      continue;
    if (any.isAbsent()) {
      any = value.operand;
      continue;
    }
    auto either = builder.cpp(graph::CppOp::Or, {any, value.operand});
    if (either)
      any = *either;
  }
  return any;
}

/// Lowers `body` where no jump has been taken. Inside, the flags are known to be false.
void FunctionLowering::execUnlessJumped(llvm::function_ref<void()> body) {
  graph::Operand condition = jumped();
  std::vector<std::pair<Object *, Value>> maybe;
  for (Object *flag : jumpFlags())
    if (!flag->leaf.isKnownNumber())
      maybe.emplace_back(flag, flag->leaf);
  Value jump = Value::runtime(condition.value, ctx.BoolTy);
  jump.operand = condition;
  branch(
      jump, frame->decl->getLocation(),
      [&] {
        if (maybe.size() == 1)
          store.assign(maybe[0].first, knownBool(true));
      },
      [&] {
        for (auto &[flag, value] : maybe)
          store.assign(flag, knownBool(false));
        body();
        // Still false: here the flag is what it was, so that it needs no output.
        if (maybe.size() > 1)
          for (auto &[flag, value] : maybe)
            if (flag->leaf.isKnownNumber() && !flag->leaf.isTrue())
              store.assign(flag, value);
      });
}

void FunctionLowering::execSeq(const Rest *rest) {
  while (rest) {
    Flow now = flow();
    if (now == Flow::Dead)
      return;
    if (now == Flow::Maybe) {
      execUnlessJumped([&] { execSeq(rest); });
      return;
    }
    const clang::Stmt *stmt = rest->stmt;
    rest = rest->next;
    if (!stmt)
      continue;
    if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
      for (const clang::Stmt *child : llvm::reverse(compound->body()))
        rest = push(child, rest);
      continue;
    }
    if (const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(stmt)) {
      rest = push(attributed->getSubStmt(), rest);
      continue;
    }
    const auto *conditional = llvm::dyn_cast<clang::IfStmt>(stmt);
    if (!conditional) {
      exec(stmt);
      continue;
    }
    if (conditional->getInit())
      exec(conditional->getInit());
    if (conditional->getConditionVariableDeclStmt())
      execDecl(conditional->getConditionVariableDeclStmt());
    builder.location = conditional->getIfLoc().getRawEncoding();
    Value condition = evalCondition(conditional->getCond());
    if (condition.isPoison()) { // go on for further errors, but believe nothing of it
      size_t mark = diags.mark();
      exec(conditional->getThen());
      diags.takeBack(mark);
      continue;
    }
    if (condition.isKnownNumber()) {
      rest = push(condition.isTrue() ? conditional->getThen() : conditional->getElse(), rest);
      continue;
    }
    auto side = [&](const clang::Stmt *body) { execSeq(push(body, nullptr)); };
    if (branch(
            condition, conditional->getIfLoc(), [&] { side(conditional->getThen()); },
            [&] { side(conditional->getElse()); }, rest))
      return;
  }
}

void FunctionLowering::exec(const clang::Stmt *stmt) {
  if (++steps > maxSteps) {
    if (steps == maxSteps + 1)
      report(stmt->getBeginLoc(), DiagId::TooManySteps);
    return;
  }
  builder.location = stmt->getBeginLoc().getRawEncoding();
  switch (stmt->getStmtClass()) {
  case clang::Stmt::NullStmtClass:
    return;
  case clang::Stmt::CompoundStmtClass:
  case clang::Stmt::AttributedStmtClass:
  case clang::Stmt::IfStmtClass:
    return execSeq(push(stmt, nullptr));
  case clang::Stmt::DeclStmtClass:
    return execDecl(llvm::cast<clang::DeclStmt>(stmt));
  case clang::Stmt::ReturnStmtClass:
    return execReturn(llvm::cast<clang::ReturnStmt>(stmt));
  case clang::Stmt::ForStmtClass:
    return execFor(llvm::cast<clang::ForStmt>(stmt));
  case clang::Stmt::WhileStmtClass:
    return execWhile(llvm::cast<clang::WhileStmt>(stmt));
  case clang::Stmt::DoStmtClass:
    return execDo(llvm::cast<clang::DoStmt>(stmt));
  case clang::Stmt::CXXForRangeStmtClass:
    return execRangeFor(llvm::cast<clang::CXXForRangeStmt>(stmt));
  case clang::Stmt::SwitchStmtClass:
    return execSwitch(llvm::cast<clang::SwitchStmt>(stmt));
  case clang::Stmt::BreakStmtClass:
    return execBreak(stmt->getBeginLoc());
  case clang::Stmt::ContinueStmtClass:
    return execContinue(stmt->getBeginLoc());
  default:
    break;
  }
  if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt)) {
    if (expr->isGLValue() && !expr->getType()->isVoidType())
      ref(expr);
    else
      eval(expr);
    return;
  }
  refuse(stmt);
}

void FunctionLowering::refuse(const clang::Stmt *stmt) {
  const char *what = "this statement";
  switch (stmt->getStmtClass()) {
  case clang::Stmt::GotoStmtClass:
  case clang::Stmt::IndirectGotoStmtClass:
    what = "'goto'";
    break;
  case clang::Stmt::LabelStmtClass:
    // The jump itself is reported; a label alone does no harm.
    return execSeq(push(llvm::cast<clang::LabelStmt>(stmt)->getSubStmt(), nullptr));
  case clang::Stmt::GCCAsmStmtClass:
  case clang::Stmt::MSAsmStmtClass:
    what = "'asm'";
    break;
  case clang::Stmt::CXXTryStmtClass:
    what = "'try'";
    break;
  case clang::Stmt::CoroutineBodyStmtClass:
  case clang::Stmt::CoreturnStmtClass:
    what = "a coroutine";
    break;
  default:
    break;
  }
  report(stmt->getBeginLoc(), DiagId::StatementRefused) << what;
}

void FunctionLowering::execDecl(const clang::DeclStmt *stmt) {
  for (const clang::Decl *decl : stmt->decls()) {
    if (const auto *bindings = llvm::dyn_cast<clang::DecompositionDecl>(decl))
      declareBindings(bindings);
    else if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
      declareVariable(var);
  }
}

void FunctionLowering::declareVariable(const clang::VarDecl *var) {
  Location location = var->getLocation();
  if (var->isStaticLocal() || var->getTLSKind() != clang::VarDecl::TLS_None) {
    if (var->isConstexpr() || (var->getType().isConstQualified() && var->hasInit() && globalConstant(var)))
      return;
    report(location, DiagId::StaticVariable)
        << var << (var->getTLSKind() != clang::VarDecl::TLS_None ? "thread_local" : "static");
    frame->locals[var] = store.create(var->getType(), var->getNameAsString(), Value::poison(), location);
    return;
  }
  if (var->isLocalExternDecl())
    return;
  clang::QualType type = var->getType();
  if (type->isPointerType() && unit.types().holdsTensors(type)) {
    report(location, DiagId::PointerToTensor) << type;
    frame->locals[var] = store.create(type, var->getNameAsString(), Value::poison(), location);
    return;
  }
  if (type->isReferenceType()) {
    if (Object *target = var->getInit() ? ref(var->getInit()) : nullptr)
      frame->locals[var] = target;
    else
      frame->locals[var] = store.create(type.getNonReferenceType(), var->getNameAsString(), Value::poison(), location);
    return;
  }
  Value value = var->getInit() ? eval(var->getInit()) : defaultValue(type);
  value.where = location;
  Object *object = store.create(type, var->getNameAsString(), std::move(value), location);
  object->declaredDouble = type->isSpecificBuiltinType(clang::BuiltinType::Double) && var->getTypeSourceInfo() &&
                           !var->getTypeSourceInfo()->getType()->getContainedAutoType();
  if (!object->aggregate && object->leaf.operand.value && object->leaf.operand.value->hint.empty())
    object->leaf.operand.value->hint = object->name;
  frame->locals[var] = object;
}

void FunctionLowering::declareBindings(const clang::DecompositionDecl *decl) {
  Object *object = nullptr;
  if (decl->getType()->isReferenceType())
    object = decl->getInit() ? ref(decl->getInit()) : nullptr;
  else
    object = store.create(decl->getType(), "", decl->getInit() ? eval(decl->getInit()) : Value(), decl->getLocation());
  auto poison = [&](const clang::BindingDecl *binding) {
    frame->locals[binding] =
        store.create(binding->getType(), binding->getNameAsString(), Value::poison(), binding->getLocation());
  };
  size_t bases = 0; // come before the fields
  if (object && object->aggregate && object->children.size() > decl->bindings().size())
    bases = object->children.size() - decl->bindings().size();
  const auto *record = decl->getType().getNonReferenceType()->getAsCXXRecordDecl();
  bool fits = object && object->aggregate && (bases == 0 || (record && record->getNumBases() == bases)) &&
              object->children.size() == decl->bindings().size() + bases;
  if (object && !fits && !object->leaf.isPoison())
    internal(decl->getLocation(), "the value does not have " + std::to_string(decl->bindings().size()) + " parts");
  for (size_t i = 0; i != decl->bindings().size(); ++i) {
    const clang::BindingDecl *binding = decl->bindings()[i];
    if (!fits) {
      poison(binding);
      continue;
    }
    Object *part = object->children[i + bases];
    if (part->leaf.is(Value::Kind::Reference))
      part = part->leaf.object;
    else if (!decl->getType()->isReferenceType())
      part->name = binding->getNameAsString();
    if (!part->aggregate && part->leaf.operand.value && part->leaf.operand.value->hint.empty())
      part->leaf.operand.value->hint = part->name;
    frame->locals[binding] = part;
    if (const clang::VarDecl *holding = binding->getHoldingVar())
      frame->locals[holding] = part;
  }
}

void FunctionLowering::execReturn(const clang::ReturnStmt *stmt) {
  if (const clang::Expr *expr = stmt->getRetValue()) {
    clang::QualType type = frame->decl->getReturnType();
    Value value;
    if (type->isReferenceType()) {
      Object *object = ref(expr);
      value = object ? Value::reference(object) : Value::poison();
    } else if (type->isVoidType()) {
      eval(expr);
      value = Value(Value::Kind::Void);
    } else {
      value = eval(expr);
      if (!value.isPoison())
        value = convertTo(std::move(value), type, expr->getBeginLoc());
    }
    value.where = expr->getBeginLoc();
    for (Value &element : value.elements)
      if (element.where.isInvalid())
        element.where = value.where;
    store.assign(frame->result, std::move(value));
  } else {
    store.assign(frame->result, Value(Value::Kind::Void));
  }
  setJump(frame->returned);
}

void FunctionLowering::recordUnset(llvm::DenseSet<Object *> &unset, uint64_t olderThan) {
  for (auto &[decl, object] : frame->locals) {
    llvm::SmallVector<Object *, 8> work{object};
    while (!work.empty()) {
      Object *current = work.pop_back_val();
      if (current->lifetime >= olderThan)
        continue;
      if (!current->aggregate && (current->leaf.is(Value::Kind::Unset) || current->leaf.maybeUnset))
        unset.insert(current);
      work.append(current->children.begin(), current->children.end());
    }
  }
}

void FunctionLowering::execBreak(Location) {
  JumpTarget *target = frame->target;
  recordUnset(target->unsetAtBreak, target->bodyBirth);
  setJump(target->broken);
}

void FunctionLowering::execContinue(Location) {
  JumpTarget *target = frame->target;
  while (target->isSwitch)
    target = target->outer;
  recordUnset(target->unsetAtContinue, target->bodyBirth);
  setJump(target->continued);
}

} // namespace onnxc::lower
