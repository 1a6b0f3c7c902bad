//===- TypeText.cpp - Reads types that users write ----------------------------===//
#include "Graph/IR/TypeText.h"
#include "Schema/Suggest.h"

#include <algorithm>
#include <charconv>

namespace onnxc::graph {

namespace {

bool isLetterOrDigit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }
bool isWordCharacter(char c) { return isLetterOrDigit(c) || c == '_'; }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isSpace(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back()))
    text.remove_suffix(1);
  return text;
}

std::vector<std::string> elementTypeNames() {
  std::vector<std::string> names;
  for (int number = 1; dtypeNamed(toString(static_cast<DType>(number))); ++number)
    names.emplace_back(toString(static_cast<DType>(number)));
  return names;
}

Error bad(std::string why) { return {ErrorId::BadType, std::move(why), -1, {}}; }

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

/// Consumes one type from the start of the text.
class TypeReader {
public:
  explicit TypeReader(std::string_view text) : rest(trimmed(text)) {}

  Result<Type> whole() {
    Result<Type> type = read();
    if (type && !rest.empty())
      return bad(quoted(rest) + " follows the type");
    return type;
  }

private:
  Result<Type> read() {
    // Types nest two deep: an optional of a sequence. What is deeper is no type, however deep it is.
    std::string_view word = takeWord();
    if (word == "seq" || word == "optional" || word == "tensor")
      return nested(word);
    std::optional<DType> dtype = dtypeNamed(word);
    if (!dtype)
      return bad(quoted(word) + " is no element type" + schema::didYouMean(word, elementTypeNames()));
    Result<std::optional<Shape>> shape = readShape();
    if (!shape)
      return shape.error();
    return Type::tensor(*dtype, std::move(*shape));
  }

  Result<Type> nested(std::string_view word) {
    if (++depth > 8)
      return bad("a type is not nested so deep");
    if (!take('('))
      return bad("'(' must follow " + quoted(word));
    Result<Type> inner = read();
    if (!inner)
      return inner;
    if (!take(')'))
      return bad("')' is missing");
    using Kind = Type::Kind;
    if (word == "tensor")
      return inner;
    if (word == "seq" && inner->kind == Kind::Tensor)
      inner->kind = Kind::Sequence;
    else if (word == "optional" && (inner->kind == Kind::Tensor || inner->kind == Kind::Sequence))
      inner->kind = inner->kind == Kind::Tensor ? Kind::OptionalTensor : Kind::OptionalSequence;
    else
      return bad("a " + std::string(word) + " of that is not supported");
    return inner;
  }

  Result<std::optional<Shape>> readShape() {
    if (!take('['))
      return std::optional<Shape>();
    size_t end = rest.find(']');
    if (end == std::string_view::npos)
      return bad("']' is missing");
    std::string_view inside = trimmed(rest.substr(0, end));
    rest = trimmed(rest.substr(end + 1));
    Shape shape;
    for (bool more = !inside.empty(); more;) {
      size_t comma = inside.find(',');
      Result<Dim> dim = readDim(trimmed(inside.substr(0, comma)));
      if (!dim)
        return dim.error();
      shape.push_back(std::move(*dim));
      more = comma != std::string_view::npos;
      inside.remove_prefix(more ? comma + 1 : inside.size());
    }
    return std::optional<Shape>(std::move(shape));
  }

  static Result<Dim> readDim(std::string_view text) {
    if (text == "?")
      return Dim();
    int64_t size = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error == std::errc() && end == text.data() + text.size()) {
      if (size < 0)
        return bad("a dimension cannot be negative; '?' is an unknown one");
      return Dim(size);
    }
    bool isName = !text.empty() && !(text[0] >= '0' && text[0] <= '9') &&
                  std::all_of(text.begin(), text.end(), [](char c) { return isWordCharacter(c) || c == '.'; });
    if (!isName)
      return bad(quoted(text) + " is no dimension: a number, a name, or '?'");
    return Dim(std::string(text));
  }

  std::string_view takeWord() {
    size_t size = 0;
    while (size < rest.size() && isWordCharacter(rest[size]))
      ++size;
    std::string_view word = rest.substr(0, size);
    rest = trimmed(rest.substr(size));
    return word;
  }

  bool take(char c) {
    if (rest.empty() || rest.front() != c)
      return false;
    rest = trimmed(rest.substr(1));
    return true;
  }

  std::string_view rest;
  int depth = 0;
};

} // namespace

Result<Type> parseType(std::string_view text) { return TypeReader(text).whole(); }

} // namespace onnxc::graph
