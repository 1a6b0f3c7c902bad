//===- TemplateText.cpp - Template arguments as canonical text ------------===//
#include "Runtime/Functions/TemplateText.h"
#include "Runtime/Functions/TypeName.h"
#include "Support/Overload.h"
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace onnxc::runtime {

namespace {

constexpr std::string_view valuePrefix = "onnxc::stub::Value<";

/// What stands behind the first argument of a template, without the last '>'.
std::string argumentsOf(const std::string &name) {
  size_t first = name.find('<'), comma = first;
  int nesting = 0;
  for (size_t i = first; i < name.size(); ++i) {
    nesting += name[i] == '<' || name[i] == '(' || name[i] == '{';
    nesting -= name[i] == '>' || name[i] == ')' || name[i] == '}';
    if (name[i] == ',' && nesting == 1) {
      comma = i;
      break;
    }
  }
  if (comma == first || first == std::string::npos)
    return {};
  return name.substr(comma + 1, name.size() - comma - 2);
}

void replace(std::string &text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// "3" for "onnxc::stub::Value<3 >".
void unwrapValues(std::string &text) {
  for (size_t at = text.find(valuePrefix); at != std::string::npos; at = text.find(valuePrefix)) {
    size_t inner = at + valuePrefix.size(), end = inner;
    for (int open = 1; end < text.size(); ++end) {
      open += text[end] == '<' || text[end] == '(';
      open -= text[end] == '>' || text[end] == ')';
      if (open == 0)
        break;
    }
    std::string value = text.substr(inner, end - inner);
    while (!value.empty() && value.back() == ' ')
      value.pop_back();
    text = text.substr(0, at) + value + text.substr(std::min(end + 1, text.size()));
  }
}

} // namespace

std::string templateText(const std::type_info &key) {
  std::string text = argumentsOf(typeName(key));
  replace(text, "onnxc::stub::Pack", "");
  replace(text, "onnxc::stub::Template", "");
  unwrapValues(text);
  replace(text, "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string");
  replace(text, " >", ">");
  replace(text, ", ", ",");
  while (!text.empty() && text.front() == ' ')
    text.erase(0, 1);
  while (!text.empty() && text.back() == ' ')
    text.pop_back();
  return support::withInt64Names(text, std::is_same_v<int64_t, long>);
}

} // namespace onnxc::runtime
