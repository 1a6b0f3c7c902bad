//===- OperatorCalls.cpp - A call of an operator is a node --------------------------===//
//
// Every operator takes this path: its declaration's [[onnx::op]] names the
// schema's row, its parameters say what is an input and what an attribute.
//
//===------------------------------------------------------------------------===//
#include "CallLowering.h"
#include "Module.h"
#include "Schema/Schema.h"

namespace onnxc::lower {

using frontend::Annotation;
using Proto = onnx::AttributeProto;

/// An input as operand: a tensor, a number, a list, or nothing.
graph::Operand CallLowering::inputOperand(const Value &value, Location location) {
  if (value.is(Value::Kind::Absent))
    return {};
  if (value.is(Value::Kind::Aggregate) && !value.result) {
    // A braced list or vector of numbers is 1-D and takes the type that it meets; arrays of other rank have their own.
    auto literal = literalList(value);
    if (literal && literal->dims.size() == 1) {
      bool typed = !value.type.isNull();
      if (!typed)
        return graph::Operand(std::move(*literal));
    }
  }
  return toTensor(value, location).operand;
}

bool CallLowering::addInputOperands(Value value, bool variadic, std::vector<graph::Operand> &inputs,
                                    Location location) {
  if (value.isPoison())
    return false;
  size_t mark = diags.mark();
  if (value.is(Value::Kind::Reference))
    value = contentsOf(value.object);
  if (!variadic || !value.is(Value::Kind::Aggregate)) {
    inputs.push_back(inputOperand(read(value, "", location), location));
    inputs.back().location = location.getRawEncoding();
    return !diags.hasErrorsSince(mark);
  }
  for (Value &element : value.elements) {
    if (value.result && element.is(Value::Kind::Aggregate))
      continue;
    inputs.push_back(inputOperand(read(element, "", location), location));
    inputs.back().location = location.getRawEncoding();
  }
  return !diags.hasErrorsSince(mark);
}

/// Operators are named through one opset namespace in a function.
bool CallLowering::checkOpset(const Annotation &op, const clang::Expr *call) {
  const clang::Expr *callee = call;
  if (const auto *expr = llvm::dyn_cast<clang::CallExpr>(call))
    callee = expr->getCallee()->IgnoreParenImpCasts();
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(callee);
  if (!reference)
    return true;
  if (op.domain == "ai.onnx.ml") {
    NamedOpset named = ModuleImpl::opsetOf(reference->getFoundDecl(), "ml");
    if (!named.version || fn.opsetImports.emplace(op.domain, named.version).first->second == named.version)
      return true;
    report(reference->getLocation(), DiagId::TwoOpsets)
        << named.name << "onnxc::ml" + std::to_string(fn.opsetImports[op.domain]);
    return false;
  }
  if (!op.domain.empty())
    return true;
  NamedOpset named = ModuleImpl::opsetOf(reference->getFoundDecl());
  if (!named.version)
    return true;
  named.location = reference->getLocation();
  if (opsetNamed.empty()) {
    opsetNamed = named.name;
    opsetLocation = named.location;
    return true;
  }
  if (opsetNamed == named.name)
    return true;
  Diag &diag = report(named.location, DiagId::TwoOpsets);
  diag << named.name << opsetNamed;
  diag.note(opsetLocation, DiagId::NoteOpsetHere) << opsetNamed;
  return false;
}

Value CallLowering::callOperatorNode(const Annotation &op, const clang::FunctionDecl *callee,
                                     llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call) {
  if (!checkOpset(op, call))
    return Value::poison();
  std::vector<graph::Operand> inputs;
  std::vector<Value> values;
  std::vector<const clang::Expr *> exprs;
  graph::Attributes attributes;
  bool fine = true;
  int outputs = -1;
  for (unsigned i = 0; i < args.size() && i < callee->getNumParams(); ++i) {
    clang::QualType type = callee->getParamDecl(i)->getType().getNonReferenceType();
    std::string name = callee->getParamDecl(i)->getNameAsString();
    const clang::Expr *arg = args[i];
    switch (unit.types().classify(type)) {
    case TypeClass::OnnxcOther: {
      llvm::StringRef record = type->getAsCXXRecordDecl() && type->getAsCXXRecordDecl()->getIdentifier()
                                   ? type->getAsCXXRecordDecl()->getName()
                                   : llvm::StringRef();
      if (record.ends_with("Attribute") || record == "Required") {
        fine &= addAttribute(name, eval(arg), arg->getBeginLoc(), attributes, op);
        break;
      }
      fine &= addAttributes(arg, attributes, op);
      break;
    }
    case TypeClass::Record:
      fine &= addAttributes(arg, attributes, op);
      break;
    case TypeClass::Arithmetic:
      if (callee->getReturnType()->getAsCXXRecordDecl() && name == "count" && i + 1 == callee->getNumParams()) {
        Value count = eval(arg);
        if (auto number = count.knownInteger())
          outputs = static_cast<int>(*number);
        else if (!count.isPoison())
          fine = false, report(arg->getBeginLoc(), DiagId::OutputCountKnown);
        break;
      }
      [[fallthrough]];
    case TypeClass::Enum:
    case TypeClass::DType:
    case TypeClass::StdString:
    case TypeClass::StringView:
    case TypeClass::CharPointer:
    case TypeClass::TensorLiteral:
      fine &= addAttribute(name, eval(arg), arg->getBeginLoc(), attributes, op);
      break;
    case TypeClass::VariadicInput:
      fine &= addInputOperands(eval(arg), true, inputs, arg->getBeginLoc());
      break;
    case TypeClass::StdVector:
    case TypeClass::StdSpan:
      if (unit.types().holdsTensors(type)) {
        fine &= addInputOperands(eval(arg), true, inputs, arg->getBeginLoc());
        break;
      }
      fine &= addAttribute(name, eval(arg), arg->getBeginLoc(), attributes, op);
      break;
    case TypeClass::StdOptional:
      if (!unit.types().holdsTensors(type)) {
        fine &= addAttribute(name, eval(arg), arg->getBeginLoc(), attributes, op);
        break;
      }
      [[fallthrough]];
    default:
      fine &= addInputOperands(eval(arg), false, inputs, arg->getBeginLoc());
      break;
    }
  }
  if (!fine)
    return Value::poison();
  clang::QualType resultType = call->getType();
  if (outputs < 0)
    outputs = outputCount(resultType);
  builder.location = call->getExprLoc().getRawEncoding();
  auto operandsCopy = inputs;
  auto result =
      builder.op(op.domain, op.name, std::move(inputs), std::move(attributes), outputs, static_cast<int>(op.version));
  if (!result) {
    int at = result.error().operand;
    Location place = call->getBeginLoc();
    if (at >= 0 && at < static_cast<int>(operandsCopy.size()) && operandsCopy[at].location)
      place = Location::getFromRawEncoding(static_cast<unsigned>(operandsCopy[at].location));
    fail(result.error(), place, call);
    for (const graph::Operand &operand : operandsCopy)
      if (operand.location && !operand.literal && !operand.isAbsent())
        diags.last().note(Location::getFromRawEncoding(static_cast<unsigned>(operand.location)),
                          DiagId::NoteOperandType)
            << graph::toString(builder.typeOf(operand));
    return Value::poison();
  }
  return operatorResult(resultType, std::move(*result));
}

/// How many outputs the C++ result of an operator has.
int CallLowering::outputCount(clang::QualType type) {
  const auto *record = type->getAsCXXRecordDecl();
  TypeClass cls = unit.types().classify(type);
  bool single = cls == TypeClass::Tensor || cls == TypeClass::Sequence || cls == TypeClass::OptionalValue ||
                cls == TypeClass::Map || cls == TypeClass::Value;
  if (!record || !record->getIdentifier() || single)
    return 1;
  if (record->getName() == "Outputs") {
    const auto *spec = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    return spec ? static_cast<int>(spec->getTemplateArgs()[0].getAsIntegral().getZExtValue()) : 1;
  }
  switch (cls) {
  case TypeClass::StdTuple:
  case TypeClass::StdPair: {
    int count = 0;
    while (!unit.types().templateArgument(type, count).isNull())
      ++count;
    return count;
  }
  case TypeClass::StdArray:
    return static_cast<int>(arraySize(type));
  default:
    break;
  }
  int fields = 0;
  for (const clang::FieldDecl *field : record->fields())
    fields += field != nullptr;
  return std::max(fields, 1);
}

Value CallLowering::operatorResult(clang::QualType type, std::vector<graph::Value *> outputs) {
  std::vector<Value> values;
  for (graph::Value *output : outputs)
    values.push_back(Value::tensorOf(graph::Operand(output)));
  const auto *record = type->getAsCXXRecordDecl();
  bool list =
      record && record->getIdentifier() && (record->getName() == "OutputList" || record->getName() == "Outputs");
  if (values.size() == 1 && !list && outputCount(type) == 1)
    return values[0];
  TypeClass cls = unit.types().classify(type);
  Value result(Value::Kind::Aggregate);
  result.result = true;
  if (record && !list && (cls == TypeClass::OnnxcOther || cls == TypeClass::Record))
    for (unsigned i = 0; i != record->getNumBases(); ++i)
      result.elements.push_back(Value::aggregate({}));
  for (Value &value : values)
    result.elements.push_back(std::move(value));
  return result;
}

} // namespace onnxc::lower
