// RUN: %clangxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-unknown-attributes -fsyntax-only %s
// RUN: %gxx %include_flags -Wall -Wextra -Wpedantic -Werror -Wno-attributes=onnx:: -fsyntax-only %s
// Sequences, optional values and maps.
#include <onnxc/ml3.h>
#include <onnxc/opset20.h>
namespace op = onnxc::opset20;
using onnxc::Tensor, onnxc::Sequence, onnxc::SequenceOf, onnxc::OptionalValue, onnxc::OptionalOf, onnxc::FLOAT;

Tensor sequences(FLOAT<"N"> x, SequenceOf<float> given) {
  Sequence s = op::SequenceEmpty({.dtype = onnxc::DType::FLOAT});
  s = op::SequenceInsert(s, x);
  s = op::SequenceInsert(given, x, 0);
  s = op::SequenceErase(s);
  SequenceOf<float> same = op::Identity(s);
  s = op::SequenceConstruct({x, x * 2, 1.0f});
  s = op::SplitToSequence(x, {}, {.axis = 0, .keepdims = 0});
  return op::ConcatFromSequence(s, {.axis = 0, .new_axis = 1}) + op::SequenceAt(same, -1) + op::SequenceLength(s);
}
Tensor optionals(FLOAT<"N"> x, OptionalOf<FLOAT<"N">> given, Sequence s) {
  OptionalValue o = op::Optional(x), t = op::Optional(s), empty = op::Optional({}, {.type = onnxc::type<float>()});
  OptionalValue same = op::Identity(o);
  Tensor y = op::OptionalGetElement(given);
  y = op::Relu(op::OptionalGetElement(o)) + 1 + op::OptionalGetElement(same);
  Sequence list = op::OptionalGetElement(t);
  y = y + op::SequenceAt(op::OptionalGetElement(t), 0) + op::SequenceAt(list, 0);
  return op::If(op::OptionalHasElement(empty), [&] { return x; }, [&] { return y; });
}
Tensor asks(const Tensor &x, Sequence s) { return op::OptionalHasElement(x) && op::OptionalHasElement(s) && op::OptionalHasElement(); }
Tensor maps(onnxc::MapOf<int64_t, float> m) { return onnxc::ml3::CastMap(m) + onnxc::ml3::DictVectorizer(m, {.int64_vocabulary = {1, 2}}); }
Sequence zipped(FLOAT<"N", 3> x) { return onnxc::ml3::ZipMap(x, {.classlabels_int64s = {0, 1, 2}}); }
