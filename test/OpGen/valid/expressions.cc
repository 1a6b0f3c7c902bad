// RUN: %clangxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-parentheses -Wno-unknown-attributes -fsyntax-only %s
// RUN: %gxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-parentheses -Wno-attributes=onnx:: -fsyntax-only %s
// Operators of C++ on tensors, typed and untyped, and numbers.
#include <onnxc/opset20.h>
#include <string>
#include <utility>
using onnxc::Tensor, onnxc::FLOAT, onnxc::INT64, onnxc::BOOL, onnxc::STRING, onnxc::UINT32;

Tensor arithmetic(FLOAT<"N"> x, FLOAT<"M"> y, INT64<onnxc::scalar> n, int64_t k, double d, bool flag) {
  Tensor r = 1.0f - x + y * k / d % 3 - -x + +x;
  r = x / x.dim(0) + x.rank() * x.numel() + flag;
  r += 1, r -= y, r *= 2, r /= n, r %= 3;
  x = x + 1;
  x += y;
  (r += 1) *= 3;
  Tensor a = n++, b = --n, c = a = b;
  std::swap(a, b);
  return r + c;
}
Tensor bits(UINT32<"N"> x, INT64<"N"> n) { return ((x << 3) | (x >> x) & 7u) ^ ~x | (n & 0x7fffffffffffffff); }
Tensor logic(FLOAT<"N"> x, BOOL<"N"> b, INT64<onnxc::scalar> n, bool flag, int64_t i) {
  Tensor r = i > 2 && x > 0;
  r = x > 0 && true || flag && !b || (b != (x <= 1)) || b == true;
  r = n >= 3 && n == 4 && n != 5 && 1 < n;
  r &= b, r |= b, r ^= b;
  return r;
}
Tensor strings(STRING<"N"> s, std::string tail) { return s == "text" || s == tail || "a" != s; }
FLOAT<"N"> choice(FLOAT<"N"> x, FLOAT<"N"> y, BOOL<onnxc::scalar> c, bool flag) {
  if (c && x.rank() == 1)
    return x;
  while (!c)
    return c ? x : y;
  return flag ? x * 2 : x.dim(0) > 3 ? x : onnxc::cast<float>(y);
}
std::pair<FLOAT<"N">, INT64<>> declared(FLOAT<"N"> x) {
  Tensor k = 1;
  FLOAT<> s = 0;
  for (Tensor i : onnxc::range(2, x.shape()[0], 2))
    s = s + i * k;
  return {x.to(onnxc::DType::FLOAT), 3};
}
