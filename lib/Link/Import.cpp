#include "Link/Import.h"

#include "Emit/TensorText.h"
#include "Graph/IR/Protos.h"
#include "Graph/Model/Import.h"
#include "Link/Link.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace onnxc::link {
namespace {

using Key = std::tuple<std::string, std::string, std::string>;

constexpr std::array keywords = {
    "alignas",  "alignof",  "and",       "asm",     "auto",   "bool",     "break",  "case",     "catch",     "char",
    "class",    "const",    "continue",  "default", "delete", "do",       "double", "else",     "enum",      "explicit",
    "export",   "extern",   "false",     "float",   "for",    "friend",   "goto",   "if",       "inline",    "int",
    "long",     "mutable",  "namespace", "new",     "not",    "operator", "or",     "private",  "protected", "public",
    "register", "return",   "short",     "signed",  "sizeof", "static",   "struct", "switch",   "template",  "this",
    "throw",    "true",     "try",       "typedef", "typeid", "typename", "union",  "unsigned", "using",     "virtual",
    "void",     "volatile", "while",     "xor"};

bool isIdentifier(const std::string &text) {
  bool plain = !text.empty() && !(text[0] >= '0' && text[0] <= '9');
  for (char c : text)
    plain = plain && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_');
  return plain && std::find(keywords.begin(), keywords.end(), text) == keywords.end();
}

/// A C++ name that looks like `text`.
std::string cppIdentifier(std::string text) {
  for (char &c : text)
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')))
      c = '_';
  if (text.empty() || (text[0] >= '0' && text[0] <= '9'))
    text.insert(0, "_");
  return isIdentifier(text) ? text : text + "_";
}

std::string namespaceOf(const std::string &domain) {
  std::string result, part;
  for (char c : domain + ".") {
    if (c != '.') {
      part += c;
      continue;
    }
    if (!part.empty())
      result += (result.empty() ? "" : "::") + cppIdentifier(part);
    part.clear();
  }
  return result.empty() ? "imported" : result;
}

std::string stringLiteral(const std::string &text) {
  std::string literal = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      literal += {'\\', c};
    else if (c == '\n')
      literal += "\\n";
    else
      literal += c;
  }
  return literal + "\"";
}

std::string floatLiteral(float value) {
  if (std::isnan(value))
    return "__builtin_nanf(\"\")";
  if (std::isinf(value))
    return value > 0 ? "__builtin_inff()" : "-__builtin_inff()";
  std::string text = emit::numberText(value);
  return text + (text.find_first_of(".e") == std::string::npos ? ".0f" : "f");
}

/// C++ type and default argument of an attribute; an empty type: it cannot be declared.
struct CppAttribute {
  std::string type, value;
};

template <class List, class Print> std::string braced(const List &list, Print print) {
  std::string text;
  for (const auto &element : list)
    text += (text.empty() ? "" : ", ") + print(element);
  return "{" + text + "}";
}

CppAttribute cppAttribute(const onnx::AttributeProto &attribute) {
  switch (attribute.type()) {
  case onnx::AttributeProto::FLOAT:
    return {"float", floatLiteral(attribute.f())};
  case onnx::AttributeProto::INT:
    return {"int64_t", std::to_string(attribute.i())};
  case onnx::AttributeProto::STRING:
    return {"std::string", stringLiteral(attribute.s())};
  case onnx::AttributeProto::FLOATS:
    return {"std::vector<float>", braced(attribute.floats(), floatLiteral)};
  case onnx::AttributeProto::INTS:
    return {"std::vector<int64_t>", braced(attribute.ints(), [](int64_t i) { return std::to_string(i); })};
  case onnx::AttributeProto::STRINGS:
    return {"std::vector<std::string>", braced(attribute.strings(), stringLiteral)};
  default:
    return {};
  }
}

/// The declaration, or "" and the reason in `why`.
std::string declaration(const onnx::FunctionProto &function, int64_t version, std::string &why) {
  std::string name = cppIdentifier(function.name());
  std::set<std::string> used;
  auto unique = [&](const std::string &wanted) {
    std::string result = cppIdentifier(wanted);
    while (!used.insert(result).second)
      result += "_";
    return result;
  };
  std::string params;
  auto add = [&](const std::string &text) { params += (params.empty() ? "" : ", ") + text; };
  for (const std::string &input : function.input())
    add("const onnxc::Input &" + unique(input));
  auto types = graph::attributeTypes(function);
  for (const std::string &attribute : function.attribute()) {
    onnx::AttributeProto empty;
    empty.set_type(types[attribute]);
    CppAttribute cpp = cppAttribute(empty);
    if (cpp.type.empty() || !isIdentifier(attribute))
      return why = "the type of its attribute '" + attribute + "' has no C++ parameter", "";
    add(cpp.type + " " + attribute);
  }
  for (const onnx::AttributeProto &attribute : function.attribute_proto()) {
    CppAttribute cpp = cppAttribute(attribute);
    if (cpp.type.empty() || !isIdentifier(attribute.name()))
      return why = "the type of its attribute '" + attribute.name() + "' has no C++ parameter", "";
    add(cpp.type + " " + attribute.name() + " = " + cpp.value);
  }
  std::string result = "onnxc::Tensor", text;
  if (function.output_size() > 1) {
    result = name + "_Outputs";
    used.clear();
    text = "struct " + result + " {\n";
    for (const std::string &output : function.output())
      text += "  onnxc::Tensor " + unique(output) + ";\n";
    text += "};\n";
  }
  return text + "[[onnx::op(" + stringLiteral(function.domain()) + ", " + stringLiteral(function.name()) + ", " +
         std::to_string(version) + ")]] " + result + " " + name + "(" + params + ");\n";
}

std::string comment(const std::string &doc) {
  std::string text;
  for (std::size_t begin = 0; begin < doc.size();) {
    std::size_t end = std::min(doc.find('\n', begin), doc.size());
    text += "/// " + doc.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return text;
}

} // namespace

std::vector<onnx::FunctionProto> mainAsFunction(const onnx::ModelProto &model) {
  const onnx::GraphProto &graph = model.graph();
  if (graph.node_size() == 0)
    return {};
  onnx::FunctionProto function;
  function.set_domain("model");
  function.set_name(graph.name().empty() ? "graph" : graph.name());
  function.set_doc_string(graph.doc_string());
  *function.mutable_opset_import() = model.opset_import();
  std::set<std::string> constants;
  for (const onnx::TensorProto &tensor : graph.initializer()) {
    onnx::NodeProto *node = function.add_node();
    node->set_op_type("Constant");
    node->add_output(tensor.name());
    onnx::AttributeProto *value = node->add_attribute();
    value->set_name("value");
    value->set_type(onnx::AttributeProto::TENSOR);
    *value->mutable_t() = tensor;
    constants.insert(tensor.name());
  }
  for (const onnx::ValueInfoProto &input : graph.input()) {
    if (constants.contains(input.name()))
      continue;
    function.add_input(input.name());
    *function.add_value_info() = input;
  }
  for (const onnx::ValueInfoProto &output : graph.output())
    function.add_output(output.name());
  function.mutable_node()->MergeFrom(graph.node());
  function.mutable_value_info()->MergeFrom(graph.value_info());
  return {function};
}

Imported importHeader(const onnx::ModelProto &model, const std::string &fileName) {
  Imported imported;
  std::vector<onnx::FunctionProto> functions(model.functions().begin(), model.functions().end());
  for (onnx::FunctionProto &function : mainAsFunction(model))
    functions.push_back(std::move(function));
  std::map<std::pair<std::string, std::string>, int> uses;
  for (const onnx::FunctionProto &function : functions)
    ++uses[{function.domain(), function.name()}];
  std::map<std::string, int64_t> versions;
  for (const onnx::OperatorSetIdProto &import : model.opset_import())
    versions[import.domain()] = import.version();
  imported.header = "// Functions of " + fileName + ", declared by 'onnxc import'. Compile with --link=" + fileName +
                    " to get their bodies.\n#pragma once\n\n#include <onnxc/input.h>\n#include "
                    "<onnxc/tensor.h>\n\n#include <cstdint>\n#include "
                    "<string>\n#include <vector>\n";
  std::string open;
  for (const onnx::FunctionProto &function : functions) {
    std::string why;
    if (uses[{function.domain(), function.name()}] > 1)
      why = "it has overloads";
    else if (!function.overload().empty())
      why = "it is an overload";
    auto version = versions.find(function.domain());
    std::string text = why.empty() ? declaration(function, version == versions.end() ? 1 : version->second, why) : "";
    if (text.empty()) {
      imported.skipped.push_back(displayName(function) + ": " + why);
      continue;
    }
    if (std::string wanted = namespaceOf(function.domain()); wanted != open) {
      imported.header += (open.empty() ? "" : "} // namespace " + open + "\n") + "\nnamespace " + wanted + " {\n";
      open = wanted;
    }
    imported.header += comment(function.doc_string()) + text;
  }
  if (!open.empty())
    imported.header += "} // namespace " + open + "\n";
  return imported;
}

void addCalled(onnx::ModelProto &model, const std::vector<onnx::ModelProto> &libraries) {
  std::map<Key, const onnx::FunctionProto *> available;
  std::map<Key, int64_t> versionOf;
  std::vector<onnx::FunctionProto> mains;
  for (const onnx::ModelProto &library : libraries)
    for (onnx::FunctionProto &function : mainAsFunction(library))
      mains.push_back(std::move(function));
  for (const onnx::FunctionProto &function : mains)
    available.try_emplace({function.domain(), function.name(), function.overload()}, &function);
  for (const onnx::ModelProto &library : libraries)
    for (const onnx::FunctionProto &function : library.functions())
      available.try_emplace({function.domain(), function.name(), function.overload()}, &function);
  std::map<std::string, int64_t> imports;
  for (const onnx::OperatorSetIdProto &import : model.opset_import())
    imports[import.domain()] = import.version();
  std::set<Key> present;
  std::vector<const onnx::NodeProto *> work;
  auto visit = [&](const onnx::NodeProto &node) { work.push_back(&node); };
  graph::forEachNode(model.graph().node(), visit);
  for (const onnx::FunctionProto &function : model.functions()) {
    present.insert({function.domain(), function.name(), function.overload()});
    graph::forEachNode(function.node(), visit);
  }
  std::vector<const onnx::FunctionProto *> added;
  while (!work.empty()) {
    const onnx::NodeProto *node = work.back();
    work.pop_back();
    Key key{node->domain(), node->op_type(), node->overload()};
    auto found = available.find(key);
    if (found == available.end() || !present.insert(key).second)
      continue;
    added.push_back(found->second);
    graph::forEachNode(found->second->node(), visit);
    for (const onnx::OperatorSetIdProto &import : found->second->opset_import())
      imports.try_emplace(import.domain(), import.version());
    imports.try_emplace(found->second->domain(), 1);
  }
  std::sort(added.begin(), added.end(), [](const onnx::FunctionProto *a, const onnx::FunctionProto *b) {
    return std::tie(a->domain(), a->name(), a->overload()) < std::tie(b->domain(), b->name(), b->overload());
  });
  for (const onnx::FunctionProto *function : added)
    *model.add_functions() = *function;
  model.clear_opset_import();
  for (const auto &[domain, version] : imports) {
    onnx::OperatorSetIdProto *import = model.add_opset_import();
    import->set_domain(domain);
    import->set_version(version);
  }
}

} // namespace onnxc::link
