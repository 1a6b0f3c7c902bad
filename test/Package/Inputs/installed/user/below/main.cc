#include <cstdio>
#include <onnxc/model.h>

onnxc::Tensor use(onnxc::Tensor x);

int main() {
  onnxc::ModelBuilder builder;
  builder.output("y", use(builder.input<float>("x", {"N"})));
  onnx::ModelProto model = builder.build();
  for (const onnx::FunctionProto &function : model.functions())
    std::printf("%s.%s\n", function.domain().c_str(), function.name().c_str());
}
