//===- IndexTensors.cpp - Selecting by index tensors and masks ----------------------===//
#include "Graph/Building/Indexing.h"

#include <algorithm>
#include <numeric>

namespace onnxc::graph {

namespace {

template <class Places> bool areNeighbours(const Places &places) {
  for (size_t i = 1; i < places.size(); ++i)
    if (places[i].axis != places[i - 1].axis + 1)
      return false;
  return true;
}

/// They select from the first axes.
template <class Places> bool areLeading(const Places &places) {
  return areNeighbours(places) && (places.empty() || places[0].axis == 0);
}

} // namespace

Status Indexing::selectByTensors() {
  std::vector<Entry *> tensors;
  for (std::vector<Entry> *side : {&front, &back})
    for (Entry &entry : *side)
      if (entry.kind == IndexItem::Kind::Tensor)
        tensors.push_back(&entry);
  if (tensors.empty())
    return std::nullopt;
  if (tensors.size() == 1) {
    bool isDone = false;
    Status status = selectByOne(*tensors[0], isDone);
    if (status || isDone)
      return status;
  }
  std::vector<Place> places;
  for (const Entry *entry : tensors)
    if (Status status = addPlaces(*entry, places))
      return status;
  return pair(std::move(places));
}

/// What one index tensor or mask needs less for.
Status Indexing::selectByOne(const Entry &entry, bool &isDone) {
  isDone = true;
  Attributes attributes;
  attributes.push_back(attr("axis", entry.position));
  if (!entry.isMask)
    return take(builder.op("Gather", {x, entry.value}, std::move(attributes)));
  if (entry.dims == 1)
    return take(builder.op("Compress", {x, entry.value}, std::move(attributes)));
  isDone = entry.position == 0;
  if (!isDone)
    return std::nullopt;
  if (entry.dims < 0 && builder.function().opset >= 14)
    return compress(entry.value);
  Result<Value *> places = builder.op("NonZero", {entry.value});
  places = places ? builder.op("Transpose", {*places}) : places;
  return places ? take(builder.op("GatherND", {x, *places})) : places.error();
}

/// A mask of any rank, 0 too, over the leading axes: they become one.
Status Indexing::compress(Value *mask) {
  auto asVector = [&](Result<Value *> size) { return size ? builder.asVector(Operand(*size), DType::INT64) : size; };
  Result<Value *> shape = builder.op("Shape", {mask}), size = asVector(builder.op("Size", {mask}));
  Result<Value *> rank = shape ? asVector(builder.op("Size", {*shape})) : shape, all = builder.op("Shape", {x});
  for (const Result<Value *> &part : {rank, size, all})
    if (!part)
      return part.error();
  Result<Value *> rest = builder.op("Slice", {Operand(*all), Operand(*rank), Operand(Literal::list({INT64_MAX}))});
  Attributes joined, reshaped, compressed;
  joined.push_back(attr("axis", int64_t(0)));
  reshaped.push_back(attr("allowzero", int64_t(1)));
  compressed.push_back(attr("axis", int64_t(0)));
  shape = rest ? builder.op("Concat", {*size, *rest}, std::move(joined)) : rest;
  Result<Value *> flat = builder.op("Reshape", {Operand(mask), Operand(Literal::list({int64_t(-1)}))});
  Result<Value *> data = shape ? builder.op("Reshape", {x, *shape}, std::move(reshaped)) : shape;
  if (!flat || !data)
    return flat ? data.error() : flat.error();
  return take(builder.op("Compress", {*data, *flat}, std::move(compressed)));
}

/// The axes that an index tensor or a mask selects from, with the index tensor of each.
Status Indexing::addPlaces(const Entry &entry, std::vector<Place> &places) {
  if (!entry.isMask) {
    Result<Value *> index = asInt64(entry.value);
    if (!index)
      return index.error();
    places.push_back({entry.position, *index});
    return std::nullopt;
  }
  if (entry.dims < 0)
    return Error{ErrorId::UnknownRank,
                 "the rank of a mask must be known beside other index tensors and behind the first axis",
                 static_cast<int>(entry.operand),
                 {}};
  Result<Value *> found = builder.op("NonZero", {entry.value});
  for (int64_t i = 0; found && i < entry.dims; ++i) {
    Attributes attributes;
    attributes.push_back(attr("axis", int64_t(0)));
    Result<Value *> row = builder.op("Gather", {Operand(*found), Operand(Literal(i))}, std::move(attributes));
    if (!row)
      return row.error();
    places.push_back({entry.position + i, *row, entry.value});
  }
  return found ? Status() : found.error();
}

/// Index tensors pair. In the result their dimensions stand in the place of the axes where these are neighbours, else
/// in front.
Status Indexing::pair(std::vector<Place> places) {
  if (!areLeading(places)) {
    if (Status status = countFromFront(places))
      return status;
    if (!areNeighbours(places))
      if (Status status = selectScalars(places))
        return status;
  }
  if (places.size() == 1 && !places[0].mask) {
    Attributes attributes;
    attributes.push_back(attr("axis", places[0].axis));
    return take(builder.op("Gather", {x, places[0].index}, std::move(attributes)));
  }
  if (places.empty())
    return std::nullopt;
  bool inPlace = !areLeading(places) && areNeighbours(places);
  Result<int64_t> indexRank = inPlace ? rankOfIndices(places) : Result<int64_t>(int64_t(0));
  return indexRank ? gather(places, inPlace, *indexRank) : indexRank.error();
}

/// Axes that count from the end count from the front.
Status Indexing::countFromFront(std::vector<Place> &places) {
  rank = builder.rankOf(indexed);
  if (rank < 0)
    return Error{ErrorId::UnknownRank,
                 "the rank must be known for several index tensors that do not begin at the first axis",
                 0,
                 {}};
  for (const std::vector<Entry> *side : {&front, &back})
    for (const Entry &entry : *side)
      rank += entry.kept() - entry.consumed();
  for (Place &place : places)
    if (place.axis < 0)
      place.axis += rank;
  return std::nullopt;
}

/// Index tensors of rank 0 select first, as numbers do. That matters only here, where index tensors are no neighbours:
/// without some of them, the others may be. If the first one leads and stays, the dimensions stand in front anyhow.
Status Indexing::selectScalars(std::vector<Place> &places) {
  std::vector<Place> kept;
  int64_t removed = 0;
  bool areInFront = false;
  for (Place place : places) {
    int64_t indexRank = place.mask || areInFront ? 1 : builder.rankOf(place.index);
    if (indexRank < 0)
      return Error{ErrorId::UnknownRank,
                   "the rank of the index tensors must be known here: one of rank 0 selects before the others",
                   -1,
                   {}};
    place.axis -= removed;
    if (indexRank > 0) {
      areInFront |= kept.empty() && place.axis == 0;
      kept.push_back(place);
      continue;
    }
    Attributes attributes;
    attributes.push_back(attr("axis", place.axis));
    if (Status status = take(builder.op("Gather", {x, place.index}, std::move(attributes))))
      return status;
    ++removed;
    --rank;
  }
  places = std::move(kept);
  return std::nullopt;
}

Result<int64_t> Indexing::rankOfIndices(const std::vector<Place> &places) {
  int64_t most = 0;
  for (const Place &place : places) {
    int64_t each = place.mask ? 1 : builder.rankOf(place.index);
    if (each < 0)
      return Error{ErrorId::UnknownRank, "the rank of the index tensors must be known here", 0, {}};
    most = std::max(most, each);
  }
  return most;
}

/// GatherND over the axes of the index tensors, which come first for it.
Status Indexing::gather(const std::vector<Place> &places, bool inPlace, int64_t indexRank) {
  std::vector<Value *> indices;
  for (const Place &place : places)
    indices.push_back(place.index);
  bool areOfOneMask = std::all_of(places.begin(), places.end(),
                                  [&](const Place &place) { return place.mask && place.mask == places[0].mask; });
  Result<Value *> rows = this->rows(indices, areOfOneMask);
  if (!rows)
    return rows.error();
  if (!areLeading(places)) {
    std::vector<int64_t> order;
    for (const Place &place : places)
      order.push_back(place.axis);
    for (int64_t axis = 0; axis < rank; ++axis)
      if (std::none_of(places.begin(), places.end(), [&](const Place &place) { return place.axis == axis; }))
        order.push_back(axis);
    if (Status status = take(transpose(x, std::move(order))))
      return status;
  }
  Status status = take(builder.op("GatherND", {x, *rows}));
  if (status || !inPlace)
    return status;
  int64_t before = places[0].axis, rest = rank - static_cast<int64_t>(places.size());
  std::vector<int64_t> order(static_cast<size_t>(indexRank + rest));
  std::iota(order.begin(), order.begin() + before, indexRank);
  std::iota(order.begin() + before, order.begin() + before + indexRank, int64_t(0));
  std::iota(order.begin() + before + indexRank, order.end(), indexRank + before);
  return take(transpose(x, std::move(order)));
}

/// Index tensors as GatherND and ScatterND take them: broadcast, the indices of one element in a row.
Result<Value *> Indexing::rows(std::vector<Value *> &indices, bool haveOneShape) {
  if (!haveOneShape && !this->haveOneShape(indices))
    if (Status status = broadcast(indices))
      return std::move(*status);
  std::vector<Operand> columns;
  for (Value *index : indices) {
    Result<Value *> column = builder.op("Unsqueeze", {Operand(index), Operand(Literal::list({int64_t(-1)}))});
    if (!column)
      return column;
    columns.emplace_back(*column);
  }
  if (columns.size() == 1)
    return columns[0].value;
  Attributes attributes;
  attributes.push_back(attr("axis", int64_t(-1)));
  return builder.op("Concat", std::move(columns), std::move(attributes));
}

/// A trace is not specialised on sizes to save nodes.
bool Indexing::haveOneShape(const std::vector<Value *> &indices) {
  for (const Value *index : indices) {
    if (index == indices[0])
      continue;
    Type a = builder.typeOf(indices[0]), b = builder.typeOf(index);
    bool isKnown = !builder.onQuestion && a.shape && a.shape == b.shape &&
                   std::none_of(a.shape->begin(), a.shape->end(), [](const Dim &dim) { return dim == Dim(); });
    if (!isKnown)
      return false;
  }
  return true;
}

/// Gives index tensors one shape at run time.
Status Indexing::broadcast(std::vector<Value *> &indices) {
  auto expand = [&](Value *value, Value *like) -> Result<Value *> {
    Result<Value *> shape = builder.op("Shape", {like});
    return shape ? builder.op("Expand", {value, *shape}) : shape;
  };
  for (size_t i = 1; i < indices.size(); ++i) {
    Result<Value *> all = expand(indices[0], indices[i]);
    if (!all)
      return all.error();
    indices[0] = *all;
  }
  for (size_t i = 1; i < indices.size(); ++i) {
    Result<Value *> index = expand(indices[i], indices[0]);
    if (!index)
      return index.error();
    indices[i] = *index;
  }
  return std::nullopt;
}

Result<Value *> Indexing::transpose(Value *value, std::vector<int64_t> order) {
  if (std::is_sorted(order.begin(), order.end()))
    return value;
  Attributes attributes;
  attributes.push_back(attr("perm", std::move(order)));
  return builder.op("Transpose", {value}, std::move(attributes));
}

} // namespace onnxc::graph
