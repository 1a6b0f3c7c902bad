// A call of an annotated function, as options ask for it.
#ifndef ONNXC_DRIVER_BINDING_BOUNDCALL_H
#define ONNXC_DRIVER_BINDING_BOUNDCALL_H

#include "Driver/Options/CallOptions.h"
#include "Driver/Options/Failure.h"
#include "Frontend/Invocation.h"
#include "Frontend/Signature.h"
#include "Graph/IR/Type.h"
#include "onnx/onnx_pb.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace onnxc::driver {

/// The value that a call gives to an attribute, or to a parameter of another C++ type.
struct GivenValue {
  std::string text;           ///< as it was written: a double of C++ has more digits than ONNX's attribute
  bool isAbsent = false;      ///< `none` for an optional attribute: a call without it, even where it has a default
  onnx::AttributeProto proto; ///< of attributes that are given
};

/// A tensor, sequence or optional that a call gives.
struct GivenInput {
  std::optional<graph::Type> type; ///< nothing: the declared one
  bool isAbsent = false;           ///< `none`
};

/// All names in it are names of the function, and values have the types of their parameters. What it does not name has
/// its default, is absent, or is given with its declared type, as its user decides.
struct BoundCall {
  const frontend::AnnotatedFunction *function = nullptr;
  frontend::Signature signature;
  std::map<std::string, GivenValue> values;              ///< by the names of parameters
  std::map<std::string, std::vector<GivenInput>> inputs; ///< by the names of parameters and members of structs

  std::string functionName() const { return signature.function->getNameAsString(); }
  const GivenValue *valueOf(const frontend::Param &param) const;
  /// What is given for the input of that name: at most one, or as many as a variadic one has.
  const std::vector<GivenInput> &inputsOf(const std::string &name) const;
  /// Whether an attribute has a value in the call: a given one, or its default.
  bool hasValue(const frontend::Param &param) const;
  /// Gives a value. Throws Failure, which says what the parameter takes.
  void setValue(const frontend::Param &param, const std::string &text);
};

/// Throws Failure on names that the function does not have (did you mean), what is given twice, and wrong values.
BoundCall bind(const frontend::AnnotatedFunction &function, frontend::ParsedUnit &unit, const CallOptions &options);

/// Adds those of `shared` that name a parameter of `function` which `own` does not name, and their texts to `used`.
void addShared(const frontend::AnnotatedFunction &function, frontend::ParsedUnit &unit, const CallOptions &shared,
               CallOptions &own, std::set<std::string> &used);

Failure missingValue(const frontend::Param &param, const std::string &function);
Failure missingElementType(const std::string &input, const std::string &function);
Failure cannotBeAbsent(const std::string &input, const std::string &function);

} // namespace onnxc::driver

#endif
