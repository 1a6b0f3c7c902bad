//===- operator_call.h - What generated operators call in the runtime -----===//
#ifndef ONNXC_DETAIL_OPERATOR_CALL_H
#define ONNXC_DETAIL_OPERATOR_CALL_H
#pragma GCC system_header

#include "onnxc/attributes.h"
#include "onnxc/input.h"

namespace onnxc::detail {

/// Which operator. The strings have static storage; the struct need not outlive the call.
struct OperatorInfo {
  const char *domain;
  const char *name;
  int sinceVersion;
};

/// One formal input of an operator and what was passed for it.
struct Argument {
  /// `count` inputs; each may be not given, which is a gap. Never more than one if not variadic.
  const Input *inputs;
  size_t count;
  bool isVariadic;

  Argument(const Input &input) : inputs(&input), count(1), isVariadic(false) {}
  Argument(const Input *inputs, size_t count) : inputs(inputs), count(count), isVariadic(true) {}
  /// All items have the size of an Input.
  template <class Item>
  Argument(const InputListOf<Item> &list) : inputs(list.data()), count(list.size()), isVariadic(true) {}
};

/// One formal attribute and what was passed for it, which may be nothing (`isGiven()`).
struct AttributeArgument {
  const char *name;
  const AttributeBase *value;
};

/// A list that is not owned.
template <class T> struct ArrayView {
  const T *data = nullptr;
  size_t size = 0;

  ArrayView() = default;
  template <size_t N> ArrayView(const T (&array)[N]) : data(array), size(N) {}
  ArrayView(const T *data, size_t size) : data(data), size(size) {}
  const T *begin() const { return data; }
  const T *end() const { return data + size; }
};

/// Makes a node of the graph that is being traced and sets `outputs`, whose number is that of the node's outputs; those
/// that nobody reads later are not emitted. Throws TraceError. Arguments are in the schema's order, attributes in
/// alphabetical order. Defined by the runtime.
void callOperator(const OperatorInfo &info, ArrayView<Argument> arguments, ArrayView<AttributeArgument> attributes,
                  Handle *outputs, size_t outputCount);

/// What is known of a function declared with [[onnx::op]].
struct OperatorEntry {
  void (*function)(); ///< the declared function, cast to this type; null for templates
  OperatorInfo info;
};
/// The entry of a generated operator, or null.
const OperatorEntry *findOperator(void (*function)());

} // namespace onnxc::detail

#endif // ONNXC_DETAIL_OPERATOR_CALL_H
