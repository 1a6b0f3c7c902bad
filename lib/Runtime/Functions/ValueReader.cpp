//===- ValueReader.cpp - Reads the text of values -------------------------===//
#include "Runtime/Functions/ValueReader.h"
#include "Graph/IR/Type.h"
#include <charconv>
#include <limits>

namespace onnxc::runtime {

void ValueReader::skip() {
  while (at < text.size() && text[at] == ' ')
    ++at;
}

bool ValueReader::atEnd() {
  skip();
  return at == text.size();
}

bool ValueReader::accept(char wanted) {
  skip();
  if (at == text.size() || text[at] != wanted)
    return false;
  ++at;
  return true;
}

std::string_view ValueReader::word() {
  skip();
  size_t start = at;
  while (at < text.size() && text[at] != ',' && text[at] != ']' && text[at] != ' ')
    ++at;
  return text.substr(start, at - start);
}

std::optional<std::string> ValueReader::string() {
  if (!accept('"'))
    return std::nullopt;
  std::string value;
  while (at < text.size() && text[at] != '"') {
    at += text[at] == '\\';
    if (at == text.size())
      return std::nullopt;
    value += text[at++];
  }
  return accept('"') ? std::optional(value) : std::nullopt;
}

std::optional<int64_t> ValueReader::integer() {
  std::string_view digits = word();
  if (digits == "true" || digits == "false")
    return digits == "true";
  if (std::optional<DType> dtype = graph::dtypeNamed(digits))
    return static_cast<int64_t>(*dtype);
  int64_t value = 0;
  auto [end, error] = std::from_chars(digits.begin(), digits.end(), value);
  uint64_t natural = 0;
  if (error == std::errc::result_out_of_range &&
      std::from_chars(digits.begin(), digits.end(), natural).ec == std::errc())
    return static_cast<int64_t>(natural);
  if (error != std::errc() || end != digits.end())
    return std::nullopt;
  return value;
}

std::optional<double> ValueReader::real() {
  std::string_view digits = word();
  if (digits.starts_with("nan"))
    return std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  auto [end, error] = std::from_chars(digits.begin(), digits.end(), value);
  if (error == std::errc::invalid_argument || end != digits.end())
    return std::nullopt;
  return value;
}

} // namespace onnxc::runtime
