#include "Stub/SourceText.h"

#include "clang/Lex/Lexer.h"

using namespace clang;

namespace onnxc::stub {

FileID firstReading(FileID file, const SourceManager &sources) {
  OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
  FileID first = entry ? sources.translateFile(*entry) : FileID();
  return first.isValid() ? first : file;
}

std::optional<FileRange> SourceText::locate(SourceRange tokens) const {
  if (tokens.isInvalid())
    return std::nullopt;
  CharSourceRange range = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(tokens), sources, language);
  if (range.isInvalid())
    return std::nullopt;
  auto [file, begin] = sources.getDecomposedLoc(range.getBegin());
  auto [endFile, end] = sources.getDecomposedLoc(range.getEnd());
  if (file != endFile || end < begin)
    return std::nullopt;
  return FileRange{file, begin, end};
}

std::optional<FileRange> SourceText::editable(SourceRange tokens) const {
  auto inArgument = [&](SourceLocation location) {
    return location.isMacroID() && sources.isMacroArgExpansion(location);
  };
  if (tokens.isInvalid() || inArgument(tokens.getBegin()) || inArgument(tokens.getEnd()))
    return std::nullopt;
  return locate(tokens);
}

std::optional<std::string> SourceText::tokens(const FileRange &range, SourceLocation stopAtAssign) const {
  bool invalid = false;
  StringRef buffer = sources.getBufferData(range.file, &invalid);
  if (invalid)
    return std::nullopt;
  Lexer lexer(sources.getLocForStartOfFile(range.file), language, buffer.begin(), buffer.begin() + range.begin,
              buffer.end());
  unsigned stop = stopAtAssign.isValid() ? sources.getDecomposedLoc(sources.getFileLoc(stopAtAssign)).second : ~0u;
  std::string text;
  int depth = 0;
  for (Token token;;) {
    lexer.LexFromRawLexer(token);
    unsigned offset = sources.getDecomposedLoc(token.getLocation()).second;
    if (token.is(tok::eof) || offset >= range.end)
      return text;
    if (token.is(tok::hash) && token.isAtStartOfLine())
      return std::nullopt;
    if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
      ++depth;
    else if (token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
      --depth;
    else if (token.is(tok::equal) && depth == 0 && offset >= stop)
      return text;
    if (!text.empty() && (token.hasLeadingSpace() || token.isAtStartOfLine()))
      text += ' ';
    text += Lexer::getSpelling(token, sources, language);
  }
}

std::optional<FileRange> SourceText::semicolonAfter(SourceLocation last) const {
  std::optional<FileRange> range = editable(last);
  if (!range)
    return std::nullopt;
  StringRef buffer = sources.getBufferData(range->file);
  Lexer lexer(sources.getLocForStartOfFile(range->file), language, buffer.begin(), buffer.begin() + range->end,
              buffer.end());
  Token token;
  lexer.LexFromRawLexer(token);
  if (token.isNot(tok::semi))
    return std::nullopt;
  unsigned after = sources.getDecomposedLoc(token.getLocation()).second + token.getLength();
  return FileRange{range->file, after, after};
}

std::string stringLiteral(std::string_view text) {
  std::string result = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += static_cast<char>(c);
    } else if (c >= 0x20 && c < 0x7f && c != '?') { // two of them could begin a trigraph
      result += static_cast<char>(c);
    } else {
      // Three digits always, so that a digit that follows is not taken in.
      result += {'\\', static_cast<char>('0' + (c >> 6)), static_cast<char>('0' + ((c >> 3) & 7)),
                 static_cast<char>('0' + (c & 7))};
    }
  }
  return result + '"';
}

} // namespace onnxc::stub
