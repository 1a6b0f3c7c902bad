//===- Index.cpp - x.index({...}) ------------------------------------------------===//
#include "Graph/Building/Indexing.h"
#include "Graph/Inference/SchemaInfo.h"

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

IndexItem Builder::indexItem(Operand operand) {
  IndexItem item;
  bool isNumber = operand.literal ? operand.literal->isScalar() : operand.flexible && typeOf(operand.value).rank() == 0;
  item.kind = isNumber ? IndexItem::Kind::Integer : IndexItem::Kind::Tensor;
  item.value = std::move(operand);
  return item;
}

Status Indexing::classify(std::vector<IndexItem> &items) {
  auto isTensor = [](const IndexItem &item) { return item.kind == IndexItem::Kind::Tensor; };
  bool several = std::count_if(items.begin(), items.end(), isTensor) > 1;
  bool hasEllipsis = false;
  for (size_t i = 0; i < items.size(); ++i) {
    Entry entry;
    entry.item = &items[i];
    entry.operand = i + 1;
    entry.kind = items[i].kind;
    entry.addsAxis = entry.kind == IndexItem::Kind::None;
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
  return placeAxes();
}

Status Indexing::classifyTensor(Entry &entry, bool several) {
  Operand &operand = entry.item->value;
  ElemType elem = operand.literal ? ElemType(defaultType(*operand.literal)) : builder.elemOf(operand.value);
  if (elem.isKnown() && elem.dtype != DType::BOOL && !isInteger(elem.dtype))
    return badIndex(std::string("an index is an integer or a bool, not ") + toString(elem.dtype), entry.operand);
  if (elem == ElemType(DType::BOOL))
    return classifyMask(entry);
  if (several && !operand.isFlexible() && mayBeMask(builder, operand.value) && entry.kind == IndexItem::Kind::Tensor)
    return Error{ErrorId::UnknownType,
                 "an index whose element type is not known may be a mask or an index; convert it",
                 static_cast<int>(entry.operand),
                 {}};
  Result<Value *> value = indexValue(operand);
  if (!value)
    return value.error();
  entry.value = *value;
  // A tensor of rank 0 selects as a number does. A trace asks for the rank only where that matters (selectScalars).
  if (!builder.onQuestion && builder.typeOf(entry.value).rank() == 0)
    entry.kind = IndexItem::Kind::Integer;
  return std::nullopt;
}

/// A mask selects from as many axes as it has; one of rank 0 from an axis that it adds.
Status Indexing::classifyMask(Entry &entry) {
  Result<Value *> mask = builder.materialise(entry.item->value, DType::BOOL);
  if (!mask)
    return mask.error();
  entry.kind = IndexItem::Kind::Tensor;
  entry.isMask = true;
  entry.value = *mask;
  entry.dims = builder.rankOf(entry.value);
  if (entry.dims != 0)
    return std::nullopt;
  entry.addsAxis = true;
  entry.dims = 1;
  mask = builder.op("Unsqueeze", {Operand(*mask), Operand(Literal::list({int64_t(0)}))});
  entry.value = mask ? *mask : nullptr;
  return mask ? Status() : mask.error();
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
    used += std::max<int64_t>(entry.consumed(), 0);
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
  int64_t known = builder.typeOf(indexed).rank();
  if (known >= 0 && used + behind > known)
    return badIndex(
        "there are " + std::to_string(used + behind) + " indices for a tensor of rank " + std::to_string(known), 0);
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

Status Indexing::checkRange(const Entry &entry) {
  const std::optional<Literal> &literal = entry.item->value.literal;
  Type type = builder.typeOf(indexed);
  int64_t axis = entry.axis < 0 ? entry.axis + type.rank() : entry.axis;
  if (!literal || !literal->isScalar() || !type.shape || axis < 0 || axis >= type.rank() ||
      !(*type.shape)[axis].isKnown())
    return std::nullopt;
  const int64_t *number = std::get_if<int64_t>(&literal->data[0]);
  int64_t size = (*type.shape)[axis].value;
  if (number && *number >= -size && *number < size)
    return std::nullopt;
  return badIndex("the index " + toString(*literal) + " is outside of a dimension of size " + std::to_string(size),
                  static_cast<size_t>(entry.operand));
}

/// None: a new axis of size 1. Positions count in the result, where numbers have no axis any more.
Status Indexing::addAxes() {
  std::vector<Number> axes;
  int64_t position = 0;
  for (Entry &entry : front) {
    entry.position = position;
    if (entry.addsAxis)
      axes.emplace_back(position);
    position += entry.kept();
  }
  position = 0;
  for (auto entry = back.rbegin(); entry != back.rend(); ++entry) {
    position -= entry->kept();
    entry->position = position;
    if (entry->addsAxis)
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

Result<Value *> Indexing::apply(Value *tensor) {
  x = tensor;
  for (Status (Indexing::*step)() :
       {&Indexing::slice, &Indexing::select, &Indexing::addAxes, &Indexing::selectByTensors})
    if (Status status = (this->*step)())
      return std::move(*status);
  return x;
}

Result<Operand> Builder::index(Operand x, std::vector<IndexItem> items) {
  Result<Value *> value = materialise(x);
  if (!value)
    return value.error();
  Indexing indexing(*this, *value);
  if (Status status = indexing.classify(items))
    return std::move(*status);
  Result<Value *> result = indexing.apply(*value);
  if (!result)
    return result.error();
  return Operand(*result);
}

} // namespace onnxc::graph
