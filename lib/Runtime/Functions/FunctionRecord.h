//===- FunctionRecord.h - What is known of an annotated function ----------===//
#ifndef ONNXC_RUNTIME_FUNCTIONRECORD_H
#define ONNXC_RUNTIME_FUNCTIONRECORD_H

#include "onnxc/stub.h"
#include <string>
#include <vector>

namespace onnxc::runtime {

/// A C++ parameter, or result, as its type tells.
struct ParameterShape {
  struct Leaf {
    stub::detail::SignatureSink::Form form;
    stub::detail::DeclaredType type;
  };
  bool isAttribute = false;
  bool isStruct = false;
  AttributeKind kind{};
  stub::detail::SignatureSink::Special special{};
  bool optional = false;
  std::vector<Leaf> leaves; ///< inputs; one for a variadic parameter

  bool isVariadic() const {
    return leaves.size() == 1 && !isStruct &&
           (leaves[0].form == stub::detail::SignatureSink::Form::Variadic ||
            leaves[0].form == stub::detail::SignatureSink::Form::VariadicOptional);
  }
};

/// What the registry keeps for an Entry (Entry::state).
struct FunctionRecord {
  explicit FunctionRecord(stub::detail::Entry &entry);

  stub::detail::Entry *entry = nullptr;
  std::string templateText; ///< "float,3": template arguments, canonical
  std::vector<ParameterShape> parameters;
  std::vector<ParameterShape::Leaf> outputs;
  bool variadicOutputs = false;

  /// Names of the ONNX parameters of a C++ parameter.
  std::string parameterName(size_t index) const;
  std::string leafName(size_t parameter, size_t leaf) const;
  std::string outputName(size_t index, size_t count) const;
  /// What the declaration says of an input.
  const stub::detail::DeclaredType *declared(size_t parameter, size_t leaf) const;
};

} // namespace onnxc::runtime

#endif
