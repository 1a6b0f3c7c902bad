//===- Declaration.h - What C++ declares of a value's type ----------------------===//
#ifndef ONNXC_GRAPH_DECLARATION_H
#define ONNXC_GRAPH_DECLARATION_H

#include "Graph/IR/Type.h"

namespace onnxc::graph {

/// A declaration of a tensor, a sequence ... as both read it: onnxc from Clang's types, the runtime from its templates.
/// std::optional is no part of it: what may be left out has, where it is given, the type that stands in the optional.
struct Declaration {
  enum class Form : uint8_t {
    Tensor,
    Sequence,
    Optional,         ///< onnxc::OptionalValue, an ONNX optional
    OptionalSequence, ///< the same, of a sequence
    Open,             ///< onnxc::Value, onnxc::Map: its type is known where it is given
  };
  Form form = Form::Tensor;
  DType elem = DType::UNDEFINED;
  std::string variable;       ///< name of its type variable ("Real"), or empty
  std::vector<DType> allowed; ///< what the variable may be; empty: all
  std::optional<Shape> shape; ///< as declared, with symbols
};

/// The type of a value of a graph. An element type that is not declared is a type variable of `vars`, the same for
/// declarations that name the same one; without `vars` nothing is known of it.
Type typeOf(const Declaration &declaration, TypeVars *vars = nullptr);

} // namespace onnxc::graph

#endif
