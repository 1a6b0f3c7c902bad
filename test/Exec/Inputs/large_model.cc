// Saves 2.3 GB of weights; large_model.py looks at what this has written. It runs in the folder to write to.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <onnxc/model.h>
#include <onnxc/opset20.h>
#include <set>
#include <sys/resource.h>

namespace fs = std::filesystem;
namespace op = onnxc::opset20;
using onnxc::Tensor;

constexpr int64_t rows = 1000, columns = 144000;
bool failed = false;

void expect(bool condition, const std::string &what) {
  if (!condition)
    std::cout << "large_model.cc: " << what << '\n';
  failed |= !condition;
}

/// Sums one row of each of four weights. These are empty while the model is built, so that there is one copy of them.
onnx::ModelProto largeModel() {
  onnxc::ModelBuilder b;
  Tensor row = b.input<int64_t>("row", {1}), sum = 0.f;
  for (int i = 0; i < 4; ++i) {
    onnx::TensorProto empty;
    empty.set_data_type(onnx::TensorProto::FLOAT);
    empty.add_dims(0);
    empty.add_dims(columns);
    empty.set_raw_data("");
    sum += op::Gather(b.initializer("w" + std::to_string(i), empty), row, {.axis = 0});
  }
  b.output("y", sum);
  onnx::ModelProto model = b.build();
  for (onnx::TensorProto &tensor : *model.mutable_graph()->mutable_initializer()) {
    tensor.set_dims(0, rows);
    std::string &data = *tensor.mutable_raw_data();
    data.resize(rows * columns * sizeof(float));
    auto number = static_cast<float>(tensor.name().back() - '0');
    float first = number + 1, last = number + 100;
    std::memcpy(data.data(), &first, sizeof first);
    std::memcpy(data.data() + data.size() - sizeof last, &last, sizeof last);
  }
  return model;
}

void expectTooLarge(const onnx::ModelProto &model, const std::string &path) {
  std::string error = "no error";
  try {
    onnxc::save(model, path);
  } catch (const std::runtime_error &refused) {
    error = refused.what();
  }
  expect(error.find("larger than 2 GB") != std::string::npos && error.find("external_data") != std::string::npos,
         error);
}

int main() {
  onnx::ModelProto model = largeModel();
  std::ofstream("m.onnx") << "model";
  std::set<fs::path> before(fs::directory_iterator("."), fs::directory_iterator());
  expectTooLarge(model, "m.onnx");
  expectTooLarge(model, "new.onnx");
  expect(std::set<fs::path>(fs::directory_iterator("."), fs::directory_iterator()) == before, "a file was left behind");
  std::string text;
  std::ifstream("m.onnx") >> text;
  expect(text == "model", "the model that was there was overwritten");

  onnxc::save(model, "m.onnx", {.external_data = "w.bin"});
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  expect(usage.ru_maxrss < 2600 * 1024, "weights were copied: " + std::to_string(usage.ru_maxrss) + " KB");
  return failed;
}
