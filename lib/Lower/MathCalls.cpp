//===- MathCalls.cpp - The C library's functions on run-time C++ numbers --------------------===//
#include "FunctionLowering.h"

namespace onnxc::lower {

namespace {

struct MathFunction {
  const char *name; ///< without the prefix of a builtin and the suffix of a type
  const char *opType;
  unsigned arity;
};

/// Those for which ONNX has an operator.
constexpr MathFunction mathFunctions[] = {
    {"abs", "Abs", 1},     {"fabs", "Abs", 1},    {"sqrt", "Sqrt", 1},   {"exp", "Exp", 1},     {"log", "Log", 1},
    {"sin", "Sin", 1},     {"cos", "Cos", 1},     {"tan", "Tan", 1},     {"asin", "Asin", 1},   {"acos", "Acos", 1},
    {"atan", "Atan", 1},   {"sinh", "Sinh", 1},   {"cosh", "Cosh", 1},   {"tanh", "Tanh", 1},   {"asinh", "Asinh", 1},
    {"erf", "Erf", 1},     {"acosh", "Acosh", 1}, {"atanh", "Atanh", 1}, {"floor", "Floor", 1}, {"ceil", "Ceil", 1},
    {"isnan", "IsNaN", 1}, {"isinf", "IsInf", 1}, {"pow", "Pow", 2},     {"fmod", "Mod", 2},    {"fmin", "Min", 2},
    {"fmax", "Max", 2}};

const MathFunction *functionOf(llvm::StringRef name, unsigned arity) {
  name.consume_front("__builtin_");
  auto named = [&](llvm::StringRef text) {
    return std::find_if(std::begin(mathFunctions), std::end(mathFunctions),
                        [&](const MathFunction &row) { return text == row.name && row.arity == arity; });
  };
  const MathFunction *row = named(name);
  if (row == std::end(mathFunctions) && (name == "labs" || name == "llabs"))
    row = named("abs");
  if (row == std::end(mathFunctions) && (name.ends_with("f") || name.ends_with("l")))
    row = named(name.drop_back());
  return row == std::end(mathFunctions) ? nullptr : row;
}

} // namespace

/// fmin and fmax give the other argument where one is NaN; ONNX's Min and Max give NaN.
graph::Result<graph::Value *> FunctionLowering::withoutNaN(graph::Result<graph::Value *> node,
                                                           const std::vector<graph::Operand> &operands) {
  for (size_t i = 0; node && i != operands.size(); ++i) {
    auto isNaN = builder.op("IsNaN", {operands[i]});
    node = isNaN ? builder.op("Where", {graph::Operand(*isNaN), operands[1 - i], graph::Operand(*node)}) : isNaN;
  }
  return node;
}

/// A call of a function of the C library that has no body, on numbers of which one is known at run time only.
std::optional<Value> FunctionLowering::mathCall(const clang::FunctionDecl *callee,
                                                llvm::ArrayRef<const clang::Expr *> args, Location location) {
  const MathFunction *function = callee->getIdentifier() ? functionOf(callee->getName(), args.size()) : nullptr;
  if (!function || callee->getNumParams() != args.size())
    return std::nullopt;
  std::vector<graph::Operand> operands;
  for (unsigned i = 0; i != args.size(); ++i) {
    Value value = convertNumber(eval(args[i]), callee->getParamDecl(i)->getType(), location);
    if (value.isPoison())
      return value;
    operands.emplace_back(numberNode(value));
  }
  graph::Attributes attributes;
  if (llvm::StringRef(function->opType) == "Mod")
    attributes.push_back(graph::attr("fmod", int64_t(1)));
  builder.location = location.getRawEncoding();
  auto node = builder.op(function->opType, operands, std::move(attributes));
  llvm::StringRef name(function->opType);
  if (name == "Min" || name == "Max")
    node = withoutNaN(node, operands);
  if (!node)
    return fail(node.error(), location);
  bool isBool = builder.typeOf(graph::Operand(*node)).elem == graph::ElemType(DType::BOOL);
  return convertNumber(Value::runtime(*node, isBool ? ctx.BoolTy : callee->getReturnType()), callee->getReturnType(),
                       location);
}

} // namespace onnxc::lower
