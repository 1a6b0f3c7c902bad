#include "Driver/Binding/InputTypes.h"

#include "Driver/Options/Failure.h"
#include "Graph/IR/TypeText.h"

#include "llvm/ADT/StringRef.h"

namespace onnxc::driver {
graph::Type readType(std::string_view text, const std::string &option) {
  graph::Result<graph::Type> type = graph::parseType(text);
  if (!type)
    throw Failure::usage("bad type in '" + option + "': " + type.error().message);
  return std::move(*type);
}

InputRequest readInput(const std::string &option) {
  std::size_t equals = option.find('=');
  InputRequest request{llvm::StringRef(option).substr(0, equals).trim().str(), std::nullopt, false};
  if (request.name.empty())
    throw Failure::usage("'--input " + option + "' has no name; write NAME=TYPE");
  request.absent = equals != std::string::npos && llvm::StringRef(option).substr(equals + 1).trim() == "none";
  if (equals != std::string::npos && !request.absent)
    request.type = readType(std::string_view(option).substr(equals + 1), "--input " + option);
  return request;
}

std::vector<InputRequest> readInputs(const std::vector<std::string> &options) {
  std::vector<InputRequest> requests;
  for (const std::string &option : options)
    requests.push_back(readInput(option));
  return requests;
}

} // namespace onnxc::driver
