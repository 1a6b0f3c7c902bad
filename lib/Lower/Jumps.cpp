//===- Jumps.cpp - Whether the statements that follow run -------------------------------------===//
//
// Jumps set hidden bool objects (returned, broken, continued), as AutoGraph's
// rules do; what follows runs only where none is set. The flags are ordinary
// objects: known ones fold, branches merge them, loops carry them.
//
//===------------------------------------------------------------------------===//
#include "BranchLowering.h"

namespace onnxc::lower {

const Rest *BranchLowering::push(const clang::Stmt *stmt, const Rest *next) {
  rests.push_back(Rest{stmt, next});
  return &rests.back();
}

llvm::SmallVector<Object *, 4> BranchLowering::jumpFlags() {
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

BranchLowering::Flow BranchLowering::flow() {
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
graph::Operand BranchLowering::jumped() {
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
void BranchLowering::execUnlessJumped(llvm::function_ref<void()> body) {
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
          write(maybe[0].first, knownBool(true));
      },
      [&] {
        for (auto &[flag, value] : maybe)
          write(flag, knownBool(false));
        body();
        // Still false: here the flag is what it was, so that it needs no output.
        if (maybe.size() > 1)
          for (auto &[flag, value] : maybe)
            if (flag->leaf.isKnownNumber() && !flag->leaf.isTrue())
              write(flag, value);
      });
}

} // namespace onnxc::lower
