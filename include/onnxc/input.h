//===- input.h - What operators take as inputs ----------------------------===//
#ifndef ONNXC_INPUT_H
#define ONNXC_INPUT_H
#pragma GCC system_header

#include "onnxc/attributes.h"
#include "onnxc/tensor.h"

#include <optional>

namespace onnxc {

/// An element of a braced list: a number, a string, or a tensor with one element.
class InputElement {
public:
  template <detail::Arithmetic T> InputElement(T number) : tensor_(number) {}
  InputElement(const Tensor &tensor) : tensor_(tensor), isComputed_(true) {}
  template <detail::OtherTensorSource T>
    requires(!std::is_arithmetic_v<T> && !std::is_array_v<T> && !detail::ElementRange<T> && !detail::StringLike<T>)
  InputElement(const T &value) : tensor_(value), isComputed_(true) {}
  InputElement(const char *text) : tensor_(text) {}
  template <detail::StringLike T> InputElement(const T &text) : tensor_(text) {}

  const Tensor &tensor() const { return tensor_; }
  /// False for a number or string of C++.
  bool isComputed() const { return isComputed_; }

private:
  Tensor tensor_;
  bool isComputed_ = false;
};

namespace detail {
/// The elements as a tensor of rank 1: a constant if none is computed, else the Concat of the parts.
Tensor listTensor(const InputElement *elements, size_t count);
} // namespace detail

/// One input of an operator. It takes a tensor, a number, a string, a constant (TensorLiteral, array, std::array,
/// std::vector), the result of an operator (its first output), a std::optional of these, and a braced list of numbers
/// or of tensors with one element, which has rank 1: `op::Reshape(x, {0, -1})`, `op::Reshape(x, {n, -1})`.
/// `{}` and std::nullopt omit the input.
class Input {
public:
  Input() = default;
  Input(std::nullopt_t) {}
  Input(const Tensor &tensor) : value_(tensor), given_(true) {}
  template <detail::OtherTensorSource T> Input(const T &value) : value_(Tensor(value)), given_(true) {}
  template <detail::TensorSource T> Input(const std::optional<T> &value) {
    if (value)
      *this = Input(*value);
  }
  Input(std::initializer_list<InputElement> elements)
      : value_(detail::listTensor(elements.begin(), elements.size())), given_(true) {}

  /// False if the input is omitted.
  bool isGiven() const { return given_; }
  const detail::Handle &value() const { return value_; }

protected:
  explicit Input(const detail::Handle &value) : value_(value), given_(true) {}

private:
  detail::Handle value_;
  bool given_ = false;
};

/// An input that an operator can't do without: as Input, but `{}` and std::nullopt do not compile. (A std::optional
/// does; if it is empty, that is an error when the graph is made.)
class RequiredInput : public Input {
public:
  RequiredInput() = delete;
  RequiredInput(std::nullopt_t) = delete;
  using Input::Input;
};

/// A required input that is a sequence.
class SequenceInput : public Input {
public:
  SequenceInput(const Sequence &sequence) : Input(static_cast<const detail::Handle &>(sequence)) {}
  SequenceInput(const Value &value) : Input(static_cast<const detail::Handle &>(value)) {}
};

/// A required input that is an ONNX optional.
class OptionalValueInput : public Input {
public:
  OptionalValueInput(const OptionalValue &optional) : Input(static_cast<const detail::Handle &>(optional)) {}
};

/// A required input that is a map.
class MapInput : public Input {
public:
  MapInput(const Map &map) : Input(static_cast<const detail::Handle &>(map)) {}
};

/// An input that may also be a Sequence or an optional value.
class AnyInput : public Input {
public:
  using Input::Input;
  AnyInput(const Sequence &sequence) : Input(static_cast<const detail::Handle &>(sequence)) {}
  AnyInput(const OptionalValue &optional) : Input(static_cast<const detail::Handle &>(optional)) {}
  AnyInput(const Value &value) : Input(static_cast<const detail::Handle &>(value)) {}
};

namespace detail {
/// Lists of what is an input on its own.
template <class T, class Item>
concept InputList = !StringLike<T> && !isElementRange<T> && requires(const T &list) {
  list.size();
  Item(*listBegin(list));
  listBegin(list) != listEnd(list);
};
} // namespace detail

/// A variable number of inputs: a braced list, std::vector, std::array or std::span of tensors (`op::Concat({x, y,
/// 3})`), or std::vector<std::optional<Tensor>> where the operator allows gaps.
template <class Item> class InputListOf {
public:
  InputListOf() = default;
  InputListOf(std::initializer_list<Item> inputs) : items_(inputs.begin(), inputs.size()) {}
  template <detail::InputList<Item> T> InputListOf(const T &list) {
    for (auto item = detail::listBegin(list), end = detail::listEnd(list); item != end; ++item)
      items_.push(Item(*item));
  }

  size_t size() const { return items_.size(); }
  const Item *data() const { return items_.data(); }

private:
  detail::Buffer<Item> items_;
};

using VariadicInput = InputListOf<Input>;
/// Variadic inputs that may be sequences and optional values too, such as the states of a Loop.
using AnyVariadicInput = InputListOf<AnyInput>;

static_assert(sizeof(AnyInput) == sizeof(Input) && sizeof(RequiredInput) == sizeof(Input));

} // namespace onnxc

#endif // ONNXC_INPUT_H
