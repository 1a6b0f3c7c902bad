#include "Stub/HeaderPragmas.h"

#include "clang/Lex/Lexer.h"

using namespace clang;

namespace onnxc::stub {

namespace {

class HeaderPragmas {
public:
  HeaderPragmas(const SourceManager &sources, const LangOptions &language, Edits &edits)
      : sources(sources), edits(edits), buffer(sources.getBufferData(sources.getMainFileID())),
        lexer(sources.getLocForStartOfFile(sources.getMainFileID()), language, buffer.begin(), buffer.begin(),
              buffer.end()) {}

  void remove() {
    next();
    while (token.isNot(tok::eof)) {
      bool isDirective = token.is(tok::hash) && token.isAtStartOfLine();
      unsigned begin = offset();
      next();
      if (isDirective && takeWord("pragma") && isForHeaders())
        removeFrom(begin);
    }
  }

private:
  void next() { lexer.LexFromRawLexer(token); }
  unsigned offset() const { return sources.getFileOffset(token.getLocation()); }
  bool isWord(StringRef word) const {
    return token.is(tok::raw_identifier) && !token.isAtStartOfLine() && token.getRawIdentifier() == word;
  }
  bool takeWord(StringRef word) {
    bool isIt = isWord(word);
    if (isIt)
      next();
    return isIt;
  }
  bool isForHeaders() { return isWord("once") || ((takeWord("GCC") || takeWord("clang")) && isWord("system_header")); }

  void removeFrom(unsigned begin) {
    unsigned end = offset() + token.getLength();
    if (!buffer.slice(begin, end).contains('\n')) // lines keep their numbers
      edits.replace(begin, end, "");
  }

  const SourceManager &sources;
  Edits &edits;
  StringRef buffer;
  Lexer lexer;
  Token token;
};

} // namespace

void removeHeaderPragmas(const SourceManager &sources, const LangOptions &language, Edits &edits) {
  HeaderPragmas(sources, language, edits).remove();
}

} // namespace onnxc::stub
