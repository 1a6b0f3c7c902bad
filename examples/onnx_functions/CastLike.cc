// Casts a tensor to the element type of another.
// Specification: operator CastLike of ai.onnx. A cast's target is an attribute, which no tensor's type can set: the element type is a
// template parameter, each of its values a function, and the tensor with that type no input.
#include <onnxc/opset25.h>

namespace op = onnxc::opset25;
using onnxc::DType, onnxc::Tensor;

namespace onnx_functions {

template <DType type> static Tensor castLike(Tensor input, bool saturate) {
  return op::Cast(input, {.saturate = saturate, .to = type});
}

// clang-format off
[[onnx::script]] Tensor CastLike_FLOAT(Tensor input, bool saturate = true) { return castLike<DType::FLOAT>(input, saturate); }
[[onnx::script]] Tensor CastLike_DOUBLE(Tensor input, bool saturate = true) { return castLike<DType::DOUBLE>(input, saturate); }
[[onnx::script]] Tensor CastLike_FLOAT16(Tensor input, bool saturate = true) { return castLike<DType::FLOAT16>(input, saturate); }
[[onnx::script]] Tensor CastLike_BFLOAT16(Tensor input, bool saturate = true) { return castLike<DType::BFLOAT16>(input, saturate); }
[[onnx::script]] Tensor CastLike_FLOAT8E4M3FN(Tensor input, bool saturate = true) { return castLike<DType::FLOAT8E4M3FN>(input, saturate); }
[[onnx::script]] Tensor CastLike_FLOAT8E4M3FNUZ(Tensor input, bool saturate = true) { return castLike<DType::FLOAT8E4M3FNUZ>(input, saturate); }
[[onnx::script]] Tensor CastLike_FLOAT8E5M2(Tensor input, bool saturate = true) { return castLike<DType::FLOAT8E5M2>(input, saturate); }
[[onnx::script]] Tensor CastLike_FLOAT8E5M2FNUZ(Tensor input, bool saturate = true) { return castLike<DType::FLOAT8E5M2FNUZ>(input, saturate); }
[[onnx::script]] Tensor CastLike_FLOAT4E2M1(Tensor input, bool saturate = true) { return castLike<DType::FLOAT4E2M1>(input, saturate); }
[[onnx::script]] Tensor CastLike_INT2(Tensor input, bool saturate = true) { return castLike<DType::INT2>(input, saturate); }
[[onnx::script]] Tensor CastLike_INT4(Tensor input, bool saturate = true) { return castLike<DType::INT4>(input, saturate); }
[[onnx::script]] Tensor CastLike_INT8(Tensor input, bool saturate = true) { return castLike<DType::INT8>(input, saturate); }
[[onnx::script]] Tensor CastLike_INT16(Tensor input, bool saturate = true) { return castLike<DType::INT16>(input, saturate); }
[[onnx::script]] Tensor CastLike_INT32(Tensor input, bool saturate = true) { return castLike<DType::INT32>(input, saturate); }
[[onnx::script]] Tensor CastLike_INT64(Tensor input, bool saturate = true) { return castLike<DType::INT64>(input, saturate); }
[[onnx::script]] Tensor CastLike_UINT2(Tensor input, bool saturate = true) { return castLike<DType::UINT2>(input, saturate); }
[[onnx::script]] Tensor CastLike_UINT4(Tensor input, bool saturate = true) { return castLike<DType::UINT4>(input, saturate); }
[[onnx::script]] Tensor CastLike_UINT8(Tensor input, bool saturate = true) { return castLike<DType::UINT8>(input, saturate); }
[[onnx::script]] Tensor CastLike_UINT16(Tensor input, bool saturate = true) { return castLike<DType::UINT16>(input, saturate); }
[[onnx::script]] Tensor CastLike_UINT32(Tensor input, bool saturate = true) { return castLike<DType::UINT32>(input, saturate); }
[[onnx::script]] Tensor CastLike_UINT64(Tensor input, bool saturate = true) { return castLike<DType::UINT64>(input, saturate); }
[[onnx::script]] Tensor CastLike_BOOL(Tensor input, bool saturate = true) { return castLike<DType::BOOL>(input, saturate); }
[[onnx::script]] Tensor CastLike_STRING(Tensor input, bool saturate = true) { return castLike<DType::STRING>(input, saturate); }
// clang-format on

} // namespace onnx_functions
