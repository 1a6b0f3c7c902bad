//===- Files.cpp - Models in files ----------------------------------------===//
#include "Graph/File/ExternalData.h"
#include "Graph/File/Save.h"
#include "Graph/Model/Model.h"
#include "onnxc/model.h"
#include <filesystem>
#include <fstream>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>

namespace onnxc {

void save(const onnx::ModelProto &model, const std::string &path, const SaveOptions &options) {
  if (std::optional<std::string> error = graph::save(model, path, options.external_data, options.threshold))
    throw std::runtime_error(*error);
}

onnx::ModelProto load(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw std::runtime_error("'" + path + "' can't be read");
  onnx::ModelProto model;
  google::protobuf::io::IstreamInputStream stream(&file);
  google::protobuf::io::CodedInputStream coded(&stream);
  coded.SetTotalBytesLimit(INT32_MAX);
  if (!model.ParseFromCodedStream(&coded) || !coded.ConsumedEntireMessage())
    throw std::runtime_error("'" + path + "' is no ONNX model");
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (std::optional<std::string> error = graph::readExternalData(model, folder))
    throw std::runtime_error(*error);
  return model;
}

} // namespace onnxc
