//===- MathCalls.cpp - The C++ library's functions on run-time C++ numbers --------------------===//
//
// The functions are rows of the table in Graph/LibraryFunctions.h. Here C++'s
// conversions to the type in which one computes, and back.
//
//===------------------------------------------------------------------------===//
#include "Graph/Building/LibraryFunctions.h"
#include "LibraryLowering.h"

namespace onnxc::lower {

/// std::nan("") and its kin.
std::optional<Value> LibraryLowering::nanCall(const clang::FunctionDecl *callee, llvm::StringRef name,
                                              llvm::ArrayRef<const clang::Expr *> args) {
  name.consume_front("__builtin_");
  if (args.size() != 1 || (name != "nan" && name != "nanf" && name != "nanl"))
    return std::nullopt;
  clang::QualType type = callee->getReturnType();
  Value text = eval(args[0]);
  if (text.isPoison() || !type->isRealFloatingType())
    return Value::poison();
  llvm::APInt payload(64, 0);
  if (!text.is(Value::Kind::Text) || (!text.text.empty() && llvm::StringRef(text.text).getAsInteger(0, payload)))
    return fail(args[0]->getBeginLoc(), DiagId::RuntimeText);
  return Value::known(clang::APValue(llvm::APFloat::getQNaN(ctx.getFloatTypeSemantics(type), false, &payload)), type);
}

/// The type in which a function computes whose result has another one: the widest of its floating-point arguments;
/// integers count as double.
clang::QualType LibraryLowering::widestOf(const graph::LibraryFunction &function,
                                          llvm::ArrayRef<const clang::Expr *> args) {
  clang::QualType widest;
  for (unsigned i = 0; i != args.size(); ++i) {
    clang::QualType type = args[i]->getType().getNonReferenceType().getUnqualifiedType();
    if (function.arguments[i] == 'U')
      return type;
    if (function.arguments[i] == 'I')
      continue;
    if (!type->isRealFloatingType())
      type = ctx.DoubleTy;
    if (widest.isNull() || ctx.getFloatingTypeOrder(widest, type) < 0)
      widest = type;
  }
  return widest;
}

/// A function of the C++ library, or of the C library that has no body, on numbers.
std::optional<Value> LibraryLowering::libraryCall(const clang::FunctionDecl *callee,
                                                  llvm::ArrayRef<const clang::Expr *> args, Location location) {
  llvm::StringRef name = callee->getIdentifier() ? callee->getName() : llvm::StringRef();
  for (const clang::Expr *arg : args)
    if (!arg->getType().getNonReferenceType()->isArithmeticType() && !arg->getType()->isEnumeralType())
      return nanCall(callee, name, args);
  bool isOfC = callee->getBuiltinID() || callee->isExternC();
  const graph::LibraryFunction *function = graph::libraryFunction(name.str(), args.size(), isOfC);
  if (!function)
    return std::nullopt;
  bool hasOwnType = function->result == 'B' || function->result == 'I';
  clang::QualType type = hasOwnType ? widestOf(*function, args) : callee->getReturnType().getUnqualifiedType();
  std::vector<Value> values;
  for (unsigned i = 0; i != args.size(); ++i) {
    clang::QualType own = function->arguments[i] == 'I' ? ctx.getIntTypeForBitwidth(64, 1) : type;
    values.push_back(convertNumber(eval(args[i]), own, args[i]->getBeginLoc()));
    if (values.back().isPoison())
      return values.back();
  }
  Value result = callLibrary(*function, values, type, location);
  return result.isPoison() ? result : convertNumber(std::move(result), callee->getReturnType(), location);
}

/// Folded where all arguments are known and all machines agree on the result, else nodes.
Value LibraryLowering::callLibrary(const graph::LibraryFunction &function, llvm::ArrayRef<Value> values,
                                   clang::QualType type, Location location) {
  clang::QualType resultType = function.result == 'B'   ? ctx.BoolTy
                               : function.result == 'I' ? ctx.getIntTypeForBitwidth(64, 1)
                                                        : type;
  DType dtype = numberType(type);
  if (dtype == DType::FLOAT16 || dtype == DType::BFLOAT16)
    return fail(location, DiagId::NotANumber);
  if (function.fold && llvm::all_of(values, [](const Value &value) { return value.isKnownNumber(); })) {
    std::vector<graph::Number> numbers;
    for (const Value &value : values)
      numbers.push_back(numberOf(value));
    return knownNumber(function.fold(dtype, numbers), resultType);
  }
  builder.location = location.getRawEncoding();
  std::vector<graph::Value *> nodes;
  for (const Value &value : values) {
    nodes.push_back(numberNode(value));
    if (!nodes.back())
      return Value::poison();
  }
  auto node = function.build(builder, dtype, nodes);
  return node ? Value::runtime(*node, resultType) : fail(node.error(), location);
}

} // namespace onnxc::lower
