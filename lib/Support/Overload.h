//===- Overload.h - What tells functions of one name apart, as text ------------------===//
//
// The compiler and the runtime write overloads, and both must write the same ones: a program calls functions of
// libraries that the compiler has made. Only the standard library is used here.
//
//===------------------------------------------------------------------------===//
#ifndef ONNXC_SUPPORT_OVERLOAD_H
#define ONNXC_SUPPORT_OVERLOAD_H

#include "Support/Hash.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace onnxc::support {

/// An overload of more characters is replaced by its hash.
constexpr size_t maxOverload = 64;

/// Adds one more part to an overload; an empty one changes nothing. Parts that the declaration gives (template
/// arguments, parameter types, the object of a method, which optionals are given) are separated by ';', those that a
/// traced call gives (values of attributes, answers) by ','.
inline void appendOverload(std::string &overload, std::string_view part, char separator = ';') {
  if (part.empty())
    return;
  if (!overload.empty())
    overload += separator;
  overload += part;
}

/// The overload as a FunctionProto has it: the text itself, or 32 hexadecimal digits that differ where the text does.
inline std::string finalOverload(std::string_view overload) {
  if (overload.size() <= maxOverload)
    return std::string(overload);
  return hexText(hashText(overload)) + hexText(hashText(overload, 0x9e3779b97f4a7c15u));
}

/// The name that `type`, words such as `unsigned long`, has in overloads.
inline std::string_view builtinName(std::string_view type, bool isLong) {
  if (type == (isLong ? "long" : "long long"))
    return "int64_t";
  return type == (isLong ? "unsigned long" : "unsigned long long") ? "uint64_t" : type;
}

/// The text of types with `int64_t` and `uint64_t`, as users write them: which of `long` and `long long` they are
/// differs between machines. `isLong`: whether int64_t is `long`.
inline std::string withInt64Names(std::string_view text, bool isLong) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  std::string result;
  for (size_t i = 0, end; i < text.size(); i = end) {
    if (text[i] == '"') { // a string may say anything
      end = std::min(text.find('"', i + 1), text.size() - 1) + 1;
      result += text.substr(i, end - i);
      continue;
    }
    end = std::min(text.find_first_not_of(letters, i), text.size());
    // `unsigned long long` is three words, but `const long` is a qualifier and a type.
    for (std::string_view word = text.substr(i, end - i); word == "unsigned" || word == "long";) {
      size_t next = std::min(text.find_first_not_of(letters, end + 1), text.size());
      if (end == text.size() || text[end] != ' ' || next == end + 1)
        break;
      word = text.substr(end + 1, next - end - 1);
      if (word != "long" && word != "int" && word != "double" && word != "char" && word != "short")
        break;
      end = next;
    }
    if (end == i)
      ++end;
    result += builtinName(text.substr(i, end - i), isLong);
  }
  return result;
}

/// `reduce<0,2>`: a function with its overload, for messages and for names that must hold both.
inline std::string overloadedName(std::string_view name, std::string_view overload) {
  return std::string(name) + (overload.empty() ? "" : "<" + std::string(overload) + ">");
}

} // namespace onnxc::support

#endif
