//===- Constructors.cpp - Objects of onnxc, std and user classes ---------------------===//
#include "CallLowering.h"
#include "clang/AST/DeclCXX.h"

namespace onnxc::lower {

static bool hasNoElement(const Value &value) {
  return value.is(Value::Kind::Aggregate) && llvm::all_of(value.elements, hasNoElement);
}

/// What a tensor is made of. A container without elements keeps the type that they would have.
Value CallLowering::evalElements(const clang::Expr *expr) {
  Value value = eval(expr);
  if (!hasNoElement(value))
    return value;
  clang::QualType element = expr->getType().getNonReferenceType();
  for (;;) {
    TypeClass cls = unit.types().classify(element);
    bool isContainer = cls == TypeClass::StdVector || cls == TypeClass::StdArray || cls == TypeClass::StdSpan ||
                       cls == TypeClass::StdInitializerList;
    if (const clang::ArrayType *array = ctx.getAsArrayType(element))
      element = array->getElementType();
    else if (isContainer)
      element = unit.types().templateArgument(element, 0);
    else
      break;
  }
  if (!element.isNull() && dtypeOf(element) != DType::UNDEFINED)
    value.type = element;
  return value;
}

Value CallLowering::evalConstruct(const clang::CXXConstructExpr *expr) {
  clang::QualType type = expr->getType();
  TypeClass cls = unit.types().classify(type);
  switch (cls) {
  case TypeClass::Tensor: {
    if (expr->getNumArgs() == 0)
      return Value();
    const clang::Expr *arg = expr->getArg(0);
    Value value = evalElements(arg);
    if (value.isPoison())
      return value;
    value = toTensor(std::move(value), arg->getBeginLoc());
    const frontend::TypeSpec &spec = unit.types().tensorTypeOf(type);
    if (value.isPoison() || (!spec.element && spec.variable.empty() && !spec.dims))
      return value;
    return toDeclared(std::move(value), spec, arg->getBeginLoc());
  }
  case TypeClass::Sequence:
  case TypeClass::Input:
  case TypeClass::VariadicInput:
  case TypeClass::Index:
  case TypeClass::Slice:
  case TypeClass::TensorLiteral:
  case TypeClass::OnnxcOther:
  case TypeClass::SmallElement:
  case TypeClass::OptionalValue:
  case TypeClass::Map:
  case TypeClass::Value:
  case TypeClass::Range:
  case TypeClass::SparseTensorLiteral:
    return constructOnnxc(expr, cls);
  case TypeClass::StdVector:
  case TypeClass::StdSpan:
  case TypeClass::StdInitializerList:
  case TypeClass::StdArray:
  case TypeClass::StdTuple:
  case TypeClass::StdPair:
  case TypeClass::StdOptional:
  case TypeClass::StdString:
  case TypeClass::StringView:
    return constructStd(expr, cls);
  case TypeClass::ArrayType:
    return defaultValue(type);
  default:
    return constructRecord(expr);
  }
}

static Value itemValue(graph::IndexItem item) {
  Value value(Value::Kind::Item);
  value.item = std::make_shared<graph::IndexItem>(std::move(item));
  return value;
}

Value CallLowering::constructSlice(const clang::CXXConstructExpr *expr) {
  graph::IndexItem slice;
  slice.kind = graph::IndexItem::Kind::Slice;
  graph::Operand *parts[] = {&slice.start, &slice.stop, &slice.step};
  for (unsigned i = 0; i < expr->getNumArgs() && i < 3; ++i) {
    const clang::Expr *arg = expr->getArg(i);
    Value value = eval(arg);
    if (value.isPoison())
      return value;
    if (value.is(Value::Kind::Item) && i == 0 && expr->getNumArgs() == 1 &&
        value.item->kind == graph::IndexItem::Kind::Slice)
      return value; // a copy
    if (value.is(Value::Kind::Absent) || value.is(Value::Kind::Item))
      continue; // None
    value = toTensor(std::move(value), arg->getBeginLoc());
    if (value.isPoison())
      return value;
    *parts[i] = value.operand;
  }
  return itemValue(std::move(slice));
}

static llvm::StringRef recordName(clang::QualType type) {
  const auto *record = type->getAsCXXRecordDecl();
  return record && record->getIdentifier() ? record->getName() : llvm::StringRef();
}

Value CallLowering::constructOnnxc(const clang::CXXConstructExpr *expr, TypeClass cls) {
  if (cls == TypeClass::Slice)
    return constructSlice(expr);
  llvm::StringRef name = recordName(expr->getType());
  if (name == "Required" && expr->getNumArgs() == 1) {
    clang::QualType inner = unit.types().templateArgument(expr->getType(), 0);
    if (!inner.isNull())
      name = recordName(inner);
  }
  if (name == "Range") {
    Value range(Value::Kind::Range);
    if (expr->getNumArgs() == 1)
      return eval(expr->getArg(0));
    for (const clang::Expr *arg : expr->arguments())
      range.elements.push_back(eval(arg));
    return range;
  }
  if (name == "InputListOf" && expr->getNumArgs() == 0)
    return Value::aggregate({});
  if (expr->getNumArgs() == 0)
    return name.ends_with("Attribute") || name.contains("Input") || name == "SliceBound" ? Value(Value::Kind::Absent)
                                                                                         : constructRecord(expr);
  const clang::Expr *arg = expr->getArg(0);
  Value value = evalElements(arg);
  if (value.isPoison())
    return value;
  Location location = arg->getBeginLoc();
  bool isAttribute = name.ends_with("Attribute");
  if (isAttribute && value.is(Value::Kind::Number)) {
    bool isFloat = name == "FloatAttribute";
    // A float attribute may be given as an integer and the other way round an enumerator as an integer.
    value = convertNumber(std::move(value), isFloat ? ctx.FloatTy : ctx.getIntTypeForBitwidth(64, 1), location);
  } else if (name == "IntsAttribute" && value.is(Value::Kind::Aggregate)) {
    value.type = ctx.getIntTypeForBitwidth(64, 1);
  } else if (name == "FloatsAttribute" && value.is(Value::Kind::Aggregate)) {
    value.type = ctx.FloatTy;
  } else if (name == "StringsAttribute" && value.is(Value::Kind::Aggregate)) {
    value.proto = std::make_shared<onnx::AttributeProto>(); // marks a list of strings, which may be empty
  } else if ((name == "TensorAttribute" || cls == TypeClass::TensorLiteral) && value.is(Value::Kind::Aggregate)) {
    if (auto tensor = typedConstant(value, DType::UNDEFINED)) {
      Value constant(Value::Kind::Constant);
      constant.tensor = std::make_shared<onnx::TensorProto>(std::move(*tensor));
      value = std::move(constant);
    }
  }
  if (value.where.isInvalid())
    value.where = location;
  return value;
}

Value CallLowering::constructOptional(const StdConstruction &made) {
  Value value = eval(made.args.back());
  if (recordName(made.args[0]->getType()) == "nullopt_t" || value.is(Value::Kind::Absent))
    return Value(Value::Kind::Absent);
  return convertTo(std::move(value), unit.types().templateArgument(made.type, 0), made.location);
}

static bool isTupleLike(TypeClass cls) {
  return cls == TypeClass::StdTuple || cls == TypeClass::StdPair || cls == TypeClass::StdArray;
}

Value CallLowering::constructTuple(const StdConstruction &made) {
  if (made.args.size() == 1) {
    Value value = eval(made.args[0]);
    bool isTuple = isTupleLike(unit.types().classify(made.args[0]->getType().getNonReferenceType()));
    if (!isTuple || !value.is(Value::Kind::Aggregate))
      value = Value::aggregate({std::move(value)});
    return convertTo(std::move(value), made.type, made.location);
  }
  Value value(Value::Kind::Aggregate);
  for (unsigned i = 0; i != made.args.size(); ++i) {
    clang::QualType element = unit.types().templateArgument(made.type, i);
    if (!element.isNull() && element->isReferenceType()) {
      Object *object = ref(made.args[i]);
      value.elements.push_back(object ? Value::reference(object) : Value::poison());
      continue;
    }
    Value part = evalElements(made.args[i]);
    part = convertTo(std::move(part), element, made.args[i]->getBeginLoc());
    part.where = made.args[i]->getBeginLoc();
    value.elements.push_back(std::move(part));
  }
  return value;
}

/// string(text), string(text, size), string(count, character).
Value CallLowering::constructText(const StdConstruction &made) {
  Value value = eval(made.args[0]);
  if (value.is(Value::Kind::Reference))
    value = contentsOf(value.object);
  if (made.args.size() < 2 || !(value.is(Value::Kind::Text) || (value.isKnownNumber() && made.args.size() == 2)))
    return value;
  Value second = eval(made.args[1]);
  if (!second.isKnownNumber())
    return value;
  if (value.is(Value::Kind::Text)) {
    value.text = value.text.substr(0, second.constant.getInt().getZExtValue());
    return value;
  }
  return Value::textOf(
      std::string(value.constant.getInt().getZExtValue(), static_cast<char>(second.constant.getInt().getExtValue())));
}

/// vector(count), vector(count, value).
Value CallLowering::constructFilled(const StdConstruction &made, const Value &count) {
  clang::QualType element = unit.types().templateArgument(made.type, 0);
  Value fill = made.args.size() > 1          ? eval(made.args[1])
               : element->isArithmeticType() ? knownInt(0, element)
                                             : defaultValue(element);
  uint64_t size = count.constant.getInt().getZExtValue();
  if (size > (1 << 20))
    return fail(made.location, DiagId::TooManySteps);
  return convertTo(Value::aggregate(std::vector<Value>(size, fill)), made.type, made.location);
}

/// std::vector, span, array, initializer_list.
Value CallLowering::constructContainer(const StdConstruction &made, TypeClass cls) {
  Value value = eval(made.args[0]);
  if (value.isPoison())
    return value;
  if (value.is(Value::Kind::Reference))
    value = contentsOf(value.object);
  if (value.isKnownNumber() && cls == TypeClass::StdVector)
    return constructFilled(made, value);
  if (value.is(Value::Kind::Attribute))
    return value;
  if (!value.is(Value::Kind::Aggregate)) {
    report(made.location, DiagId::ExpressionRefused) << "this constructor";
    return Value::poison();
  }
  if (value.result)
    llvm::erase_if(value.elements,
                   [](const Value &part) { return part.is(Value::Kind::Aggregate) && part.elements.empty(); });
  value.result = false;
  return convertTo(std::move(value), made.type, made.location);
}

Value CallLowering::constructStd(const clang::CXXConstructExpr *expr, TypeClass cls) {
  StdConstruction made{expr->getType(), {}, expr->getBeginLoc()};
  for (const clang::Expr *arg : expr->arguments())
    if (!llvm::isa<clang::CXXDefaultArgExpr>(arg))
      made.args.push_back(arg);
  if (made.args.empty())
    return defaultValue(made.type);
  if (made.args.size() == 1 && ctx.hasSameUnqualifiedType(made.args[0]->getType().getNonReferenceType(), made.type))
    return eval(made.args[0]); // a copy
  switch (cls) {
  case TypeClass::StdOptional:
    return constructOptional(made);
  case TypeClass::StdTuple:
  case TypeClass::StdPair:
    return constructTuple(made);
  case TypeClass::StdString:
  case TypeClass::StringView:
    return constructText(made);
  default:
    return constructContainer(made, cls);
  }
}

/// A class with its own constructors: the members' initialisers, then the body.
Value CallLowering::constructRecord(const clang::CXXConstructExpr *expr) {
  const clang::CXXConstructorDecl *constructor = expr->getConstructor();
  clang::QualType type = expr->getType();
  if (constructor->isCopyOrMoveConstructor() && !constructor->isUserProvided())
    return eval(expr->getArg(0));
  Object *object = temporary(defaultValue(type), type);
  const clang::FunctionDecl *definition = constructor->getDefinition();
  if (!definition) {
    if (constructor->isDefaulted() || constructor->isTrivial())
      return contentsOf(object);
    report(expr->getBeginLoc(), DiagId::UnknownCall) << constructor << expr->getSourceRange();
    return Value::poison();
  }
  if (!checkRecursion(definition, expr->getBeginLoc()))
    return Value::poison();
  Frame inner;
  inner.decl = definition;
  inner.caller = frame;
  inner.callSite = expr->getBeginLoc();
  inner.thisObject = object;
  inner.unroll = frame->unroll;
  std::vector<Object *> args;
  for (unsigned i = 0; i < expr->getNumArgs() && i < definition->getNumParams(); ++i)
    args.push_back(argumentObject(definition->getParamDecl(i), expr->getArg(i)));
  for (unsigned i = 0; i != args.size(); ++i)
    inner.locals[definition->getParamDecl(i)] = args[i] ? args[i] : temporary(Value::poison());
  inner.result = store.create({}, "", Value());
  inner.returned = store.create(ctx.BoolTy, "returned", knownBool(false));
  inner.birth = store.now();
  frame = &inner;
  const auto *record = constructor->getParent();
  for (const clang::CXXCtorInitializer *init : llvm::cast<clang::CXXConstructorDecl>(definition)->inits()) {
    if (init->isDelegatingInitializer()) {
      write(object, eval(init->getInit()));
      continue;
    }
    size_t index = 0;
    if (init->isBaseInitializer()) {
      for (const clang::CXXBaseSpecifier &base : record->bases()) {
        if (ctx.hasSameUnqualifiedType(base.getType(), clang::QualType(init->getBaseClass(), 0)))
          break;
        ++index;
      }
    } else {
      index = *fieldIndex(init->getAnyMember());
    }
    if (index >= object->children.size())
      continue;
    if (init->isAnyMemberInitializer() && init->getAnyMember()->getType()->isReferenceType()) {
      Object *target = ref(init->getInit());
      write(object->children[index], target ? Value::reference(target) : Value::poison());
      continue;
    }
    Value value =
        llvm::isa<clang::CXXDefaultInitExpr>(init->getInit()) || init->getInit() ? eval(init->getInit()) : Value();
    write(object->children[index], std::move(value));
  }
  if (definition->getBody())
    execSeq(push(definition->getBody(), nullptr));
  frame = inner.caller;
  return contentsOf(object);
}

} // namespace onnxc::lower
