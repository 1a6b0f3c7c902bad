#include "Driver/Inclusions/HeaderScan.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

using namespace clang;

namespace onnxc::driver {
namespace {

struct Word {
  tok::TokenKind kind;
  llvm::StringRef text;
  bool inDirective;
};

class Words {
public:
  explicit Words(llvm::StringRef text) {
    LangOptions language;
    language.CPlusPlus = language.CPlusPlus11 = language.CPlusPlus14 = language.CPlusPlus17 = language.CPlusPlus20 =
        true;
    Lexer lexer(SourceLocation(), language, text.begin(), text.begin(), text.end());
    bool inDirective = false;
    for (Token token; !lexer.LexFromRawLexer(token);) {
      if (token.isAtStartOfLine())
        inDirective = token.is(tok::hash);
      const char *begin = lexer.getBufferLocation() - token.getLength();
      words.push_back({token.getKind(), llvm::StringRef(begin, token.getLength()), inDirective});
    }
  }

  std::size_t size() const { return words.size(); }
  const Word &operator[](std::size_t i) const { return words[i]; }
  bool is(std::size_t i, tok::TokenKind kind) const { return i < words.size() && words[i].kind == kind; }
  bool is(std::size_t i, llvm::StringRef text) const { return i < words.size() && words[i].text == text; }

  /// Behind the bracket that closes the one at `i`, or the end.
  std::size_t skipGroup(std::size_t i) const {
    unsigned depth = 0;
    for (; i < words.size(); ++i) {
      tok::TokenKind kind = words[i].kind;
      if (kind == tok::l_paren || kind == tok::l_square || kind == tok::l_brace)
        ++depth;
      else if ((kind == tok::r_paren || kind == tok::r_square || kind == tok::r_brace) && --depth == 0)
        return i + 1;
    }
    return i;
  }

  /// What comes first at `i` and behind it, outside of parentheses and square brackets: a body's brace, or the end of a
  /// declaration or expression.
  bool leadsToBody(std::size_t i) const {
    while (i < words.size()) {
      tok::TokenKind kind = words[i].kind;
      if (kind == tok::l_brace)
        return true;
      if (kind == tok::semi || kind == tok::r_paren || kind == tok::r_square || kind == tok::r_brace)
        return false;
      i = kind == tok::l_paren || kind == tok::l_square ? skipGroup(i) : i + 1;
    }
    return false;
  }

private:
  std::vector<Word> words;
};

/// Whether the attribute list `[[` ... `]]` at `i` has an annotation of a function.
bool isAnnotation(const Words &words, std::size_t i, std::size_t end) {
  bool ours = false, function = false;
  for (; i < end; ++i) {
    ours |= words.is(i, "onnx");
    function |= words.is(i, "script") || words.is(i, "trace") || words.is(i, "function");
  }
  return ours && function;
}

/// True when an annotation leads to a body; else the names of the functions that are only declared are added.
bool hasBody(const Words &words, llvm::StringSet<> &declared) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (!words.is(i, tok::l_square) || !words.is(i + 1, tok::l_square))
      continue;
    std::size_t end = words.skipGroup(i);
    if (!isAnnotation(words, i, end))
      continue;
    if (words[i].inDirective || words.leadsToBody(end))
      return true;
    std::size_t open = end;
    while (open < words.size() && !words.is(open, tok::l_paren) && !words.is(open, tok::semi))
      ++open;
    std::size_t name = open == end ? i - 1 : open - 1; // `f [[onnx::script]] (Tensor x)`
    if (open == 0 || !words.is(name, tok::raw_identifier))
      return true;
    declared.insert(words[name].text);
  }
  return false;
}

bool defines(const Words &words, const llvm::StringSet<> &names) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words.is(i, tok::raw_identifier) && words.is(i + 1, tok::l_paren) && names.contains(words[i].text) &&
        words.leadsToBody(words.skipGroup(i + 1)))
      return true;
  return false;
}

/// `onnx::` or `onnx:`, with any space before the colon.
bool mentionsAnnotations(llvm::StringRef text) {
  for (std::size_t at = text.find("onnx"); at != llvm::StringRef::npos; at = text.find("onnx", at + 1))
    if (text.substr(at + 4).ltrim().starts_with(":"))
      return true;
  return false;
}

} // namespace

bool mayHaveAnnotatedBodies(const std::vector<std::string> &headers) {
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> buffers;
  llvm::StringSet<> declared;
  for (const std::string &header : headers) {
    auto buffer = llvm::MemoryBuffer::getFile(header);
    if (!buffer)
      continue;
    buffers.push_back(std::move(*buffer));
    llvm::StringRef text = buffers.back()->getBuffer();
    if (mentionsAnnotations(text) && hasBody(Words(text), declared))
      return true;
  }
  if (declared.empty())
    return false;
  auto definesOne = [&](const std::unique_ptr<llvm::MemoryBuffer> &buffer) {
    auto occurs = [&](const auto &name) { return buffer->getBuffer().contains(name.getKey()); };
    return llvm::any_of(declared, occurs) && defines(Words(buffer->getBuffer()), declared);
  };
  return llvm::any_of(buffers, definesOne);
}

} // namespace onnxc::driver
