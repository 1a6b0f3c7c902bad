//===- Type.cpp - Types of graph values --------------------------------------===//
#include "Graph/IR/Type.h"
#include "Support/ElementNames.h"
#include "onnx/onnx_pb.h"

#include <algorithm>
#include <array>

namespace onnxc::graph {

namespace {

using support::elementNames;

std::string tensorText(const Type &type) {
  std::string text = toString(type.elem);
  if (!type.shape)
    return text;
  text += '[';
  for (const Dim &dim : *type.shape) {
    if (text.back() != '[')
      text += ',';
    text += dim.isKnown() ? std::to_string(dim.value) : dim.symbol.empty() ? "?" : dim.symbol;
  }
  return text + ']';
}

Dim joinDims(const Dim &a, const Dim &b) { return a == b ? a : Dim(); }

void writeTensor(const Type &type, onnx::TypeProto &proto) {
  onnx::TypeProto_Tensor *tensor = proto.mutable_tensor_type();
  if (type.elem.isKnown())
    tensor->set_elem_type(static_cast<int32_t>(type.elem.dtype));
  if (type.shape) {
    onnx::TensorShapeProto *shape = tensor->mutable_shape();
    for (const Dim &dim : *type.shape) {
      onnx::TensorShapeProto_Dimension *out = shape->add_dim();
      if (dim.isKnown())
        out->set_dim_value(dim.value);
      else if (!dim.symbol.empty())
        out->set_dim_param(dim.symbol);
    }
  }
}

Type fromTensor(const onnx::TypeProto_Tensor &proto) {
  Type type;
  if (proto.elem_type() >= 0 && proto.elem_type() < static_cast<int>(elementNames.size()))
    type.elem = static_cast<DType>(proto.elem_type());
  if (proto.has_shape()) {
    Shape shape;
    shape.reserve(proto.shape().dim_size());
    for (const auto &dim : proto.shape().dim()) {
      if (dim.has_dim_value() && dim.dim_value() >= 0)
        shape.emplace_back(dim.dim_value());
      else if (dim.has_dim_param())
        shape.emplace_back(dim.dim_param());
      else
        shape.emplace_back();
    }
    type.shape = std::move(shape);
  }
  return type;
}

Type otherType(const onnx::TypeProto &proto) {
  Type type;
  type.kind = Type::Kind::Other;
  type.other = std::make_shared<const onnx::TypeProto>(proto);
  return type;
}

/// A sequence or optional of a tensor: `kind`; else Other.
Type wrapped(const onnx::TypeProto &proto, const onnx::TypeProto &inner, Type::Kind kind) {
  if (inner.value_case() == onnx::TypeProto::kTensorType || inner.value_case() == onnx::TypeProto::VALUE_NOT_SET) {
    Type type = fromTensor(inner.tensor_type());
    type.kind = kind;
    return type;
  }
  if (kind == Type::Kind::OptionalTensor && inner.value_case() == onnx::TypeProto::kSequenceType) {
    Type type = fromProto(inner);
    if (type.kind == Type::Kind::Sequence) {
      type.kind = Type::Kind::OptionalSequence;
      return type;
    }
  }
  return otherType(proto);
}

} // namespace

const char *toString(DType dtype) {
  auto index = static_cast<size_t>(dtype);
  return index < elementNames.size() ? elementNames[index].data() : "unknown";
}

std::optional<DType> dtypeNamed(std::string_view name) {
  static constexpr std::pair<std::string_view, DType> otherNames[] = {
      {"float32", DType::FLOAT}, {"float64", DType::DOUBLE}, {"half", DType::FLOAT16}, {"str", DType::STRING},
      {"int", DType::INT32},     {"long", DType::INT64},     {"uint", DType::UINT32},  {"boolean", DType::BOOL}};
  std::string lower(name);
  for (char &c : lower)
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const auto &[alias, dtype] : otherNames)
    if (lower == alias)
      return dtype;
  for (size_t i = 1; i < elementNames.size(); ++i)
    if (lower == elementNames[i])
      return static_cast<DType>(i);
  return std::nullopt;
}

bool isFloat(DType dtype) {
  switch (dtype) {
  case DType::FLOAT:
  case DType::DOUBLE:
  case DType::FLOAT16:
  case DType::BFLOAT16:
  case DType::FLOAT8E4M3FN:
  case DType::FLOAT8E4M3FNUZ:
  case DType::FLOAT8E5M2:
  case DType::FLOAT8E5M2FNUZ:
  case DType::FLOAT4E2M1:
  case DType::FLOAT8E8M0:
  case DType::FLOAT6E2M3:
  case DType::FLOAT6E3M2:
    return true;
  default:
    return false;
  }
}

bool isSigned(DType dtype) {
  switch (dtype) {
  case DType::INT8:
  case DType::INT16:
  case DType::INT32:
  case DType::INT64:
  case DType::INT4:
  case DType::INT2:
    return true;
  default:
    return false;
  }
}

bool isUnsigned(DType dtype) {
  switch (dtype) {
  case DType::UINT8:
  case DType::UINT16:
  case DType::UINT32:
  case DType::UINT64:
  case DType::UINT4:
  case DType::UINT2:
    return true;
  default:
    return false;
  }
}

std::string toString(const ElemType &type) {
  if (type.isKnown())
    return toString(type.dtype);
  return type.var >= 0 ? "T" + std::to_string(type.var) : "?";
}

bool Type::mayHaveOneElement() const {
  return !shape ||
         std::all_of(shape->begin(), shape->end(), [](const Dim &dim) { return !dim.isKnown() || dim.value == 1; });
}

std::string toString(const Type &type) {
  switch (type.kind) {
  case Type::Kind::Tensor:
    return tensorText(type);
  case Type::Kind::Sequence:
    return "seq(" + tensorText(type) + ")";
  case Type::Kind::OptionalTensor:
    return "optional(" + tensorText(type) + ")";
  case Type::Kind::OptionalSequence:
    return "optional(seq(" + tensorText(type) + "))";
  case Type::Kind::Other:
    return type.other && type.other->has_map_type() ? "map" : "another type";
  case Type::Kind::Unknown:
    break;
  }
  return "?";
}

Type join(const Type &a, const Type &b) {
  if (a.kind != b.kind) {
    Type unknown;
    unknown.kind = Type::Kind::Unknown;
    return unknown;
  }
  Type result = a;
  if (a.elem != b.elem)
    result.elem = ElemType();
  if (!a.shape || !b.shape || a.shape->size() != b.shape->size())
    result.shape.reset();
  else
    std::transform(a.shape->begin(), a.shape->end(), b.shape->begin(), result.shape->begin(), joinDims);
  return result;
}

onnx::TypeProto toProto(const Type &type) {
  onnx::TypeProto proto;
  writeProto(type, proto);
  return proto;
}

void writeProto(const Type &type, onnx::TypeProto &proto) {
  switch (type.kind) {
  case Type::Kind::Tensor:
    writeTensor(type, proto);
    break;
  case Type::Kind::Sequence:
    writeTensor(type, *proto.mutable_sequence_type()->mutable_elem_type());
    break;
  case Type::Kind::OptionalTensor:
    writeTensor(type, *proto.mutable_optional_type()->mutable_elem_type());
    break;
  case Type::Kind::OptionalSequence:
    writeTensor(type,
                *proto.mutable_optional_type()->mutable_elem_type()->mutable_sequence_type()->mutable_elem_type());
    break;
  case Type::Kind::Other:
    if (type.other)
      proto = *type.other;
    break;
  case Type::Kind::Unknown:
    break;
  }
}

Type fromProto(const onnx::TypeProto &proto) {
  switch (proto.value_case()) {
  case onnx::TypeProto::kTensorType:
    return fromTensor(proto.tensor_type());
  case onnx::TypeProto::kSequenceType:
    return wrapped(proto, proto.sequence_type().elem_type(), Type::Kind::Sequence);
  case onnx::TypeProto::kOptionalType:
    return wrapped(proto, proto.optional_type().elem_type(), Type::Kind::OptionalTensor);
  case onnx::TypeProto::VALUE_NOT_SET: {
    Type unknown;
    unknown.kind = Type::Kind::Unknown;
    return unknown;
  }
  default:
    return otherType(proto);
  }
}

int TypeVars::fresh(std::string name, std::vector<DType> allowed) {
  vars.push_back({static_cast<int>(vars.size()), 1, DType::UNDEFINED, std::move(name), std::move(allowed)});
  return static_cast<int>(vars.size()) - 1;
}

int TypeVars::find(int var) const {
  while (vars[var].parent != var)
    var = vars[var].parent;
  return var;
}

ElemType TypeVars::resolve(ElemType type) const {
  if (type.isKnown() || type.var < 0 || type.var >= size())
    return type;
  int root = find(type.var);
  return vars[root].bound != DType::UNDEFINED ? ElemType(vars[root].bound) : ElemType::variable(root);
}

bool TypeVars::unify(ElemType a, ElemType b) {
  a = resolve(a);
  b = resolve(b);
  if (a == b || (!a.isKnown() && a.var < 0) || (!b.isKnown() && b.var < 0))
    return true;
  if (a.isKnown() && b.isKnown())
    return false;
  if (a.isKnown())
    std::swap(a, b);
  Var &var = vars[a.var];
  auto allows = [](const Var &var, DType dtype) {
    return var.allowed.empty() || std::find(var.allowed.begin(), var.allowed.end(), dtype) != var.allowed.end();
  };
  if (b.isKnown()) {
    if (!allows(var, b.dtype))
      return false;
    var.bound = b.dtype;
    return true;
  }
  // The larger class stays the root, so that chains stay short without path compression (functions are shared by
  // threads).
  int root = std::min(a.var, b.var), child = std::max(a.var, b.var);
  if (vars[root].size < vars[child].size)
    std::swap(root, child);
  Var &kept = vars[root], &joined = vars[child];
  if (kept.allowed.empty()) {
    kept.allowed = joined.allowed;
  } else if (!joined.allowed.empty()) {
    std::vector<DType> both;
    std::copy_if(kept.allowed.begin(), kept.allowed.end(), std::back_inserter(both),
                 [&](DType dtype) { return allows(joined, dtype); });
    if (both.empty())
      return false;
    kept.allowed = std::move(both);
  }
  if (kept.name.empty())
    kept.name = joined.name;
  joined.parent = root;
  kept.size += joined.size;
  return true;
}

const std::string &TypeVars::nameOf(int var) const { return vars[find(var)].name; }
const std::vector<DType> &TypeVars::allowedFor(int var) const { return vars[find(var)].allowed; }

} // namespace onnxc::graph
