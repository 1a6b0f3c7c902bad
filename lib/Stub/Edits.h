// The insertions into one file, and the file with them.
#ifndef ONNXC_STUB_EDITS_H
#define ONNXC_STUB_EDITS_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace onnxc::stub {

/// Insertions (and a few replacements) at byte offsets of one file. Texts hold no newlines, so lines keep their
/// numbers.
class Edits {
public:
  /// Inserts `text` before the byte at `offset`; several at one place keep their order.
  void insert(size_t offset, std::string text);

  /// Inserts `before` at `begin` and `after` at `end`. Pairs nest: what is wrapped at the same place with a longer
  /// range lies outside.
  void wrap(size_t begin, size_t end, std::string before, std::string after);

  /// Replaces the bytes from `begin` to `end`, which hold no newline.
  void replace(size_t begin, size_t end, std::string text);

  bool empty() const { return edits.empty(); }

  /// `source` with all edits made.
  std::string apply(std::string_view source) const;

private:
  /// At one offset closing texts come first, inner ones before outer ones; then plain insertions; then opening texts,
  /// outer ones first.
  enum Kind { Close, Plain, Open };
  struct Edit {
    size_t offset;
    Kind kind;
    size_t partner; ///< the other end of a pair; for Plain the order of the calls
    size_t order;   ///< of the calls
    size_t removed; ///< bytes that are replaced
    std::string text;
  };
  static bool before(const Edit &left, const Edit &right);

  std::vector<Edit> edits;
};

} // namespace onnxc::stub

#endif
