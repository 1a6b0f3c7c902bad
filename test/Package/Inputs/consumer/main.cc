#include "src/traced.h"
#include <onnxc/model.h>

int main(int, char **argv) {
  onnxc::ModelBuilder builder;
  onnxc::Tensor x = builder.input<float>("x", {3});
  builder.output("y", acme::scaled_leaky(acme::scaled_leaky(x, 2), 3));
  onnx::ModelProto model = builder.build();
  model.set_producer_name(PRODUCER);
  onnxc::save(model, argv[1]);
}
