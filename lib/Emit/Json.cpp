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

std::string jsonString(const std::string &text) {
  static const char digits[] = "0123456789abcdef";
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      quoted += {'\\', c};
    else if (c == '\n')
      quoted += "\\n";
    else if (c == '\t')
      quoted += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20)
      quoted += std::string("\\u00") + digits[c / 16] + digits[c % 16];
    else
      quoted += c;
  }
  return quoted + "\"";
}

} // namespace onnxc::emit
