//===- Schema.h - The operators that the linked onnx knows ----------------===//
//
// One table over onnx's OpSchemaRegistry, made at the first look-up and never changed: all functions may be called from
// any thread, and the schemas that they return live as long as the process. The domain "ai.onnx" is the same as "".
//
//===----------------------------------------------------------------------===//
#ifndef ONNXC_SCHEMA_SCHEMA_H
#define ONNXC_SCHEMA_SCHEMA_H

#include "onnx/defs/schema.h"

#include <span>
#include <string_view>

namespace onnxc::schema {

using ONNX_NAMESPACE::OpSchema;

/// The version of the operator that is in force at `opsetVersion`, null if there is none. It may be deprecated
/// (`OpSchema::Deprecated()`): then the operator is gone from this opset on.
const OpSchema *find(std::string_view domain, std::string_view name, int opsetVersion);

/// The version of the operator that began with opset `sinceVersion`, or null.
const OpSchema *findSince(std::string_view domain, std::string_view name, int sinceVersion);

/// All versions of the operator, oldest first; empty if there is no such operator.
std::span<const OpSchema *const> versions(std::string_view domain, std::string_view name);

/// All schemas, ordered by domain, name and version.
std::span<const OpSchema *const> all();

/// The newest opset of the domain that onnx has released; 0 if it knows no such domain.
int newestOpset(std::string_view domain);

/// "" for "ai.onnx", else `domain`.
std::string_view canonicalDomain(std::string_view domain);

} // namespace onnxc::schema

#endif // ONNXC_SCHEMA_SCHEMA_H
