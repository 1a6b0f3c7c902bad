//===- Save.cpp - Models as files ---------------------------------------------------===//
#include "Graph/File/Save.h"
#include "Graph/File/PendingFile.h"
#include "Graph/IR/RawData.h"

#include <algorithm>
#include <filesystem>
#include <google/protobuf/util/field_mask_util.h>

namespace onnxc::graph {

namespace {

/// Copies all fields that are set but those of these names.
void copyAllBut(std::initializer_list<std::string_view> skipped, const google::protobuf::Message &from,
                google::protobuf::Message &to) {
  google::protobuf::FieldMask mask;
  const google::protobuf::Descriptor &fields = *from.GetDescriptor();
  for (int i = 0; i < fields.field_count(); ++i)
    if (std::find(skipped.begin(), skipped.end(), fields.field(i)->name()) == skipped.end())
      mask.add_paths(fields.field(i)->name());
  google::protobuf::util::FieldMaskUtil::MergeMessageTo(from, mask, {}, &to);
}

/// Copies a graph without its large tensors, whose data go to the data file: saving needs no second copy of the
/// weights. Constants become initialisers, where all runtimes read external data.
class ExternalData {
public:
  ExternalData(PendingFile &file, std::string location, int64_t threshold)
      : file(file), location(std::move(location)), threshold(threshold) {}

  void copy(const onnx::GraphProto &from, onnx::GraphProto &to) {
    copyAllBut({"node", "initializer"}, from, to);
    for (const onnx::TensorProto &tensor : from.initializer())
      copyTensor(tensor, *to.add_initializer());
    for (const onnx::NodeProto &node : from.node())
      if (isLargeConstant(node, from)) {
        onnx::TensorProto &tensor = *to.add_initializer();
        copyTensor(node.attribute(0).t(), tensor);
        tensor.set_name(node.output(0));
      } else {
        copyNode(node, *to.add_node());
      }
  }

private:
  bool isLarge(const onnx::TensorProto &tensor) const {
    return tensor.data_location() != onnx::TensorProto::EXTERNAL && tensor.data_type() != onnx::TensorProto::STRING &&
           static_cast<int64_t>(tensor.ByteSizeLong()) > threshold;
  }

  bool isLargeConstant(const onnx::NodeProto &node, const onnx::GraphProto &graph) const {
    if (node.op_type() != "Constant" || !node.domain().empty() || node.attribute_size() != 1 ||
        !node.attribute(0).has_t() || !isLarge(node.attribute(0).t()))
      return false;
    for (const onnx::ValueInfoProto &output : graph.output())
      if (output.name() == node.output(0))
        return false; // an initialiser that is an output is legal, but not everywhere in nested graphs
    return true;
  }

  void copyNode(const onnx::NodeProto &from, onnx::NodeProto &to) {
    auto isNested = [](const onnx::AttributeProto &attribute) { return attribute.has_g(); };
    if (std::none_of(from.attribute().begin(), from.attribute().end(), isNested)) {
      to = from;
      return;
    }
    copyAllBut({"attribute"}, from, to);
    for (const onnx::AttributeProto &attribute : from.attribute()) {
      onnx::AttributeProto &copied = *to.add_attribute();
      copyAllBut({"g"}, attribute, copied);
      if (attribute.has_g())
        copy(attribute.g(), *copied.mutable_g());
    }
  }

  void copyTensor(const onnx::TensorProto &from, onnx::TensorProto &to) {
    if (!isLarge(from)) {
      to = from;
      return;
    }
    if (from.has_raw_data()) {
      copyAllBut({"raw_data"}, from, to);
      write(from.raw_data(), to);
      return;
    }
    to = from;
    makeRaw(to);
    write(to.raw_data(), to);
    to.clear_raw_data();
  }

  /// The data, and where they are.
  void write(const std::string &bytes, onnx::TensorProto &tensor) {
    // Page-aligned, so that runtimes can map the file.
    static constexpr int64_t alignment = 4096;
    if (int64_t rest = offset % alignment) {
      std::string padding(static_cast<size_t>(alignment - rest), '\0');
      file.write(padding);
      offset += alignment - rest;
    }
    file.write(bytes);
    auto add = [&](const char *key, const std::string &value) {
      onnx::StringStringEntryProto *entry = tensor.add_external_data();
      entry->set_key(key);
      entry->set_value(value);
    };
    add("location", location);
    add("offset", std::to_string(offset));
    add("length", std::to_string(bytes.size()));
    offset += static_cast<int64_t>(bytes.size());
    tensor.set_data_location(onnx::TensorProto::EXTERNAL);
  }

  PendingFile &file;
  std::string location;
  int64_t threshold, offset = 0;
};

/// What keeps the model from being a file, if anything does.
std::optional<std::string> writeModel(const onnx::ModelProto &model, PendingFile &file) {
  if (model.ByteSizeLong() > INT32_MAX)
    return "the model is larger than 2 GB, which protobuf can't hold; write its constants to an external data file "
           "(SaveOptions::external_data, --external-data)";
  std::string bytes;
  if (!model.SerializeToString(&bytes))
    return "the model can't be serialised";
  file.write(bytes);
  return std::nullopt;
}

std::optional<std::string> problemOf(const PendingFile &file, const std::string &path) {
  if (!file.problem())
    return std::nullopt;
  return "can't write '" + path + "': " + *file.problem();
}

std::optional<std::string> saveWithData(const onnx::ModelProto &model, const std::string &path,
                                        const std::string &dataName, int64_t threshold) {
  PendingFile file(path);
  if (std::filesystem::path(file.path()).filename() == dataName)
    return "the data file '" + dataName + "' is the model's own";
  const std::string dataPath = (std::filesystem::path(file.path()).parent_path() / dataName).string();
  PendingFile data(dataPath);
  onnx::ModelProto copy;
  copyAllBut({"graph"}, model, copy);
  if (model.has_graph())
    ExternalData(data, dataName, threshold).copy(model.graph(), *copy.mutable_graph());
  if (auto problem = writeModel(copy, file))
    return problem;
  // Both files are complete before either appears.
  file.close();
  data.close();
  for (PendingFile *each : {&data, &file})
    if (!file.problem() && !data.problem())
      each->commit();
  auto problem = problemOf(file, path);
  return problem ? problem : problemOf(data, dataPath);
}

} // namespace

std::optional<std::string> save(const onnx::ModelProto &model, const std::string &path, const std::string &externalData,
                                int64_t threshold) {
  if (!externalData.empty()) {
    if (std::filesystem::path name(externalData); name.filename() != name || name == "." || name == "..")
      return "the data file '" + externalData + "' is no name of a file in the model's folder";
    return saveWithData(model, path, externalData, threshold);
  }
  PendingFile file(path);
  if (auto problem = writeModel(model, file))
    return problem;
  file.commit();
  return problemOf(file, path);
}

} // namespace onnxc::graph
