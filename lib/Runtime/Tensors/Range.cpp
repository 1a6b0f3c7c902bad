//===- Range.cpp - The numbers of a range ---------------------------------===//
#include "onnxc/range.h"
#include "Runtime/Session/Errors.h"
#include "Runtime/Session/Session.h"
#include "Runtime/Values/Value.h"

namespace onnxc {

using runtime::Session;

namespace {

std::optional<int64_t> knownInteger(const detail::Handle &handle) {
  if (!handle.impl() || handle.impl()->session || !handle.impl()->operand.literal)
    return std::nullopt;
  const graph::Literal &literal = *handle.impl()->operand.literal;
  if (!literal.isScalar())
    return std::nullopt;
  if (const auto *value = std::get_if<int64_t>(&literal.data[0]))
    return *value;
  if (const auto *value = std::get_if<bool>(&literal.data[0]))
    return *value;
  return std::nullopt;
}

int64_t boundValue(const Tensor &tensor) {
  if (std::optional<int64_t> value = knownInteger(tensor))
    return *value;
  runtime::failNotKnown(
      "the bounds of onnxc::range are not known while tracing: use onnxc::for_loop or a scripted function",
      Session::currentOrNull());
}

} // namespace

int64_t Range::count() const {
  int64_t first = boundValue(start_), last = boundValue(stop_), step = boundValue(step_);
  if (step == 0)
    runtime::fail("the step of onnxc::range is 0", Session::currentOrNull());
  if (step > 0)
    return first < last ? (last - first - 1) / step + 1 : 0;
  return first > last ? (first - last - 1) / -step + 1 : 0;
}

Tensor Range::at(int64_t position) const { return Tensor(boundValue(start_) + position * boundValue(step_)); }

} // namespace onnxc
