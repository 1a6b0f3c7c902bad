//===- Refusals.cpp - Functions of the libraries that a graph can't stand for ---------------------===//
#include "Graph/Building/LibraryFunctions.h"
#include "LibraryLowering.h"
#include "llvm/ADT/StringSwitch.h"

namespace onnxc::lower {

/// Why a scripted function can't call a function of the C++ or C library. Null: nothing is known.
static const char *whyRefused(llvm::StringRef name) {
  constexpr const char *prints = "a graph prints nothing when it runs; return the value, and print it in the program "
                                 "that runs the model";
  constexpr const char *reads = "a graph reads nothing but its inputs; make it a parameter";
  constexpr const char *ends = "a graph cannot end the program that runs it; return a value that says so";
  constexpr const char *chance = "it depends on a state that a graph does not keep; use op::RandomUniform or "
                                 "op::RandomNormal, or make the number a parameter";
  constexpr const char *clock = "a graph does not know the time; make it a parameter";
  constexpr const char *memory = "ONNX has no addresses; use std::array, std::vector or a tensor";
  name.consume_front("__builtin_");
  return llvm::StringSwitch<const char *>(name)
      .Cases("printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs", "putchar", prints)
      .Cases("putc", "fputc", "perror", "print", "println", "fwrite", "fflush", prints)
      .Cases("scanf", "fscanf", "getchar", "fgets", "getline", "fread", "getenv", reads)
      .Cases("abort", "exit", "_Exit", "quick_exit", "terminate", "trap", ends)
      .Cases("rand", "srand", "random", "srandom", "drand48", chance)
      .Cases("time", "clock", "clock_gettime", "gettimeofday", clock)
      .Cases("malloc", "calloc", "realloc", "free", "memcpy", "memmove", "memset", memory)
      .Cases("sprintf", "snprintf", "vsnprintf", "format", "to_string", "to_chars", "strtod",
             "ONNX computes with numbers, and text is for attributes; op::Cast to string makes text of a tensor")
      .Default(graph::whyNoLibraryFunction(name.str()));
}

static bool isAssertion(llvm::StringRef name) {
  return name == "__assert_fail" || name == "__assert" || name == "__assert_rtn" || name == "_wassert";
}

static bool isStream(clang::QualType type) {
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  while (record && record->getIdentifier()) {
    llvm::StringRef name = record->getName();
    if (name == "basic_ostream" || name == "basic_istream" || name == "basic_ios" || name == "ios_base")
      return true;
    if (!record->hasDefinition() || record->getNumBases() != 1)
      return false;
    record = record->bases_begin()->getType()->getAsCXXRecordDecl();
  }
  return false;
}

/// Reports a call of what has no counterpart, in its own words; false for all other calls.
bool LibraryLowering::isRefused(const clang::FunctionDecl *callee, const clang::CallExpr *call) {
  Location location = call->getExprLoc();
  llvm::StringRef name = callee->getIdentifier() ? callee->getName() : llvm::StringRef();
  if (isAssertion(name)) {
    report(call->getBeginLoc(), DiagId::Assertion);
    return true;
  }
  const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  const clang::Expr *object = member ? member->getImplicitObjectArgument()
                              : llvm::isa<clang::CXXOperatorCallExpr>(call) && call->getNumArgs() ? call->getArg(0)
                                                                                                  : nullptr;
  if (object &&
      isStream(object->getType()->isPointerType() ? object->getType()->getPointeeType() : object->getType())) {
    report(call->getBeginLoc(), DiagId::Stream) << call->getSourceRange();
    return true;
  }
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee); method && method->isVirtual() && object) {
    const auto *expr = llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParens());
    bool isNamed = expr && expr->hasQualifier();
    const clang::CXXMethodDecl *called = isNamed ? method : method->getDevirtualizedMethod(object, false);
    if (called && called->getCanonicalDecl() == method->getCanonicalDecl())
      return false;
    report(location, DiagId::VirtualCall) << callee << call->getSourceRange();
    return true;
  }
  bool isLibrary = callee->getBuiltinID() || callee->isInStdNamespace() || (callee->isExternC() && !callee->hasBody());
  const char *why = isLibrary && !name.empty() ? whyRefused(name) : nullptr;
  if (!why)
    return false;
  report(call->getBeginLoc(), DiagId::LibraryFunction)
      << (callee->isInStdNamespace() ? "std::" + name.str() : name.str()) << why << call->getSourceRange();
  return true;
}

} // namespace onnxc::lower
