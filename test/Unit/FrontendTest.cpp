// Annotations, identities, types, signatures and the parser of lib/Frontend.
#include "Frontend/Arguments.h"
#include "Frontend/Invocation.h"
#include "Frontend/Signature.h"
#include "Support/Overload.h"

#include "onnxc-config.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include <gtest/gtest.h>

#include <string>

namespace support = onnxc::support;
using namespace onnxc::frontend;

namespace {

/// One parsed text and what was printed about it.
struct Parsed {
  std::string messages;
  llvm::raw_string_ostream out{messages};
  std::unique_ptr<ParsedUnit> unit;

  explicit Parsed(const std::string &code, std::vector<std::string> arguments = {}) {
    CompileJob job;
    job.file = "test.cc";
    job.code =
        "#include <cstdint>\n#include <onnxc/sequence.h>\n#include <onnxc/tensor_of.h>\nusing namespace onnxc;\n" +
        code;
    job.clangArgs = std::move(arguments);
    job.headerFolders = {ONNXC_SOURCE_INCLUDE_DIR, ONNXC_GENERATED_INCLUDE_DIR};
    job.messages = &out;
    unit = parse(std::move(job));
  }

  /// `domain::name[overload]` of each function that was found.
  std::string names() {
    std::string all;
    for (const AnnotatedFunction &function : unit->functions().functions) {
      const Annotation &annotation = *function.annotation;
      all += (all.empty() ? "" : " ") + annotation.domain + "::" + annotation.name;
      if (!annotation.overload.empty())
        all += "[" + annotation.overload + "]";
    }
    return all;
  }

  Signature signature(size_t index = 0, bool report = true) {
    const AnnotatedFunction &function = unit->functions().functions.at(index);
    SignatureContext context{unit->sema(), unit->types(), report ? &unit->diagnoser() : nullptr};
    return signatureOf(function.decl, function.annotation->kind, context);
  }
};

/// Parses `code` and gives what is printed; "" when nothing is.
std::string messagesOf(const std::string &code) {
  Parsed parsed(code);
  if (parsed.unit) {
    for (size_t i = 0; i < parsed.unit->functions().functions.size(); ++i)
      parsed.signature(i);
    parsed.unit.reset();
  }
  return parsed.messages;
}

testing::AssertionResult contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos ? testing::AssertionSuccess()
                                              : testing::AssertionFailure() << "'" << part << "' is not in:\n"
                                                                            << text;
}

TEST(Annotations, KindsAndOptions) {
  Parsed parsed(R"(
[[onnx::script]] Tensor a(Tensor x) { return x; }
[[onnx::trace]] Tensor b(Tensor x) { return x; }
[[onnx::function(onnxc::options{.trace = true, .version = 2})]] Tensor c(Tensor x) { return x; }
[[onnx::script(onnxc::options{.domain = "com.acme", .name = "Gain"})]] Tensor d(Tensor x) { return x; }
[[onnx::op("", "Relu", 14)]] Tensor e(Tensor x);
)");
  ASSERT_TRUE(parsed.unit);
  EXPECT_EQ(parsed.names(), "local::a local::b local::c com.acme::Gain");
  EXPECT_EQ(parsed.messages, "");
  auto &functions = parsed.unit->functions().functions;
  EXPECT_EQ(functions[1].annotation->kind, Annotation::Trace);
  EXPECT_EQ(functions[2].annotation->kind, Annotation::Trace);
  EXPECT_EQ(functions[2].annotation->version, 2);
  EXPECT_EQ(functions[3].annotation->kind, Annotation::Script);
  EXPECT_TRUE(functions[0].inMainFile);
  for (const clang::Decl *decl : parsed.unit->ast().getTranslationUnitDecl()->decls())
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
        function && function->getIdentifier() && function->getName() == "e") {
      const Annotation *op = parsed.unit->annotations().find(function);
      ASSERT_TRUE(op);
      EXPECT_EQ(op->kind, Annotation::Op);
      EXPECT_EQ(op->name, "Relu");
      EXPECT_EQ(op->version, 14);
    }
}

TEST(Annotations, Identity) {
  Parsed parsed(R"(
namespace acme::nn { inline namespace v1 { [[onnx::script]] Tensor gain(Tensor x) { return x; } } }
namespace { [[onnx::script]] Tensor hidden(Tensor x) { return x; } }
struct Layer {
  [[onnx::script]] Tensor operator()(Tensor x) const { return x; }
  [[onnx::script]] Tensor both(Tensor x) const { return x; }
  struct Inner { [[onnx::script]] static Tensor f(Tensor x) { return x; } };
};
[[onnx::script]] Tensor over(Tensor x) { return x; }
[[onnx::script]] Tensor over(Tensor x, int64_t n) { return x; }
[[onnx::script]] Tensor outer(Tensor x) {
  auto square = [] [[onnx::script]] (Tensor t) { return t * t; };
  return square(x);
}
)");
  ASSERT_TRUE(parsed.unit);
  EXPECT_EQ(parsed.messages, "");
  EXPECT_EQ(
      parsed.names(),
      "acme.nn::gain local::hidden local::Layer local::Layer.both local::Layer.Inner.f local::over[(onnxc::Tensor)] "
      "local::over[(onnxc::Tensor,int64_t)] local::outer local::outer.square");
}

TEST(Annotations, Templates) {
  Parsed parsed(R"(
template <int64_t... axes> [[onnx::script]] Tensor reduce(Tensor x) { return x; }
template <bool up, float k> [[onnx::script]] Tensor move(Tensor x) { return x; }
template <class T> [[onnx::script]] TensorOf<T> twice(TensorOf<T> x) { return x; }
template <int n> struct Layer { [[onnx::trace]] Tensor run(Tensor x) { return x; } };
[[onnx::script]] Tensor use(Tensor x) {
  auto generic = [] [[onnx::script]] (auto t) -> Tensor { return t; };
  return generic(x) + reduce<0, 2>(x) + reduce<>(x) + move<true, 0.5f>(x) + twice<float>(x) + Layer<3>().run(x);
}
)");
  ASSERT_TRUE(parsed.unit);
  EXPECT_EQ(parsed.messages, "");
  EXPECT_EQ(parsed.names(),
            "local::reduce[0,2] local::reduce local::move[true,0.5] local::twice[float] local::Layer.run[3] local::use "
            "local::use.generic[onnxc::Tensor]");
  EXPECT_EQ(parsed.unit->functions().written.size(), 6u);
}

TEST(Annotations, InstancesOfElementTypes) {
  Parsed parsed(R"(
template <class T> [[onnx::script]] TensorOf<T> twice(TensorOf<T> x) { return x + x; }
[[onnx::script]] Tensor use(FLOAT<"N", 2> x, INT64<> n) { return twice<int64_t>(n) + twice<float>(x); }
)");
  ASSERT_TRUE(parsed.unit);
  EXPECT_EQ(parsed.messages, "");
  EXPECT_EQ(parsed.names(), "local::twice[int64_t] local::twice[float] local::use");
  EXPECT_EQ(toString(parsed.signature(0).params[0].type), "int64");
  EXPECT_EQ(toString(parsed.signature(1).results[0].type), "float");
}

TEST(Annotations, RedeclarationsInherit) {
  Parsed parsed(R"(
[[onnx::script(onnxc::options{.name = "F"})]] Tensor f(Tensor x);
Tensor f(Tensor x) { return x; }
Tensor g(Tensor x);
[[onnx::script]] Tensor g(Tensor x) { return x; }
)");
  ASSERT_TRUE(parsed.unit);
  EXPECT_EQ(parsed.names(), "local::F local::g");
}

TEST(Annotations, Errors) {
  EXPECT_TRUE(contains(messagesOf("[[onnx::scirpt]] Tensor g(Tensor x);"),
                       "did you mean 'onnx::script'? [onnxc-unknown-annotation]"));
  EXPECT_TRUE(contains(messagesOf("[[using onnx: scirpt]] Tensor g(Tensor x);"), "onnxc-unknown-annotation"));
  EXPECT_TRUE(contains(messagesOf("[[onnx::banana]] Tensor g(Tensor x);"), "unknown annotation 'onnx::banana' [onnxc"));
  EXPECT_TRUE(contains(messagesOf("[[script]] Tensor g(Tensor x);"), "onnxc-bare-annotation"));
  EXPECT_TRUE(contains(messagesOf("[[onnx::script]] int64_t depth = 3;"), "not a variable [onnxc-annotation-target]"));
  EXPECT_TRUE(contains(messagesOf("struct [[onnx::script]] S {};"), "not a type [onnxc-annotation-target]"));
  EXPECT_TRUE(contains(messagesOf("void f() { [[onnx::script]] return; }"), "not a statement"));
  EXPECT_TRUE(contains(messagesOf("constexpr onnxc::options OPT{}; [[onnx::trace(OPT)]] Tensor g(Tensor x);"),
                       "put it in parentheses: '(OPT)'"));
  EXPECT_EQ(messagesOf("constexpr onnxc::options OPT{}; [[onnx::trace((OPT))]] Tensor g(Tensor x);"), "");
  EXPECT_TRUE(contains(messagesOf("constexpr int S = 3; [[onnx::op(\"d\", \"X\", S)]] Tensor g(Tensor x);"),
                       "'(S)' [onnxc-annotation-argument"));
  EXPECT_TRUE(
      contains(messagesOf("[[onnx::script(3)]] Tensor g(Tensor x);"), "must be 'onnxc::options{...}', not 'int'"));
  EXPECT_TRUE(contains(messagesOf("[[onnx::script(onnxc::options{.domian = \"a\"})]] Tensor g(Tensor x);"), "domian"));
  EXPECT_TRUE(contains(messagesOf("int64_t v(); [[onnx::script(onnxc::options{.version = v()})]] Tensor g(Tensor x);"),
                       "onnxc-annotation-argument-not-constant"));
  EXPECT_TRUE(contains(messagesOf("[[onnx::script(onnxc::options{.version = 0})]] Tensor g(Tensor x);"),
                       "a version is a positive number"));
  EXPECT_TRUE(contains(messagesOf("[[onnx::script(onnxc::options{.domain = \"\"})]] Tensor g(Tensor x);"),
                       "bad value of option 'domain'"));
  EXPECT_TRUE(
      contains(messagesOf("[[onnx::op(\"\", \"Relu\")]] Tensor g(Tensor x);"), "onnxc-annotation-argument-count"));
  EXPECT_TRUE(contains(messagesOf("[[onnx::script, onnx::trace]] Tensor g(Tensor x);"), "onnxc-annotation-conflict"));
  EXPECT_TRUE(
      contains(messagesOf("[[onnx::script]] Tensor g(Tensor x); [[onnx::trace]] Tensor g(Tensor x) { return x; }"),
               "'[[onnx::trace]]' disagrees with '[[onnx::script]]'"));
  EXPECT_TRUE(contains(messagesOf("[[onnx::script(onnxc::options{.name = \"A\"})]] Tensor g(Tensor x);\n"
                                  "[[onnx::script(onnxc::options{.name = \"B\"})]] Tensor g(Tensor x);"),
                       "'B' here, 'A' there"));
  EXPECT_TRUE(contains(messagesOf("struct S { [[onnx::script]] S(); };"), "onnxc-annotation-special-function"));
}

TEST(Types, TensorTypes) {
  Parsed parsed(R"(
[[onnx::script]] Tensor f(FLOAT<"N", 3, onnxc::dyn> a, TensorOf<onnxc::Real> b, TensorOf<onnxc::OneOf<float, double>> c, INT64<onnxc::scalar> d,
                          TensorOf<onnxc::float16> e, onnxc::SequenceOf<float> g, Tensor h) { return h; }
)");
  ASSERT_TRUE(parsed.unit);
  EXPECT_EQ(parsed.messages, "");
  Signature signature = parsed.signature();
  ASSERT_EQ(signature.params.size(), 7u);
  EXPECT_EQ(toString(signature.params[0].type), "float[N,3,?]");
  EXPECT_EQ(toString(signature.params[1].type), "Real");
  EXPECT_EQ(toString(signature.params[2].type), "OneOf<float, double>");
  EXPECT_EQ(toString(signature.params[3].type), "int64[]");
  EXPECT_EQ(toString(signature.params[4].type), "float16");
  EXPECT_EQ(toString(signature.params[5].type), "seq(float)");
  EXPECT_EQ(toString(signature.params[6].type), "tensor");
  EXPECT_TRUE(signature.valid());
}

TEST(Signatures, Parameters) {
  Parsed parsed(R"(
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <array>
#include <vector>
enum class Act : int64_t { a, b };
struct Pair { Tensor lo; FLOAT<3> hi; };
[[onnx::script]] Pair f(std::optional<Tensor> o, Pair p, float a, double b, int64_t n, bool on, Act act, const std::string &s, std::string_view v,
  const char *c, DType t, std::vector<int64_t> ints, std::array<float, 2> floats, std::optional<int64_t> axis = std::nullopt,
  const std::vector<Tensor> &rest = {}, double exact = 0.5) { return p; }
[[onnx::script]] std::tuple<Tensor, FLOAT<2>> g(Tensor x) { return {x, x}; }
[[onnx::script]] std::vector<Tensor> h(Tensor x) { return {x, x}; }
)");
  ASSERT_TRUE(parsed.unit);
  EXPECT_EQ(parsed.messages, "");
  Signature signature = parsed.signature();
  ASSERT_EQ(signature.params.size(), 16u);
  EXPECT_TRUE(signature.valid());
  auto kind = [&](int i) { return signature.params[i].kind; };
  auto attribute = [&](int i) { return signature.params[i].attribute; };
  EXPECT_EQ(kind(0), ParamKind::OptionalTensor);
  EXPECT_EQ(kind(1), ParamKind::TensorStruct);
  ASSERT_EQ(signature.params[1].members.size(), 2u);
  EXPECT_EQ(signature.params[1].members[1].name, "p.hi");
  EXPECT_EQ(attribute(2), AttrKind::Float);
  EXPECT_EQ(attribute(3), AttrKind::Float);
  EXPECT_EQ(attribute(4), AttrKind::Int);
  EXPECT_TRUE(signature.params[5].isBool);
  EXPECT_TRUE(signature.params[6].isEnum);
  for (int i : {7, 8, 9})
    EXPECT_EQ(attribute(i), AttrKind::String);
  EXPECT_TRUE(signature.params[10].isDType);
  EXPECT_EQ(attribute(11), AttrKind::Ints);
  EXPECT_EQ(attribute(12), AttrKind::Floats);
  EXPECT_TRUE(signature.params[13].optional);
  EXPECT_TRUE(signature.params[13].defaultValue);
  EXPECT_EQ(kind(14), ParamKind::VariadicTensor);
  EXPECT_EQ(signature.resultKind, ResultKind::Struct);
  EXPECT_EQ(signature.results[0].name, "lo");
  EXPECT_EQ(toString(signature.results[1].type), "float[3]");
  EXPECT_EQ(parsed.signature(1).resultKind, ResultKind::Tuple);
  EXPECT_EQ(parsed.signature(2).resultKind, ResultKind::Vector);
}

TEST(Signatures, Errors) {
  EXPECT_TRUE(contains(messagesOf("[[onnx::script]] void f(Tensor x) {}"), "onnxc-return-void"));
  EXPECT_TRUE(contains(messagesOf("[[onnx::script]] int64_t f(Tensor x) { return 0; }"), "onnxc-return-type"));
  EXPECT_TRUE(contains(messagesOf("[[onnx::script]] Tensor f(Tensor &x) { return x; }"), "onnxc-parameter-reference"));
  EXPECT_TRUE(contains(messagesOf("[[onnx::script]] Tensor f(Tensor *x) { return *x; }"), "onnxc-parameter-pointer"));
  EXPECT_TRUE(
      contains(messagesOf("struct S { int a; void *p; }; [[onnx::script]] Tensor f(Tensor x, S s) { return x; }"),
               "onnxc-parameter-type"));
  EXPECT_TRUE(contains(messagesOf("[[onnx::script]] Tensor f(Tensor x, double a = 0.1) { return x; }"), "becomes 0.1"));
  EXPECT_EQ(messagesOf("struct S { int a; }; [[onnx::trace]] Tensor f(Tensor x, S s) { return x; }"), "");
}

TEST(Parse, ClangErrorsAreShown) {
  Parsed parsed("int x = y;");
  ASSERT_TRUE(parsed.unit);
  EXPECT_TRUE(parsed.unit->hasErrors());
  parsed.unit->finishDiagnostics();
  EXPECT_TRUE(contains(parsed.messages, "test.cc:5:9: error: use of undeclared identifier 'y'"));
  EXPECT_TRUE(contains(parsed.messages, "1 error generated."));
  EXPECT_TRUE(parsed.unit->hasErrors());
}

TEST(Parse, Verify) {
  Parsed good("int x = y; // expected-error {{undeclared identifier}}\n[[onnx::scirpt]] void f(); // expected-error "
              "{{did you mean}}",
              {"-Xclang", "-verify"});
  ASSERT_TRUE(good.unit);
  good.unit->finishDiagnostics();
  EXPECT_FALSE(good.unit->hasErrors()) << good.messages;
  Parsed bad("int x; // expected-error {{undeclared identifier}}", {"-Xclang", "-verify"});
  ASSERT_TRUE(bad.unit);
  bad.unit->finishDiagnostics();
  EXPECT_TRUE(bad.unit->hasErrors());
}

TEST(Parse, BadInputs) {
  auto messages = [](const std::string &file, std::vector<std::string> arguments = {}) {
    std::string text;
    llvm::raw_string_ostream out(text);
    CompileJob job;
    job.file = file;
    job.clangArgs = std::move(arguments);
    job.messages = &out;
    EXPECT_FALSE(parse(std::move(job)));
    return text;
  };
  EXPECT_TRUE(contains(messages("missing.cc"), "error: no such file: 'missing.cc'"));
  EXPECT_TRUE(contains(messages("/"), "is a folder"));
  EXPECT_TRUE(contains(messages("/proc/self/exe"), "is not a text file"));
  EXPECT_TRUE(contains(messages("/dev/null"), "is empty"));
}

TEST(Parse, UnknownFlags) {
  Parsed parsed("", {"-fno-such-flag"});
  EXPECT_FALSE(parsed.unit);
  EXPECT_TRUE(contains(parsed.messages, "error: unknown argument: '-fno-such-flag'"));
  std::vector<std::string> flags = {"-fno-such-flag", "-Wall", "-O2", "-I", "folder"};
  dropUnknownClangFlags(flags);
  EXPECT_EQ(flags, (std::vector<std::string>{"-Wno-unknown-warning-option", "-Wall", "-O2", "-I", "folder"}));
  EXPECT_FALSE(Parsed("", {"-Wno-onnxc-nothing"}).unit);
}

TEST(Parse, WarningOptions) {
  const std::string code = "[[onnx::script]] Tensor f(Tensor x, double a = 0.1) { return x; }";
  auto run = [&](std::vector<std::string> arguments) {
    Parsed parsed(code, std::move(arguments));
    parsed.signature();
    std::string text = parsed.messages;
    return text + (parsed.unit->hasErrors() ? "(failed)" : "");
  };
  EXPECT_TRUE(contains(run({}), "warning: "));
  EXPECT_EQ(run({"-Wno-onnxc-attribute-double-inexact"}), "");
  EXPECT_EQ(run({"-w"}), "");
  EXPECT_TRUE(contains(run({"-Werror"}), "[-Werror,onnxc-attribute-double-inexact]"));
  EXPECT_TRUE(contains(run({"-Werror=onnxc-attribute-double-inexact"}), "(failed)"));
  EXPECT_TRUE(contains(run({"-Werror", "-Wno-error=onnxc-attribute-double-inexact"}), "warning: "));
}

TEST(Parse, Dependencies) {
  Parsed parsed("");
  ASSERT_TRUE(parsed.unit);
  std::vector<std::string> files = parsed.unit->dependencies();
  ASSERT_FALSE(files.empty());
  EXPECT_EQ(files.front(), "test.cc");
  EXPECT_TRUE(std::any_of(files.begin(), files.end(),
                          [](const std::string &file) { return file.ends_with("onnxc/tensor.h"); }));
}

TEST(Overload, TextAndHash) {
  EXPECT_EQ(support::finalOverload("0,2"), "0,2");
  EXPECT_EQ(support::finalOverload(std::string(64, 'x')), std::string(64, 'x'));
  // Models that were made before name their functions so.
  EXPECT_EQ(support::finalOverload(std::string(65, 'x')), "903105024cdf8c1ebf31f2e646e8c0e2");
  std::string overload;
  support::appendOverload(overload, "a");
  support::appendOverload(overload, "");
  support::appendOverload(overload, "b");
  EXPECT_EQ(overload, "a;b");
  EXPECT_EQ(support::overloadedName("f", overload), "f<a;b>");
  EXPECT_EQ(support::overloadedName("f", ""), "f");
}

TEST(Overload, Int64Names) {
  EXPECT_EQ(support::withInt64Names("long", true), "int64_t");
  EXPECT_EQ(support::withInt64Names("long", false), "long");
  EXPECT_EQ(support::withInt64Names("a<const unsigned long, long long>,unsigned long long", true),
            "a<const uint64_t, long long>,unsigned long long");
  EXPECT_EQ(support::withInt64Names("a<const unsigned long, long long>,unsigned long long", false),
            "a<const unsigned long, int64_t>,uint64_t");
  EXPECT_EQ(support::withInt64Names("long double,longer,a_long,long(long &)", true),
            "long double,longer,a_long,int64_t(int64_t &)");
  EXPECT_EQ(support::withInt64Names("{\"long\",long,\"", true), "{\"long\",int64_t,\"");
}

} // namespace
