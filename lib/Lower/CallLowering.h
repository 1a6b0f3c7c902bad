//===- CallLowering.h - Calls ------------------------------------------===//
//
// Which way a call takes: a known function, an operator, a scripted function, or
// the body of another one in place.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_CALLLOWERING_H
#define ONNXC_LOWER_CALLLOWERING_H

#include "LibraryLowering.h"

namespace onnxc::lower {

struct ScriptArguments;

/// An object of a class of the standard library that is made of arguments.
struct StdConstruction {
  clang::QualType type;
  std::vector<const clang::Expr *> args; ///< one at least; no default arguments
  clang::SourceLocation location;
};

class CallLowering : public LibraryLowering {
protected:
  using LibraryLowering::LibraryLowering;

  bool addAttribute(const std::string &name, const Value &value, Location location, graph::Attributes &attributes,
                    const frontend::Annotation &op);

  // Calls.cpp
  Value evalCall(const clang::CallExpr *expr) override;

  // ScriptCalls.cpp
  static Value *partAt(Value &value, const std::vector<unsigned> &path);

  // AttributeValues.cpp
  std::optional<onnx::AttributeProto> attributeProto(const std::string &name, const Value &value,
                                                     onnx::AttributeProto::AttributeType type);

  // Constructors.cpp
  Value evalConstruct(const clang::CXXConstructExpr *expr) override;

private:
  // Calls.cpp
  Value indirectCall(const clang::CallExpr *expr);
  std::optional<Value> operatorCall(const clang::CXXOperatorCallExpr *expr);
  Object *calledObject(const clang::CallExpr *expr);
  std::optional<Value> knownCall(const clang::FunctionDecl *callee, Object *object,
                                 llvm::ArrayRef<const clang::Expr *> args, const clang::CallExpr *expr);
  Value callFunction(const clang::FunctionDecl *callee, Object *thisObject, llvm::ArrayRef<const clang::Expr *> args,
                     const clang::Expr *call);
  Value callInline(const clang::FunctionDecl *callee, Object *thisObject, llvm::ArrayRef<const clang::Expr *> args,
                   const clang::Expr *call, bool unroll);
  Value callBody(const clang::FunctionDecl *callee, Object *thisObject, std::vector<Object *> args, Location location,
                 bool unroll);
  Value callObjects(Object *callable, std::vector<Value> args, clang::QualType type, Location location);
  bool checkRecursion(const clang::FunctionDecl *callee, Location location);
  Object *argumentObject(const clang::ParmVarDecl *param, const clang::Expr *arg);

  // ScriptCalls.cpp
  Value resultOf(const frontend::Signature &signature, std::vector<graph::Value *> outputs);
  Value callScript(const clang::FunctionDecl *callee, Object *thisObject, llvm::ArrayRef<const clang::Expr *> args,
                   const clang::Expr *call);
  Value callDeclared(const clang::FunctionDecl *callee, const frontend::Signature &signature,
                     llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call);
  ScriptArguments scriptArguments(const frontend::Signature &signature, llvm::ArrayRef<const clang::Expr *> args,
                                  bool writeDefaults);
  void addScriptAttribute(ScriptArguments &arguments, const frontend::Param &param, Value value,
                          const clang::Expr *arg);
  void addScriptInput(ScriptArguments &arguments, const frontend::Param &param, Value value, const clang::Expr *arg);
  void addOperand(ScriptArguments &arguments, Value value, const clang::Expr *arg);
  bool constantObject(const clang::FunctionDecl *callee, Object *thisObject, const clang::Expr *call, Value &constant,
                      bool &runtimeLambda);
  bool reportCycle(const clang::FunctionDecl *callee, const clang::Expr *call);

  // OperatorCalls.cpp
  Value callOperatorNode(const frontend::Annotation &op, const clang::FunctionDecl *callee,
                         llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call);
  bool addInputOperands(Value value, bool variadic, std::vector<graph::Operand> &inputs, Location location);
  graph::Operand inputOperand(const Value &value, Location location);
  int outputCount(clang::QualType type);
  Value operatorResult(clang::QualType type, std::vector<graph::Value *> outputs);
  bool checkOpset(const frontend::Annotation &op, const clang::Expr *call);

  // AttributeValues.cpp
  bool addAttributes(const clang::Expr *arg, graph::Attributes &attributes, const frontend::Annotation &op);

  // Subgraphs.cpp
  class ScriptBody;
  class ForBody;
  class WhileBody;
  std::optional<Value> callSubgraphOperator(const frontend::Annotation &op, const clang::FunctionDecl *callee,
                                            llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call);
  CallHandler controlCall;
  Value callIf(llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call);
  Value callLoop(const clang::FunctionDecl *callee, llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call);
  Value callScan(const frontend::Annotation &op, const clang::FunctionDecl *callee,
                 llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call);
  Value callSequenceMap(llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call);
  Value callForLoop(llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call);
  Value callWhileLoop(llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *call);
  bool addStates(size_t wanted, const clang::Expr *arg, std::vector<graph::Operand> &states);
  std::optional<std::vector<graph::Operand>> tensorArguments(llvm::ArrayRef<const clang::Expr *> args);
  Value subgraphResult(graph::Result<std::vector<graph::Operand>> outputs, const clang::Expr *call,
                       llvm::ArrayRef<const clang::Expr *> places);
  std::vector<Value> flattenTensors(Value value, Location location);

  // Constructors.cpp
  Value evalElements(const clang::Expr *expr);
  Value constructRecord(const clang::CXXConstructExpr *expr);
  Value constructStd(const clang::CXXConstructExpr *expr, TypeClass cls);
  Value constructOptional(const StdConstruction &made);
  Value constructTuple(const StdConstruction &made);
  Value constructText(const StdConstruction &made);
  Value constructContainer(const StdConstruction &made, TypeClass cls);
  Value constructFilled(const StdConstruction &made, const Value &count);
  Value constructOnnxc(const clang::CXXConstructExpr *expr, TypeClass cls);
  Value constructSlice(const clang::CXXConstructExpr *expr);

  std::string opsetNamed; ///< the namespace that fixed the opset
  Location opsetLocation;
};

} // namespace onnxc::lower

#endif
