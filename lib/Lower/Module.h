//===- Module.h - Which functions have been lowered ----------------------------===//
#ifndef ONNXC_LOWER_MODULE_H
#define ONNXC_LOWER_MODULE_H

#include "Frontend/Invocation.h"
#include "Frontend/Signature.h"
#include "Lower.h"
#include "Value.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <set>

namespace onnxc::lower {

/// One emitted function: a C++ function with a presence pattern and, for methods, a constant object.
struct Entry {
  const clang::FunctionDecl *decl = nullptr;
  Presence presence;
  std::string constantThis;
  std::unique_ptr<graph::Function> function;
  bool asked = false; ///< its body asks whether optional parameters are given
  bool failed = false;
  bool inProgress = false;
};

/// An operator namespace that a function names ("opset20"), with the place.
struct NamedOpset {
  int64_t version = 0;
  std::string name;
  clang::SourceLocation location;
};

class ModuleImpl {
public:
  ModuleImpl(frontend::ParsedUnit &unit, Options options) : unit(unit), options(options) {}

  const frontend::Signature &signature(const clang::FunctionDecl *function);
  /// `thisText` is the canonical text of `constantThis`.
  Entry &lower(const clang::FunctionDecl *function, const Presence &presence, const Value *constantThis,
               const std::string &thisText);
  /// The chain of functions from `function` to the one being lowered now; empty when there is no cycle.
  std::vector<const clang::FunctionDecl *> cycleFrom(const clang::FunctionDecl *function) const;
  /// The first opset namespace that the body, or what is inlined into it, names.
  NamedOpset namedOpset(const clang::FunctionDecl *function);
  static NamedOpset opsetOf(const clang::NamedDecl *found, llvm::StringRef prefix = "opset");

  frontend::ParsedUnit &unit;
  Options options;
  std::vector<const graph::Function *> order;
  std::set<std::string> reported; ///< diagnostics that have been shown

private:
  Entry *find(const clang::FunctionDecl *function, const Presence &presence, const std::string &thisText);
  bool reportClash(const Entry &entry);

  llvm::DenseMap<const clang::FunctionDecl *, std::vector<std::unique_ptr<Entry>>> entries;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<frontend::Signature>> signatures;
  std::vector<const clang::FunctionDecl *> stack;
  std::map<std::tuple<std::string, std::string, std::string>, const Entry *> identities; ///< first of each
};

} // namespace onnxc::lower

#endif
