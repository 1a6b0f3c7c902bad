//===- FunctionLowering.h - Lowers the body of one emitted function ------------===//
//
// A partial evaluator over Clang's AST: statements change the store, expressions
// return values, whatever is not known while compiling becomes nodes. Each
// category of constructs has its own file.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_FUNCTIONLOWERING_H
#define ONNXC_LOWER_FUNCTIONLOWERING_H

#include "Diags.h"
#include "Frontend/Invocation.h"
#include "Frontend/Signature.h"
#include "Graph/Building/Control.h"
#include "Graph/Building/LoopPasses.h"
#include "Lower.h"
#include "Store.h"
#include "Value.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>

namespace onnxc::graph {
struct LibraryFunction;
}

namespace onnxc::lower {

class ModuleImpl;
using frontend::TypeClass;

/// A loop or switch that is being lowered: where `break` and `continue` go.
struct JumpTarget {
  JumpTarget *outer = nullptr;
  bool isSwitch = false;
  Object *broken = nullptr;    ///< bool
  Object *continued = nullptr; ///< bool; null for a switch
  uint64_t bodyBirth = 0;      ///< objects born from here on belong to one iteration
  llvm::DenseSet<Object *> unsetAtBreak, unsetAtContinue;
};

/// A C++ call that is being lowered in place (the emitted function itself is the outermost).
struct Frame {
  const clang::FunctionDecl *decl = nullptr;
  Frame *caller = nullptr;
  clang::SourceLocation callSite;
  llvm::DenseMap<const clang::ValueDecl *, Object *> locals;
  Object *thisObject = nullptr;
  Object *result = nullptr;
  Object *returned = nullptr; ///< bool
  JumpTarget *target = nullptr;
  uint64_t birth = 0;  ///< objects born from here on die when it returns
  bool unroll = false; ///< a traced function: loops run while compiling
  llvm::DenseMap<const clang::ValueDecl *, const clang::FieldDecl *> captures;
  const clang::FieldDecl *capturedThis = nullptr;
};

/// The statements that are still to be lowered.
struct Rest {
  const clang::Stmt *stmt;
  const Rest *next;
};

struct LoopForm;
struct ObjectName;
struct LoopPass;
struct LoopNode;
struct MergePlan;
struct BranchSide;
struct ScriptArguments;

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

class FunctionLowering {
public:
  FunctionLowering(ModuleImpl &module, graph::Function &fn, const frontend::Annotation *annotation,
                   const Presence &presence);

  /// Lowers the whole function; false after an error.
  bool run(const clang::FunctionDecl *decl, const frontend::Signature &signature, const Value *constantThis);

  /// True when the body asked whether an optional parameter is given.
  bool askedPresence = false;
  /// A callee could not be lowered; its errors have been reported.
  bool incomplete = false;
  /// isHarmless looks at what would be lowered.
  bool probing = false;

private:
  using Location = clang::SourceLocation;
  /// A row of a table of known functions; none: the call is no such one after all.
  using CallHandler = std::optional<Value>(const clang::FunctionDecl *callee, const clang::CallExpr *expr);

  // Function.cpp: parameters and outputs.
  void makeParameters(const frontend::Signature &signature);
  Value inputValue(const frontend::Param &param, unsigned &optionalIndex, unsigned &variadicIndex);
  Value addInput(const std::string &name, const frontend::TypeSpec &spec);
  graph::Type typeOf(const frontend::TypeSpec &spec);
  void addAttribute(const frontend::Param &param, bool isGiven);
  void setOutputs(const frontend::Signature &signature);
  bool addOutput(Value value, const frontend::TypeSpec &spec, const std::string &name, Location location);
  static Value *partAt(Value &value, const std::vector<unsigned> &path);

  // Statements.cpp
  enum class Flow { Live, Maybe, Dead };
  void execSeq(const Rest *rest);
  void exec(const clang::Stmt *stmt);
  void execDecl(const clang::DeclStmt *stmt);
  void declareVariable(const clang::VarDecl *var);
  void declareBindings(const clang::DecompositionDecl *decl);
  void execReturn(const clang::ReturnStmt *stmt);
  void execBreak();
  void execContinue();
  void execSwitch(const clang::SwitchStmt *stmt);
  void execSwitchOn(Value value, const clang::SwitchStmt *stmt);
  class StmtVisitor;
  Flow flow();
  llvm::SmallVector<Object *, 4> jumpFlags();
  void setJump(Object *flag) { write(flag, knownBool(true)); }
  graph::Operand jumped();
  void execUnlessJumped(llvm::function_ref<void()> body);
  const Rest *push(const clang::Stmt *stmt, const Rest *next);
  /// Objects that are unset now and may be seen after the jump.
  void recordUnset(llvm::DenseSet<Object *> &unset, uint64_t olderThan);

  // Branches.cpp
  /// If: lowers both sides and merges what they change. `rest`, when given, is moved into the side that alone goes on;
  /// then true is returned.
  bool branch(const Value &condition, Location location, llvm::function_ref<void()> thenSide,
              llvm::function_ref<void()> elseSide, const Rest *rest = nullptr, bool allowWhere = false);
  void runSide(BranchSide &side, llvm::function_ref<void()> body);
  void resumeSide(BranchSide &side, const Rest *rest);
  void finishSide(BranchSide &side);
  void mergeSides(const Value &condition, Location location, BranchSide &thenSide, BranchSide &elseSide,
                  bool allowWhere);
  Value mergeValues(const Value &a, const Value &b, MergePlan &plan, const std::string &name, Location where);
  Value mergeLeaves(const Value &a, const Value &b, MergePlan &plan, const std::string &name, Location where);
  Value mergeNumbers(const Value &a, const Value &b, MergePlan &plan, const std::string &name);
  bool visible(const Value &value);
  Value placeholderLike(const Value &value, graph::Graph &graph);
  bool tryWhere(const Value &condition, MergePlan &plan, BranchSide &a, BranchSide &b,
                std::vector<graph::Operand> &outputs);

  // Loops.cpp
  void execFor(const clang::ForStmt *stmt);
  void execWhile(const clang::WhileStmt *stmt);
  void execDo(const clang::DoStmt *stmt);
  void execRangeFor(const clang::CXXForRangeStmt *stmt);
  void forOverRange(const clang::CXXForRangeStmt *stmt, const Value &range);
  void forOverElements(const clang::CXXForRangeStmt *stmt, Object *container);
  void forOverList(const clang::CXXForRangeStmt *stmt, Object *list);
  void loop(LoopForm &form);
  void makeLoop(LoopForm &form, const Value &condition, bool guaranteed);
  bool withoutLoop(LoopForm &form, const LoopPass &first, const Value &condition, bool guaranteed, size_t mark);
  bool loopOnce(LoopForm &form, Value condition, bool guaranteed);
  void unrollFrom(LoopForm &form, unsigned trip);
  LoopPass runPass(LoopForm &form, const llvm::MapVector<Object *, Value> &carried);
  bool widen(LoopPass &pass, llvm::MapVector<Object *, Value> &carried, LoopForm &form);
  bool widenState(Object *object, const Value &init, const Value &final, Value &formal, bool isNew);
  void emitLoop(LoopForm &form, LoopPass &pass, llvm::MapVector<Object *, Value> &carried, const Value &condition,
                bool guaranteed);
  graph::Value *stateNode(Value value, const Value &formal, Location location);
  void addState(LoopNode &node, LoopPass &pass, Object *object, Location location);
  bool definedBehind(const LoopNode &node, const LoopPass &pass, Object *object, const Value &final);
  Value exportValue(LoopNode &node, LoopPass &pass, Object *object, Value final, Location location);
  void addExport(LoopNode &node, LoopPass &pass, Object *object, const Store::Contents &contents, Location location);

  // NestedLoops.cpp
  uint64_t placeOf(Location location);
  graph::Value *patternOf(const std::string &name, const graph::Type &type);
  bool resumeState(Object *object, Value &formal);
  llvm::DenseMap<Object *, ObjectName> namesBefore(const graph::LoopPasses &passes);
  /// What an earlier pass over an outer loop has found that this one carries.
  llvm::MapVector<Object *, Value> resumeLoop(graph::LoopPasses &passes);
  void rememberLoop(graph::LoopPasses &passes, const llvm::DenseMap<Object *, ObjectName> &names,
                    const llvm::MapVector<Object *, Value> &carried);

  // Trips.cpp
  bool analyseTrip(const clang::ForStmt *stmt, LoopForm &form);
  std::optional<int64_t> stepOf(const clang::Expr *increment, const clang::ValueDecl *index);
  std::optional<graph::Operand> tripCount(const Value &start, const Value &bound, int64_t step, bool inclusive,
                                          Location location);
  Value tripIndex(LoopForm &form, graph::Value *iteration);

  // Expressions.cpp
  Value eval(const clang::Expr *expr);
  class ExprVisitor;
  class ObjectVisitor;
  /// The object that a glvalue names (a temporary for others). Null after an error.
  Object *ref(const clang::Expr *expr);
  Value load(Object *object, const clang::Expr *expr);
  Object *elementAt(Object *base, const Value &index, const clang::Expr *expr);
  unsigned arraySize(clang::QualType type);
  Value tensorAsBool(const Value &value, Location location);
  Value read(Value value, const std::string &name, Location location);
  Value evalCast(const clang::CastExpr *expr);
  Value evalDeclRef(const clang::DeclRefExpr *expr);
  Value evalThis(const clang::CXXThisExpr *expr);
  Object *lookup(const clang::ValueDecl *decl, const clang::Expr *expr);
  Object *refMember(const clang::MemberExpr *expr);
  Object *baseObject(Object *object, const clang::CastExpr *cast);
  Value evalConditional(const clang::AbstractConditionalOperator *expr);
  Value conditionalValue(const Value &condition, const clang::AbstractConditionalOperator *expr);
  Object *refConditional(const clang::ConditionalOperator *expr, bool readOnly = false);
  template <class Body> bool isHarmless(Body body);

  // Choices.cpp
  Object *choose(const Value &condition, Object *a, Object *b, Location location);
  bool outlives(const Object *object);
  /// What an object holds, and writing it; of a choice, by an If.
  Value contentsOf(Object *object);
  void write(Object *object, Value value);
  Value loadChoice(const Object *object);
  void assignChoice(const Object *object, const Value &value);
  Object *runtimeElement(Object *base, const Value &index, const clang::Expr *expr);
  Object *elementIn(Object *base, const Value &index, size_t first, size_t last, Location location);
  /// The size of the largest C++ array that has been indexed by a run-time number.
  uint64_t mostIndexed = 0;

  Value evalInitList(const clang::InitListExpr *expr);
  Value evalLambda(const clang::LambdaExpr *expr);
  Value evalCondition(const clang::Expr *expr);
  Value decided(Value value, Location location);
  Value evalLogical(const clang::BinaryOperator *expr);
  Value defaultValue(clang::QualType type);
  std::optional<unsigned> fieldIndex(const clang::FieldDecl *field);
  void assignTo(Object *object, Value value, clang::QualType type, Location location);

  // Constants.cpp
  /// Clang's constant evaluator; none when it is not a constant.
  std::optional<Value> evalConstant(const clang::Expr *expr);
  Value constantValue(const clang::APValue &value, clang::QualType type);
  std::optional<Value> globalConstant(const clang::VarDecl *var);

  // Numbers.cpp
  Value evalUnary(const clang::UnaryOperator *expr);
  Value evalBinary(const clang::BinaryOperator *expr);
  Value step(Object *object, const clang::UnaryOperator *expr);
  Object *refAssignment(const clang::Expr *expr);
  Value assigned(Object *object) { return object ? contentsOf(object) : Value::poison(); }
  Value arithmetic(clang::BinaryOperatorKind op, Value left, Value right, clang::QualType type, Location location);
  Value foldNumbers(clang::BinaryOperatorKind op, const Value &left, const Value &right, clang::QualType type,
                    Location location);
  Value runtimeNumbers(clang::BinaryOperatorKind op, const Value &left, const Value &right, clang::QualType type,
                       Location location);
  Value foldNumber(graph::CppOp op, const Value &operand, clang::QualType type, Location location);
  Value convertNumber(Value value, clang::QualType type, Location location);
  static graph::Number numberOf(const Value &number);
  Value knownNumber(const graph::Number &number, clang::QualType type);
  DType numberType(clang::QualType type);
  Value knownInt(int64_t value, clang::QualType type);
  Value knownInt64(int64_t value) { return knownInt(value, ctx.getIntTypeForBitwidth(64, 1)); }
  Value knownBool(bool value);
  graph::Value *numberNode(const Value &number);
  graph::Literal literalOf(const Value &number);
  DType dtypeOf(clang::QualType type);
  Value runtimeOf(const Value &attribute, Location location);
  static graph::Attributes castAttributes(DType to);

  // Tensors.cpp: conversions to tensors, and C++ operators on them.
  /// Any value as a tensor operand: numbers, strings, arrays, attributes, results with several outputs.
  Value toTensor(Value value, Location location);
  graph::Operand operandOf(const Value &value);
  /// A tensor for a declared type: checks element type and rank, gives numbers the declared type.
  Value toDeclared(Value value, const frontend::TypeSpec &spec, Location location);
  Value convertTo(Value value, clang::QualType type, Location location);
  Value tensorOperator(graph::CppOp op, std::vector<Value> operands, const clang::Expr *expr);
  Value evalTensorOperator(const clang::CXXOperatorCallExpr *expr);
  std::optional<graph::Literal> literalList(const Value &value);
  std::optional<onnx::TensorProto> typedConstant(const Value &value, DType dtype);
  bool flattenConstant(const Value &value, unsigned depth, std::vector<int64_t> &dims, std::vector<graph::Number> &data,
                       clang::QualType &type);

  // Constructors.cpp
  Value evalConstruct(const clang::CXXConstructExpr *expr);
  Value evalElements(const clang::Expr *expr);
  Value constructRecord(const clang::CXXConstructExpr *expr);
  Value constructStd(const clang::CXXConstructExpr *expr, TypeClass cls);
  Value constructOnnxc(const clang::CXXConstructExpr *expr, TypeClass cls);
  Value constructSlice(const clang::CXXConstructExpr *expr);

  // Calls.cpp
  Value evalCall(const clang::CallExpr *expr);
  Value callFunction(const clang::FunctionDecl *callee, Object *thisObject, llvm::ArrayRef<const clang::Expr *> args,
                     const clang::Expr *call);
  Value callInline(const clang::FunctionDecl *callee, Object *thisObject, llvm::ArrayRef<const clang::Expr *> args,
                   const clang::Expr *call, bool unroll);
  Value callBody(const clang::FunctionDecl *callee, Object *thisObject, std::vector<Object *> args, Location location,
                 bool unroll);
  Value callObjects(Object *callable, std::vector<Value> args, clang::QualType type, Location location);
  bool isOptionalInput(const Value &value);
  bool optionalGiven(const Value &value);
  Value resultOf(const frontend::Signature &signature, std::vector<graph::Value *> outputs);
  bool checkRecursion(const clang::FunctionDecl *callee, Location location);
  Object *argumentObject(const clang::ParmVarDecl *param, const clang::Expr *arg);
  /// `object` is that of a member call, evaluated already.
  std::optional<Value> intrinsic(const clang::FunctionDecl *callee, Object *object, const clang::CallExpr *expr);

  // MathCalls.cpp, Extremes.cpp, Refusals.cpp: functions of the C++ and C libraries on numbers.
  std::optional<Value> libraryCall(const clang::FunctionDecl *callee, llvm::ArrayRef<const clang::Expr *> args,
                                   Location location);
  std::optional<Value> nanCall(const clang::FunctionDecl *callee, llvm::StringRef name,
                               llvm::ArrayRef<const clang::Expr *> args);
  clang::QualType widestOf(const graph::LibraryFunction &function, llvm::ArrayRef<const clang::Expr *> args);
  Value callLibrary(const graph::LibraryFunction &function, llvm::ArrayRef<Value> values, clang::QualType type,
                    Location location);
  Value isLess(Object *a, Object *b, const clang::CallExpr *call, const char *operatorName);
  Object *pick(const Value &condition, Object *a, Object *b, const clang::CallExpr *call);
  Object *extremeOf(Object *a, Object *b, bool isMin, const clang::CallExpr *call, const char *operatorName);
  bool isRefused(const clang::FunctionDecl *callee, const clang::CallExpr *call);

  // ScriptCalls.cpp
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
  bool addAttributes(const clang::Expr *arg, graph::Attributes &attributes, const frontend::Annotation &op);
  bool addAttribute(const std::string &name, const Value &value, Location location, graph::Attributes &attributes,
                    const frontend::Annotation &op);
  std::optional<onnx::AttributeProto> attributeProto(const std::string &name, const Value &value,
                                                     onnx::AttributeProto::AttributeType type);
  int outputCount(clang::QualType type);
  Value operatorResult(clang::QualType type, std::vector<graph::Value *> outputs);
  bool checkOpset(const frontend::Annotation &op, const clang::Expr *call);

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

  // AttributeLists.cpp
  Value listSize(const Value &list, Location location);
  Value listElement(const Value &list, const Value &index, clang::QualType type, Location location);
  Value attributeListMember(llvm::StringRef name, const Value &attribute, llvm::ArrayRef<const clang::Expr *> args,
                            const clang::Expr *expr, clang::QualType element);

  // Intrinsics.cpp (namespace onnxc) and StdCalls.cpp (namespace std)
  Value tensorMember(Object *object, const clang::CXXMemberCallExpr *expr);
  Value indexTensor(const Value &x, std::vector<Value> items, const clang::Expr *expr);
  std::optional<graph::IndexItem> itemOf(const Value &value, Location location);
  using TensorHandler = Value(const TensorCall &call);
  TensorHandler tensorRank, tensorNumel, tensorDim, tensorShape, tensorDType, tensorTo, tensorIndex, tensorIndexPut;
  Value sizeNumber(graph::Result<graph::Operand> size, const TensorCall &call);
  Value itemsOf(const clang::Expr *list);
  CallHandler onnxcCall, tensorLiteral, castCall, rangeCall, typeCall, outputCall;
  Value runtimeTensorLiteral(const Value &value, DType dtype, Location location);
  std::optional<Value> onnxcMember(Object *object, const clang::CXXMemberCallExpr *expr);
  Value convertOutputs(Object *object, const clang::CXXConversionDecl *conversion, Location location);
  Value castTo(const Value &x, DType dtype, Location location);
  CallHandler stdCall, stdOperator;
  CallHandler passOn, swapCall, exchangeCall, getCall, tieCall, makeTuple, sizeCall, makeOptional, divideCall;
  CallHandler extremeCall; // Extremes.cpp

  // StdMembers.cpp
  std::optional<Value> stdMember(const clang::CXXMethodDecl *method, Object *object,
                                 llvm::ArrayRef<const clang::Expr *> args, const clang::Expr *expr);
  std::optional<Value> stdAssign(const MemberCall &call, clang::QualType type);
  struct MemberRow;
  std::optional<Value> callMember(llvm::ArrayRef<MemberRow> rows, const MemberCall &call);
  using MemberHandler = std::optional<Value>(const MemberCall &call);
  MemberHandler optionalMember, containerMember, textMember;
  MemberHandler optionalHasValue, optionalValue, optionalValueOr, optionalReset, optionalEmplace;
  MemberHandler containerSize, containerIsEmpty, containerElement, containerEnd, containerItself, containerFill;
  MemberHandler containerAppend, containerRemoveLast, containerClear, containerResize, doNothing;
  MemberHandler textSize, textIsEmpty, textItself, textAppend;
  Value hasValue(Object *object);
  Value compareText(clang::OverloadedOperatorKind op, Value a, Value b, Location location);

  // Errors
  /// At the user's own call where `location` is inside a library function that is being inlined.
  Diag &report(Location location, DiagId id);
  Value fail(Location location, DiagId id) {
    report(location, id);
    return Value::poison();
  }
  /// What cannot happen, as far as we know: said at the user's code, with exit code 70.
  Value internal(Location location, std::string text) {
    report(location, DiagId::Internal) << std::move(text);
    return Value::poison();
  }
  Value fail(const graph::Error &error, Location location, const clang::Expr *call = nullptr);
  /// "value of type float[N,3]" notes for operands.
  void noteOperands(Diag &diag, llvm::ArrayRef<Value> operands, llvm::ArrayRef<const clang::Expr *> exprs);

  Object *temporary(Value value, clang::QualType type = {}) { return store.create(type, "", std::move(value)); }
  graph::Operand known(bool value) { return graph::Operand(graph::Literal(graph::Number(value))); }

  ModuleImpl &module;
  frontend::ParsedUnit &unit;
  clang::ASTContext &ctx;
  Diags diags;
  graph::Function &fn;
  graph::Builder builder;
  graph::Control control{builder};
  const frontend::Annotation *annotation;
  const Presence &presence;
  Store store;
  Frame *frame = nullptr;
  std::deque<Rest> rests;
  unsigned depth = 0;                                                ///< of nested expressions and inlined calls
  uint64_t steps = 0;                                                ///< statements lowered, against endless unrolling
  llvm::DenseMap<const clang::ValueDecl *, unsigned> optionalParams; ///< the emitted function's own, with their number
  std::vector<Object *> optionalObjects;
  llvm::DenseMap<const graph::AttributeParam *, graph::Value *> attributeNodes;
  std::vector<std::unique_ptr<graph::Graph>> patterns; ///< values that only say what type a loop state has
  std::string opsetNamed;                              ///< the namespace that fixed the opset
  Location opsetLocation;
};

} // namespace onnxc::lower

#endif
