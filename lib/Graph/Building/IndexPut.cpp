//===- IndexPut.cpp - x.index_put({...}, value) -------------------------------------===//
//
// In general: the places that the index selects are found by indexing a tensor of
// positions, and the values are scattered over the flat tensor. Numbers and index
// tensors for the first axes and masks with one value need less.
//
//===------------------------------------------------------------------------===//
#include "Graph/Building/Formula.h"
#include "Graph/Building/Indexing.h"

#include <algorithm>

namespace onnxc::graph {

namespace {

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

/// One index_put: the tensor, what is indexed, and what is put there.
class Put {
public:
  Put(Builder &builder, Value *x, Value *value, bool isNumber, bool accumulate)
      : builder(builder), indexing(builder, x), chain(builder), x(x), value(value), isNumber(isNumber),
        accumulate(accumulate) {}

  Result<Operand> run(std::vector<IndexItem> &items) {
    if (Status status = indexing.classify(items))
      return std::move(*status);
    const auto &leading = indexing.leading();
    bool onlyLeading = indexing.trailing().empty();
    if (onlyLeading && leading.empty())
      return everywhere();
    if (onlyLeading && std::all_of(leading.begin(), leading.end(), [&](const auto &entry) { return isIndex(entry); }))
      return atPlaces();
    if (onlyLeading && leading.size() == 1 && leading[0].isMask && !accumulate)
      if (std::optional<int64_t> behind = axesBehind(leading[0]))
        return where(leading[0], *behind);
    return allowsZero() || builder.rankOf(x) == 0 ? anywhere() : anywhereByRows();
  }

private:
  /// A number, or a tensor of indices for sure.
  bool isIndex(const Indexing::Entry &entry) {
    return entry.kind == IndexItem::Kind::Integer ||
           (entry.kind == IndexItem::Kind::Tensor && !entry.isMask && builder.elemOf(entry.value).isKnown());
  }
  bool allowsZero() { return builder.function().opset >= 14; }
  Attributes reduction() const {
    Attributes attributes;
    if (accumulate)
      attributes.push_back(attr("reduction", std::string("add")));
    return attributes;
  }
  /// The shape of x from that axis on.
  Value *shapeFrom(int64_t axis) {
    if (builder.function().opset < 15)
      return chain.op("Slice", {Operand(chain.op("Shape", {x})), numbers({axis}), numbers({INT64_MAX})});
    Attributes attributes;
    attributes.push_back(attr("start", axis));
    return chain.op("Shape", {x}, std::move(attributes));
  }
  /// A shape that is not known may have sizes of 0, which are no requests to keep a size.
  Value *reshape(Value *tensor, Value *shape) {
    Attributes attributes;
    if (allowsZero())
      attributes.push_back(attr("allowzero", int64_t(1)));
    return chain.op("Reshape", {tensor, shape}, std::move(attributes));
  }

  Result<Operand> everywhere();
  Result<Operand> atPlaces();
  std::optional<int64_t> axesBehind(const Indexing::Entry &mask);
  Result<Operand> where(const Indexing::Entry &mask, int64_t behind);
  Result<Operand> anywhere();
  Result<Operand> anywhereByRows();

  Builder &builder;
  Indexing indexing;
  Chain chain;
  Value *x, *value;
  bool isNumber, accumulate;
};

Result<Operand> Put::everywhere() {
  value = chain.op("Expand", {value, chain.op("Shape", {x})});
  return chain.finish(accumulate ? chain.op("Add", {x, value}) : value);
}

/// x[i, j, ...] = value: ScatterND. Numbers alone are one row.
Result<Operand> Put::atPlaces() {
  const std::vector<Indexing::Entry> &entries = indexing.leading();
  std::vector<Operand> parts;
  std::vector<Value *> indices;
  for (const Indexing::Entry &entry : entries) {
    if (Status status = indexing.checkRange(entry))
      return std::move(*status);
    if (entry.kind == IndexItem::Kind::Integer && entry.item->value.literal)
      parts.push_back(entry.item->value);
    else
      parts.emplace_back(chain.take(indexing.asInt64(entry.value)));
    indices.push_back(entry.item->value.literal ? entry.value : parts.back().value);
  }
  if (chain.error)
    return std::move(*chain.error);
  Operand shape = numbers({int64_t(1)});
  Value *places = nullptr;
  bool areNumbers = std::all_of(entries.begin(), entries.end(),
                                [](const auto &entry) { return entry.kind == IndexItem::Kind::Integer; });
  if (areNumbers) {
    Result<Operand> row = builder.list(std::move(parts));
    if (!row)
      return row.error();
    places =
        chain.op("Unsqueeze", {Operand(chain.take(builder.materialise(*row, DType::INT64))), numbers({int64_t(0)})});
  } else {
    places = chain.take(indexing.rows(indices));
    shape = Operand(chain.op("Shape", {indices[0]}));
  }
  Value *wanted = chain.concat({shape, Operand(shapeFrom(static_cast<int64_t>(entries.size())))});
  Value *updates = chain.op("Expand", {value, wanted});
  return chain.finish(chain.op("ScatterND", {x, places, updates}, reduction()));
}

/// The axes of x behind the mask if Where can put the value there: one value, or one for each of these axes.
std::optional<int64_t> Put::axesBehind(const Indexing::Entry &mask) {
  if (ElemType elem = builder.elemOf(x); elem.isKnown() && !hasWhere(elem))
    return std::nullopt;
  int64_t valueRank = isNumber ? 0 : builder.rankOf(value);
  if (valueRank < 0 || mask.dims < 0)
    return std::nullopt;
  int64_t behind = builder.rankOf(x) - mask.consumed();
  return behind >= valueRank ? std::optional(behind) : std::nullopt;
}

Result<Operand> Put::where(const Indexing::Entry &mask, int64_t behind) {
  if (mask.addsAxis) // of rank 0: as it was given, it fits x of any rank
    return chain.finish(chain.op("Where", {chain.take(builder.materialise(mask.item->value, DType::BOOL)), value, x}));
  Value *condition = mask.value;
  std::vector<Number> axes;
  for (int64_t i = 0; i < behind; ++i)
    axes.emplace_back(-1 - i);
  if (!axes.empty())
    condition = chain.op("Unsqueeze", {Operand(condition), numbers(std::move(axes))});
  return chain.finish(chain.op("Where", {condition, value, x}));
}

Result<Operand> Put::anywhere() {
  Value *shape = chain.op("Shape", {x}), *count = chain.op("Size", {x});
  Value *positions = chain.op("Range", {Operand(Literal(int64_t(0))), Operand(count), Operand(Literal(int64_t(1)))});
  positions = reshape(positions, shape);
  if (chain.error)
    return std::move(*chain.error);
  Value *places = chain.take(indexing.apply(positions));
  Value *updates = chain.op("Expand", {value, chain.op("Shape", {places})});
  auto flat = [&](Value *tensor) { return chain.op("Reshape", {Operand(tensor), numbers({int64_t(-1)})}); };
  Value *result = chain.op("ScatterElements", {flat(x), flat(places), flat(updates)}, reduction());
  return chain.finish(reshape(result, shape));
}

/// As anywhere(), where Reshape can't make sizes of 0: before opset 14. Positions and places are made by ScatterND.
Result<Operand> Put::anywhereByRows() {
  onnx::TensorProto one;
  one.set_data_type(onnx::TensorProto::INT64);
  one.add_dims(1);
  one.add_int64_data(1);
  Attributes ones;
  ones.push_back(attr("value", std::move(one)));
  Value *full = chain.op("ConstantOfShape", {chain.op("Shape", {x})}, std::move(ones));
  Value *rows = chain.op("Transpose", {chain.op("NonZero", {full})});
  Value *count = chain.op("Size", {x});
  Value *order = chain.op("Range", {Operand(Literal(int64_t(0))), Operand(count), Operand(Literal(int64_t(1)))});
  Value *positions = chain.op("ScatterND", {full, rows, order});
  if (chain.error)
    return std::move(*chain.error);
  Value *places = chain.take(indexing.apply(positions));
  Value *updates = chain.op("Expand", {value, chain.op("Shape", {places})});
  Attributes axis;
  axis.push_back(attr("axis", int64_t(0)));
  Value *found = chain.op("Gather", {rows, places}, std::move(axis));
  return chain.finish(chain.op("ScatterND", {x, found, updates}, reduction()));
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
  ElemType elem = typeOf(*data).elem;
  if (accumulate && (elem == ElemType(DType::BOOL) || elem == ElemType(DType::STRING)))
    return Error{ErrorId::TypeMismatch,
                 "index_put adds, and there are no sums of " + toString(elem) + "; convert the tensor",
                 0,
                 {}};
  bool isNumber = value.literal ? value.literal->isScalar() : value.flexible && typeOf(value.value).rank() == 0;
  return Put(*this, *data, *update, isNumber, accumulate).run(items);
}

} // namespace onnxc::graph
