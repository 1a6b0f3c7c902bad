// Functions that treat each element on its own. All but div_mode are scripts: one ONNX function for every element type
// and shape, with PyTorch's parameters as its attributes. Numbers take the element type of the tensors that they meet.
#include "torchlib.h"

#include <numbers>

namespace torchlib {

// --- Arithmetic ---------------------------------------------------------------------------------------------------

[[onnx::script]] Tensor aten_addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, float value = 1.0f) {
  return self + value * tensor1 / tensor2;
}

/// From whichever end is nearer, so that both ends are exact.
[[onnx::script]] Tensor aten_lerp(Tensor self, Tensor end, Tensor weight) {
  Tensor difference = end - self;
  return op::Where(op::Abs(weight) < 0.5, self + weight * difference, end - difference * (1 - weight));
}

[[onnx::script]] Tensor aten_where(Tensor condition, Tensor self, Tensor other) {
  return op::Where(condition, self, other);
}

/// Halves go to the even neighbour, as in ONNX's Round. Negative decimals divide first, which is exact for whole
/// numbers.
[[onnx::script]] Tensor aten_round_decimals(Tensor self, int64_t decimals) {
  Tensor power = op::Pow(op::CastLike(10, self), op::Abs(decimals));
  if (decimals < 0)
    return op::Round(self / power) * power;
  return op::Round(self * power) / power;
}

/// Computed in double, where an integer tensor is as good as any other.
[[onnx::script]] Tensor aten_allclose(Tensor self, Tensor other, float rtol = 1e-05f, float atol = 1e-08f,
                                      bool equal_nan = false) {
  Tensor a = onnxc::cast<double>(self), b = onnxc::cast<double>(other);
  Tensor error = op::Abs(a - b);
  Tensor near = error <= atol + rtol * op::Abs(b) && !op::IsInf(error);
  Tensor bothNan = op::IsNaN(a) && op::IsNaN(b) && equal_nan;
  Tensor far = !(self == other || near || bothNan);
  // A sum over no elements is 0; a minimum would be undefined.
  return op::ReduceSum(onnxc::cast<int64_t>(far), {}, {.keepdims = 0}) == 0;
}

// --- Exponentials and logarithms ----------------------------------------------------------------------------------

/// log(1 + x). The rounding error of 1 + x is what would hurt near 0: the quotient x / (u - 1) undoes it.
[[onnx::script]] Tensor aten_log1p(Tensor self) {
  Tensor u = 1 + self, rounded = u - 1;
  // Large numbers and infinities are their own `rounded`; inf / inf would be NaN.
  Tensor correction = op::Where(rounded == self, 1, self / rounded);
  return op::Where(u == 1, self, op::Log(u) * correction);
}

/// exp(x) - 1 without cancellation near 0: tanh(x/2) is (exp(x) - 1) / (exp(x) + 1).
static Tensor expm1(Tensor x) { return op::Tanh(x / 2) * (op::Exp(x) + 1); }

/// exp is taken of negative numbers only, and so cannot overflow.
[[onnx::script]] Tensor aten_log_sigmoid(Tensor self) {
  return op::Min({self, 0}) - aten_log1p(op::Exp(-op::Abs(self)));
}

[[onnx::script]] Tensor aten_special_sinc(Tensor self) {
  Tensor angle = std::numbers::pi * self;
  return op::Where(self == 0, 1, op::Sin(angle) / angle);
}

// --- Activations --------------------------------------------------------------------------------------------------

[[onnx::script]] Tensor aten_leaky_relu(Tensor self, float negative_slope = 0.01f) {
  return op::Where(self > 0, self, negative_slope * self);
}

[[onnx::script]] Tensor aten_elu(Tensor self, float alpha = 1.0f, float scale = 1.0f, float input_scale = 1.0f) {
  return scale * op::Where(self > 0, self, alpha * expm1(input_scale * self));
}

[[onnx::script]] Tensor aten_selu(Tensor self) {
  constexpr double alpha = 1.6732632423543772848170429916717, scale = 1.0507009873554804934193349852946;
  return scale * op::Where(self > 0, self, alpha * expm1(self));
}

/// Comparisons with NaN are false, so NaN passes both bounds; Clip and Min leave open what becomes of it.
[[onnx::script]] Tensor aten_hardtanh(Tensor self, float min_val = -1.0f, float max_val = 1.0f) {
  Tensor raised = op::Where(self < min_val, min_val, self);
  return op::Where(raised > max_val, max_val, raised);
}

[[onnx::script]] Tensor aten_glu(Tensor self, int64_t dim = -1) {
  auto [value, gate] = op::Split<2>(self, {}, {.axis = dim});
  return value * op::Sigmoid(gate);
}

// --- Division, whose meaning depends on the element type ----------------------------------------------------------

/// Toward zero.
static Tensor truncated(Tensor x) { return op::Where(x < 0, op::Ceil(x), op::Floor(x)); }

/// floor(a / b) with the exact quotient: a - mod(a, b) is a multiple of b, whereas a / b may be rounded up to the next
/// whole number.
static Tensor floorDivided(Tensor a, Tensor b) {
  Tensor remainder = op::Mod(a, b, {.fmod = 1});
  Tensor quotient = (a - remainder) / b;
  // The remainder has the sign of a. If that is not the sign of b, the quotient was truncated and not floored.
  quotient = op::Where(remainder != 0 && (remainder < 0) != (b < 0), quotient - 1, quotient);
  if (!isFloatingPoint(a.dtype()))
    return quotient;
  // A whole number, but for the rounding of the division itself.
  return op::Where(b == 0, a / b, op::Round(quotient));
}

[[onnx::trace]] Tensor aten_div_mode(Tensor self, Tensor other, std::optional<std::string> rounding_mode) {
  bool isInteger = !isFloatingPoint(self.dtype());
  if (!rounding_mode)
    return isInteger ? onnxc::cast<float>(self) / onnxc::cast<float>(other) : self / other;
  if (*rounding_mode == "floor")
    return as(self.dtype(), floorDivided(widened(self), widened(other)));
  if (*rounding_mode != "trunc")
    throw onnxc::TraceError("rounding_mode is 'trunc' or 'floor', not '" + *rounding_mode + "'", {});
  return isInteger ? self / other : truncated(self / other); // integers divide as in C++
}

} // namespace torchlib
