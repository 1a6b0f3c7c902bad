// Elements of list attributes have their C++ type: int, bool and double as well as int64_t and float.
// MAIN: f
// INPUT: a int64[] 7
// EXPECT: int64[] 1266
#include <onnxc/opset20.h>
#include <vector>
using onnxc::Tensor, onnxc::INT64, onnxc::scalar;

[[onnx::script]] INT64<scalar> f(INT64<scalar> a, std::vector<int> ints = {3, 4}, std::vector<bool> flags = {true, false},
                                 std::vector<double> numbers = {2.5, 0.5}) {
  int sum = 0;
  for (int i : ints)
    sum += i;
  if (ints[0] == 3 && ints.back() == 4 && flags[0] && !flags[1])
    sum += 250;
  double total = 1000;
  for (double number : numbers)
    total = total + number;
  if (numbers[1] == 0.5)
    total = total - 1;
  for (bool flag : flags)
    if (flag)
      total = total + 0;
  return a * 0 + sum + onnxc::cast<int64_t>(Tensor(total)) + a;
}
