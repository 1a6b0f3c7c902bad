#include "Driver/Options/CallOptions.h"

#include "Driver/Options/Failure.h"
#include "Graph/IR/TypeText.h"

#include "llvm/ADT/StringRef.h"

namespace onnxc::driver {
namespace {

/// Takes the function of `FUNCTION:NAME=...` from the front; "" where none is named. Colons of a scope stay.
std::string takeFunction(std::string_view &text, Callees callees) {
  if (callees == Callees::One)
    return {};
  std::size_t colon = text.substr(0, text.find('=')).rfind(':');
  if (colon == std::string_view::npos || colon == 0 || text[colon - 1] == ':')
    return {};
  std::string function(text.substr(0, colon));
  text.remove_prefix(colon + 1);
  return function;
}

} // namespace

AttributeOption readAttributeOption(std::string_view text, Callees callees) {
  AttributeOption option{std::string(text), takeFunction(text, callees), {}, {}};
  std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0)
    throw Failure::usage("'--attr " + option.text + "' is not NAME=VALUE");
  option.name = llvm::StringRef(text.substr(0, equals)).trim().str();
  option.value = text.substr(equals + 1);
  return option;
}

InputOption readInputOption(std::string_view text, Callees callees) {
  InputOption option{std::string(text), takeFunction(text, callees), {}, std::nullopt, false};
  std::size_t equals = text.find('=');
  option.name = llvm::StringRef(text.substr(0, equals)).trim().str();
  if (option.name.empty())
    throw Failure::usage("'--input " + option.text + "' has no name; write NAME=TYPE");
  if (equals == std::string_view::npos)
    return option;
  std::string_view type = text.substr(equals + 1);
  option.isAbsent = llvm::StringRef(type).trim() == "none";
  if (option.isAbsent)
    return option;
  graph::Result<graph::Type> parsed = graph::parseType(type);
  if (!parsed)
    throw Failure::usage("bad type in '--input " + option.text + "': " + parsed.error().message);
  option.type = std::move(*parsed);
  return option;
}

} // namespace onnxc::driver
