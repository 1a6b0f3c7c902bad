#include <onnxc/model.h>

onnxc::Tensor left(onnxc::Tensor x);
onnxc::Tensor right(onnxc::Tensor x);

int main(int, char **argv) {
  onnxc::ModelBuilder builder;
  onnxc::Tensor x = builder.input<float>("x", {"N"});
  builder.output("left", left(x));
  builder.output("right", right(x));
  onnxc::save(builder.build(), argv[1]);
}
