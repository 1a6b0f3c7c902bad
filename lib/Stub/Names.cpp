#include "Stub/Names.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace onnxc::stub {

namespace {

bool hasCall(const Stmt *stmt) {
  if (!stmt)
    return false;
  if (isa<CallExpr, CXXUnresolvedConstructExpr>(stmt))
    return true;
  if (isa<LambdaExpr>(stmt))
    return false;
  for (const Stmt *child : stmt->children())
    if (hasCall(child))
      return true;
  return false;
}

/// The part of a statement that runs first and only once.
const Stmt *head(const Stmt *stmt) {
  if (const auto *each = dyn_cast<IfStmt>(stmt))
    return each->getCond();
  if (const auto *each = dyn_cast<SwitchStmt>(stmt))
    return each->getCond();
  if (const auto *each = dyn_cast<WhileStmt>(stmt))
    return each->getCond();
  if (const auto *each = dyn_cast<CXXForRangeStmt>(stmt))
    return each->getRangeInit();
  if (const auto *each = dyn_cast<ForStmt>(stmt))
    return each->getInit();
  if (isa<ReturnStmt, Expr, DeclStmt>(stmt))
    return stmt;
  return nullptr;
}

/// The initialiser as it is written behind `=` or between parentheses; null for braces and for none.
const Expr *writtenInitializer(const VarDecl *variable) {
  const Expr *init = variable->getInit();
  if (!init)
    return nullptr;
  const Expr *expr = init->IgnoreImplicit();
  if (variable->getInitStyle() == VarDecl::CInit) {
    while (const auto *construct = dyn_cast<CXXConstructExpr>(expr)) {
      if (construct->isListInitialization() || construct->getNumArgs() == 0)
        return nullptr;
      if (isa<CXXTemporaryObjectExpr>(construct))
        break;
      expr = construct->getArg(0)->IgnoreImplicit();
    }
    return isa<InitListExpr>(expr) ? nullptr : expr;
  }
  if (variable->getInitStyle() != VarDecl::CallInit)
    return nullptr;
  if (const auto *list = dyn_cast<ParenListExpr>(expr))
    return list->getNumExprs() == 1 ? list->getExpr(0) : nullptr;
  const auto *construct = dyn_cast<CXXConstructExpr>(expr);
  if (!construct || isa<CXXTemporaryObjectExpr>(construct)) // the one in parentheses makes the variable itself
    return expr;
  if (construct->getNumArgs() == 0 || (construct->getNumArgs() > 1 && !isa<CXXDefaultArgExpr>(construct->getArg(1))))
    return nullptr;
  return construct->getArg(0)->IgnoreImplicit();
}

const VarDecl *namedVariable(const Expr *target) {
  const auto *reference = dyn_cast<DeclRefExpr>(target->IgnoreParenImpCasts());
  const auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  return variable && variable->isLocalVarDeclOrParm() && !variable->getType()->isReferenceType() ? variable : nullptr;
}

/// `target op= value`, `++target`: the variable that changes.
const VarDecl *compoundTarget(const Stmt *stmt) {
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(stmt)) {
    OverloadedOperatorKind kind = call->getOperator();
    if (call->isAssignmentOp() && kind != OO_Equal)
      return namedVariable(call->getArg(0));
    if (kind == OO_PlusPlus || kind == OO_MinusMinus)
      return namedVariable(call->getArg(0));
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(stmt); binary && binary->isCompoundAssignmentOp())
    return namedVariable(binary->getLHS());
  if (const auto *unary = dyn_cast<UnaryOperator>(stmt); unary && unary->isIncrementDecrementOp())
    return namedVariable(unary->getSubExpr());
  return nullptr;
}

/// Both sides of `target = value`; null for other statements.
std::pair<const Expr *, const Expr *> assignmentSides(const Stmt *stmt) {
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(stmt);
      call && call->getOperator() == OO_Equal && call->getNumArgs() == 2)
    return {call->getArg(0), call->getArg(1)};
  if (const auto *binary = dyn_cast<BinaryOperator>(stmt); binary && binary->getOpcode() == BO_Assign)
    return {binary->getLHS(), binary->getRHS()};
  return {nullptr, nullptr};
}

} // namespace

void NamePlanner::plan(const Stmt *body) { statement(body, false); }

bool NamePlanner::holdsValue(QualType type) {
  if (type->isDependentType() || type->isReferenceType() || type->isUndeducedType())
    return false;
  switch (types.classify(type)) {
  case frontend::TypeClass::Tensor:
  case frontend::TypeClass::Sequence:
  case frontend::TypeClass::OptionalValue:
  case frontend::TypeClass::Map:
  case frontend::TypeClass::Value:
    return true;
  default:
    return false;
  }
}

bool NamePlanner::mayHoldValue(QualType type) {
  return !type->isReferenceType() && !type->isPointerType() &&
         (type->isDependentType() || type->isUndeducedType() || holdsValue(type));
}

std::string NamePlanner::at(SourceLocation location) {
  return "::onnxc::stub::at(" + std::to_string(source.getSources().getExpansionLineNumber(location)) + ")";
}

/// The declared type as it is written; by way of the variable where that is not possible.
std::string NamePlanner::declaredText(const VarDecl *variable) {
  if (const TypeSourceInfo *info = variable->getTypeSourceInfo())
    if (std::optional<FileRange> bytes = source.locate(info->getTypeLoc().getUnqualifiedLoc().getSourceRange()))
      if (std::optional<std::string> text = source.tokens(*bytes); text && !text->empty())
        return *text;
  return "decltype(" + variable->getNameAsString() + ")";
}

bool NamePlanner::wrap(SourceRange range, const std::string &before) {
  std::optional<FileRange> bytes = source.editable(range);
  Edits *edits = bytes ? editsOf(bytes->file) : nullptr;
  if (edits)
    edits->wrap(bytes->begin, bytes->end, before, ")");
  return edits != nullptr;
}

/// Puts texts around a statement, in braces unless it is in a block. False where its text cannot be changed.
bool NamePlanner::mark(const Stmt *stmt, SourceLocation begin, bool inBlock, const std::string &before,
                       const std::string &after) {
  std::optional<FileRange> bytes = source.editable({begin, stmt->getEndLoc()});
  Edits *edits = bytes ? editsOf(bytes->file) : nullptr;
  if (!edits)
    return false;
  unsigned end = bytes->end;
  if (std::optional<FileRange> semicolon = source.semicolonAfter(stmt->getEndLoc()))
    end = semicolon->begin;
  else if (source.getSources().getBufferData(bytes->file)[end - 1] != ';' && isa<Expr, ReturnStmt>(stmt))
    return false;
  std::string open = before.empty() ? "" : before + " ", close = after.empty() ? "" : " " + after;
  if (!inBlock)
    edits->wrap(bytes->begin, end, "{ " + open, close + " }");
  else if (!before.empty() || !after.empty())
    edits->wrap(bytes->begin, end, open, close);
  return true;
}

void NamePlanner::children(const Stmt *stmt) {
  for (const Stmt *child : stmt->children())
    if (child)
      statement(child, false);
}

void NamePlanner::statement(const Stmt *stmt, bool inBlock) {
  if (!stmt || !seen.insert(stmt).second)
    return;
  if (const auto *block = dyn_cast<CompoundStmt>(stmt)) {
    for (const Stmt *child : block->body())
      statement(child, true);
    return;
  }
  if (const auto *declaration = dyn_cast<DeclStmt>(stmt))
    return declarations(declaration, inBlock);

  SourceLocation begin = stmt->getBeginLoc();
  while (const auto *attributed = dyn_cast<AttributedStmt>(stmt))
    stmt = attributed->getSubStmt();
  if (const auto *label = dyn_cast<LabelStmt>(stmt))
    return statement(label->getSubStmt(), inBlock);
  if (const auto *label = dyn_cast<SwitchCase>(stmt))
    return statement(label->getSubStmt(), inBlock);

  // What changes a variable without a right side that could be wrapped is followed by the variable's name.
  std::string line = at(begin);
  const Stmt *core = isa<Expr>(stmt) ? cast<Expr>(stmt)->IgnoreImplicit() : stmt;
  const Expr *assigned = assignmentSides(core).first;
  const VarDecl *target = assigned ? namedVariable(assigned) : compoundTarget(core);
  if (target && mayHoldValue(target->getType()) && (!assigned || !holdsValue(target->getType())))
    mark(stmt, begin, inBlock, line + ";",
         line + ".name(" + stringLiteral(target->getName()) + ", " + target->getNameAsString() + ");");
  else if (const Stmt *first = head(stmt);
           first && !(assigned && target && holdsValue(target->getType())) && hasCall(first))
    mark(stmt, begin, inBlock, line + ";", "");

  if (isa<Expr>(stmt)) {
    seen.erase(stmt);
    return expression(stmt);
  }
  if (const auto *loop = dyn_cast<CXXForRangeStmt>(stmt)) {
    expression(loop->getRangeInit());
    return statement(loop->getBody(), false);
  }
  if (const auto *loop = dyn_cast<ForStmt>(stmt)) {
    if (const auto *init = dyn_cast_or_null<DeclStmt>(loop->getInit()))
      declarations(init, false);
    else
      expression(loop->getInit());
    expression(loop->getCond());
    expression(loop->getInc());
    return statement(loop->getBody(), false);
  }
  for (const Stmt *child : stmt->children()) {
    if (const auto *declaration = dyn_cast_or_null<DeclStmt>(child))
      declarations(declaration, false);
    else if (isa_and_nonnull<Expr>(child) && isa<ReturnStmt, IfStmt, SwitchStmt, WhileStmt, DoStmt>(stmt) &&
             (isa<ReturnStmt>(stmt) || child == head(stmt)))
      expression(child);
    else if (const auto *loop = dyn_cast<DoStmt>(stmt); loop && child == loop->getCond())
      expression(child);
    else
      statement(child, false);
  }
}

void NamePlanner::expression(const Stmt *expr) {
  if (!expr || !seen.insert(expr).second)
    return;
  if (const auto *each = dyn_cast<LambdaExpr>(expr))
    return lambda(each);
  if (auto [target, value] = assignmentSides(expr); target)
    assignment(target, value);
  if (const auto *block = dyn_cast<StmtExpr>(expr))
    return statement(block->getSubStmt(), false);
  for (const Stmt *child : expr->children())
    expression(child);
}

void NamePlanner::assignment(const Expr *target, const Expr *value) {
  const VarDecl *variable = namedVariable(target);
  if (!variable || !holdsValue(variable->getType()))
    return;
  const Expr *written = value->IgnoreImplicit();
  while (const auto *construct = dyn_cast<CXXConstructExpr>(written)) {
    if (construct->isListInitialization() || construct->getNumArgs() == 0)
      return;
    if (isa<CXXTemporaryObjectExpr>(construct))
      break;
    written = construct->getArg(0)->IgnoreImplicit();
  }
  if (isa<InitListExpr>(written))
    return;
  std::string name = variable->getNameAsString();
  wrap(written->getSourceRange(),
       at(written->getBeginLoc()) + ".typed<decltype(" + name + ")>(" + stringLiteral(name) + ", ");
}

/// False when the variable is one that could not be wrapped; `after` then says what has to follow the statement.
bool NamePlanner::variable(const VarDecl *variable, std::string &after) {
  QualType type = variable->getType();
  std::string name = variable->getNameAsString();
  auto nameAfter = [&](const std::string &each) {
    after +=
        (after.empty() ? "" : " ") + at(variable->getLocation()) + ".name(" + stringLiteral(each) + ", " + each + ");";
  };
  if (const auto *bindings = dyn_cast<DecompositionDecl>(variable)) {
    if (!type->isReferenceType())
      for (const BindingDecl *binding : bindings->bindings())
        if (type->isDependentType() || binding->getType().isNull() ||
            mayHoldValue(binding->getType().getNonReferenceType()))
          nameAfter(binding->getNameAsString());
    return false;
  }
  if (!variable->hasInit() || variable->isStaticLocal() || !mayHoldValue(type))
    return false;
  const Expr *init = writtenInitializer(variable);
  if (!holdsValue(type) || !init) {
    if (!init && variable->getInitStyle() == VarDecl::CallInit && holdsValue(type) &&
        variable->getInit()->getSourceRange().isInvalid())
      return false;
    if (const auto *construct = dyn_cast<CXXConstructExpr>(variable->getInit());
        construct && construct->getNumArgs() == 0)
      return false; // `Tensor y;` has no value yet
    nameAfter(name);
    return false;
  }
  bool isDeduced = variable->getTypeSourceInfo() && variable->getTypeSourceInfo()->getType()->getContainedAutoType();
  std::string call = isDeduced ? ".named(" : ".typed<" + declaredText(variable) + ">(";
  return wrap(init->getSourceRange(), at(init->getBeginLoc()) + call + stringLiteral(name) + ", ");
}

void NamePlanner::declarations(const DeclStmt *stmt, bool inBlock) {
  seen.insert(stmt);
  std::string after;
  bool allWrapped = true;
  for (const Decl *decl : stmt->decls())
    if (const auto *each = dyn_cast<VarDecl>(decl); each && !each->isImplicit()) {
      allWrapped &= variable(each, after);
      expression(each->getInit());
    }
  // Only in a block can a statement come before or after without hiding the variables.
  if (inBlock && (!after.empty() || (!allWrapped && hasCall(stmt))))
    mark(stmt, stmt->getBeginLoc(), true, hasCall(stmt) && !allWrapped ? at(stmt->getBeginLoc()) + ";" : "", after);
}

void NamePlanner::lambda(const LambdaExpr *lambda) {
  for (const Expr *init : const_cast<LambdaExpr *>(lambda)->capture_inits())
    expression(init);
  const frontend::Annotation *annotation = annotations.find(lambda->getCallOperator());
  if (!annotation || annotation->kind == frontend::Annotation::Op)
    statement(lambda->getBody(), false);
}

} // namespace onnxc::stub
