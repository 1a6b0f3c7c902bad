//===- GraphControlTest.cpp - If, Loop, calls, finish, models ------------------------===//
#include "Graph/File/Save.h"
#include "Graph/Inference/InferCall.h"
#include "Graph/Inference/Inference.h"
#include "Graph/Model/CheckModel.h"
#include "Graph/Model/MainGraph.h"
#include "Graph/Passes/Verify.h"
#include "GraphTestUtil.h"

#include <filesystem>
#include <fstream>

namespace onnxc::graph {
namespace {

/// A loop over `states` whose body is made by a callback from the formals to the final states.
std::vector<Value *> loopOf(TestFunction &f, std::vector<Value *> initial,
                            const std::function<std::vector<Value *>(std::vector<Value *>)> &step) {
  auto body = f.builder.newSubgraph();
  body->addInput("i", Type::scalar(DType::INT64));
  body->addInput("c", Type::scalar(DType::BOOL));
  std::vector<Value *> formals, finals;
  for (Value *value : initial)
    formals.push_back(body->addInput(value->hint, f.builder.typeOf(value)));
  {
    Builder::Insert insert(f.builder, *body);
    finals = step(formals);
  }
  return take(f.control.loop({number(int64_t(3)), {}, initial, std::move(body), {}, finals}));
}

Operand choose(TestFunction &f, Value *condition, Operand a, Operand b) {
  auto results = take(f.control.ifElse(condition, f.builder.newSubgraph(), {a}, f.builder.newSubgraph(), {b}, {"y"}));
  return results.empty() ? Operand() : results[0];
}

TEST(If, NumbersFollowTheOtherBranch) {
  TestFunction f;
  Value *x = f.input("x", Type::tensor(DType::DOUBLE, Shape{2})), *c = f.input("c", bools({}));
  Operand y = choose(f, c, x, number(int64_t(0)));
  EXPECT_FALSE(y.flexible);
  EXPECT_EQ(f.builder.typeOf(y), Type::tensor(DType::DOUBLE));
  Operand k = choose(f, c, number(int64_t(1)), number(2.5));
  EXPECT_TRUE(k.flexible);
  EXPECT_EQ(f.builder.typeOf(k).elem, ElemType(DType::DOUBLE));
  f.output(take(f.builder.cpp(CppOp::Mul, {y, k})).value);
  f.model();
}

TEST(If, GenericBranch) {
  TestFunction f;
  Value *x = f.generic("x"), *c = f.input("c", bools({}));
  Operand y = choose(f, c, x, number(int64_t(0)));
  EXPECT_EQ(f.builder.typeOf(y).elem, f.builder.typeOf(x).elem);
  const Node &node = *y.value->producer;
  EXPECT_EQ(TestFunction::operators(*node.attribute("else_branch")->graph), "Constant CastLike");
}

TEST(If, BranchesMustAgree) {
  TestFunction f;
  Value *x = f.input("x", floats({2})), *n = f.input("n", ints({2})), *c = f.input("c", bools({}));
  EXPECT_ERROR(f.control.ifElse(c, f.builder.newSubgraph(), {Operand(x)}, f.builder.newSubgraph(), {Operand(n)}, {"y"}),
               BranchTypes, "'y' different types: float[2] and int64[2]");
}

TEST(If, OuterValuesThroughIdentity) {
  TestFunction f;
  Value *x = f.input("x", floats({2})), *z = f.input("z", floats({2})), *c = f.input("c", bools({}));
  f.output(choose(f, c, x, z).value);
  onnx::ModelProto model = f.model();
  EXPECT_EQ(model.functions(0).node(0).attribute(0).g().node(0).op_type(), "Identity");
}

TEST(If, SameOnBothSidesIsNoIf) {
  TestFunction f;
  Value *x = f.input("x", floats({2})), *c = f.input("c", bools({}));
  f.output(choose(f, c, x, x).value);
  f.model();
  EXPECT_EQ(f.operators(), "Identity"); // a function may not return its input
}

TEST(Loop, InvariantStatesAreCaptured) {
  TestFunction f;
  Value *x = f.input("x", floats({2})), *k = f.input("k", floats({2}));
  auto results = loopOf(
      f, {x, k}, [&](std::vector<Value *> s) { return std::vector{take(f.builder.op("Add", {s[0], s[1]})), s[1]}; });
  f.output(results[0]);
  f.model();
  const Node &loop = *f.function.body.nodes.back();
  EXPECT_EQ(loop.inputs.size(), 3u);
  EXPECT_EQ(loop.attribute("body")->graph->inputs.size(), 3u);
}

TEST(Loop, DeadStatesGo) {
  TestFunction f;
  Value *x = f.input("x", floats({2})), *dead = f.input("dead", floats({2}));
  auto results = loopOf(f, {x, dead}, [&](std::vector<Value *> s) {
    return std::vector{take(f.builder.op("Relu", {s[0]})), take(f.builder.op("Neg", {s[1]}))};
  });
  f.output(results[0]);
  f.model();
  const Node &loop = *f.function.body.nodes.back();
  EXPECT_EQ(loop.outputs.size(), 1u);
  EXPECT_EQ(TestFunction::operators(*loop.attribute("body")->graph), "Relu Constant");
}

TEST(Loop, SwapKeepsBoth) {
  TestFunction f;
  Value *a = f.input("a", floats({2})), *b = f.input("b", floats({2}));
  auto results = loopOf(f, {a, b}, [](std::vector<Value *> s) { return std::vector{s[1], s[0]}; });
  f.output(results[0]);
  f.model();
  EXPECT_EQ(f.function.body.nodes.back()->inputs.size(), 4u);
}

TEST(Loop, UnusedLoopGoes) {
  TestFunction f;
  Value *x = f.input("x", floats({2}));
  loopOf(f, {x}, [&](std::vector<Value *> s) { return std::vector{take(f.builder.op("Relu", {s[0]}))}; });
  f.output(take(f.builder.op("Neg", {x})));
  f.model();
  EXPECT_EQ(f.operators(), "Neg");
}

TEST(Loop, StatesKeepTheirType) {
  TestFunction f;
  Value *x = f.input("x", floats({2}));
  auto body = f.builder.newSubgraph();
  body->addInput("i", Type::scalar(DType::INT64));
  body->addInput("c", Type::scalar(DType::BOOL));
  Value *state = body->addInput("y", floats({2}));
  Value *next;
  {
    Builder::Insert insert(f.builder, *body);
    next = take(f.builder.cast(state, DType::INT64)).value;
  }
  EXPECT_ERROR(f.control.loop({number(int64_t(3)), {}, {x}, std::move(body), {}, {next}}), BranchTypes,
               "'y' from float[2] to int64[2]");
}

TEST(Names, AreUniqueAndNeverAVariables) {
  TestFunction f;
  Value *x = f.input("x", floats({2}));
  Value *a = take(f.builder.op("Relu", {x}));
  a->hint = "x"; // shadows
  Value *b = take(f.builder.op("Neg", {a}));
  b->hint = "x_1"; // the user's own
  Value *c = take(f.builder.op("Abs", {b}));
  Value *d = take(f.builder.op("Abs", {c}));
  d->hint = "Abs";
  f.output(d);
  f.function.outputNames = {"x"};
  f.model();
  EXPECT_EQ(x->name, "x");
  EXPECT_EQ(b->name, "x_1");
  EXPECT_NE(a->name, "x_1");
  EXPECT_NE(d->name, "x");
  EXPECT_NE(c->name, "Abs");
}

TEST(Finish, OutputsOfFunctions) {
  TestFunction f;
  Value *x = f.input("x", floats({2}));
  Value *y = take(f.builder.op("Relu", {x}));
  f.output(x);
  f.output(y);
  f.output(y);
  f.function.outputNames = {"a", "b", "c"};
  onnx::ModelProto model = f.model();
  EXPECT_EQ(f.operators(), "Relu Identity Identity");
  EXPECT_EQ(model.graph().output(2).name(), "c");
}

TEST(Finish, UnreadOptionalOutputsHaveNoName) {
  TestFunction f;
  Value *x = f.input("x", ints({6}));
  auto outputs = take(f.builder.op("", "Unique", {x}, {}, 4));
  f.output(outputs[0]);
  f.output(outputs[2]);
  onnx::ModelProto model = f.model();
  const onnx::NodeProto &node = model.functions(0).node(0);
  ASSERT_EQ(node.output_size(), 3);
  EXPECT_EQ(node.output(1), "");
}

/// half(x) = x * 0.5 of any type.
void makeHalf(TestFunction &f, const char *constraint = "Real") {
  Value *x = f.generic("x", constraint, {DType::FLOAT, DType::DOUBLE});
  f.output(take(f.builder.cpp(CppOp::Mul, {Operand(x), number(0.5)})).value);
  finish(f.function);
}

TEST(Call, InfersThroughTheBody) {
  TestFunction half("half"), f;
  makeHalf(half);
  Value *x = f.input("x", Type::tensor(DType::DOUBLE, Shape{sym("N"), 3}));
  auto y = take(f.builder.call(half.function, {x}));
  EXPECT_EQ(toString(f.builder.typeOf(y[0])), "double[N,3]");
  Value *n = f.input("n", ints({2}));
  EXPECT_ERROR(f.builder.call(half.function, {n}), TypeMismatch, "type variable 'Real'");
  EXPECT_ERROR(f.builder.call(half.function, {x, x}), InputCount, "takes 1 input");
  f.output(y[0]);
  onnx::ModelProto model = f.model();
  ASSERT_EQ(model.functions_size(), 2);
  EXPECT_EQ(model.functions(0).name(), "half"); // callees first
}

TEST(Call, VariablesStayTheCallers) {
  TestFunction half("half"), f;
  makeHalf(half);
  Value *x = f.generic("x");
  auto y = take(f.builder.call(half.function, {x}));
  EXPECT_EQ(f.builder.typeOf(y[0]).elem, f.builder.typeOf(x).elem);
}

TEST(Call, TypeVariablesAreShared) {
  TestFunction add("add"), f;
  int real = add.function.typeVars.fresh("Float", {DType::FLOAT, DType::DOUBLE});
  Value *a = add.input("a", Type::tensor(ElemType::variable(real))),
        *b = add.input("b", Type::tensor(ElemType::variable(real)));
  add.output(take(add.builder.op("Add", {a, b})));
  finish(add.function);
  Value *x = f.input("x", floats({2})), *y = f.input("y", Type::tensor(DType::DOUBLE, Shape{2}));
  auto result = f.builder.call(add.function, {x, y});
  EXPECT_ERROR(result, TypeMismatch, "type variable 'Float' is float already");
  EXPECT_EQ(result.error().operand, 1);
  auto sum = take(f.builder.call(add.function, {number(int64_t(1)), Operand(y)})); // the literal follows y
  EXPECT_EQ(f.builder.typeOf(sum[0]).elem, ElemType(DType::DOUBLE));
}

TEST(Call, DeclaredShapes) {
  TestFunction g("g"), f;
  Value *x = g.input("x", floats({sym("N"), 3}));
  g.output(take(g.builder.op("Relu", {x})));
  g.function.declaredOutputs = {floats({sym("N"), 3})};
  finish(g.function);
  EXPECT_ERROR(f.builder.call(g.function, {f.input("a", floats({2}))}), ShapeMismatch, "float[2], not float[N,3]");
  EXPECT_ERROR(f.builder.call(g.function, {f.input("b", floats({2, 4}))}), ShapeMismatch, "float[2,4]");
  auto y = take(f.builder.call(g.function, {f.input("c", Type::tensor(DType::FLOAT))}));
  EXPECT_EQ(toString(f.builder.typeOf(y[0])), "float[?,3]");
}

TEST(Call, Attributes) {
  TestFunction g("g"), f;
  AttributeParam to{"to", onnx::AttributeProto::INT, {}, false};
  to.defaultValue = attr("to", static_cast<int64_t>(DType::INT64)).proto;
  g.function.attributes = {to, {"alpha", onnx::AttributeProto::FLOAT, {}, false}};
  Value *x = g.input("x", floats({2}));
  Attributes cast;
  cast.push_back(attrRef("to", g.function.attributes[0]));
  g.output(take(g.builder.op("Cast", {x}, std::move(cast))));
  finish(g.function);
  Value *a = f.input("a", floats({2}));
  EXPECT_ERROR(f.builder.call(g.function, {a}), MissingAttribute, "'alpha'");
  Attributes given;
  given.push_back(attr("alpha", 0.5f));
  auto y = take(f.builder.call(g.function, {a}, std::move(given)));
  EXPECT_EQ(toString(f.builder.typeOf(y[0])), "int64[2]"); // by the default's value
  EXPECT_EQ(y[0]->producer->attributes.size(), 2u);
}

TEST(Model, MainCall) {
  TestFunction f;
  f.function.attributes = {{"alpha", onnx::AttributeProto::FLOAT, {}, false}};
  Value *x = f.generic("x", "Real", {DType::FLOAT, DType::DOUBLE});
  Value *alpha = take(f.builder.attributeConstant(f.function.attributes[0]));
  f.output(take(f.builder.cpp(CppOp::Mul, {Operand(x), Operand(alpha, true)})).value);
  f.function.outputNames = {"y"};
  finish(f.function);
  ASSERT_FALSE(verify(f.function));
  MainCall call;
  call.main = &f.function;
  EXPECT_ERROR(mainModel(call, {}), UnknownType, "'x'");
  call.inputs = {floats({sym("N"), 2})};
  EXPECT_ERROR(mainModel(call, {}), MissingAttribute, "'alpha'");
  call.attributes = {attr("alpha", 2.0f).proto};
  onnx::ModelProto model = take(mainModel(call, {}));
  EXPECT_FALSE(checkModel(model));
  EXPECT_EQ(toString(fromProto(model.graph().output(0).type())), "float[N,2]");
  EXPECT_EQ(model.graph().output(0).name(), "y");
  EXPECT_EQ(model.graph().node(0).attribute(0).f(), 2.0f);
  EXPECT_EQ(model.opset_import_size(), 2);
}

TEST(Model, VersionsMustAgree) {
  TestFunction a("a"), b("b");
  for (TestFunction *f : {&a, &b}) {
    f->output(take(f->builder.op("Relu", {f->input("x", floats({2}))})));
    finish(f->function);
  }
  b.function.version = 2;
  EXPECT_ERROR(libraryModel({&a.function, &b.function}, {}), WrongOpset, "versions 1 and 2");
  b.function.version = 1;
  b.function.name = "a";
  b.output(b.function.body.outputs[0]);
  finish(b.function);
  EXPECT_ERROR(libraryModel({&a.function, &b.function}, {}), Internal, "two functions");
}

TEST(Model, DeepCallChainsNeedNoStack) {
  std::vector<std::unique_ptr<TestFunction>> chain;
  for (int i = 0; i < 3000; ++i) {
    chain.push_back(std::make_unique<TestFunction>(("f" + std::to_string(i)).c_str()));
    TestFunction &f = *chain.back();
    Value *x = f.generic("x");
    f.output(i ? take(f.builder.call(chain[i - 1]->function, {x}))[0] : take(f.builder.op("Relu", {x})));
    finish(f.function);
  }
  EXPECT_EQ(closure({&chain.back()->function}).size(), 3000u);
  // Other types than the chain was built with.
  auto types = take(inferCall(chain.back()->function, {floats({2})}));
  EXPECT_EQ(types.size(), 1u);
}

TEST(Save, WritesAtomically) {
  TestFunction f;
  Literal large;
  large.dims = {1000};
  large.data.assign(1000, 1.0);
  Value *x = f.input("x", floats({1000}));
  f.output(take(f.builder.cpp(CppOp::Add, {Operand(x), Operand(large)})).value);
  onnx::ModelProto model = f.model();
  std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "onnxc-save-test";
  std::filesystem::create_directories(folder);
  EXPECT_FALSE(save(model, folder / "m.onnx"));
  std::ifstream file(folder / "m.onnx", std::ios::binary);
  onnx::ModelProto read;
  EXPECT_TRUE(read.ParseFromIstream(&file));
  EXPECT_EQ(read.SerializeAsString(), model.SerializeAsString());
  std::optional<std::string> error = save(model, folder / "missing" / "m.onnx");
  ASSERT_TRUE(error);
  EXPECT_NE(error->find("can't write"), std::string::npos);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  std::filesystem::remove_all(folder);
}

TEST(Save, ExternalData) {
  TestFunction f;
  f.function.domain = "";
  Literal large;
  large.dims = {1000};
  large.data.assign(1000, 1.0);
  Value *x = f.input("x", floats({1000}));
  f.output(take(f.builder.cpp(CppOp::Add, {Operand(x), Operand(large)})).value);
  finish(f.function);
  onnx::ModelProto model = take(graphModel(f.function, {}));
  EXPECT_FALSE(checkModel(model));
  std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "onnxc-external-test";
  std::filesystem::create_directories(folder);
  EXPECT_FALSE(save(model, folder / "m.onnx", "m.data"));
  EXPECT_EQ(std::filesystem::file_size(folder / "m.data"), 4000u);
  EXPECT_LT(std::filesystem::file_size(folder / "m.onnx"), 1000u);
  std::filesystem::remove_all(folder);
}

} // namespace
} // namespace onnxc::graph
