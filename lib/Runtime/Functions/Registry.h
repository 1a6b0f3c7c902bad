//===- Registry.h - The annotated functions that are linked in ------------===//
//
// Filled while static variables are initialised (and when a shared library is loaded), read-only otherwise.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_RUNTIME_REGISTRY_H
#define ONNXC_RUNTIME_REGISTRY_H

#include "Runtime/Functions/FunctionRecord.h"
#include "onnx/onnx_pb.h"
#include <memory>
#include <string>
#include <vector>

namespace onnxc::runtime {

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

} // namespace onnxc::runtime

#endif
