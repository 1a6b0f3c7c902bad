// RUN: %clangxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-unknown-attributes -fsyntax-only %s
// RUN: %gxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-attributes=onnx:: -fsyntax-only %s
// The values of the small element types, and dtypeOf.
#include <onnxc/opset20.h>
#include <string>
#include <string_view>
#include <vector>
using namespace onnxc;

static_assert(float16(1.0f).bits == 0x3c00 && float16(65504).bits == 0x7bff && float16(-2).bits == 0xc000);
static_assert(float16(65519.9).bits == 0x7bff && float16(65520).bits == 0x7c00 && float16(1e300).bits == 0x7c00);
static_assert(float16(6e-8).bits == 1 && float16(2.9e-8).bits == 0 && float16(-0.0).bits == 0x8000);
static_assert(float16(2049).bits == float16(2048).bits && float16(2051).bits == float16(2052).bits);
static_assert(static_cast<float>(float16::fromBits(0x3555)) == 0.333251953125f);
static_assert(bfloat16(1).bits == 0x3f80 && bfloat16(1.00390625).bits == 0x3f80 && bfloat16(3.4e38).bits == 0x7f80);
static_assert(float8e4m3fn(448).bits == 0x7e && float8e4m3fn(1000).bits == 0x7e && double(float8e4m3fn(0.3)) == 0.3125);
static_assert(float8e4m3fnuz(240).bits == 0x7f && float8e4m3fnuz(-0.0).bits == 0 && float8e5m2(57344).bits == 0x7b);
static_assert(float8e5m2fnuz(1).bits == 0x40 && float8e8m0(1).bits == 127 && float8e8m0(3).bits == 129);
static_assert(float4e2m1(6).bits == 7 && float4e2m1(-0.5).bits == 9 && float6e2m3(7.5).bits == 0x1f && float6e3m2(28).bits == 0x1f);

static_assert(dtypeOf<std::string> == DType::STRING && dtypeOf<std::string_view> == DType::STRING && dtypeOf<bool> == DType::BOOL);
static_assert(dtypeOf<long> == DType::INT64 && dtypeOf<long long> == DType::INT64 && dtypeOf<unsigned char> == DType::UINT8);
static_assert(dtypeOf<float16> == DType::FLOAT16 && dtypeOf<complex128> == DType::COMPLEX128 && dtypeOf<uint2> == DType::UINT2);
static_assert(dtypeOf<std::vector<int>> == DType::UNDEFINED && dtypeOf<Tensor> == DType::UNDEFINED);
static_assert(std::is_same_v<INT64<"N", 3>, TensorOf<int64_t, "N", 3>> && std::is_same_v<STRING<>, TensorOf<std::string>>);
static_assert(!std::is_same_v<FLOAT<"N">, FLOAT<"M">> && !std::is_same_v<FLOAT<>, FLOAT<scalar>> && !std::is_same_v<FLOAT<dyn>, FLOAT<>>);
