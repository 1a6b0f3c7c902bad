//===- ValueReader.h - Reads the text of values ---------------------------===//
#ifndef ONNXC_RUNTIME_VALUEREADER_H
#define ONNXC_RUNTIME_VALUEREADER_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onnxc::runtime {

/// Reads one value after another; none where the text has no such value.
class ValueReader {
public:
  explicit ValueReader(std::string_view text, size_t start = 0) : text(text), at(start) {}

  bool atEnd();
  size_t position() const { return at; }
  bool accept(char wanted);
  std::optional<std::string> string();
  /// Also true, false and the names of element types.
  std::optional<int64_t> integer();
  std::optional<double> real();

private:
  void skip();
  std::string_view word();

  std::string_view text;
  size_t at;
};

} // namespace onnxc::runtime

#endif
