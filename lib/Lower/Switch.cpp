//===- Switch.cpp - switch: a chain of Ifs ---------------------------------------------------===//
#include "StmtLowering.h"
#include <functional>

namespace onnxc::lower {

namespace {
/// The statements of a switch with the labels that lead to each.
struct SwitchSection {
  llvm::SmallVector<const clang::CaseStmt *, 4> cases;
  bool isDefault = false;
  size_t first = 0; ///< index of its first statement
};
struct SwitchBody {
  std::vector<const clang::Stmt *> statements;
  std::vector<SwitchSection> sections;
};
} // namespace

static SwitchBody sectionsOf(const clang::SwitchStmt *stmt) {
  SwitchBody body;
  llvm::SmallVector<const clang::Stmt *, 16> list;
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(stmt->getBody()))
    list.append(compound->body_begin(), compound->body_end());
  else
    list.push_back(stmt->getBody());
  for (const clang::Stmt *statement : list) {
    SwitchSection section;
    section.first = body.statements.size();
    bool labelled = false;
    while (const auto *label = llvm::dyn_cast<clang::SwitchCase>(statement)) {
      labelled = true;
      if (const auto *one = llvm::dyn_cast<clang::CaseStmt>(label))
        section.cases.push_back(one);
      else
        section.isDefault = true;
      statement = label->getSubStmt();
    }
    if (labelled)
      body.sections.push_back(std::move(section));
    body.statements.push_back(statement);
  }
  return body;
}

void StmtLowering::execSwitch(const clang::SwitchStmt *stmt) {
  if (stmt->getInit())
    exec(stmt->getInit());
  if (stmt->getConditionVariableDeclStmt())
    execDecl(stmt->getConditionVariableDeclStmt());
  Value value = eval(stmt->getCond());
  if (value.isPoison())
    return;
  if (value.is(Value::Kind::Attribute))
    value = runtimeOf(value, stmt->getCond()->getBeginLoc());
  value = decided(std::move(value), stmt->getCond()->getBeginLoc());
  if (!value.isPoison())
    execSwitchOn(value, stmt);
}

/// A chain of Ifs, one for each entry; an entry runs its section and those that it falls into.
void StmtLowering::execSwitchOn(Value value, const clang::SwitchStmt *stmt) {
  SwitchBody body = sectionsOf(stmt);
  JumpTarget target;
  target.outer = frame->target;
  target.isSwitch = true;
  target.broken = store.create(ctx.BoolTy, "broken", knownBool(false));
  target.bodyBirth = store.now();
  frame->target = &target;
  const SwitchSection *otherwise = nullptr;
  std::vector<const SwitchSection *> entries;
  for (const SwitchSection &section : body.sections) {
    if (section.isDefault)
      otherwise = &section; // labels beside `default` lead to the same place
    else
      entries.push_back(&section);
  }
  auto runFrom = [&](const SwitchSection *section) {
    const Rest *rest = nullptr;
    for (size_t i = body.statements.size(); i != section->first; --i)
      rest = push(body.statements[i - 1], rest);
    execSeq(rest);
  };
  std::function<void(size_t)> chain = [&](size_t index) {
    if (index == entries.size()) {
      if (otherwise)
        runFrom(otherwise);
      return;
    }
    Value matches = knownBool(false);
    for (const clang::CaseStmt *label : entries[index]->cases) {
      Value constant = evalConstant(label->getLHS()).value_or(Value::poison());
      Value one = arithmetic(clang::BO_EQ, value, convertNumber(constant, value.type, label->getBeginLoc()), value.type,
                             label->getBeginLoc());
      if (label->getRHS()) { // GNU range
        Value high =
            convertNumber(evalConstant(label->getRHS()).value_or(Value::poison()), value.type, label->getBeginLoc());
        Value above = arithmetic(clang::BO_GE, value, convertNumber(constant, value.type, label->getBeginLoc()),
                                 value.type, label->getBeginLoc());
        Value below = arithmetic(clang::BO_LE, value, high, value.type, label->getBeginLoc());
        one = arithmetic(clang::BO_And, above, below, ctx.BoolTy, label->getBeginLoc());
      }
      matches = matches.isKnownNumber() && !matches.isTrue()
                    ? one
                    : arithmetic(clang::BO_Or, matches, one, ctx.BoolTy, label->getBeginLoc());
    }
    if (matches.isPoison())
      return;
    if (matches.isKnownNumber())
      return matches.isTrue() ? runFrom(entries[index]) : chain(index + 1);
    branch(matches, stmt->getSwitchLoc(), [&] { runFrom(entries[index]); }, [&] { chain(index + 1); });
  };
  chain(0);
  frame->target = target.outer;
}

} // namespace onnxc::lower
