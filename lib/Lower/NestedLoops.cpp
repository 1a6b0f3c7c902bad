//===- NestedLoops.cpp - Loops in loops start from what the last pass found -------------===//
//
// A body is lowered several times, and with it the loops in it. What these carry
// was found in the last pass already. Variables of the body are other objects in
// each pass: they are known by what names them.
//
//===------------------------------------------------------------------------===//
#include "LoopForm.h"
#include "llvm/ADT/Hashing.h"

namespace onnxc::lower {

namespace {

/// What a loop carries, in the order in which that was found.
using CarriedStates = std::vector<std::pair<ObjectName, Value>>;

/// The frames, the emitted function's first.
std::vector<Frame *> framesOf(Frame *innermost) {
  std::vector<Frame *> frames;
  for (Frame *frame = innermost; frame; frame = frame->caller)
    frames.push_back(frame);
  std::reverse(frames.begin(), frames.end());
  return frames;
}

/// The objects of a frame that no variable names; those of the loops and switches that are being lowered come last, the
/// outermost first.
std::vector<Object *> hiddenOf(const Frame &frame) {
  std::vector<Object *> jumps;
  for (const JumpTarget *target = frame.target; target; target = target->outer)
    jumps.insert(jumps.end(), {target->continued, target->broken});
  jumps.insert(jumps.end(), {frame.returned, frame.result, frame.thisObject});
  std::reverse(jumps.begin(), jumps.end());
  return jumps;
}

/// Visits an object and its parts with their names.
void visit(Object *object, ObjectName &name, llvm::function_ref<void(Object *, const ObjectName &)> use) {
  if (!object)
    return;
  use(object, name);
  if (!object->aggregate)
    return;
  for (unsigned i = 0; i != object->children.size(); ++i) {
    name.path.push_back(i);
    visit(object->children[i], name, use);
    name.path.pop_back();
  }
}

void visitAll(Frame *innermost, llvm::function_ref<void(Object *, const ObjectName &)> use) {
  ObjectName name;
  for (Frame *frame : framesOf(innermost)) {
    for (auto &[variable, object] : frame->locals) {
      if (variable->getType()->isReferenceType())
        continue; // another name tells which object it is
      name.variable = variable;
      visit(object, name, use);
    }
    name.variable = nullptr;
    std::vector<Object *> hidden = hiddenOf(*frame);
    for (name.hidden = 0; name.hidden != hidden.size(); ++name.hidden)
      visit(hidden[name.hidden], name, use);
    ++name.frame;
  }
}

/// Null when there is no such object now.
Object *find(Frame *innermost, const ObjectName &name) {
  std::vector<Frame *> frames = framesOf(innermost);
  if (name.frame >= frames.size())
    return nullptr;
  Frame &frame = *frames[name.frame];
  Object *object = nullptr;
  if (name.variable)
    object = frame.locals.lookup(name.variable);
  else if (std::vector<Object *> hidden = hiddenOf(frame); name.hidden < hidden.size())
    object = hidden[name.hidden];
  for (unsigned index : name.path)
    object = object && object->aggregate && index < object->children.size() ? object->children[index] : nullptr;
  return object;
}

} // namespace

/// A value that has a state's type; it belongs to no graph that is emitted.
graph::Value *LoopLowering::patternOf(const std::string &name, const graph::Type &type) {
  patterns.push_back(builder.newSubgraph());
  return patterns.back()->addInput(name, type);
}

/// What an earlier pass has found of a state, for what the object holds now; false when it is of no use.
bool LoopLowering::resumeState(Object *object, Value &formal) {
  Value init = contentsOf(object);
  if (formal.is(Value::Kind::Number))
    return init.is(Value::Kind::Number) && init.type == formal.type;
  if (!init.is(Value::Kind::Tensor) && !init.is(Value::Kind::Number))
    return false;
  graph::LoopState state = control.stateOf(toTensor(std::move(init), object->declared).operand);
  graph::Widening widening = control.widen(state, formal.operand);
  if (widening == graph::Widening::OtherKind || widening == graph::Widening::OtherElement)
    return false;
  formal.operand = graph::Operand(patternOf(object->name, state.type), state.flexible);
  formal.operand.declaredDouble = state.declaredDouble;
  return true;
}

/// What names the objects that a loop in a loop may carry.
llvm::DenseMap<Object *, ObjectName> LoopLowering::namesBefore(const graph::LoopPasses &passes) {
  llvm::DenseMap<Object *, ObjectName> names;
  if (passes.isNested())
    visitAll(frame, [&](Object *object, const ObjectName &name) { names.try_emplace(object, name); });
  return names;
}

llvm::MapVector<Object *, Value> LoopLowering::resumeLoop(graph::LoopPasses &passes) {
  llvm::MapVector<Object *, Value> carried;
  if (const auto *known = static_cast<const CarriedStates *>(passes.memory().statement.get()))
    for (auto &[name, formal] : *known)
      if (Object *object = find(frame, name))
        if (Value resumed = formal; resumeState(object, resumed))
          carried[object] = resumed;
  return carried;
}

void LoopLowering::rememberLoop(graph::LoopPasses &passes, const llvm::DenseMap<Object *, ObjectName> &names,
                                const llvm::MapVector<Object *, Value> &carried) {
  if (!passes.isNested())
    return;
  auto states = std::make_shared<CarriedStates>();
  for (auto &[object, formal] : carried)
    if (auto name = names.find(object); name != names.end())
      states->emplace_back(name->second, formal);
  passes.memory().statement = std::move(states);
}

} // namespace onnxc::lower
