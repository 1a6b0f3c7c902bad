#include "Frontend/AttributeTokens.h"
#include "Frontend/Attributes.h"

#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringRef.h"

#include <memory>

using namespace clang;

namespace onnxc::frontend {

namespace {

constexpr llvm::StringLiteral annotationNames[] = {"script", "trace", "function", "op"};

llvm::StringRef nearestName(llvm::StringRef name) {
  llvm::StringRef best;
  unsigned bestDistance = 4;
  for (llvm::StringRef candidate : annotationNames) {
    unsigned distance = name.edit_distance_insensitive(candidate, true, bestDistance);
    if (distance < bestDistance && distance < std::max(name.size(), candidate.size())) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/// Follows the tokens of `[[ ... ]]`. Sees each token once, after macro expansion, in the order of the source.
class AttributeTokenWatcher {
public:
  AttributeTokenWatcher(Preprocessor &preprocessor, Diagnoser &diagnoser)
      : preprocessor(preprocessor), diagnoser(diagnoser) {}

  void operator()(const Token &token) {
    if (!inside) {
      // `[[` always opens an attribute list in C++.
      bool square = token.is(tok::l_square);
      if (square && lastWasSquare)
        enter();
      lastWasSquare = square && !inside;
      return;
    }
    if (depth == 0)
      atTopLevel(token);
    else if (depth == 1 && !annotation.empty())
      inArguments(token);
    count(token);
    previous = token.getKind();
  }

private:
  void enter() {
    inside = true;
    depth = 0;
    state = Start;
    usingOnnx = false;
    annotation.clear();
    previous = tok::comma;
  }

  void count(const Token &token) {
    if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      ++depth;
    } else if (token.is(tok::eof)) {
      inside = false;
    } else if (token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
      if (depth == 0)
        inside = false;
      else
        --depth;
    }
  }

  void atTopLevel(const Token &token) {
    const IdentifierInfo *name = token.getIdentifierInfo();
    if (state == Start && token.is(tok::kw_using)) {
      state = AfterUsing;
    } else if (state == AfterUsing && name) {
      usingOnnx = name->isStr("onnx");
      state = Other;
    } else if (token.isOneOf(tok::comma, tok::colon)) {
      state = usingOnnx ? AfterScope : Start;
      annotation.clear();
    } else if (state == Start && name && name->isStr("onnx")) {
      state = AfterOnnx;
    } else if (state == AfterOnnx && token.is(tok::coloncolon)) {
      state = AfterScope;
    } else if (state == AfterScope && name) {
      state = Other;
      nameSeen(token, name->getName());
    } else if (token.isNot(tok::l_paren)) {
      state = Other;
    }
  }

  void nameSeen(const Token &token, llvm::StringRef name) {
    if (llvm::is_contained(annotationNames, name)) {
      annotation = name.str();
      return;
    }
    llvm::StringRef nearest = nearestName(name);
    auto builder = diagnoser.report(token.getLocation(), DiagId::UnknownAnnotation);
    builder << name << !nearest.empty() << nearest;
    if (!nearest.empty())
      builder << FixItHint::CreateReplacement(token.getLocation(), nearest);
  }

  /// A name that is a whole argument.
  void inArguments(const Token &token) {
    bool ends = token.isOneOf(tok::comma, tok::r_paren);
    if (ends && candidate.isValid()) {
      auto builder = diagnoser.report(candidate, DiagId::AnnotationArgumentIdentifier);
      builder << annotation << candidateName << FixItHint::CreateInsertion(candidate, "(");
      builder << FixItHint::CreateInsertion(preprocessor.getLocForEndOfToken(candidate), ")");
    }
    candidate = SourceLocation();
    if (token.is(tok::identifier) && (previous == tok::l_paren || previous == tok::comma)) {
      candidate = token.getLocation();
      candidateName = token.getIdentifierInfo()->getName().str();
    }
  }

  enum State { Start, AfterUsing, AfterOnnx, AfterScope, Other };

  Preprocessor &preprocessor;
  Diagnoser &diagnoser;
  bool lastWasSquare = false, inside = false, usingOnnx = false;
  unsigned depth = 0;
  State state = Start;
  tok::TokenKind previous = tok::unknown;
  std::string annotation; ///< the annotation whose arguments may follow
  SourceLocation candidate;
  std::string candidateName;
};

} // namespace

void watchAttributeTokens(Preprocessor &preprocessor, Diagnoser &diagnoser) {
  preprocessor.setTokenWatcher([watcher = std::make_unique<AttributeTokenWatcher>(preprocessor, diagnoser)](
                                   const Token &token) { (*watcher)(token); });
}

} // namespace onnxc::frontend
