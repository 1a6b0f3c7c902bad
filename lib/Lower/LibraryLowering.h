//===- LibraryLowering.h - Functions and members of onnxc and of C++'s library ---===//
//
// Tables of the known ones, by name, with what lowers their calls.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_LIBRARYLOWERING_H
#define ONNXC_LOWER_LIBRARYLOWERING_H

#include "ExprLowering.h"

namespace onnxc::graph {
struct LibraryFunction;
}

namespace onnxc::lower {

/// A call of a member function of the standard library.
struct MemberCall {
  const clang::CXXMethodDecl *method;
  llvm::StringRef name;
  Object *object; ///< on which it is called
  llvm::ArrayRef<const clang::Expr *> args;
  const clang::Expr *expr;
  clang::QualType element; ///< of a container
};

/// A call of a member function of Tensor.
struct TensorCall {
  const Value &x; ///< on which it is called
  const clang::CXXMemberCallExpr *expr;
};

class LibraryLowering : public ExprLowering {
protected:
  using ExprLowering::ExprLowering;

  /// A row of a table of known functions; none: the call is no such one after all.
  using CallHandler = std::optional<Value>(const clang::FunctionDecl *callee, const clang::CallExpr *expr);
  using TensorHandler = Value(const TensorCall &call);
  using MemberHandler = std::optional<Value>(const MemberCall &call);

  // Intrinsics.cpp
  /// `object` is that of a member call, evaluated already.
  std::optional<Value> intrinsic(const clang::FunctionDecl *callee, Object *object, const clang::CallExpr *expr);

  // StdCalls.cpp
  CallHandler stdCall;

  // StdMembers.cpp
  bool isOptionalInput(const Value &value);
  bool optionalGiven(const Value &value);
  std::optional<Value> stdMember(const clang::CXXMethodDecl *method, Object *object,
                                 llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *expr);

  // MathCalls.cpp
  std::optional<Value> libraryCall(const clang::FunctionDecl *callee, llvm::ArrayRef<const clang::Expr *> args,
                                   Location location);

  // Refusals.cpp
  bool isRefused(const clang::FunctionDecl *callee, const clang::CallExpr *call);

  // AttributeLists.cpp
  Value listSize(const Value &list, Location location);
  Value listElement(const Value &list, const Value &index, clang::QualType type, Location location);

  // TensorOperators.cpp
  Value evalTensorOperator(const clang::CXXOperatorCallExpr *expr);

private:
  // Intrinsics.cpp
  Value tensorMember(Object *object, const clang::CXXMemberCallExpr *expr);
  Value indexTensor(const Value &x, std::vector<Value> items, const clang::Expr *expr);
  std::optional<graph::IndexItem> itemOf(const Value &value, Location location);
  TensorHandler tensorRank, tensorNumel, tensorDim, tensorShape, tensorDType, tensorTo, tensorIndex, tensorIndexPut;
  Value sizeNumber(graph::Result<graph::Operand> size, const TensorCall &call);
  Value itemsOf(const clang::Expr *list);
  CallHandler onnxcCall, tensorLiteral, castCall, rangeCall, typeCall, outputCall;
  Value runtimeTensorLiteral(const Value &value, DType dtype, Location location);
  std::optional<Value> onnxcMember(Object *object, const clang::CXXMemberCallExpr *expr);
  Value convertOutputs(Object *object, const clang::CXXConversionDecl *conversion, Location location);
  Value castTo(const Value &x, DType dtype, Location location);

  // StdCalls.cpp
  CallHandler stdOperator;
  CallHandler passOn, swapCall, exchangeCall, getCall, tieCall, makeTuple, sizeCall, makeOptional, divideCall;
  Value compareText(clang::OverloadedOperatorKind op, Value a, Value b, Location location);

  // StdMembers.cpp
  std::optional<Value> stdAssign(const MemberCall &call, clang::QualType type);
  struct MemberRow;
  std::optional<Value> callMember(llvm::ArrayRef<MemberRow> rows, const MemberCall &call);
  MemberHandler optionalMember, containerMember, textMember;
  MemberHandler optionalHasValue, optionalValue, optionalValueOr, optionalReset, optionalEmplace;
  MemberHandler containerSize, containerIsEmpty, containerElement, containerEnd, containerItself, containerFill;
  MemberHandler containerAppend, containerRemoveLast, containerClear, containerResize, doNothing;
  MemberHandler textSize, textIsEmpty, textItself, textAppend, textStartsOrEnds;
  Value hasValue(Object *object);

  // MathCalls.cpp
  std::optional<Value> nanCall(const clang::FunctionDecl *callee, llvm::StringRef name,
                               llvm::ArrayRef<const clang::Expr *> args);
  clang::QualType widestOf(const graph::LibraryFunction &function, llvm::ArrayRef<const clang::Expr *> args);
  Value callLibrary(const graph::LibraryFunction &function, llvm::ArrayRef<Value> values, clang::QualType type,
                    Location location);

  // Extremes.cpp
  Value isLess(Object *a, Object *b, const clang::CallExpr *call, const char *operatorName);
  Object *pick(const Value &condition, Object *a, Object *b, const clang::CallExpr *call);
  Object *extremeOf(Object *a, Object *b, bool isMin, const clang::CallExpr *call, const char *operatorName);
  CallHandler extremeCall;

  // AttributeLists.cpp
  Value attributeListMember(llvm::StringRef name, const Value &attribute, llvm::ArrayRef<const clang::Expr *> args,
                            const clang::Expr *expr, clang::QualType element);
};

} // namespace onnxc::lower

#endif
