#include "Emit/Dot.h"

#include "Emit/TensorText.h"
#include "Support/Overload.h"

#include <map>
#include <vector>

namespace onnxc::emit {
namespace {

/// A string of DOT.
std::string quoted(const std::string &text) {
  static const char digits[] = "0123456789abcdef";
  std::string literal = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      literal += {'\\', c};
    else if (c == '\n')
      literal += "\\n";
    else if (c == '\t')
      literal += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20)
      literal += std::string("\\u00") + digits[c / 16] + digits[c % 16];
    else
      literal += c;
  }
  return literal + "\"";
}

/// Long constants make unreadable boxes.
constexpr std::size_t maxLabel = 40;

std::string shortened(std::string text) {
  if (text.size() > maxLabel)
    text = text.substr(0, maxLabel) + "...";
  return text;
}

std::string attributeLabel(const onnx::AttributeProto &attribute) {
  std::string text = attribute.name() + " = ";
  if (!attribute.ref_attr_name().empty())
    return text + "@" + attribute.ref_attr_name();
  switch (attribute.type()) {
  case onnx::AttributeProto::FLOAT:
    return text + numberText(attribute.f());
  case onnx::AttributeProto::INT:
    return text + std::to_string(attribute.i());
  case onnx::AttributeProto::STRING:
    return text + shortened(attribute.s());
  case onnx::AttributeProto::TENSOR:
    return text + shortened(tensorText(attribute.t()));
  case onnx::AttributeProto::FLOATS:
    for (float value : attribute.floats())
      text += numberText(value) + " ";
    return shortened(text);
  case onnx::AttributeProto::INTS:
    for (int64_t value : attribute.ints())
      text += std::to_string(value) + " ";
    return shortened(text);
  default:
    return attribute.name();
  }
}

class Writer {
public:
  std::string take() { return std::move(out); }

  void model(const onnx::ModelProto &model) {
    out +=
        "digraph model {\n  node [shape=box, fontname=\"Helvetica\"];\n  edge [fontname=\"Helvetica\", fontsize=10];\n";
    if (model.graph().node_size() > 0)
      graph(model.graph(), model.graph().name(), {}, "  ");
    for (const onnx::FunctionProto &function : model.functions())
      this->function(function);
    out += "}\n";
  }

private:
  /// Value name -> id of the box that makes it, in one scope and those around it.
  using Scope = std::map<std::string, std::string>;

  std::string nextId() { return "n" + std::to_string(count++); }

  std::string box(const std::string &indent, const std::string &label, const char *style) {
    std::string id = nextId();
    out += indent + id + " [label=" + quoted(label) + style + "];\n";
    return id;
  }

  void openCluster(const std::string &indent, const std::string &label) {
    out += indent + "subgraph cluster" + std::to_string(count++) + " {\n" + indent + "  label=" + quoted(label) + ";\n";
  }

  void function(const onnx::FunctionProto &function) {
    openCluster("  ", support::overloadedName(function.domain() + "::" + function.name(), function.overload()));
    Scope scope;
    for (const std::string &input : function.input())
      scope[input] = box("    ", input, ", shape=ellipse");
    nodes(function.node(), scope, "    ");
    for (const std::string &output : function.output())
      edge(output, box("    ", output, ", shape=ellipse, style=bold"), scope, "    ");
    out += "  }\n";
  }

  void graph(const onnx::GraphProto &graph, const std::string &label, Scope scope, const std::string &indent) {
    openCluster(indent, label);
    std::string inner = indent + "  ";
    for (const onnx::ValueInfoProto &input : graph.input())
      scope[input.name()] = box(inner, input.name() + "\n" + typeText(input.type()), ", shape=ellipse");
    for (const onnx::TensorProto &tensor : graph.initializer())
      scope[tensor.name()] = box(inner, shortened(tensorText(tensor)), ", style=dashed");
    nodes(graph.node(), scope, inner);
    for (const onnx::ValueInfoProto &output : graph.output())
      edge(output.name(), box(inner, output.name() + "\n" + typeText(output.type()), ", shape=ellipse, style=bold"),
           scope, inner);
    out += indent + "}\n";
  }

  void nodes(const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes, Scope &scope,
             const std::string &indent) {
    for (const onnx::NodeProto &node : nodes) {
      std::string label =
          (node.domain().empty() ? "" : node.domain() + ".") + support::overloadedName(node.op_type(), node.overload());
      for (const onnx::AttributeProto &attribute : node.attribute())
        if (!attribute.has_g() && attribute.graphs_size() == 0)
          label += "\n" + attributeLabel(attribute);
      std::string id = box(indent, label, node.domain().empty() ? "" : ", style=rounded");
      for (const std::string &input : node.input())
        edge(input, id, scope, indent);
      for (const std::string &output : node.output())
        scope[output] = id;
      for (const onnx::AttributeProto &attribute : node.attribute()) {
        if (attribute.has_g())
          graph(attribute.g(), node.op_type() + "." + attribute.name(), scope, indent);
        for (const onnx::GraphProto &subgraph : attribute.graphs())
          graph(subgraph, node.op_type() + "." + attribute.name(), scope, indent);
      }
    }
  }

  void edge(const std::string &value, const std::string &to, const Scope &scope, const std::string &indent) {
    auto from = scope.find(value);
    if (!value.empty() && from != scope.end())
      out += indent + from->second + " -> " + to + " [label=" + quoted(value) + "];\n";
  }

  std::string out;
  unsigned count = 0;
};

} // namespace

std::string dot(const onnx::ModelProto &model) {
  Writer writer;
  writer.model(model);
  return writer.take();
}

} // namespace onnxc::emit
