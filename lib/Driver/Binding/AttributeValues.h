// `--attr NAME=VALUE`.
#ifndef ONNXC_DRIVER_BINDING_ATTRIBUTEVALUES_H
#define ONNXC_DRIVER_BINDING_ATTRIBUTEVALUES_H

#include "Driver/Options/CallOptions.h"
#include "Frontend/Signature.h"
#include "Graph/IR/Graph.h"
#include "onnx/onnx_pb.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onnxc::driver {

/// The value as the parameter's type wants it: numbers, true and false, strings, enumerators (`relu`, `Act::relu`),
/// element types, lists `a,b,c`, for tensors `@FILE` with a serialised TensorProto. Throws Failure that names the type.
onnx::AttributeProto readAttributeValue(const frontend::Param &param, const std::string &value);

/// A number in C's locale, `inf` and `nan` included; the whole text.
std::optional<double> readReal(const std::string &text);

/// The items of `a,b,c` or `[a, b, c]`; the empty text is the empty list.
std::vector<std::string> listItems(const std::string &list);

/// The C++ type of a list's elements, or the attribute's own type where it is no list.
clang::QualType elementType(const frontend::Param &param);

/// All `--attr` of a call of a function of a model, which does not know its C++ types: `true` may stand for 1. An
/// attribute whose type it does not say at all has the simplest one that reads the value. Throws Failure on unknown
/// names (did you mean), names given twice, wrong values, and required attributes that nobody gave.
std::vector<onnx::AttributeProto> bindAttributes(const graph::Function &function,
                                                 const std::vector<AttributeOption> &options);

} // namespace onnxc::driver

#endif
