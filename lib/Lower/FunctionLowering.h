//===- FunctionLowering.h - Lowers the body of one emitted function ----===//
//
// A partial evaluator over Clang's AST: statements change the store, expressions
// return values, whatever is not known while compiling becomes nodes. Each class
// from LoweringContext on knows those before it; where one needs a later one, it
// declares a virtual function.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_LOWER_FUNCTIONLOWERING_H
#define ONNXC_LOWER_FUNCTIONLOWERING_H

#include "StmtLowering.h"

namespace onnxc::lower {

class FunctionLowering final : public StmtLowering {
public:
  using StmtLowering::StmtLowering;

  /// Lowers the whole function; false after an error.
  bool run(const clang::FunctionDecl *decl, const frontend::Signature &signature, const Value *constantThis);

private:
  void makeParameters(const frontend::Signature &signature);
  Value inputValue(const frontend::Param &param, unsigned &optionalIndex, unsigned &variadicIndex);
  Value addInput(const std::string &name, const frontend::TypeSpec &spec);
  void addAttribute(const frontend::Param &param, bool isGiven);
  void setOutputs(const frontend::Signature &signature);
  bool addOutput(Value value, const frontend::TypeSpec &spec, const std::string &name, Location location);

  llvm::DenseMap<const clang::ValueDecl *, unsigned> optionalParams; ///< the emitted function's own, with their number
};

} // namespace onnxc::lower

#endif
