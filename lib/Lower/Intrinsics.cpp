//===- Intrinsics.cpp - Functions and members of namespace onnxc ----------------------===//
#include "FunctionLowering.h"
#include "clang/AST/DeclTemplate.h"

namespace onnxc::lower {

std::optional<graph::IndexItem> FunctionLowering::itemOf(const Value &value, Location location) {
  if (value.is(Value::Kind::Item))
    return *value.item;
  Value tensor = toTensor(value, location);
  return tensor.isPoison() ? std::nullopt : std::optional(builder.indexItem(tensor.operand));
}

Value FunctionLowering::indexTensor(const Value &x, std::vector<Value> items, const clang::Expr *expr) {
  Location location = expr->getExprLoc();
  Value tensor = toTensor(x, location);
  std::vector<graph::IndexItem> list;
  for (const Value &value : items) {
    if (value.isPoison())
      return value;
    auto item = itemOf(value, location);
    if (!item)
      return Value::poison();
    list.push_back(std::move(*item));
  }
  if (tensor.isPoison())
    return tensor;
  builder.location = location.getRawEncoding();
  auto result = builder.index(tensor.operand, std::move(list));
  return result ? Value::tensorOf(*result) : fail(result.error(), location, expr);
}

Value FunctionLowering::castTo(const Value &x, DType dtype, Location location) {
  Value tensor = toTensor(x, location);
  if (tensor.isPoison())
    return tensor;
  builder.location = location.getRawEncoding();
  auto result = builder.cast(tensor.operand, dtype);
  if (!result)
    return fail(result.error(), location);
  // A number that was cast has that type for good.
  if (result->isFlexible()) {
    auto node = builder.materialise(*result, graph::ElemType(dtype));
    return node ? Value::tensorOf(graph::Operand(*node)) : fail(node.error(), location);
  }
  return Value::tensorOf(*result);
}

Value FunctionLowering::shapeQuestion(llvm::StringRef name, const Value &x, const clang::CXXMemberCallExpr *expr) {
  Location location = expr->getExprLoc();
  builder.location = location.getRawEncoding();
  clang::QualType int64 = ctx.getIntTypeForBitwidth(64, 1);
  std::optional<graph::Result<graph::Operand>> result;
  if (name == "rank") {
    result = builder.rank(x.operand);
  } else if (name == "numel") {
    result = builder.numel(x.operand);
  } else {
    Value axis = eval(expr->getArg(0));
    if (axis.is(Value::Kind::Attribute))
      axis = runtimeOf(axis, location);
    if (axis.isPoison())
      return axis;
    if (!axis.isKnownNumber()) { // a run-time axis: Shape, then Gather
      auto shape = builder.shapeOf(x.operand);
      if (!shape)
        return fail(shape.error(), location);
      auto dim = builder.op("Gather", {*shape, graph::Operand(numberNode(axis))});
      return dim ? Value::runtime(*dim, int64) : fail(dim.error(), location);
    }
    result = builder.dim(x.operand, axis.constant.getInt().getExtValue());
  }
  if (!*result)
    return fail(result->error(), location, expr);
  const graph::Operand &operand = **result;
  if (operand.literal)
    return knownInt64(std::get<int64_t>(operand.literal->data[0]));
  return Value::runtime(operand.value, int64);
}

/// Members of Tensor.
Value FunctionLowering::tensorMember(Object *object, const clang::CXXMemberCallExpr *expr) {
  const clang::CXXMethodDecl *method = expr->getMethodDecl();
  Location location = expr->getExprLoc();
  Value x = toTensor(load(object, expr->getImplicitObjectArgument()), location);
  if (x.isPoison())
    return x;
  if (llvm::isa<clang::CXXConversionDecl>(method)) {
    if (method->getReturnType()->isBooleanType())
      return decided(tensorAsBool(x, expr->getBeginLoc()), expr->getBeginLoc());
    return x;
  }
  llvm::StringRef name = method->getIdentifier() ? method->getName() : llvm::StringRef();
  if (name == "rank" || name == "numel" || name == "dim")
    return shapeQuestion(name, x, expr);
  if (name == "shape") {
    builder.location = location.getRawEncoding();
    auto shape = builder.shapeOf(x.operand);
    return shape ? Value::tensorOf(*shape) : fail(shape.error(), location);
  }
  if (name == "dtype") {
    graph::Type type = builder.typeOf(x.operand);
    if (!type.elem.isKnown())
      return fail(location, DiagId::UnknownElementType);
    return knownInt(static_cast<int64_t>(type.elem.dtype), expr->getType());
  }
  if (name == "to") {
    Value dtype = eval(expr->getArg(0));
    if (dtype.is(Value::Kind::Attribute)) {
      auto node = builder.materialise(x.operand);
      graph::Attributes attributes;
      attributes.push_back(graph::attrRef("to", *dtype.attribute));
      auto result = node ? builder.op("Cast", {graph::Operand(*node)}, std::move(attributes)) : node;
      return result ? Value::tensorOf(graph::Operand(*result)) : fail(result.error(), location);
    }
    if (!dtype.isKnownNumber())
      return dtype.isPoison() ? dtype : fail(location, DiagId::DTypeKnown);
    return castTo(x, static_cast<DType>(dtype.constant.getInt().getExtValue()), location);
  }
  if (name == "index" || name == "index_put") {
    Value items = eval(expr->getArg(0));
    if (items.isPoison())
      return items;
    if (items.is(Value::Kind::Reference))
      items = store.load(items.object);
    if (name == "index")
      return indexTensor(x, std::move(items.elements), expr);
    Value value = toTensor(eval(expr->getArg(1)), expr->getArg(1)->getBeginLoc());
    Value accumulate = expr->getNumArgs() > 2 ? eval(expr->getArg(2)) : knownBool(false);
    std::vector<graph::IndexItem> list;
    for (const Value &element : items.elements) {
      auto item = itemOf(element, location);
      if (!item)
        return Value::poison();
      list.push_back(std::move(*item));
    }
    if (value.isPoison() || accumulate.isPoison())
      return Value::poison();
    if (!accumulate.isKnownNumber())
      return fail(location, DiagId::AccumulateKnown);
    builder.location = location.getRawEncoding();
    auto result = builder.indexPut(x.operand, std::move(list), value.operand, accumulate.isTrue());
    return result ? Value::tensorOf(*result) : fail(result.error(), location, expr);
  }
  report(location, DiagId::UnknownCall) << method << expr->getSourceRange();
  return Value::poison();
}

/// onnxc::tensor(...): nested lists with the element type of the result.
Value FunctionLowering::tensorLiteral(const clang::CallExpr *expr) {
  Location location = expr->getExprLoc();
  Value value = eval(expr->getArg(0));
  if (value.is(Value::Kind::Reference))
    value = store.load(value.object);
  if (value.isPoison() || value.is(Value::Kind::Constant))
    return value;
  DType dtype = DType::UNDEFINED;
  const auto *args = expr->getDirectCallee()->getTemplateSpecializationArgs();
  if (args && args->size() && args->get(0).getKind() == clang::TemplateArgument::Type)
    dtype = dtypeOf(args->get(0).getAsType());
  auto constant = typedConstant(value, dtype);
  if (!constant) {
    // Some element is known at run time only: a tensor all the same, of rank 1.
    if (value.is(Value::Kind::Aggregate)) {
      std::vector<graph::Operand> parts;
      for (const Value &element : value.elements) {
        if (element.is(Value::Kind::Aggregate))
          return fail(location, DiagId::TensorLiteralShape);
        Value part = toTensor(element, location);
        if (part.isPoison())
          return part;
        auto node = dtype == DType::UNDEFINED ? builder.materialise(part.operand)
                                              : builder.materialise(part.operand, graph::ElemType(dtype));
        if (!node)
          return fail(node.error(), location);
        parts.push_back(graph::Operand(*node));
      }
      auto list = builder.list(std::move(parts));
      return list ? Value::tensorOf(*list) : fail(list.error(), location);
    }
    if (value.is(Value::Kind::Number) || value.is(Value::Kind::Attribute)) {
      Value part = toTensor(value, location);
      if (part.isPoison())
        return part;
      auto node =
          builder.materialise(part.operand, dtype == DType::UNDEFINED ? graph::ElemType() : graph::ElemType(dtype));
      return node ? Value::tensorOf(graph::Operand(*node)) : fail(node.error(), location);
    }
    return fail(location, DiagId::TensorLiteralShape);
  }
  Value result(Value::Kind::Constant);
  result.tensor = std::make_shared<onnx::TensorProto>(std::move(*constant));
  return result;
}

/// onnxc::type<T>(): a TypeProto for attributes of that kind.
static std::optional<onnx::AttributeProto> typeAttribute(clang::QualType type, frontend::TypeTable &types) {
  onnx::AttributeProto proto;
  proto.set_type(onnx::AttributeProto::TYPE_PROTO);
  std::function<bool(clang::QualType, onnx::TypeProto &)> fill = [&](clang::QualType current, onnx::TypeProto &out) {
    const auto *record = current->getAsCXXRecordDecl();
    llvm::StringRef name = record && record->getIdentifier() ? record->getName() : llvm::StringRef();
    if (name == "SequenceOf")
      return fill(types.templateArgument(current, 0), *out.mutable_sequence_type()->mutable_elem_type());
    if (name == "OptionalOf")
      return fill(types.templateArgument(current, 0), *out.mutable_optional_type()->mutable_elem_type());
    auto *tensor = out.mutable_tensor_type();
    if (types.classify(current) != TypeClass::Tensor) {
      tensor->set_elem_type(types.elementTypeOf(current));
      return tensor->elem_type() != 0;
    }
    const frontend::TypeSpec &spec = types.tensorTypeOf(current);
    tensor->set_elem_type(spec.element);
    if (spec.dims) {
      tensor->mutable_shape();
      for (const frontend::DimSpec &dim : *spec.dims) {
        auto *out = tensor->mutable_shape()->add_dim();
        if (dim.kind == frontend::DimSpec::Value)
          out->set_dim_value(dim.value);
        else if (dim.kind == frontend::DimSpec::Symbol)
          out->set_dim_param(dim.symbol);
      }
    }
    return spec.element != 0;
  };
  if (!fill(type, *proto.mutable_tp()))
    return std::nullopt;
  return proto;
}

std::optional<Value> FunctionLowering::intrinsic(const clang::FunctionDecl *callee, Object *object,
                                                 const clang::CallExpr *expr) {
  Location location = expr->getExprLoc();
  llvm::StringRef name = callee->getIdentifier() ? callee->getName() : llvm::StringRef();
  if (const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr)) {
    clang::QualType objectType = member->getObjectType();
    TypeClass cls = unit.types().classify(objectType);
    if (cls == TypeClass::Tensor)
      return tensorMember(object, member);
    if (llvm::isa<clang::CXXConversionDecl>(callee)) {
      Value value = store.load(object);
      if (unit.types().classify(callee->getReturnType()) == TypeClass::Tensor)
        return toTensor(std::move(value), location);
      if (value.result && unit.types().classify(callee->getReturnType()) == TypeClass::StdVector) {
        value.result = false;
        return value;
      }
      if (value.result)
        for (Value &element : value.elements)
          if (element.is(Value::Kind::Tensor))
            return element;
      return value;
    }
    bool outputs = cls == TypeClass::OnnxcOther || cls == TypeClass::VariadicInput;
    if (outputs && name == "size")
      if (object->aggregate)
        return knownInt(static_cast<int64_t>(object->children.size()), expr->getType());
    return std::nullopt;
  }
  const auto *args = callee->getTemplateSpecializationArgs();
  if (auto value = callControl(name, {expr->getArgs(), expr->getNumArgs()}, expr))
    return value;
  if (name == "tensor" && expr->getNumArgs() == 1)
    return tensorLiteral(expr);
  if (name == "cast" && args && args->size()) {
    Value x = eval(expr->getArg(0));
    return x.isPoison() ? x : castTo(x, dtypeOf(args->get(0).getAsType()), expr->getBeginLoc());
  }
  if (name == "range") {
    Value range(Value::Kind::Range);
    for (const clang::Expr *arg : expr->arguments())
      range.elements.push_back(eval(arg));
    for (const Value &part : range.elements)
      if (part.isPoison())
        return part;
    if (range.elements.size() == 1)
      range.elements.insert(range.elements.begin(), knownInt64(0));
    if (range.elements.size() == 2)
      range.elements.push_back(knownInt64(1));
    return range;
  }
  if (name == "type" && args && args->size() && expr->getNumArgs() == 0) {
    auto proto = typeAttribute(args->get(0).getAsType(), unit.types());
    if (!proto)
      return fail(location, DiagId::TypeAttribute);
    Value value(Value::Kind::Constant);
    value.proto = std::make_shared<onnx::AttributeProto>(std::move(*proto));
    return value;
  }
  if (name == "get" && args && expr->getNumArgs() == 1 && args->get(0).getKind() == clang::TemplateArgument::Integral) {
    Object *object = ref(expr->getArg(0));
    if (!object)
      return Value::poison();
    size_t index = args->get(0).getAsIntegral().getZExtValue();
    if (object->aggregate && index < object->children.size())
      return Value::reference(object->children[index]);
    if (!object->aggregate && index == 0)
      return Value::reference(object);
    return Value::poison();
  }
  return std::nullopt;
}

} // namespace onnxc::lower
