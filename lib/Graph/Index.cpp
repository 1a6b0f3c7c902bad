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

Status Indexing::selectByTensors() {
  std::vector<Entry *> tensors;
  for (std::vector<Entry> *side : {&front, &back})
    for (Entry &entry : *side)
      if (entry.kind == IndexItem::Kind::Tensor)
        tensors.push_back(&entry);
  if (tensors.empty())
    return std::nullopt;
  Entry &first = *tensors[0];
  Attributes attributes;
  attributes.push_back(attr("axis", first.position));
  if (tensors.size() == 1 && !first.isMask)
    return take(builder.op("Gather", {x, first.value}, std::move(attributes)));
  if (tensors.size() == 1 && first.dims == 1)
    return take(builder.op("Compress", {x, first.value}, std::move(attributes)));
  if (tensors.size() == 1 && first.position == 0) { // a mask over the leading axes, of any rank
    Result<Value *> places = builder.op("NonZero", {first.value});
    places = places ? builder.op("Transpose", {*places}) : places;
    return places ? take(builder.op("GatherND", {x, *places})) : places.error();
  }
  std::vector<Place> places;
  for (Entry *entry : tensors)
    if (Status status = addPlaces(*entry, places))
      return status;
  return pair(std::move(places));
}

/// The axes that an index tensor or a mask selects from, with the index tensor of each.
Status Indexing::addPlaces(Entry &entry, std::vector<Place> &places) {
  if (!entry.isMask) {
    Result<Value *> index = asInt64(entry.value);
    if (!index)
      return index.error();
    places.push_back({entry.position, *index});
    return std::nullopt;
  }
  Result<Value *> found = builder.op("NonZero", {entry.value});
  for (int64_t i = 0; found && i < entry.dims; ++i) {
    Attributes attributes;
    attributes.push_back(attr("axis", int64_t(0)));
    Result<Value *> row = builder.op("Gather", {Operand(*found), Operand(Literal(i))}, std::move(attributes));
    if (!row)
      return row.error();
    places.push_back({entry.position + i, *row});
  }
  return found ? Status() : found.error();
}

bool Indexing::haveOneShape(const std::vector<Place> &places) {
  int64_t rank = builder.rankOf(places[0].index);
  for (const Place &place : places)
    if (rank < 0 || builder.rankOf(place.index) != rank)
      return false;
  for (size_t i = 1; i < places.size(); ++i)
    for (int64_t axis = 0; axis < rank; ++axis) {
      Dim a = builder.dimOf(places[0].index, axis), b = builder.dimOf(places[i].index, axis);
      // Names of symbols are no facts that a trace's guards compare.
      bool isSame = a.isKnown() ? a == b : !builder.onQuestion && !a.symbol.empty() && a == b;
      if (!isSame)
        return false;
    }
  return true;
}

Status Indexing::broadcast(std::vector<Place> &places) {
  if (haveOneShape(places))
    return std::nullopt;
  auto expand = [&](Value *value, Value *like) -> Result<Value *> {
    Result<Value *> shape = builder.op("Shape", {like});
    return shape ? builder.op("Expand", {value, *shape}) : shape;
  };
  Result<Value *> all = places[0].index;
  for (size_t i = 1; all && i < places.size(); ++i)
    all = expand(*all, places[i].index);
  places[0].index = all ? *all : nullptr;
  for (size_t i = 1; all && i < places.size(); ++i) {
    Result<Value *> index = expand(places[i].index, places[0].index);
    if (!index)
      return index.error();
    places[i].index = *index;
  }
  return all ? Status() : all.error();
}

Result<Value *> Indexing::transpose(Value *value, std::vector<int64_t> order) {
  if (std::is_sorted(order.begin(), order.end()))
    return value;
  Attributes attributes;
  attributes.push_back(attr("perm", std::move(order)));
  return builder.op("Transpose", {value}, std::move(attributes));
}

/// Index tensors pair: GatherND over their axes, which come first for it. In the result their dimensions stand in the
/// place of the axes where these are neighbours, else in front.
Status Indexing::pair(std::vector<Place> places) {
  bool fromFront = true;
  for (size_t i = 0; i < places.size(); ++i)
    fromFront &= places[i].axis == static_cast<int64_t>(i);
  int64_t rank = fromFront ? -1 : builder.rankOf(x);
  if (!fromFront && rank < 0)
    return Error{ErrorId::UnknownRank,
                 "the rank must be known for several index tensors that do not begin at the first axis",
                 0,
                 {}};
  for (Place &place : places)
    if (place.axis < 0)
      place.axis += rank;
  bool areNeighbours = true;
  for (size_t i = 1; i < places.size(); ++i)
    areNeighbours &= places[i].axis == places[i - 1].axis + 1;
  int64_t indexRank = 0;
  if (!fromFront && areNeighbours)
    for (const Place &place : places) {
      int64_t each = builder.rankOf(place.index);
      if (each < 0)
        return Error{ErrorId::UnknownRank, "the rank of the index tensors must be known here", 0, {}};
      indexRank = std::max(indexRank, each);
    }
  if (Status status = broadcast(places))
    return status;
  std::vector<Operand> columns;
  for (Place &place : places) {
    Result<Value *> column = builder.op("Unsqueeze", {Operand(place.index), Operand(Literal::list({int64_t(-1)}))});
    if (!column)
      return column.error();
    columns.emplace_back(*column);
  }
  Attributes attributes;
  attributes.push_back(attr("axis", int64_t(-1)));
  Result<Value *> indices = builder.op("Concat", std::move(columns), std::move(attributes));
  if (!indices)
    return indices.error();
  if (!fromFront) {
    std::vector<int64_t> order;
    for (const Place &place : places)
      order.push_back(place.axis);
    for (int64_t axis = 0; axis < rank; ++axis)
      if (std::find(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(places.size()), axis) ==
          order.begin() + static_cast<std::ptrdiff_t>(places.size()))
        order.push_back(axis);
    if (Status status = take(transpose(x, std::move(order))))
      return status;
  }
  if (Status status = take(builder.op("GatherND", {x, *indices})))
    return status;
  if (fromFront || !areNeighbours)
    return std::nullopt;
  int64_t before = places[0].axis, rest = rank - static_cast<int64_t>(places.size());
  std::vector<int64_t> order;
  for (int64_t i = 0; i < before; ++i)
    order.push_back(indexRank + i);
  for (int64_t i = 0; i < indexRank; ++i)
    order.push_back(i);
  for (int64_t i = before; i < rest; ++i)
    order.push_back(indexRank + i);
  return take(transpose(x, std::move(order)));
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
