//===- ElementNames.h - Names of ONNX's element types ---------------------------===//
#ifndef ONNXC_SUPPORT_ELEMENTNAMES_H
#define ONNXC_SUPPORT_ELEMENTNAMES_H

#include <array>
#include <string_view>

namespace onnxc::support {

/// By the number of TensorProto.DataType, as in "tensor(float)".
inline constexpr std::array<std::string_view, 29> elementNames = {
    "undefined",  "float",        "uint8",          "int8",       "uint16",         "int16",  "int32",     "int64",
    "string",     "bool",         "float16",        "double",     "uint32",         "uint64", "complex64", "complex128",
    "bfloat16",   "float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz", "uint4",  "int4",      "float4e2m1",
    "float8e8m0", "uint2",        "int2",           "float6e2m3", "float6e3m2"};

} // namespace onnxc::support

#endif
