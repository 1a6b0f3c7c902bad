//===- IndexPut.cpp - x.index_put({...}, value) -------------------------------------===//
//
// In general: the places that the index selects are found by indexing a tensor of
// positions, and the values are scattered over the flat tensor. Leading numbers,
// one leading index tensor and masks with one value need less.
//
//===------------------------------------------------------------------------===//
#include "Builder.h"

#include <algorithm>

namespace onnxc::graph {

namespace {

Attributes reduction(bool accumulate) {
  Attributes attributes;
  if (accumulate)
    attributes.push_back(attr("reduction", std::string("add")));
  return attributes;
}

/// Steps on values that end at the first error.
class Chain {
public:
  explicit Chain(Builder &builder) : builder(builder) {}
  Value *op(const char *opType, std::vector<Operand> inputs, Attributes attributes = {}) {
    if (error)
      return nullptr;
    Result<Value *> result = builder.op(opType, std::move(inputs), std::move(attributes));
    return take(std::move(result));
  }
  Value *take(Result<Value *> result) {
    if (error || !result) {
      if (!error)
        error = result.error();
      return nullptr;
    }
    return *result;
  }
  Value *shapeFrom(Value *x, int64_t start) {
    Attributes attributes;
    attributes.push_back(attr("start", start));
    return op("Shape", {x}, std::move(attributes));
  }
  Value *concat(std::vector<Operand> parts) {
    Attributes attributes;
    attributes.push_back(attr("axis", int64_t(0)));
    return op("Concat", std::move(parts), std::move(attributes));
  }
  Result<Operand> finish(Value *value) {
    if (error)
      return std::move(*error);
    return Operand(value);
  }
  Status error;

private:
  Builder &builder;
};

Operand numbers(std::vector<Number> list) { return Operand(Literal::list(std::move(list))); }

/// x[i, j, ...] = value: one row of ScatterND.
Result<Operand> putNumbers(Builder &builder, Value *x, std::vector<IndexItem> &items, Value *value, bool accumulate) {
  std::vector<Operand> indices;
  for (IndexItem &item : items) {
    Operand index = item.value;
    if (index.value && !index.flexible && builder.elemOf(index.value) != ElemType(DType::INT64)) {
      Result<Operand> cast = builder.cast(index, DType::INT64);
      if (!cast)
        return cast.error();
      index = *cast;
    }
    indices.push_back(std::move(index));
  }
  Result<Operand> row = builder.list(std::move(indices));
  if (!row)
    return row.error();
  Chain chain(builder);
  Value *places = chain.take(builder.materialise(*row, DType::INT64));
  places = chain.op("Unsqueeze", {Operand(places), numbers({int64_t(0)})});
  Value *shape = chain.shapeFrom(x, static_cast<int64_t>(items.size()));
  shape = chain.concat({numbers({int64_t(1)}), Operand(shape)});
  Value *updates = chain.op("Expand", {value, shape});
  return chain.finish(chain.op("ScatterND", {x, places, updates}, reduction(accumulate)));
}

/// x[mask] = value, where the value fits into the axes behind the mask.
Result<Operand> putWhere(Builder &builder, Value *x, Value *mask, int64_t extra, Value *value) {
  Chain chain(builder);
  if (extra > 0) {
    std::vector<Number> axes;
    for (int64_t i = 0; i < extra; ++i)
      axes.emplace_back(-1 - i);
    mask = chain.op("Unsqueeze", {Operand(mask), numbers(std::move(axes))});
  }
  return chain.finish(chain.op("Where", {mask, value, x}));
}

Result<Operand> putAnywhere(Builder &builder, Value *x, std::vector<IndexItem> &items, Value *value, bool accumulate) {
  Chain chain(builder);
  Value *shape = chain.op("Shape", {x});
  Value *count = chain.op("Size", {x});
  Value *positions = chain.op("Range", {Operand(Literal(int64_t(0))), Operand(count), Operand(Literal(int64_t(1)))});
  positions = chain.op("Reshape", {positions, shape});
  if (chain.error)
    return std::move(*chain.error);
  if (builder.rankOf(x) >= 0) { // Reshape to a shape that is not known forgets the rank
    positions->type = Type::tensor(DType::INT64, builder.typeOf(x).shape);
    positions->typeKnown = true;
  }
  Result<Operand> selected = builder.index(Operand(positions), items);
  if (!selected)
    return selected.error();
  Value *places = selected->value;
  Value *wanted = chain.op("Shape", {places});
  Value *updates = chain.op("Expand", {value, wanted});
  auto flat = [&](Value *tensor) { return chain.op("Reshape", {Operand(tensor), numbers({int64_t(-1)})}); };
  Value *result = chain.op("ScatterElements", {flat(x), flat(places), flat(updates)}, reduction(accumulate));
  return chain.finish(chain.op("Reshape", {result, shape}));
}

} // namespace

Result<Operand> Builder::indexPut(Operand x, std::vector<IndexItem> items, Operand value, bool accumulate) {
  if (accumulate && fn->opset < 16)
    return Error{ErrorId::WrongOpset, "index_put that accumulates needs opset 16", -1, {}};
  Result<Value *> data = materialise(x);
  if (!data)
    return data.error();
  Result<Value *> update = materialiseLike(value, *data);
  if (!update) {
    update.error().operand = static_cast<int>(items.size() + 1);
    return update.error();
  }
  if (checkTypes && !value.isFlexible()) {
    ElemType a = typeOf(*data).elem, b = typeOf(*update).elem;
    if (!fn->typeVars.unify(a, b))
      return Error{ErrorId::TypeMismatch,
                   "the value is " + toString(typeOf(*update)) + ", the tensor " + toString(typeOf(*data)) +
                       ": they must have the same element type",
                   static_cast<int>(items.size() + 1),
                   {}};
  }
  auto isNumber = [](const IndexItem &item) {
    return item.kind == IndexItem::Kind::Integer && !(item.value.literal && item.value.literal->data[0].index() != 1);
  };
  int64_t rank = typeOf(*data).rank();
  if (!items.empty() && std::all_of(items.begin(), items.end(), isNumber) && fn->opset >= 15 &&
      (rank < 0 || static_cast<int64_t>(items.size()) <= rank))
    return putNumbers(*this, *data, items, *update, accumulate);
  if (items.size() == 1 && items[0].kind == IndexItem::Kind::Tensor && items[0].value.value && !accumulate &&
      elemOf(items[0].value.value) == ElemType(DType::BOOL)) {
    int64_t maskRank = rankOf(items[0].value.value), dataRank = rankOf(*data), valueRank = rankOf(*update);
    bool isBool = elemOf(*data) == ElemType(DType::BOOL); // for which ONNX Runtime has no Where
    if (valueRank == 0 && maskRank > 0 && dataRank >= maskRank && !isBool)
      return putWhere(*this, *data, items[0].value.value, dataRank - maskRank, *update);
  }
  return putAnywhere(*this, *data, items, *update, accumulate);
}

} // namespace onnxc::graph
