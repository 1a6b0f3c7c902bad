//===- Intrinsics.cpp - Functions and members of namespace onnxc ----------------------===//
#include "LibraryLowering.h"
#include "clang/AST/DeclTemplate.h"

namespace onnxc::lower {

std::optional<graph::IndexItem> LibraryLowering::itemOf(const Value &value, Location location) {
  if (value.is(Value::Kind::Item))
    return *value.item;
  Value tensor = toTensor(value, location);
  return tensor.isPoison() ? std::nullopt : std::optional(builder.indexItem(tensor.operand));
}

Value LibraryLowering::indexTensor(const Value &x, std::vector<Value> items, const clang::Expr *expr) {
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

Value LibraryLowering::castTo(const Value &x, DType dtype, Location location) {
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

/// A size, as a number of C++.
Value LibraryLowering::sizeNumber(graph::Result<graph::Operand> size, const TensorCall &call) {
  if (!size)
    return fail(size.error(), call.expr->getExprLoc(), call.expr);
  if (size->literal)
    return knownInt64(std::get<int64_t>(size->literal->data[0]));
  return Value::runtime(size->value, ctx.getIntTypeForBitwidth(64, 1));
}

Value LibraryLowering::tensorRank(const TensorCall &call) { return sizeNumber(builder.rank(call.x.operand), call); }

Value LibraryLowering::tensorNumel(const TensorCall &call) { return sizeNumber(builder.numel(call.x.operand), call); }

Value LibraryLowering::tensorDim(const TensorCall &call) {
  Location location = call.expr->getExprLoc();
  Value axis = eval(call.expr->getArg(0));
  if (axis.is(Value::Kind::Attribute))
    axis = runtimeOf(axis, location);
  if (axis.isPoison())
    return axis;
  if (axis.isKnownNumber())
    return sizeNumber(builder.dim(call.x.operand, axis.constant.getInt().getExtValue()), call);
  auto shape = builder.shapeOf(call.x.operand); // a run-time axis: Shape, then Gather
  if (!shape)
    return fail(shape.error(), location);
  auto dim = builder.op("Gather", {*shape, graph::Operand(numberNode(axis))});
  return dim ? Value::runtime(*dim, ctx.getIntTypeForBitwidth(64, 1)) : fail(dim.error(), location);
}

Value LibraryLowering::tensorShape(const TensorCall &call) {
  auto shape = builder.shapeOf(call.x.operand);
  return shape ? Value::tensorOf(*shape) : fail(shape.error(), call.expr->getExprLoc());
}

Value LibraryLowering::tensorDType(const TensorCall &call) {
  graph::Type type = builder.typeOf(call.x.operand);
  if (!type.elem.isKnown())
    return fail(call.expr->getExprLoc(), DiagId::UnknownElementType);
  return knownInt(static_cast<int64_t>(type.elem.dtype), call.expr->getType());
}

Value LibraryLowering::tensorTo(const TensorCall &call) {
  Location location = call.expr->getExprLoc();
  Value dtype = eval(call.expr->getArg(0));
  if (dtype.is(Value::Kind::Attribute)) {
    auto node = builder.materialise(call.x.operand);
    graph::Attributes attributes;
    attributes.push_back(graph::attrRef("to", *dtype.attribute));
    auto result = node ? builder.op("Cast", {graph::Operand(*node)}, std::move(attributes)) : node;
    return result ? Value::tensorOf(graph::Operand(*result)) : fail(result.error(), location);
  }
  if (!dtype.isKnownNumber())
    return dtype.isPoison() ? dtype : fail(location, DiagId::DTypeKnown);
  return castTo(call.x, static_cast<DType>(dtype.constant.getInt().getExtValue()), location);
}

/// The items of index({...}) and index_put({...}, ...).
Value LibraryLowering::itemsOf(const clang::Expr *list) {
  Value items = eval(list);
  return items.is(Value::Kind::Reference) ? contentsOf(items.object) : items;
}

Value LibraryLowering::tensorIndex(const TensorCall &call) {
  Value items = itemsOf(call.expr->getArg(0));
  return items.isPoison() ? items : indexTensor(call.x, std::move(items.elements), call.expr);
}

Value LibraryLowering::tensorIndexPut(const TensorCall &call) {
  const clang::CXXMemberCallExpr *expr = call.expr;
  Location location = expr->getExprLoc();
  Value items = itemsOf(expr->getArg(0));
  if (items.isPoison())
    return items;
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
  auto result = builder.indexPut(call.x.operand, std::move(list), value.operand, accumulate.isTrue());
  return result ? Value::tensorOf(*result) : fail(result.error(), location, expr);
}

/// Members of Tensor.
Value LibraryLowering::tensorMember(Object *object, const clang::CXXMemberCallExpr *expr) {
  struct Row {
    llvm::StringLiteral name;
    TensorHandler LibraryLowering::*handler;
  };
  static constexpr Row rows[] = {
      {"rank", &LibraryLowering::tensorRank},   {"numel", &LibraryLowering::tensorNumel},
      {"dim", &LibraryLowering::tensorDim},     {"shape", &LibraryLowering::tensorShape},
      {"dtype", &LibraryLowering::tensorDType}, {"to", &LibraryLowering::tensorTo},
      {"index", &LibraryLowering::tensorIndex}, {"index_put", &LibraryLowering::tensorIndexPut},
  };
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
  builder.location = location.getRawEncoding();
  llvm::StringRef name = method->getIdentifier() ? method->getName() : llvm::StringRef();
  for (const Row &row : rows)
    if (name == row.name)
      return (this->*row.handler)({x, expr});
  report(location, DiagId::UnknownCall) << method << expr->getSourceRange();
  return Value::poison();
}

/// A tensor literal with elements that are known at run time only: a tensor all the same, of rank 0 or 1.
Value LibraryLowering::runtimeTensorLiteral(const Value &value, DType dtype, Location location) {
  graph::ElemType elem = dtype == DType::UNDEFINED ? graph::ElemType() : graph::ElemType(dtype);
  auto materialised = [&](const Value &number) -> std::optional<graph::Operand> {
    Value part = toTensor(number, location);
    if (part.isPoison())
      return std::nullopt;
    auto node = builder.materialise(part.operand, elem);
    if (node)
      return graph::Operand(*node);
    fail(node.error(), location);
    return std::nullopt;
  };
  if (value.is(Value::Kind::Number) || value.is(Value::Kind::Attribute)) {
    auto node = materialised(value);
    return node ? Value::tensorOf(*node) : Value::poison();
  }
  if (!value.is(Value::Kind::Aggregate))
    return fail(location, DiagId::TensorLiteralShape);
  std::vector<graph::Operand> parts;
  for (const Value &element : value.elements) {
    if (element.is(Value::Kind::Aggregate))
      return fail(location, DiagId::TensorLiteralShape);
    auto part = materialised(element);
    if (!part)
      return Value::poison();
    parts.push_back(*part);
  }
  auto list = builder.list(std::move(parts));
  return list ? Value::tensorOf(*list) : fail(list.error(), location);
}

/// onnxc::tensor(...): nested lists with the element type of the result.
std::optional<Value> LibraryLowering::tensorLiteral(const clang::FunctionDecl *callee, const clang::CallExpr *expr) {
  Value value = itemsOf(expr->getArg(0));
  if (value.isPoison() || value.is(Value::Kind::Constant))
    return value;
  DType dtype = DType::UNDEFINED;
  const auto *args = callee->getTemplateSpecializationArgs();
  if (args && args->size() && args->get(0).getKind() == clang::TemplateArgument::Type)
    dtype = dtypeOf(args->get(0).getAsType());
  auto constant = typedConstant(value, dtype);
  if (!constant)
    return runtimeTensorLiteral(value, dtype, expr->getExprLoc());
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

/// onnxc::type<T>().
std::optional<Value> LibraryLowering::typeCall(const clang::FunctionDecl *callee, const clang::CallExpr *expr) {
  auto proto = typeAttribute(callee->getTemplateSpecializationArgs()->get(0).getAsType(), unit.types());
  if (!proto)
    return fail(expr->getExprLoc(), DiagId::TypeAttribute);
  Value value(Value::Kind::Constant);
  value.proto = std::make_shared<onnx::AttributeProto>(std::move(*proto));
  return value;
}

/// onnxc::cast<T>(x).
std::optional<Value> LibraryLowering::castCall(const clang::FunctionDecl *callee, const clang::CallExpr *expr) {
  Value x = eval(expr->getArg(0));
  DType dtype = dtypeOf(callee->getTemplateSpecializationArgs()->get(0).getAsType());
  return x.isPoison() ? x : castTo(x, dtype, expr->getBeginLoc());
}

/// onnxc::range(stop), range(start, stop), range(start, stop, step).
std::optional<Value> LibraryLowering::rangeCall(const clang::FunctionDecl *, const clang::CallExpr *expr) {
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

/// onnxc::get<0>(outputs).
std::optional<Value> LibraryLowering::outputCall(const clang::FunctionDecl *callee, const clang::CallExpr *expr) {
  Object *object = ref(expr->getArg(0));
  if (!object)
    return Value::poison();
  size_t index = callee->getTemplateSpecializationArgs()->get(0).getAsIntegral().getZExtValue();
  if (object->aggregate && index < object->children.size())
    return Value::reference(object->children[index]);
  return !object->aggregate && index == 0 ? Value::reference(object) : Value::poison();
}

static bool hasArguments(const clang::CallExpr *expr, unsigned least, unsigned most) {
  return expr->getNumArgs() >= least && expr->getNumArgs() <= most;
}

/// Whether the first template argument is one of that kind.
static bool hasTemplateArgument(const clang::FunctionDecl *callee, clang::TemplateArgument::ArgKind kind) {
  const auto *args = callee->getTemplateSpecializationArgs();
  return args && args->size() > 0 && args->get(0).getKind() == kind;
}

/// Functions of namespace onnxc.
std::optional<Value> LibraryLowering::onnxcCall(const clang::FunctionDecl *callee, const clang::CallExpr *expr) {
  constexpr auto none = clang::TemplateArgument::Null, type = clang::TemplateArgument::Type,
                 number = clang::TemplateArgument::Integral;
  constexpr unsigned any = std::numeric_limits<unsigned>::max();
  struct Row {
    llvm::StringLiteral name;
    unsigned least, most;                      ///< arguments
    clang::TemplateArgument::ArgKind argument; ///< of the first template argument; Null: whatever it is
    CallHandler LibraryLowering::*handler;
  };
  static constexpr Row rows[] = {
      {"tensor", 1, 1, none, &LibraryLowering::tensorLiteral}, {"cast", 1, any, type, &LibraryLowering::castCall},
      {"range", 0, any, none, &LibraryLowering::rangeCall},    {"type", 0, 0, type, &LibraryLowering::typeCall},
      {"get", 1, 1, number, &LibraryLowering::outputCall},
  };
  if (!callee->getIdentifier())
    return std::nullopt;
  for (const Row &row : rows)
    if (callee->getName() == row.name && hasArguments(expr, row.least, row.most) &&
        (row.argument == none || hasTemplateArgument(callee, row.argument)))
      return (this->*row.handler)(callee, expr);
  return std::nullopt;
}

/// The outputs of an operator, and other classes of namespace onnxc, as what they convert to.
Value LibraryLowering::convertOutputs(Object *object, const clang::CXXConversionDecl *conversion, Location location) {
  Value value = contentsOf(object);
  TypeClass to = unit.types().classify(conversion->getReturnType());
  if (to == TypeClass::Tensor)
    return toTensor(std::move(value), location);
  if (value.result && to == TypeClass::StdVector) {
    value.result = false;
    return value;
  }
  if (value.result)
    for (Value &element : value.elements)
      if (element.is(Value::Kind::Tensor))
        return element;
  return value;
}

std::optional<Value> LibraryLowering::onnxcMember(Object *object, const clang::CXXMemberCallExpr *expr) {
  const clang::CXXMethodDecl *method = expr->getMethodDecl();
  TypeClass cls = unit.types().classify(expr->getObjectType());
  if (cls == TypeClass::Tensor)
    return tensorMember(object, expr);
  if (const auto *conversion = llvm::dyn_cast<clang::CXXConversionDecl>(method))
    return convertOutputs(object, conversion, expr->getExprLoc());
  bool isList = (cls == TypeClass::OnnxcOther || cls == TypeClass::VariadicInput) && object->aggregate;
  if (isList && method->getIdentifier() && method->getName() == "size")
    return knownInt(static_cast<int64_t>(object->children.size()), expr->getType());
  return std::nullopt;
}

std::optional<Value> LibraryLowering::intrinsic(const clang::FunctionDecl *callee, Object *object,
                                                const clang::CallExpr *expr) {
  if (const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr))
    return onnxcMember(object, member);
  return onnxcCall(callee, expr);
}

} // namespace onnxc::lower
