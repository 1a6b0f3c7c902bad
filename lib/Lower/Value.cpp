#include "Value.h"

namespace onnxc::lower {

static bool sameOperand(const graph::Operand &a, const graph::Operand &b) {
  return a.value == b.value && a.flexible == b.flexible && a.literal == b.literal;
}

static bool sameConstant(const clang::APValue &a, const clang::APValue &b) {
  if (a.getKind() != b.getKind())
    return false;
  if (a.isInt())
    return a.getInt().getBitWidth() == b.getInt().getBitWidth() && a.getInt() == b.getInt();
  if (a.isFloat())
    return a.getFloat().bitwiseIsEqual(b.getFloat());
  return a.isAbsent();
}

static bool sameItem(const Value &a, const Value &b) { return a.item == b.item; }

bool same(const Value &a, const Value &b) {
  if (a.kind != b.kind || a.maybeUnset != b.maybeUnset)
    return false;
  switch (a.kind) {
  case Value::Kind::Poison:
  case Value::Kind::Unset:
  case Value::Kind::Void:
  case Value::Kind::Absent:
    return true;
  case Value::Kind::Tensor:
    return sameOperand(a.operand, b.operand);
  case Value::Kind::Number:
    return sameConstant(a.constant, b.constant) && sameOperand(a.operand, b.operand);
  case Value::Kind::Attribute:
    return a.attribute == b.attribute;
  case Value::Kind::Text:
    return a.text == b.text;
  case Value::Kind::Constant:
    return a.tensor == b.tensor;
  case Value::Kind::Reference:
    return a.object == b.object;
  case Value::Kind::Item:
    return sameItem(a, b);
  case Value::Kind::Function:
    return a.function == b.function;
  case Value::Kind::Aggregate:
  case Value::Kind::Range:
    break;
  }
  if (a.elements.size() != b.elements.size())
    return false;
  for (size_t i = 0; i != a.elements.size(); ++i)
    if (!same(a.elements[i], b.elements[i]))
      return false;
  return true;
}

} // namespace onnxc::lower
