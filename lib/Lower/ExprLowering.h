//===- ExprLowering.h - Expressions ------------------------------------===//
//
// eval gives the value of an expression, ref the object that a glvalue names.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_EXPRLOWERING_H
#define ONNXC_LOWER_EXPRLOWERING_H

#include "BranchLowering.h"
#include "clang/AST/ExprCXX.h"

namespace onnxc::lower {

class ExprLowering : public BranchLowering {
protected:
  using BranchLowering::BranchLowering;

  virtual Value evalCall(const clang::CallExpr *expr) = 0;
  virtual Value evalConstruct(const clang::CXXConstructExpr *expr) = 0;
  virtual void exec(const clang::Stmt *stmt) = 0;

  // Expressions.cpp
  Value eval(const clang::Expr *expr);

  // Objects.cpp
  /// The object that a glvalue names (a temporary for others). Null after an error.
  Object *ref(const clang::Expr *expr);
  Value load(Object *object, const clang::Expr *expr);
  Object *elementAt(Object *base, const Value &index, const clang::Expr *expr);
  Object *lookup(const clang::ValueDecl *decl, const clang::Expr *expr);
  std::optional<unsigned> fieldIndex(const clang::FieldDecl *field);
  void assignTo(Object *object, Value value, clang::QualType type, Location location);

  // Conditions.cpp
  Value tensorAsBool(const Value &value, Location location);
  Value evalCondition(const clang::Expr *expr);
  Value decided(Value value, Location location);

  // Aggregates.cpp
  unsigned arraySize(clang::QualType type);
  Value defaultValue(clang::QualType type);

  // Constants.cpp
  /// Clang's constant evaluator; none when it is not a constant.
  std::optional<Value> evalConstant(const clang::Expr *expr);
  std::optional<Value> globalConstant(const clang::VarDecl *var);

  // Operators.cpp
  Value step(Object *object, const clang::UnaryOperator *expr);

private:
  Value assigned(Object *object) { return object ? contentsOf(object) : Value::poison(); }

  // Expressions.cpp
  class ExprVisitor;
  Value evalCast(const clang::CastExpr *expr);
  Value evalDeclRef(const clang::DeclRefExpr *expr);
  Value evalThis(const clang::CXXThisExpr *expr);

  // Objects.cpp
  class ObjectVisitor;
  Object *refMember(const clang::MemberExpr *expr);
  Object *baseObject(Object *object, const clang::CastExpr *cast);

  // Conditions.cpp
  Value evalConditional(const clang::AbstractConditionalOperator *expr);
  Value conditionalValue(const Value &condition, const clang::AbstractConditionalOperator *expr);
  Object *refConditional(const clang::ConditionalOperator *expr, bool readOnly = false);
  template <class Body> bool isHarmless(Body body);
  Value evalLogical(const clang::BinaryOperator *expr);

  // Aggregates.cpp
  Value evalInitList(const clang::InitListExpr *expr);
  Value evalLambda(const clang::LambdaExpr *expr);

  // Constants.cpp
  Value constantValue(const clang::APValue &value, clang::QualType type);

  // Operators.cpp
  Value evalUnary(const clang::UnaryOperator *expr);
  Value evalBinary(const clang::BinaryOperator *expr);
  Object *refAssignment(const clang::Expr *expr);

  /// isHarmless looks at what would be lowered.
  bool probing = false;
};

} // namespace onnxc::lower

#endif
