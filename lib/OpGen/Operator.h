//===- Operator.h - An operator version as it is declared in C++ ----------===//
#ifndef ONNXC_OPGEN_OPERATOR_H
#define ONNXC_OPGEN_OPERATOR_H

#include "Schema/Schema.h"

#include <string>
#include <vector>

namespace onnxc::opgen {

/// What a formal input or output holds.
enum class ValueKind { Tensor, Sequence, Optional, Map, Any };

struct Parameter {
  std::string name; ///< in C++
  ValueKind kind;
  bool isOptional;
  bool isVariadic;
};

struct Output {
  std::string name; ///< in C++
  ValueKind kind;
};

struct Attribute {
  std::string onnxName;
  std::string name; ///< in C++
  std::string type; ///< the C++ class
  bool isRequired;
};

/// A declaration: operators that take tensors as well as sequences have one for each.
struct Overload {
  std::vector<Parameter> parameters;
  std::vector<Output> outputs;
};

/// How the operator is declared.
enum class Form {
  Plain,           ///< a function
  VariadicOutputs, ///< a template over the number of outputs, and a function that is told it
  If,
  Loop,
  Scan,
  SequenceMap,
};

struct Operator {
  const schema::OpSchema *schema;
  std::string sinceNamespace; ///< "since13", "mlsince1"
  Form form;
  std::vector<Overload> overloads;   ///< at least one
  std::vector<Attribute> attributes; ///< by C++ name; graphs, and what onnxc computes from them, left out

  const std::string &name() const { return schema->Name(); }
  bool hasRequiredAttributes() const;
  std::string attributesType() const { return name() + "_Attributes"; }
  std::string resultType() const { return name() + "_Result"; }
};

/// Throws std::runtime_error, with the operator's name, for what has no C++ form yet: a new kind of attribute, say.
Operator makeOperator(const schema::OpSchema &schema);

} // namespace onnxc::opgen

#endif // ONNXC_OPGEN_OPERATOR_H
