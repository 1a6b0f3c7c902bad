//===- AttributeLists.cpp - Lists that are attributes: size and elements at run time ---===//
#include "LibraryLowering.h"

namespace onnxc::lower {

/// How many elements a list attribute has.
Value LibraryLowering::listSize(const Value &list, Location location) {
  builder.location = location.getRawEncoding();
  auto size = builder.op("Size", {list.operand});
  return size ? Value::runtime(*size, ctx.getIntTypeForBitwidth(64, 1)) : fail(size.error(), location);
}

/// An element of a list attribute, which ONNX has as int64, float or string only, as a value of its C++ type.
Value LibraryLowering::listElement(const Value &list, const Value &index, clang::QualType type, Location location) {
  if (index.isPoison())
    return index;
  builder.location = location.getRawEncoding();
  auto part = builder.op("Gather", {list.operand, graph::Operand(numberNode(index))});
  if (!part)
    return fail(part.error(), location);
  if (!type->isArithmeticType())
    return Value::tensorOf(graph::Operand(*part));
  bool isFloat = builder.typeOf(list.operand).elem == graph::ElemType(DType::FLOAT);
  return convertNumber(Value::runtime(*part, isFloat ? ctx.FloatTy : ctx.getIntTypeForBitwidth(64, 1)), type, location);
}

/// A list attribute has elements at run time only: it is asked for its size, and indexed.
Value LibraryLowering::attributeListMember(llvm::StringRef name, const Value &attribute,
                                           llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *expr,
                                           clang::QualType element) {
  Location location = expr->getExprLoc();
  bool sized = name == "size" || name == "empty", ends = name == "front" || name == "back";
  if (!sized && !ends && name != "operator[]" && name != "at") {
    report(location, DiagId::AttributeListMember) << "'" + name.str() + "'" << expr->getSourceRange();
    return Value::poison();
  }
  Value list = runtimeOf(attribute, location);
  if (list.isPoison())
    return list;
  clang::QualType int64 = ctx.getIntTypeForBitwidth(64, 1);
  if (sized) {
    Value count = listSize(list, location);
    if (count.isPoison())
      return count;
    return name == "empty" ? arithmetic(clang::BO_EQ, count, knownInt(0, int64), int64, location)
                           : convertNumber(count, expr->getType(), location);
  }
  Value index = ends ? knownInt(name == "front" ? 0 : -1, int64) : convertNumber(eval(args[0]), int64, location);
  return listElement(list, index, element, location);
}

} // namespace onnxc::lower
