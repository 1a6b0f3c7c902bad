//===- Registry.h - The annotated functions that are linked in ------------===//
//
// Filled while static variables are initialised (and when a shared library is loaded), read-only otherwise.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_RUNTIME_REGISTRY_H
#define ONNXC_RUNTIME_REGISTRY_H

#include "onnx/onnx_pb.h"
#include "onnxc/describe.h"
#include "onnxc/stub.h"
#include <memory>
#include <mutex>
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

const FunctionRecord &recordOf(const stub::detail::Entry &entry);
std::vector<const FunctionRecord *> allRecords();
/// The function with this address, or null.
const FunctionRecord *findRecord(const std::type_info &pointerType, const void *bytes, size_t size);
/// The function whose address these bytes are; null for pointers to methods.
void (*plainFunction(const void *bytes, size_t size))();
/// The operator that a user declared, or null.
const stub::OperatorDescriptor *findDeclaredOperator(void (*function)());
/// A compiled function that is linked in, or null.
std::shared_ptr<const onnx::FunctionProto> findEmbedded(const std::string &identity);

FunctionInfo infoOf(const FunctionRecord &record);
/// "a,b.c" at the index, or none.
std::string listItem(const char *list, size_t index);

} // namespace onnxc::runtime

#endif
