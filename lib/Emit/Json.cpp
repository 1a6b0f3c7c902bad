#include "Emit/Json.h"

#include <google/protobuf/util/json_util.h>

namespace onnxc::emit {

std::string json(const onnx::ModelProto &model) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.preserve_proto_field_names = true;
  std::string text;
  if (!google::protobuf::util::MessageToJsonString(model, &text, options).ok())
    text.clear();
  return text;
}

} // namespace onnxc::emit
