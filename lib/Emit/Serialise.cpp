#include "Emit/Serialise.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <limits>

namespace onnxc::emit {
namespace {

void appendEscaped(std::string &text, const std::string &part) {
  static const char digits[] = "0123456789ABCDEF";
  for (char c : part) {
    bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    if (plain) {
      text += c;
      continue;
    }
    auto byte = static_cast<unsigned char>(c);
    text += {'%', digits[byte / 16], digits[byte % 16]};
  }
}

} // namespace

std::string serialise(const google::protobuf::MessageLite &message) {
  std::string bytes;
  if (message.ByteSizeLong() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  message.SerializeToCodedStream(&coded);
  coded.Trim();
  return bytes;
}

std::string functionFileName(const onnx::FunctionProto &function) {
  std::string name;
  appendEscaped(name, function.domain());
  name += '.';
  appendEscaped(name, function.name());
  if (!function.overload().empty()) {
    name += '.';
    appendEscaped(name, function.overload());
  }
  return name + ".onnxf";
}

} // namespace onnxc::emit
