#include "OpGen/Documentation.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace onnxc::opgen {
namespace {

void trimRight(std::string &line) {
  // A backslash at the end would continue the comment on the next line.
  while (!line.empty() && (std::isspace(static_cast<unsigned char>(line.back())) || line.back() == '\\'))
    line.pop_back();
}

size_t indentOf(const std::string &line) {
  size_t column = line.find_first_not_of(' ');
  return column == std::string::npos ? line.size() : column;
}

std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    trimRight(line);
    if (!line.empty() || !lines.empty())
      lines.push_back(line);
  }
  while (!lines.empty() && lines.back().empty())
    lines.pop_back();
  return lines;
}

/// The indentation that all lines but the first share: schema texts are raw strings in indented code.
size_t commonIndent(const std::vector<std::string> &lines) {
  size_t common = std::string::npos;
  for (size_t i = 1; i < lines.size(); ++i)
    if (!lines[i].empty())
      common = std::min(common, indentOf(lines[i]));
  return common == std::string::npos ? 0 : common;
}

std::string oneLine(const std::string &text) {
  std::istringstream words(text);
  std::string result;
  for (std::string word; words >> word;)
    result += (result.empty() ? "" : " ") + word;
  return result;
}

template <class Values> std::string listOf(const Values &values) {
  std::ostringstream text;
  text << '{';
  const char *separator = "";
  for (const auto &value : values) {
    text << separator << value;
    separator = ", ";
  }
  text << '}';
  return text.str();
}

std::string defaultOf(const ONNX_NAMESPACE::AttributeProto &value) {
  using ONNX_NAMESPACE::AttributeProto;
  std::ostringstream text;
  switch (value.type()) {
  case AttributeProto::INT:
    text << value.i();
    break;
  case AttributeProto::FLOAT:
    text << value.f();
    break;
  case AttributeProto::STRING:
    text << '"' << value.s() << '"';
    break;
  case AttributeProto::INTS:
    return listOf(value.ints());
  case AttributeProto::FLOATS:
    return listOf(value.floats());
  case AttributeProto::STRINGS:
    return listOf(value.strings());
  default:
    break;
  }
  return text.str();
}

std::string formalComment(const char *what, const schema::OpSchema::FormalParameter &formal) {
  using schema::OpSchema;
  std::string text = std::string(what) + " " + formal.GetName();
  if (formal.GetOption() == OpSchema::Optional)
    text += " (optional)";
  else if (formal.GetOption() == OpSchema::Variadic)
    text += " (variadic)";
  return text + ": " + formal.GetTypeStr() + ". " + oneLine(formal.GetDescription()) + "\n";
}

} // namespace

std::string docComment(const std::string &text, const std::string &indent) {
  std::vector<std::string> lines = linesOf(text);
  size_t common = commonIndent(lines);
  std::string comment;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string line = lines[i].substr(std::min(i == 0 ? indentOf(lines[i]) : common, lines[i].size()));
    comment += indent + (line.empty() ? "///" : "/// " + line) + "\n";
  }
  return comment;
}

std::string operatorComment(const Operator &op) {
  const char *doc = op.schema->doc();
  std::string comment = docComment(doc ? doc : "");
  std::string formals;
  for (const auto &formal : op.schema->inputs())
    formals += formalComment("Input", formal);
  for (const auto &formal : op.schema->outputs())
    formals += formalComment("Output", formal);
  return comment + (comment.empty() ? "" : "///\n") + docComment(formals);
}

std::string attributeComment(const Operator &op, const Attribute &attribute) {
  const auto &schema = op.schema->attributes().at(attribute.onnxName);
  std::string text = oneLine(schema.description);
  std::string value = defaultOf(schema.default_value);
  if (!value.empty())
    text += (text.empty() ? "" : " ") + std::string("Default: ") + value + ".";
  return docComment(text, "  ");
}

} // namespace onnxc::opgen
