//===- LargeConstants.cpp - Weights are not copied more often than needed -===//
#include "Runtime/Models/LargeConstants.h"
#include <string_view>

namespace onnxc::runtime {

namespace {

constexpr size_t large = 1 << 16;
/// A tensor without its data says in its doc string where they are.
constexpr std::string_view mark = "onnxc.data:";

onnx::TensorProto *constantOf(google::protobuf::RepeatedPtrField<onnx::AttributeProto> &attributes) {
  return attributes.size() == 1 && attributes[0].has_t() ? attributes[0].mutable_t() : nullptr;
}

} // namespace

LargeConstants::LargeConstants(graph::Graph &graph) {
  for (const auto &node : graph.nodes) {
    if (node->opType != "Constant" || !node->domain.empty() || node->attributes.size() != 1 ||
        !node->attributes[0].proto.has_t())
      continue;
    onnx::TensorProto *tensor = node->attributes[0].proto.mutable_t();
    if (tensor->raw_data().size() < large)
      continue;
    Taken one{tensor, {}, tensor->doc_string()};
    one.data.swap(*tensor->mutable_raw_data());
    tensor->set_doc_string(std::string(mark) + std::to_string(taken.size()));
    taken.push_back(std::move(one));
  }
}

LargeConstants::~LargeConstants() {
  for (Taken &one : taken) {
    one.data.swap(*one.owner->mutable_raw_data());
    if (one.doc.empty())
      one.owner->clear_doc_string();
    else
      one.owner->set_doc_string(one.doc);
  }
}

void LargeConstants::fill(onnx::GraphProto &graph) const {
  for (onnx::NodeProto &node : *graph.mutable_node()) {
    onnx::TensorProto *tensor = node.op_type() == "Constant" ? constantOf(*node.mutable_attribute()) : nullptr;
    if (!tensor || !tensor->doc_string().starts_with(mark))
      continue;
    const Taken &one = taken[std::stoul(tensor->doc_string().substr(mark.size()))];
    tensor->set_raw_data(one.data);
    if (one.doc.empty())
      tensor->clear_doc_string();
    else
      tensor->set_doc_string(one.doc);
  }
}

} // namespace onnxc::runtime
