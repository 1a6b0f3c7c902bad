#include "OpGen/Names.h"

#include <algorithm>
#include <cctype>

namespace onnxc::opgen {

std::string identifier(std::string_view name) {
  static const std::set<std::string_view> keywords = {
      "alignas",   "alignof",   "and",      "and_eq",   "asm",          "auto",     "bitand",   "bitor",    "bool",
      "break",     "case",      "catch",    "char",     "class",        "compl",    "concept",  "const",    "consteval",
      "constexpr", "constinit", "continue", "co_await", "co_return",    "co_yield", "decltype", "default",  "delete",
      "do",        "double",    "else",     "enum",     "explicit",     "export",   "extern",   "false",    "float",
      "for",       "friend",    "goto",     "if",       "inline",       "int",      "long",     "mutable",  "namespace",
      "new",       "noexcept",  "not",      "not_eq",   "nullptr",      "operator", "or",       "or_eq",    "private",
      "protected", "public",    "register", "requires", "return",       "short",    "signed",   "sizeof",   "static",
      "struct",    "switch",    "template", "this",     "thread_local", "throw",    "true",     "try",      "typedef",
      "typeid",    "typename",  "union",    "unsigned", "using",        "virtual",  "void",     "volatile", "wchar_t",
      "while",     "xor",       "xor_eq"};
  std::string result;
  for (char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
      result += c;
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0])))
    result.insert(0, "_");
  if (keywords.contains(result))
    result += '_';
  return result;
}

std::string uniqueIdentifier(std::string_view name, std::set<std::string> &taken) {
  std::string result = identifier(name);
  while (!taken.insert(result).second)
    result += '_';
  return result;
}

std::string domainPrefix(const std::string &domain) {
  return domain.empty() ? "" : domain.substr(domain.rfind('.') + 1);
}

std::string sinceNamespace(const std::string &domain, int version) {
  return domainPrefix(domain) + "since" + std::to_string(version);
}

std::string opsetNamespace(const std::string &domain, int version) {
  return (domain.empty() ? "opset" : domainPrefix(domain)) + std::to_string(version);
}

} // namespace onnxc::opgen
