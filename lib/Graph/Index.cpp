//===- Index.cpp - x.index({...}) ------------------------------------------------===//
//
// libtorch's meaning: integers (and rank-0 tensors) select first, then slices,
// new axes, and at last index tensors, which pair and broadcast. Axes behind an
// ellipsis count from the end, so that most forms need no rank.
//
//===------------------------------------------------------------------------===//
#include "Indexing.h"
#include "SchemaInfo.h"

#include <algorithm>

namespace onnxc::graph {

namespace {

Error badIndex(std::string message, size_t operand) {
  return {ErrorId::BadIndex, std::move(message), static_cast<int>(operand), {}};
}

/// Nothing says that its elements are no bools.
bool mayBeMask(Builder &builder, const Value *value) {
  if (builder.elemOf(value).isKnown())
    return builder.elemOf(value) == ElemType(DType::BOOL);
  const Node *producer = value->producer;
  const Formal *formal = producer && producer->schema ? schemaInfo(*producer->schema).output(value->index) : nullptr;
  return !formal || formal->allowed.has(Type::Kind::Tensor, DType::BOOL);
}

} // namespace

/// What kind of index each item is: number, mask, index tensor.
Status Indexing::classify(std::vector<IndexItem> &items) {
  auto isTensor = [](const IndexItem &item) { return item.kind == IndexItem::Kind::Tensor; };
  bool several = std::count_if(items.begin(), items.end(), isTensor) > 1;
  bool hasEllipsis = false;
  for (size_t i = 0; i < items.size(); ++i) {
    Entry entry;
    entry.item = &items[i];
    entry.operand = i + 1;
    entry.kind = items[i].kind;
    if (entry.kind == IndexItem::Kind::Ellipsis) {
      if (std::exchange(hasEllipsis, true))
        return badIndex("more than one Ellipsis", entry.operand);
      continue;
    }
    if (entry.kind == IndexItem::Kind::Tensor || entry.kind == IndexItem::Kind::Integer)
      if (Status status = classifyTensor(entry, several))
        return status;
    (hasEllipsis ? back : front).push_back(entry);
  }
  return std::nullopt;
}

Status Indexing::classifyTensor(Entry &entry, bool several) {
  Operand &operand = entry.item->value;
  ElemType elem = operand.literal ? ElemType(defaultType(*operand.literal)) : builder.elemOf(operand.value);
  if (elem.isKnown() && elem.dtype != DType::BOOL && !isInteger(elem.dtype))
    return badIndex(std::string("an index is an integer or a bool, not ") + toString(elem.dtype), entry.operand);
  bool isScalar = operand.literal ? operand.literal->isScalar() : entry.kind == IndexItem::Kind::Integer;
  if (elem == ElemType(DType::BOOL)) {
    Result<Value *> mask = builder.materialise(operand, DType::BOOL);
    if (!mask)
      return mask.error();
    entry.kind = IndexItem::Kind::Tensor;
    entry.isMask = true;
    entry.value = *mask;
    entry.dims = builder.rankOf(entry.value);
    return entry.dims == 0 ? badIndex("a bool of rank 0 can't be an index", entry.operand) : Status();
  }
  if (several && !operand.isFlexible() && mayBeMask(builder, operand.value) && entry.kind == IndexItem::Kind::Tensor)
    return Error{ErrorId::UnknownType,
                 "an index whose element type is not known may be a mask or an index; convert it",
                 static_cast<int>(entry.operand),
                 {}};
  Result<Value *> value = indexValue(operand);
  if (!value)
    return value.error();
  entry.value = *value;
  // A tensor of rank 0 selects as a number does. It matters only beside other index tensors.
  if (isScalar || (several && builder.rankOf(entry.value) == 0))
    entry.kind = IndexItem::Kind::Integer;
  return std::nullopt;
}

/// An index as int32 or int64. What may be a mask is taken for an index but not converted: Gather refuses masks.
Result<Value *> Indexing::indexValue(const Operand &operand) {
  if (operand.isFlexible())
    return builder.materialise(operand, DType::INT64);
  ElemType elem = builder.elemOf(operand.value);
  if (elem == ElemType(DType::INT64) || elem == ElemType(DType::INT32) || mayBeMask(builder, operand.value))
    return operand.value;
  return builder.castValue(operand.value, DType::INT64);
}

Result<Value *> Indexing::asInt64(Value *value) {
  if (builder.elemOf(value) == ElemType(DType::INT64))
    return value;
  return builder.castValue(value, DType::INT64);
}

/// Gives each entry its axis in x: from the front, or negative behind an ellipsis.
Status Indexing::placeAxes() {
  int64_t used = 0;
  for (Entry &entry : front) {
    entry.axis = used;
    if (entry.dims < 0 && (&entry != &front.back() || !back.empty()))
      return Error{ErrorId::UnknownRank,
                   "the rank of a mask must be known where another index follows",
                   static_cast<int>(entry.operand),
                   {}};
    used += entry.consumed();
  }
  int64_t behind = 0;
  for (auto entry = back.rbegin(); entry != back.rend(); ++entry) {
    if (entry->dims < 0)
      return Error{ErrorId::UnknownRank,
                   "the rank of a mask must be known behind an Ellipsis",
                   static_cast<int>(entry->operand),
                   {}};
    behind += entry->consumed();
    entry->axis = -behind;
  }
  int64_t known = builder.typeOf(x).rank();
  if (known >= 0 && used + behind > known)
    return badIndex(
        "there are " + std::to_string(used + behind) + " indices for a tensor of rank " + std::to_string(known), 0);
  return std::nullopt;
}

/// All slices in one node.
Status Indexing::slice() {
  std::vector<Operand> starts, stops, steps;
  std::vector<Number> axes;
  bool hasSteps = false;
  for (std::vector<Entry> *side : {&front, &back})
    for (Entry &entry : *side) {
      if (entry.kind != IndexItem::Kind::Slice)
        continue;
      Operand start = entry.item->start, stop = entry.item->stop, step = entry.item->step;
      if (step.isAbsent())
        step = Operand(Literal(int64_t(1)));
      if (Status status = checkBounds(entry, start, stop, step))
        return status;
      const Literal one(int64_t(1)), zero(int64_t(0));
      bool isWhole = step.literal == one && stop.literal == Literal(INT64_MAX) && start.literal == zero;
      if (isWhole)
        continue;
      hasSteps |= !(step.literal == one);
      starts.push_back(std::move(start));
      stops.push_back(std::move(stop));
      steps.push_back(std::move(step));
      axes.emplace_back(entry.axis);
    }
  if (axes.empty())
    return std::nullopt;
  std::vector<Operand> inputs{Operand(x)};
  for (std::vector<Operand> *bounds : {&starts, &stops}) {
    Result<Operand> list = builder.list(std::move(*bounds));
    if (!list)
      return list.error();
    inputs.push_back(std::move(*list));
  }
  inputs.emplace_back(Literal::list(std::move(axes)));
  if (hasSteps) {
    Result<Operand> list = builder.list(std::move(steps));
    if (!list)
      return list.error();
    inputs.push_back(std::move(*list));
  }
  return take(builder.op("Slice", std::move(inputs)));
}

/// Fills in what None means, and makes run-time bounds int64.
Status Indexing::checkBounds(const Entry &entry, Operand &start, Operand &stop, Operand &step) {
  bool isBackward = false;
  if (step.literal) {
    const int64_t *number = step.literal->isScalar() ? std::get_if<int64_t>(&step.literal->data[0]) : nullptr;
    if (!number || *number == 0)
      return badIndex("the step of a slice is an integer other than 0", entry.operand);
    isBackward = *number < 0;
  } else if (start.isAbsent() || stop.isAbsent()) {
    return badIndex("a slice whose step is not known needs both bounds: None means another end for a negative step",
                    entry.operand);
  }
  if (start.isAbsent())
    start = Operand(Literal(isBackward ? INT64_MAX : int64_t(0)));
  if (stop.isAbsent())
    stop = Operand(Literal(isBackward ? INT64_MIN : INT64_MAX));
  for (Operand *bound : {&start, &stop, &step}) {
    if (bound->literal && !fits(*bound->literal, DType::INT64))
      return badIndex("the bounds of a slice are integers", entry.operand);
    if (!bound->value || bound->flexible)
      continue;
    Result<Value *> value = asInt64(bound->value);
    if (!value)
      return value.error();
    *bound = Operand(*value);
  }
  return std::nullopt;
}

/// Numbers. Each removes its axis, so the ones in front go from last to first, those behind an ellipsis from first to
/// last.
Status Indexing::select() {
  auto gather = [&](Entry &entry) -> Status {
    if (Status status = checkRange(entry))
      return status;
    Attributes attributes;
    attributes.push_back(attr("axis", entry.axis));
    return take(builder.op("Gather", {x, entry.value}, std::move(attributes)));
  };
  for (auto entry = front.rbegin(); entry != front.rend(); ++entry)
    if (entry->kind == IndexItem::Kind::Integer)
      if (Status status = gather(*entry))
        return status;
  for (Entry &entry : back)
    if (entry.kind == IndexItem::Kind::Integer)
      if (Status status = gather(entry))
        return status;
  return std::nullopt;
}

/// A number that is known to be outside of its dimension.
Status Indexing::checkRange(const Entry &entry) {
  const std::optional<Literal> &literal = entry.item->value.literal;
  Type type = builder.typeOf(x);
  int64_t axis = entry.axis < 0 ? entry.axis + type.rank() : entry.axis;
  if (!literal || !type.shape || axis < 0 || axis >= type.rank() || !(*type.shape)[axis].isKnown())
    return std::nullopt;
  const int64_t *number = std::get_if<int64_t>(&literal->data[0]);
  int64_t size = (*type.shape)[axis].value;
  if (number && *number >= -size && *number < size)
    return std::nullopt;
  return badIndex("the index " + toString(*literal) + " is outside of a dimension of size " + std::to_string(size),
                  entry.operand);
}

/// None: a new axis of size 1. Positions count in the result, where numbers have no axis any more.
Status Indexing::addAxes() {
  std::vector<Number> axes;
  int64_t position = 0;
  for (Entry &entry : front) {
    entry.position = position;
    if (entry.kind == IndexItem::Kind::None)
      axes.emplace_back(position);
    position += entry.kept();
  }
  position = 0;
  for (auto entry = back.rbegin(); entry != back.rend(); ++entry) {
    position -= entry->kept();
    entry->position = position;
    if (entry->kind == IndexItem::Kind::None)
      axes.emplace_back(position);
  }
  if (axes.empty())
    return std::nullopt;
  return take(builder.op("Unsqueeze", {Operand(x), Operand(Literal::list(std::move(axes)))}));
}

Status Indexing::take(Result<Value *> result) {
  if (!result)
    return result.error();
  x = *result;
  return std::nullopt;
}

Status Indexing::run(std::vector<IndexItem> &items) {
  if (Status status = classify(items))
    return status;
  if (Status status = placeAxes())
    return status;
  if (Status status = slice())
    return status;
  if (Status status = select())
    return status;
  if (Status status = addAxes())
    return status;
  return selectByTensors();
}

Result<Operand> Builder::index(Operand x, std::vector<IndexItem> items) {
  Result<Value *> value = materialise(x);
  if (!value)
    return value.error();
  Indexing indexing(*this, *value);
  if (Status status = indexing.run(items))
    return std::move(*status);
  return Operand(indexing.result());
}

} // namespace onnxc::graph
