#include "Driver/InputTypes.h"

#include "Driver/Failure.h"
#include "Driver/Suggest.h"
#include "onnx/onnx_pb.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace onnxc::driver {
namespace {

constexpr std::pair<const char *, const char *> otherNames[] = {
    {"float32", "float"}, {"float64", "double"}, {"half", "float16"}, {"str", "string"},
    {"int", "int32"},     {"long", "int64"},     {"uint", "uint32"},  {"boolean", "bool"}};

std::vector<std::string> elementTypeNames() {
  std::vector<std::string> names;
  for (int number = 1; onnx::TensorProto::DataType_IsValid(number); ++number)
    names.emplace_back(graph::toString(static_cast<DType>(number)));
  return names;
}

/// Reads one type from the start of the text; throws on what is no type.
class TypeReader {
public:
  TypeReader(std::string_view text, const std::string &option) : rest(llvm::StringRef(text).trim()), option(option) {}

  graph::Type read() {
    graph::Type type = readType();
    if (!rest.trim().empty())
      fail("'" + rest.str() + "' follows the type");
    return type;
  }

private:
  graph::Type readType() {
    llvm::StringRef word = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    rest = rest.drop_front(word.size()).ltrim();
    if (word == "seq" || word == "optional" || word == "tensor")
      return readNested(word);
    DType dtype = elementTypeNamed(std::string_view(word));
    if (dtype == DType::UNDEFINED)
      fail("'" + word.str() + "' is no element type" + didYouMean(std::string_view(word), elementTypeNames()));
    return graph::Type::tensor(dtype, readShape());
  }

  graph::Type readNested(llvm::StringRef word) {
    if (!rest.consume_front("("))
      fail("'(' must follow '" + word.str() + "'");
    graph::Type inner = readType();
    rest = rest.ltrim();
    if (!rest.consume_front(")"))
      fail("')' is missing");
    using Kind = graph::Type::Kind;
    if (word == "tensor")
      return inner;
    if (word == "seq" && inner.kind == Kind::Tensor)
      inner.kind = Kind::Sequence;
    else if (word == "optional" && (inner.kind == Kind::Tensor || inner.kind == Kind::Sequence))
      inner.kind = inner.kind == Kind::Tensor ? Kind::OptionalTensor : Kind::OptionalSequence;
    else
      fail("a " + word.str() + " of that is not supported");
    return inner;
  }

  std::optional<graph::Shape> readShape() {
    if (!rest.consume_front("["))
      return std::nullopt;
    auto [inside, after] = rest.split(']');
    if (inside.size() == rest.size())
      fail("']' is missing");
    rest = after.ltrim();
    graph::Shape shape;
    if (inside.trim().empty())
      return shape;
    llvm::SmallVector<llvm::StringRef, 8> dims;
    inside.split(dims, ',');
    for (llvm::StringRef dim : dims)
      shape.push_back(readDim(dim.trim()));
    return shape;
  }

  graph::Dim readDim(llvm::StringRef text) {
    if (text == "?")
      return {};
    int64_t size = 0;
    if (!text.getAsInteger(10, size)) {
      if (size < 0)
        fail("a dimension cannot be negative; '?' is an unknown one");
      return size;
    }
    bool isName = !text.empty() && !llvm::isDigit(text[0]) &&
                  llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    if (!isName)
      fail("'" + text.str() + "' is no dimension: a number, a name, or '?'");
    return graph::Dim(text.str());
  }

  [[noreturn]] void fail(const std::string &why) { throw Failure::usage("bad type in '" + option + "': " + why); }

  llvm::StringRef rest;
  const std::string &option;
};

} // namespace

DType elementTypeNamed(std::string_view name) {
  std::string lower = llvm::StringRef(name).lower();
  for (const auto &[alias, official] : otherNames)
    if (lower == alias)
      lower = official;
  for (int number = 1; onnx::TensorProto::DataType_IsValid(number); ++number)
    if (lower == graph::toString(static_cast<DType>(number)))
      return static_cast<DType>(number);
  return DType::UNDEFINED;
}

graph::Type readType(std::string_view text, const std::string &option) { return TypeReader(text, option).read(); }

InputRequest readInput(const std::string &option) {
  std::size_t equals = option.find('=');
  InputRequest request{llvm::StringRef(option).substr(0, equals).trim().str(), std::nullopt, false};
  if (request.name.empty())
    throw Failure::usage("'--input " + option + "' has no name; write NAME=TYPE");
  request.absent = equals != std::string::npos && llvm::StringRef(option).substr(equals + 1).trim() == "none";
  if (equals != std::string::npos && !request.absent)
    request.type = readType(std::string_view(option).substr(equals + 1), "--input " + option);
  return request;
}

std::vector<InputRequest> readInputs(const std::vector<std::string> &options) {
  std::vector<InputRequest> requests;
  for (const std::string &option : options)
    requests.push_back(readInput(option));
  return requests;
}

} // namespace onnxc::driver
