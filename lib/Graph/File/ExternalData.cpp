//===- ExternalData.cpp - Tensors whose data lie beside the model ----------------===//
#include "Graph/File/ExternalData.h"

#include <charconv>
#include <filesystem>
#include <fstream>

namespace onnxc::graph {
namespace {

/// What a tensor says of its data.
struct Place {
  std::string location;
  uint64_t offset = 0;
  std::optional<uint64_t> length; ///< to the end of the file where absent
  bool isValid = true;
};

std::optional<uint64_t> number(const std::string &text) {
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

Place placeOf(const onnx::TensorProto &tensor) {
  Place place;
  for (const onnx::StringStringEntryProto &entry : tensor.external_data()) {
    if (entry.key() == "location")
      place.location = entry.value();
    if (entry.key() != "offset" && entry.key() != "length")
      continue;
    std::optional<uint64_t> value = number(entry.value());
    place.isValid = place.isValid && value;
    if (entry.key() == "offset")
      place.offset = value.value_or(0);
    else
      place.length = value;
  }
  return place;
}

/// False when the file has not all of them.
bool readBytes(const std::filesystem::path &path, const Place &place, std::string &bytes) {
  std::error_code error;
  if (!place.isValid || !std::filesystem::is_regular_file(path, error))
    return false;
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  uint64_t size = file ? static_cast<uint64_t>(file.tellg()) : 0;
  if (!file || place.offset > size || place.length.value_or(0) > size - place.offset)
    return false;
  bytes.resize(place.length.value_or(size - place.offset));
  file.seekg(static_cast<std::streamoff>(place.offset));
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return static_cast<bool>(file);
}

/// Visits all tensors; the first error ends it.
class Reader {
public:
  Reader(const std::string &folder, std::set<std::string> *files) : folder(folder), files(files) {}

  void read(onnx::TensorProto &tensor) {
    if (error || tensor.data_location() != onnx::TensorProto::EXTERNAL)
      return;
    Place place = placeOf(tensor);
    std::filesystem::path relative = std::filesystem::path(place.location).lexically_normal();
    if (relative.empty() || relative.is_absolute() || *relative.begin() == "..") {
      error = "tensor '" + tensor.name() + "' names the data file '" + place.location +
              "', which is outside the model's folder";
      return;
    }
    std::filesystem::path path = folder / relative;
    if (!readBytes(path, place, *tensor.mutable_raw_data())) {
      error = "the data of tensor '" + tensor.name() + "' is not in '" + place.location + "'";
      return;
    }
    tensor.clear_external_data();
    tensor.clear_data_location();
    if (files)
      files->insert(path.string());
  }

  void read(onnx::SparseTensorProto &tensor) {
    if (tensor.has_values())
      read(*tensor.mutable_values());
    if (tensor.has_indices())
      read(*tensor.mutable_indices());
  }

  void read(onnx::AttributeProto &attribute) {
    if (attribute.has_t())
      read(*attribute.mutable_t());
    if (attribute.has_sparse_tensor())
      read(*attribute.mutable_sparse_tensor());
    if (attribute.has_g())
      read(*attribute.mutable_g());
    readAll(*attribute.mutable_tensors());
    readAll(*attribute.mutable_sparse_tensors());
    readAll(*attribute.mutable_graphs());
  }

  void read(onnx::NodeProto &node) { readAll(*node.mutable_attribute()); }

  void read(onnx::GraphProto &graph) {
    readAll(*graph.mutable_initializer());
    readAll(*graph.mutable_sparse_initializer());
    readAll(*graph.mutable_node());
  }

  void read(onnx::FunctionProto &function) {
    readAll(*function.mutable_attribute_proto());
    readAll(*function.mutable_node());
  }

  void read(onnx::TrainingInfoProto &training) {
    if (training.has_initialization())
      read(*training.mutable_initialization());
    if (training.has_algorithm())
      read(*training.mutable_algorithm());
  }

  template <class List> void readAll(List &list) {
    for (auto &element : list)
      read(element);
  }

  std::optional<std::string> error;

private:
  std::filesystem::path folder;
  std::set<std::string> *files;
};

} // namespace

std::optional<std::string> readExternalData(onnx::ModelProto &model, const std::string &folder,
                                            std::set<std::string> *files) {
  Reader reader(folder, files);
  if (model.has_graph())
    reader.read(*model.mutable_graph());
  reader.readAll(*model.mutable_functions());
  reader.readAll(*model.mutable_training_info());
  return std::move(reader.error);
}

std::optional<std::string> readExternalData(onnx::TensorProto &tensor, const std::string &folder) {
  Reader reader(folder, nullptr);
  reader.read(tensor);
  return std::move(reader.error);
}

} // namespace onnxc::graph
