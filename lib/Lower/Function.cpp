//===- Function.cpp - Parameters and outputs of an emitted function ------------===//
#include "FunctionLowering.h"
#include "Graph/Inference/GivenNumber.h"
#include "Module.h"
#include "clang/AST/Comment.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSet.h"

namespace onnxc::lower {

using frontend::ParamKind;

static std::string docOf(const clang::FunctionDecl *decl, clang::ASTContext &ctx) {
  const clang::RawComment *comment = ctx.getRawCommentForAnyRedecl(decl);
  return comment ? comment->getFormattedText(ctx.getSourceManager(), ctx.getDiagnostics()) : std::string();
}

bool FunctionLowering::run(const clang::FunctionDecl *decl, const frontend::Signature &signature,
                           const Value *constantThis) {
  fn.location = decl->getLocation().getRawEncoding();
  fn.doc = docOf(decl, ctx);
  Frame top;
  top.decl = decl;
  frame = &top;
  top.result = store.create(decl->getReturnType(), "return_value", Value());
  top.result->isResult = true;
  top.returned = store.create(ctx.BoolTy, "returned", knownBool(false));
  top.birth = store.now();
  if (constantThis)
    top.thisObject = store.create({}, "this", *constantThis);
  makeParameters(signature);
  rests.push_back(Rest{decl->getBody(), nullptr});
  execSeq(&rests.back());
  if (flow() != Flow::Dead) {
    if (!incomplete && !diags.hasErrorsSince(0))
      report(decl->getBody()->getEndLoc(), DiagId::NoReturn) << decl;
  } else if (!diags.hasErrorsSince(0)) {
    setOutputs(signature);
  }
  if (!incomplete && !diags.hasErrorsSince(0))
    for (const graph::Error &error : graph::misfits(fn))
      fail(error, decl->getLocation());
  bool failed = incomplete || diags.hasErrorsSince(0);
  diags.flush();
  frame = nullptr;
  return !failed;
}

graph::Declaration declarationOf(const frontend::TypeSpec &spec) {
  using Form = graph::Declaration::Form;
  using frontend::TypeSpec;
  graph::Declaration declaration;
  switch (spec.kind) {
  case TypeSpec::None:
  case TypeSpec::Tensor:
  case TypeSpec::OptionalTensor:
    break;
  case TypeSpec::Sequence:
  case TypeSpec::OptionalSequence:
    declaration.form = Form::Sequence;
    break;
  case TypeSpec::OptionalValue:
    declaration.form = spec.ofSequence ? Form::OptionalSequence : Form::Optional;
    break;
  case TypeSpec::Map:
  case TypeSpec::Value:
    declaration.form = Form::Open;
    break;
  }
  declaration.elem = static_cast<DType>(spec.element);
  declaration.variable = spec.variable;
  for (frontend::ElementType element : spec.allowed)
    declaration.allowed.push_back(static_cast<DType>(element));
  if (!spec.dims)
    return declaration;
  declaration.shape.emplace();
  for (const frontend::DimSpec &dim : *spec.dims)
    declaration.shape->push_back(dim.kind == frontend::DimSpec::Value    ? graph::Dim(dim.value)
                                 : dim.kind == frontend::DimSpec::Symbol ? graph::Dim(dim.symbol)
                                                                         : graph::Dim());
  return declaration;
}

Value FunctionLowering::addInput(const std::string &name, const frontend::TypeSpec &spec) {
  return Value::tensorOf(graph::Operand(fn.body.addInput(name, typeOf(spec))));
}

/// The value of an input parameter. Optional ones that are absent keep their formal input until the body asks.
Value FunctionLowering::inputValue(const frontend::Param &param, unsigned &optionalIndex, unsigned &variadicIndex) {
  std::string name = param.name.empty() ? "input" : param.name;
  switch (param.kind) {
  case ParamKind::OptionalTensor:
  case ParamKind::OptionalSequence: {
    Value value = addInput(name, param.type);
    optionalParams[param.decl] = optionalIndex++;
    return value;
  }
  case ParamKind::VariadicTensor:
  case ParamKind::VariadicOptionalTensor: {
    unsigned count = variadicIndex < presence.counts.size() ? presence.counts[variadicIndex] : 1;
    ++variadicIndex;
    Value list(Value::Kind::Aggregate);
    for (unsigned i = 0; i != count; ++i)
      list.elements.push_back(addInput(name + "_" + std::to_string(i), param.type));
    return list;
  }
  case ParamKind::TensorStruct:
    break;
  default:
    return addInput(name, param.type);
  }
  Value record = defaultValue(param.decl->getType().getNonReferenceType());
  for (const frontend::Member &member : param.members) {
    *partAt(record, member.path) = addInput(member.name, member.type);
  }
  return record;
}

/// `isGiven`: the function is made for calls that give the attribute, or leave it to its default.
void FunctionLowering::addAttribute(const frontend::Param &param, bool isGiven) {
  graph::AttributeParam attribute;
  attribute.name = param.name;
  attribute.type = static_cast<onnx::AttributeProto::AttributeType>(param.attribute);
  attribute.optional = param.optional;
  if (param.defaultValue && isGiven) {
    Value value = eval(param.defaultValue);
    if (!value.is(Value::Kind::Absent) && !value.isPoison()) {
      attribute.defaultValue = attributeProto(param.name, value, attribute.type);
      if (!attribute.defaultValue && !diags.hasErrorsSince(0))
        report(param.defaultValue->getBeginLoc(), DiagId::AttributeDefaultNotConstant)
            << param.decl << param.defaultValue->getSourceRange();
    }
  }
  fn.attributes.push_back(std::move(attribute));
}

void FunctionLowering::makeParameters(const frontend::Signature &signature) {
  unsigned optionalIndex = 0, variadicIndex = 0;
  fn.attributes.reserve(signature.params.size()); // values point into it
  for (const frontend::Param &param : signature.params) {
    Value value;
    if (param.isInput()) {
      value = inputValue(param, optionalIndex, variadicIndex);
    } else {
      addAttribute(param,
                   !param.isOptional() || optionalIndex >= presence.given.size() || presence.given[optionalIndex]);
      value = Value(Value::Kind::Attribute);
      value.attribute = &fn.attributes.back();
      value.type = param.attributeType.isNull() ? param.decl->getType() : param.attributeType;
      if (param.optional)
        optionalParams[param.decl] = optionalIndex++;
    }
    value.where = param.decl->getLocation();
    Object *object = store.create(param.decl->getType().getNonReferenceType(), param.name, std::move(value),
                                  param.decl->getLocation());
    frame->locals[param.decl] = object;
    if (optionalParams.count(param.decl)) {
      unsigned number = optionalParams[param.decl];
      if (optionalObjects.size() <= number)
        optionalObjects.resize(number + 1);
      optionalObjects[number] = object;
    }
  }
}

bool FunctionLowering::addOutput(Value value, const frontend::TypeSpec &spec, const std::string &name,
                                 Location location) {
  value = read(std::move(value), name.empty() ? "the result" : name, location);
  if (value.is(Value::Kind::Absent)) {
    report(location, DiagId::AbsentResult);
    return false;
  }
  value = toDeclared(std::move(value), spec, location);
  if (value.isPoison())
    return false;
  auto node = builder.materialise(value.operand,
                                  value.operand.isFlexible() ? graph::ElemType() : builder.typeOf(value.operand).elem);
  if (!node) {
    fail(node.error(), location);
    return false;
  }
  fn.body.outputs.push_back(*node);
  fn.outputNames.push_back(name);
  fn.declaredOutputs.push_back(spec.element || spec.dims ? typeOf(spec) : builder.typeOf(*node));
  return true;
}

void FunctionLowering::setOutputs(const frontend::Signature &signature) {
  Value value = contentsOf(frame->result);
  Location location = value.where.isValid() ? value.where : signature.function->getLocation();
  using frontend::ResultKind;
  if (signature.resultKind == ResultKind::Single) {
    addOutput(value, signature.results[0].type, signature.results[0].name, location);
    return;
  }
  if (!value.is(Value::Kind::Aggregate)) {
    read(std::move(value), "the result", location);
    return;
  }
  auto placeOf = [&](const Value &part) { return part.where.isValid() ? part.where : location; };
  if (signature.resultKind == ResultKind::Vector) {
    for (const Value &part : value.elements)
      addOutput(part, signature.results[0].type, "", placeOf(part));
    if (value.elements.empty())
      report(location, DiagId::NoOutputs) << signature.function;
    return;
  }
  for (const frontend::Member &result : signature.results) {
    Value *part = partAt(value, result.path);
    if (part)
      addOutput(*part, result.type, result.name, placeOf(*part));
    else
      internal(location, "the result has no part '" + result.name + "'");
  }
}

} // namespace onnxc::lower
