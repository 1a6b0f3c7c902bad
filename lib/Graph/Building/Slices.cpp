//===- Slices.cpp - The slices of x.index({...}) ----------------------------------===//
//
// Slices mean what they mean in Python. ONNX's Slice differs where the step is
// negative: it takes a start in front of the first element for the first one, an
// axis of size 0 has an element all the same, and the largest integers as a stop
// stand for "all". Such an axis is turned round first, and is then cut with a
// positive step: x[a:b:-s] is x[::-1][~a:~b:s].
//
//===------------------------------------------------------------------------===//
#include "Graph/Building/Indexing.h"

#include <algorithm>

namespace onnxc::graph {

namespace {

/// The number of a literal bound, or nothing.
std::optional<int64_t> numberOf(const Operand &bound) {
  const bool isScalar = bound.literal && bound.literal->isScalar();
  const int64_t *number = isScalar ? std::get_if<int64_t>(&bound.literal->data[0]) : nullptr;
  return number ? std::optional(*number) : std::nullopt;
}

Operand number(int64_t value) { return Operand(Literal(value)); }

} // namespace

/// All slices in one node; another one in front of it where axes must be turned round.
Status Indexing::slice() {
  std::vector<Cut> turns, cuts;
  std::vector<Number> turned, axes;
  for (std::vector<Entry> *side : {&front, &back})
    for (Entry &entry : *side) {
      if (entry.kind != IndexItem::Kind::Slice)
        continue;
      Cut cut{entry.item->start, entry.item->stop, entry.item->step};
      if (Status status = checkBounds(entry, cut))
        return status;
      if (mustTurn(entry, cut)) {
        Result<Cut> first = turn(cut);
        if (!first)
          return first.error();
        turns.push_back(std::move(*first));
        turned.emplace_back(entry.axis);
      }
      bool isBackward = numberOf(cut.step).value_or(1) < 0;
      if (cut.start.isAbsent())
        cut.start = number(isBackward ? INT64_MAX : 0);
      if (cut.stop.isAbsent())
        cut.stop = number(isBackward ? INT64_MIN : INT64_MAX);
      if (numberOf(cut.step) == 1 && numberOf(cut.start) == 0 && numberOf(cut.stop) == INT64_MAX)
        continue; // the whole axis
      cuts.push_back(std::move(cut));
      axes.emplace_back(entry.axis);
    }
  if (Status status = cutAxes(std::move(turns), std::move(turned)))
    return status;
  return cutAxes(std::move(cuts), std::move(axes));
}

Status Indexing::cutAxes(std::vector<Cut> cuts, std::vector<Number> axes) {
  if (cuts.empty())
    return std::nullopt;
  std::vector<Operand> inputs{Operand(x)};
  auto add = [&](Operand Cut::*bound) -> Status {
    std::vector<Operand> bounds;
    for (const Cut &cut : cuts)
      bounds.push_back(cut.*bound);
    Result<Operand> list = builder.list(std::move(bounds));
    if (!list)
      return list.error();
    inputs.push_back(std::move(*list));
    return std::nullopt;
  };
  for (Operand Cut::*bound : {&Cut::start, &Cut::stop})
    if (Status status = add(bound))
      return status;
  inputs.emplace_back(Literal::list(std::move(axes)));
  if (!std::all_of(cuts.begin(), cuts.end(), [](const Cut &cut) { return numberOf(cut.step) == 1; }))
    if (Status status = add(&Cut::step))
      return status;
  return take(builder.op("Slice", std::move(inputs)));
}

/// Integers only; those of the run time become int64.
Status Indexing::checkBounds(const Entry &entry, Cut &cut) {
  auto wrong = [&](const char *message) {
    return Error{ErrorId::BadIndex, message, static_cast<int>(entry.operand), {}};
  };
  if (cut.step.isAbsent())
    cut.step = number(1);
  if (cut.step.literal && numberOf(cut.step).value_or(0) == 0)
    return wrong("the step of a slice is an integer other than 0");
  for (Operand *bound : {&cut.start, &cut.stop, &cut.step}) {
    if (bound->literal && (!bound->literal->isScalar() || !fits(*bound->literal, DType::INT64)))
      return wrong("the bounds of a slice are integers");
    if (bound->literal)
      *bound = Operand(*convert(*bound->literal, DType::INT64));
    if (!bound->value || bound->flexible)
      continue;
    Result<Value *> value = asInt64(bound->value);
    if (!value)
      return value.error();
    *bound = Operand(*value);
  }
  return std::nullopt;
}

/// Whether ONNX's Slice may give something else than Python's slice does. A start of -1 is written as None.
bool Indexing::mustTurn(const Entry &entry, const Cut &cut) {
  std::optional<int64_t> step = numberOf(cut.step);
  if (step && *step > 0)
    return false;
  if (!step)
    return true;
  std::optional<int64_t> start = numberOf(cut.start), stop = numberOf(cut.stop);
  bool startIsSafe = cut.start.isAbsent() || start.value_or(-1) >= 0;
  bool stopIsSafe = cut.stop.isAbsent() || (stop && *stop != INT64_MAX && *stop != INT32_MAX);
  Type type = builder.typeOf(indexed);
  int64_t axis = entry.axis < 0 ? entry.axis + type.rank() : entry.axis;
  if (start && !startIsSafe && !builder.onQuestion && type.shape && axis >= 0 && axis < type.rank())
    startIsSafe = (*type.shape)[axis].isKnown() && *start >= -(*type.shape)[axis].value;
  return !startIsSafe || !stopIsSafe;
}

/// The cut that turns the axis round if the step is negative; `cut` becomes what is cut from that.
Result<Indexing::Cut> Indexing::turn(Cut &cut) {
  Cut first{number(INT64_MAX), number(INT64_MIN), number(-1)};
  if (std::optional<int64_t> step = numberOf(cut.step)) {
    cut.step = number(*step == INT64_MIN ? INT64_MAX : -*step);
    for (Operand *bound : {&cut.start, &cut.stop}) {
      Result<Operand> other = complement(*bound);
      if (!other)
        return other.error();
      *bound = std::move(*other);
    }
    return first;
  }
  Result<Operand> isBackward = builder.cpp(CppOp::Lt, {cut.step, number(0)});
  if (!isBackward)
    return isBackward.error();
  for (auto [bound, forward] :
       {std::pair(&first.start, int64_t(0)), std::pair(&first.stop, INT64_MAX), std::pair(&first.step, int64_t(1))}) {
    Result<Operand> chosen = choose(*isBackward, *bound, number(forward));
    if (!chosen)
      return chosen.error();
    *bound = std::move(*chosen);
  }
  for (Operand *bound : {&cut.start, &cut.stop}) {
    Result<Operand> other = complement(*bound);
    if (other && !bound->isAbsent())
      other = choose(*isBackward, *other, *bound);
    if (!other)
      return other.error();
    *bound = std::move(*other);
  }
  Result<Value *> size = builder.op("Abs", {cut.step});
  if (!size)
    return size.error();
  cut.step = Operand(*size);
  return first;
}

/// The bound, counted from the other end: ~bound. None stays None.
Result<Operand> Indexing::complement(const Operand &bound) {
  if (bound.isAbsent())
    return bound;
  return builder.cpp(CppOp::Sub, {number(-1), bound});
}

Result<Operand> Indexing::choose(const Operand &condition, const Operand &a, const Operand &b) {
  Result<Value *> result = builder.op("Where", {condition, a, b});
  if (!result)
    return result.error();
  return Operand(*result);
}

} // namespace onnxc::graph
