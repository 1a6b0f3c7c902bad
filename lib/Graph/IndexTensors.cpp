//===- IndexTensors.cpp - Selecting by index tensors and masks ----------------------===//
#include "Indexing.h"

#include <algorithm>

namespace onnxc::graph {

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

} // namespace onnxc::graph
