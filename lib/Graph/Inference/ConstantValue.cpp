//===- ConstantValue.cpp - Integer tensors that are known -----------------------===//
//
// Shapes are computed by a few operators on small integer tensors. What is known
// of them goes to onnx's inference as input data.
//
//===------------------------------------------------------------------------===//
#include "Graph/Inference/ConstantValue.h"
#include "Graph/Inference/Inference.h"
#include "Graph/Inference/TypeEnv.h"

#include <algorithm>
#include <cstring>

namespace onnxc::graph {

namespace {

constexpr size_t maxItems = 1024;
constexpr int maxSteps = 256;

using Item = ShapeData::Item;

std::optional<ShapeData> fromTensor(const onnx::TensorProto &tensor) {
  ShapeData data;
  data.dtype = static_cast<DType>(tensor.data_type());
  data.isScalar = tensor.dims_size() == 0;
  if (tensor.dims_size() > 1 || (data.dtype != DType::INT64 && data.dtype != DType::INT32))
    return std::nullopt;
  size_t count = data.isScalar ? 1 : static_cast<size_t>(tensor.dims(0));
  if (count > maxItems)
    return std::nullopt;
  size_t size = data.dtype == DType::INT64 ? 8 : 4;
  for (size_t i = 0; i < count; ++i) {
    int64_t number = 0;
    if (tensor.has_raw_data()) {
      if (tensor.raw_data().size() < (i + 1) * size)
        return std::nullopt;
      int32_t half = 0;
      if (size == 8)
        std::memcpy(&number, tensor.raw_data().data() + i * size, size);
      else
        std::memcpy(&half, tensor.raw_data().data() + i * size, size);
      number = size == 8 ? number : half;
    } else if (size == 8 && i < static_cast<size_t>(tensor.int64_data_size())) {
      number = tensor.int64_data(static_cast<int>(i));
    } else if (size == 4 && i < static_cast<size_t>(tensor.int32_data_size())) {
      number = tensor.int32_data(static_cast<int>(i));
    } else {
      return std::nullopt;
    }
    data.items.push_back({number, {}});
  }
  return data;
}

/// Evaluates by recursion, each value once, at most maxSteps of them.
class Evaluator {
public:
  explicit Evaluator(TypeEnv &env) : env(env) {}

  using Data = std::optional<ShapeData>;
  Data operator()(const Value *value) {
    if (!value || !value->producer || !value->producer->domain.empty() || value->producer->callee)
      return std::nullopt;
    if (auto found = known.find(value); found != known.end())
      return found->second;
    if (++steps > maxSteps)
      return std::nullopt;
    Data data = evaluate(*value->producer);
    if (data && data->items.size() > maxItems)
      data.reset();
    known.emplace(value, data);
    return data;
  }

private:
  Data evaluate(const Node &node) {
    const std::string &op = node.opType;
    if (op == "Constant")
      return constant(node);
    if (op == "Shape")
      return shape(node);
    if (op == "Size")
      return size(node);
    if (op == "Identity")
      return (*this)(node.inputs[0]);
    if (op == "Cast")
      return cast(node);
    if (op == "Concat")
      return concat(node);
    if (op == "Gather")
      return gather(node);
    if (op == "Slice")
      return slice(node);
    if (op == "Squeeze" || op == "Unsqueeze" || op == "Reshape")
      return reshape(node);
    if (op == "Add" || op == "Sub" || op == "Mul" || op == "Div")
      return arithmetic(node);
    return std::nullopt;
  }

  static Data list(const google::protobuf::RepeatedField<int64_t> &numbers) {
    ShapeData data;
    for (int64_t number : numbers)
      data.items.push_back({number, {}});
    return data;
  }

  Data constant(const Node &node) {
    if (const onnx::AttributeProto *value = env.attribute(node, "value"); value && value->has_t())
      return fromTensor(value->t());
    if (const onnx::AttributeProto *value = env.attribute(node, "value_ints"))
      return list(value->ints());
    if (const onnx::AttributeProto *value = env.attribute(node, "value_int")) {
      ShapeData data;
      data.isScalar = true;
      data.items.push_back({value->i(), {}});
      return data;
    }
    return std::nullopt;
  }

  Data shape(const Node &node) {
    const Type &type = env.typeOf(node.inputs[0]);
    if (type.kind != Type::Kind::Tensor || !type.shape)
      return std::nullopt;
    int64_t rank = type.rank(), start = 0, end = rank;
    for (const Attribute &attribute : node.attributes) {
      const onnx::AttributeProto *proto = env.resolve(attribute);
      if (!proto)
        return std::nullopt;
      int64_t at = std::clamp<int64_t>(proto->i() < 0 ? proto->i() + rank : proto->i(), 0, rank);
      (attribute.proto.name() == "start" ? start : end) = at;
    }
    ShapeData data;
    for (int64_t i = start; i < end; ++i) {
      const Dim &dim = (*type.shape)[i];
      data.items.push_back({dim.isKnown() ? std::optional(dim.value) : std::nullopt, dim.symbol});
    }
    return data;
  }

  Data size(const Node &node) {
    const Type &type = env.typeOf(node.inputs[0]);
    if (type.kind != Type::Kind::Tensor || !type.shape)
      return std::nullopt;
    int64_t count = 1;
    for (const Dim &dim : *type.shape)
      if (!dim.isKnown() || __builtin_mul_overflow(count, dim.value, &count))
        return std::nullopt;
    ShapeData data;
    data.isScalar = true;
    data.items.push_back({count, {}});
    return data;
  }

  Data cast(const Node &node) {
    const onnx::AttributeProto *to = env.attribute(node, "to");
    Data data = to ? (*this)(node.inputs[0]) : std::nullopt;
    if (!data || (to->i() != static_cast<int>(DType::INT64) && to->i() != static_cast<int>(DType::INT32)))
      return std::nullopt;
    data->dtype = static_cast<DType>(to->i());
    if (data->dtype == DType::INT32)
      for (Item &item : data->items)
        if (item.value)
          item.value = static_cast<int32_t>(*item.value);
    return data;
  }

  Data concat(const Node &node) {
    ShapeData data;
    for (const Value *input : node.inputs) {
      Data part = (*this)(input);
      if (!part && env.typeOf(input).rank() == 1 && (*env.typeOf(input).shape)[0].value == 1) {
        part.emplace(); // one number that is not known
        part->items.emplace_back();
      }
      if (!part || part->isScalar || data.items.size() + part->items.size() > maxItems)
        return std::nullopt;
      data.dtype = part->dtype;
      data.items.insert(data.items.end(), part->items.begin(), part->items.end());
    }
    return data;
  }

  /// Data and indices of rank 0 or 1.
  Data gather(const Node &node) {
    Data data = (*this)(node.inputs[0]), indices = data ? (*this)(node.inputs[1]) : std::nullopt;
    if (!indices || data->isScalar || !indices->isKnown())
      return std::nullopt;
    ShapeData result;
    result.dtype = data->dtype;
    result.isScalar = indices->isScalar;
    auto count = static_cast<int64_t>(data->items.size());
    for (const Item &index : indices->items) {
      int64_t at = *index.value < 0 ? *index.value + count : *index.value;
      if (at < 0 || at >= count)
        return std::nullopt;
      result.items.push_back(data->items[at]);
    }
    return result;
  }

  std::optional<int64_t> single(const Node &node, size_t input, int64_t absent) {
    if (input >= node.inputs.size() || !env.has(node.inputs[input]))
      return absent;
    Data data = (*this)(node.inputs[input]);
    return data && data->items.size() == 1 ? data->items[0].value : std::nullopt;
  }

  Data slice(const Node &node) {
    if (node.inputs.size() < 3)
      return std::nullopt;
    Data data = (*this)(node.inputs[0]);
    auto start = single(node, 1, 0), end = single(node, 2, 0), step = single(node, 4, 1);
    if (!data || data->isScalar || !start || !end || !step || *step != 1)
      return std::nullopt;
    auto count = static_cast<int64_t>(data->items.size());
    auto bound = [&](int64_t at) { return std::clamp<int64_t>(at < 0 ? at + count : at, 0, count); };
    ShapeData result;
    result.dtype = data->dtype;
    for (int64_t i = bound(*start); i < bound(*end); ++i)
      result.items.push_back(data->items[i]);
    return result;
  }

  /// Between rank 0 and rank 1.
  Data reshape(const Node &node) {
    Data data = (*this)(node.inputs[0]);
    if (!data || data->items.size() != 1)
      return std::nullopt;
    if (node.opType == "Squeeze" || node.opType == "Unsqueeze") {
      if ((node.opType == "Unsqueeze") != data->isScalar)
        return std::nullopt;
      data->isScalar = !data->isScalar;
      return data;
    }
    Data shape = (*this)(node.inputs[1]);
    if (!shape || shape->isScalar || shape->items.size() > 1)
      return std::nullopt;
    data->isScalar = shape->items.empty();
    return data;
  }

  static std::optional<int64_t> compute(const std::string &op, int64_t a, int64_t b) {
    int64_t result = 0;
    bool overflows = op == "Add"   ? __builtin_add_overflow(a, b, &result)
                     : op == "Sub" ? __builtin_sub_overflow(a, b, &result)
                     : op == "Mul" ? __builtin_mul_overflow(a, b, &result)
                                   : b == 0 || (b == -1 && a == INT64_MIN);
    if (overflows)
      return std::nullopt;
    return op == "Div" ? a / b : result;
  }

  Data arithmetic(const Node &node) {
    Data a = (*this)(node.inputs[0]), b = a ? (*this)(node.inputs[1]) : std::nullopt;
    if (!b || (a->items.size() != b->items.size() && a->items.size() != 1 && b->items.size() != 1))
      return std::nullopt;
    ShapeData result;
    result.dtype = a->dtype;
    result.isScalar = a->isScalar && b->isScalar;
    size_t count = a->items.size() == 1 ? b->items.size() : a->items.size();
    for (size_t i = 0; i < count; ++i) {
      const Item &left = a->items[a->items.size() == 1 ? 0 : i], &right = b->items[b->items.size() == 1 ? 0 : i];
      Item item;
      if (left.value && right.value)
        item.value = compute(node.opType, *left.value, *right.value);
      result.items.push_back(item);
    }
    return result;
  }

  TypeEnv &env;
  std::unordered_map<const Value *, Data> known;
  int steps = 0;
};

} // namespace

std::optional<ShapeData> evaluateShape(const Value *value, TypeEnv &env) { return Evaluator(env)(value); }

onnx::TensorProto toTensor(const ShapeData &data) {
  onnx::TensorProto tensor;
  tensor.set_data_type(static_cast<int32_t>(data.dtype));
  if (!data.isScalar)
    tensor.add_dims(static_cast<int64_t>(data.items.size()));
  for (const Item &item : data.items) {
    if (data.dtype == DType::INT64)
      tensor.add_int64_data(*item.value);
    else
      tensor.add_int32_data(static_cast<int32_t>(*item.value));
  }
  return tensor;
}

std::optional<onnx::TensorProto> constantValue(const Value *value) {
  if (!value)
    return std::nullopt;
  TypeEnv env{value->graph->function->typeVars};
  std::optional<ShapeData> data = evaluateShape(value, env);
  if (!data || !data->isKnown())
    return std::nullopt;
  return toTensor(*data);
}

} // namespace onnxc::graph
