//===- Lower.h - From scripted functions to graph functions -------------------===//
//
// Lowers the AST of functions that are annotated [[onnx::script]] to
// graph::Function. Errors go to the unit's diagnostics; a function with an
// error yields null, the others are lowered all the same.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_LOWER_H
#define ONNXC_LOWER_LOWER_H

#include "Graph/IR/Declaration.h"
#include "Graph/IR/Graph.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
}
namespace onnxc::frontend {
class ParsedUnit;
struct TypeSpec;
} // namespace onnxc::frontend

namespace onnxc::lower {

struct Options {
  int64_t opset = 0; ///< 0: that of the namespaces which a function names (20 when it names none)
};

/// Which optional tensor inputs are given, and how many tensors each variadic input has, in the order of the
/// function's parameters. Empty: all optional inputs are given, a variadic input has one tensor.
struct Presence {
  std::vector<bool> given;      ///< one for each std::optional parameter, inputs and attributes alike
  std::vector<unsigned> counts; ///< one for each variadic parameter
  bool operator<(const Presence &other) const {
    return given != other.given ? given < other.given : counts < other.counts;
  }
};

/// What a parameter or result declares, in the graph's terms.
graph::Declaration declarationOf(const frontend::TypeSpec &spec);

class ModuleImpl;

/// The scripted functions of one translation unit. Owns what it returns. The unit must outlive it.
class Module {
public:
  Module(frontend::ParsedUnit &unit, Options options);
  ~Module();

  /// Lowers one function (once; callees that are lowered on the way are kept). Null after errors, which have been
  /// reported.
  const graph::Function *lower(const clang::FunctionDecl *function, const Presence &presence = {});

  /// All functions that have been lowered without an error, callees before callers.
  std::vector<const graph::Function *> functions() const;

private:
  std::unique_ptr<ModuleImpl> impl;
};

} // namespace onnxc::lower

#endif
