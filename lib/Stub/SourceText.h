// Where declarations and expressions are in the bytes of their files, and the text of a range.
#ifndef ONNXC_STUB_SOURCETEXT_H
#define ONNXC_STUB_SOURCETEXT_H

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include <optional>
#include <string>

namespace onnxc::stub {

/// Bytes of one file.
struct FileRange {
  clang::FileID file;
  unsigned begin = 0, end = 0;
};

/// A file that is read more than once is rewritten once: as the first of its FileIDs.
clang::FileID firstReading(clang::FileID file, const clang::SourceManager &sources);

class SourceText {
public:
  SourceText(const clang::SourceManager &sources, const clang::LangOptions &language)
      : sources(sources), language(language) {}

  /// The bytes of a range of tokens as they are written. A range that is the whole of a macro's expansion, or lies in
  /// an argument of one, counts as written; nothing when it begins or ends inside a macro's definition.
  std::optional<FileRange> locate(clang::SourceRange tokens) const;

  /// As locate, for edits: nothing as well where the range is in an argument of a macro, which might be used many times
  /// or not at all.
  std::optional<FileRange> editable(clang::SourceRange tokens) const;

  /// The tokens of a range on one line: without comments, one space where there was any. Nothing when a preprocessor
  /// directive is in it. `stopAtAssign`: ends before the first `=` that is in no bracket and lies behind
  /// `stopAtAssign`.
  std::optional<std::string> tokens(const FileRange &range, clang::SourceLocation stopAtAssign = {}) const;

  /// The offset just after the `;` that ends a statement whose last token is at `last`; nothing when the next token is
  /// no `;`.
  std::optional<FileRange> semicolonAfter(clang::SourceLocation last) const;

  const clang::SourceManager &getSources() const { return sources; }

private:
  const clang::SourceManager &sources;
  const clang::LangOptions &language;
};

/// `text` as a C++ string literal, with its quotes; bytes that are not printable become octal escapes.
std::string stringLiteral(std::string_view text);

} // namespace onnxc::stub

#endif
