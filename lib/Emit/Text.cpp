#include "Emit/Text.h"

#include "Emit/TensorText.h"

#include <algorithm>

namespace onnxc::emit {
namespace {

using onnx::AttributeProto;

template <class List, class Print> std::string joined(const List &list, Print print, const char *separator = ", ") {
  std::string text;
  bool first = true;
  for (const auto &element : list) {
    if (!first)
      text += separator;
    text += print(element);
    first = false;
  }
  return text;
}

std::string valueInfoText(const onnx::ValueInfoProto &value) {
  std::string type = value.has_type() ? typeText(value.type()) : std::string();
  return (type.empty() ? "" : type + " ") + identifier(value.name());
}

std::string opsetsText(const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto> &imports) {
  return "[" +
         joined(imports,
                [](const auto &import) { return quoted(import.domain()) + " : " + std::to_string(import.version()); }) +
         "]";
}

const char *attributeTypeText(AttributeProto::AttributeType type) {
  switch (type) {
  case AttributeProto::FLOAT:
    return "float";
  case AttributeProto::INT:
    return "int";
  case AttributeProto::STRING:
    return "string";
  case AttributeProto::TENSOR:
    return "tensor";
  case AttributeProto::GRAPH:
    return "graph";
  case AttributeProto::SPARSE_TENSOR:
    return "sparse_tensor";
  case AttributeProto::TYPE_PROTO:
    return "type_proto";
  case AttributeProto::FLOATS:
    return "floats";
  case AttributeProto::INTS:
    return "ints";
  case AttributeProto::STRINGS:
    return "strings";
  case AttributeProto::TENSORS:
    return "tensors";
  case AttributeProto::GRAPHS:
    return "graphs";
  case AttributeProto::SPARSE_TENSORS:
    return "sparse_tensors";
  case AttributeProto::TYPE_PROTOS:
    return "type_protos";
  case AttributeProto::UNDEFINED:
    break;
  }
  return "undefined";
}

std::string sparseText(const onnx::SparseTensorProto &sparse) {
  std::string dims = joined(sparse.dims(), [](int64_t dim) { return std::to_string(dim); }, ",");
  return "[" + dims + "] values " + tensorText(sparse.values()) + " indices " + tensorText(sparse.indices());
}

/// Prints one model or function; the only state is the text so far.
class Printer {
public:
  std::string take() { return std::move(out); }

  void print(const onnx::ModelProto &model) {
    out += "<\n   ir_version: " + std::to_string(model.ir_version());
    out += ",\n   opset_import: " + opsetsText(model.opset_import());
    addQuoted("producer_name", model.producer_name());
    addQuoted("producer_version", model.producer_version());
    addQuoted("domain", model.domain());
    if (model.model_version() != 0)
      out += ",\n   model_version: " + std::to_string(model.model_version());
    addQuoted("doc_string", model.doc_string());
    if (model.metadata_props_size() > 0)
      out += ",\n   metadata_props: [" +
             joined(model.metadata_props(),
                    [](const auto &entry) { return quoted(entry.key()) + ": " + quoted(entry.value()); }) +
             "]";
    out += "\n>\n";
    printGraph(model.graph(), "");
    out += "\n";
    for (const onnx::FunctionProto &function : model.functions()) {
      out += "\n";
      print(function);
    }
  }

  void print(const onnx::FunctionProto &function) {
    out += "<\n   domain: " + quoted(function.domain());
    addQuoted("overload", function.overload());
    out += ",\n   opset_import: " + opsetsText(function.opset_import());
    addQuoted("doc_string", function.doc_string());
    out += "\n>\n";
    printMetadata(function.metadata_props(), "");
    printSignature(function);
    out += "{\n";
    for (const onnx::NodeProto &node : function.node())
      printNode(node, "   ");
    out += "}\n";
  }

private:
  void addQuoted(const char *key, const std::string &value) {
    if (!value.empty())
      out += std::string(",\n   ") + key + ": " + quoted(value);
  }

  template <class Entries> void printMetadata(const Entries &entries, const std::string &indent) {
    for (const auto &entry : entries)
      out += indent + "# " + entry.key() + ": " + oneLine(entry.value()) + "\n";
  }

  /// A comment ends with its line.
  static std::string oneLine(std::string text) {
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
      text.replace(at, 1, "\\n");
    return text;
  }

  /// `name <alpha: float = 0.01> (float[N] x) => (float[N] y)` and the types of the values inside.
  void printSignature(const onnx::FunctionProto &function) {
    out += identifier(function.name()) + " ";
    if (function.attribute_size() + function.attribute_proto_size() > 0) {
      std::string attributes = joined(function.attribute(), identifier);
      for (const AttributeProto &attribute : function.attribute_proto())
        attributes += (attributes.empty() ? "" : ", ") + plainAttribute(attribute);
      out += "<" + attributes + "> ";
    }
    auto named = [&function](const std::string &name) {
      for (const onnx::ValueInfoProto &value : function.value_info())
        if (value.name() == name)
          return valueInfoText(value);
      return identifier(name);
    };
    out += "(" + joined(function.input(), named) + ") => (" + joined(function.output(), named) + ")";
    printInnerTypes(function);
    out += "\n";
  }

  void printInnerTypes(const onnx::FunctionProto &function) {
    auto isInterface = [&function](const std::string &name) {
      return std::find(function.input().begin(), function.input().end(), name) != function.input().end() ||
             std::find(function.output().begin(), function.output().end(), name) != function.output().end();
    };
    std::string types;
    for (const onnx::ValueInfoProto &value : function.value_info())
      if (!isInterface(value.name()))
        types += (types.empty() ? "" : ", ") + valueInfoText(value);
    if (!types.empty())
      out += "\n   <" + types + ">";
  }

  void printGraph(const onnx::GraphProto &graph, const std::string &indent) {
    out += identifier(graph.name()) + " (" + joined(graph.input(), valueInfoText) + ") => (" +
           joined(graph.output(), valueInfoText) + ")";
    std::string inner = joined(graph.initializer(), [](const onnx::TensorProto &tensor) {
      std::string text = tensorText(tensor);
      std::size_t brace = text.find_first_of("{[", text.find(' '));
      return text.insert(brace, "= ");
    });
    for (const onnx::ValueInfoProto &value : graph.value_info())
      inner += (inner.empty() ? "" : ", ") + valueInfoText(value);
    if (!inner.empty())
      out += "\n" + indent + "   <" + inner + ">";
    out += "\n" + indent + "{\n";
    if (!graph.doc_string().empty())
      out += indent + "   # doc_string: " + oneLine(graph.doc_string()) + "\n";
    printMetadata(graph.metadata_props(), indent + "   ");
    for (const onnx::NodeProto &node : graph.node())
      printNode(node, indent + "   ");
    out += indent + "}";
  }

  void printNode(const onnx::NodeProto &node, const std::string &indent) {
    out += indent;
    if (!node.name().empty() && (node.output_size() == 0 || node.name() != node.output(0)))
      out += "[" + identifier(node.name()) + "] ";
    out += joined(node.output(), identifier) + " = ";
    if (!node.domain().empty())
      out += node.domain() + ".";
    out += node.op_type();
    if (!node.overload().empty())
      out += ":" + identifier(node.overload());
    out += " ";
    bool hasGraph = false;
    for (const AttributeProto &attribute : node.attribute())
      hasGraph = hasGraph || attribute.has_g() || attribute.graphs_size() > 0;
    // Graphs read better behind the inputs.
    if (!hasGraph) {
      printAttributes(node, indent);
      out += node.attribute_size() > 0 ? " " : "";
    }
    out += "(" +
           joined(node.input(), [](const std::string &name) { return name.empty() ? "\"\"" : identifier(name); }) + ")";
    if (hasGraph) {
      out += " ";
      printAttributes(node, indent);
    }
    printComment(node);
    out += "\n";
  }

  void printComment(const onnx::NodeProto &node) {
    std::string comment;
    for (const auto &entry : node.metadata_props())
      comment += (comment.empty() ? "" : ", ") + entry.key() + ": " + entry.value();
    if (!node.doc_string().empty())
      comment += (comment.empty() ? "doc_string: " : ", doc_string: ") + node.doc_string();
    if (!comment.empty())
      out += "  # " + oneLine(comment);
  }

  void printAttributes(const onnx::NodeProto &node, const std::string &indent) {
    if (node.attribute_size() == 0)
      return;
    out += "<";
    for (int i = 0; i < node.attribute_size(); ++i) {
      out += i > 0 ? ", " : "";
      printAttribute(node.attribute(i), indent);
    }
    out += ">";
  }

  void printAttribute(const AttributeProto &attribute, const std::string &indent) {
    if (attribute.has_g()) {
      out += attribute.name() + ": graph = ";
      return printGraph(attribute.g(), indent);
    }
    if (attribute.graphs_size() == 0) {
      out += plainAttribute(attribute);
      return;
    }
    out += attribute.name() + ": graphs = [";
    for (int i = 0; i < attribute.graphs_size(); ++i) {
      out += i > 0 ? ", " : "";
      printGraph(attribute.graphs(i), indent);
    }
    out += "]";
  }

  /// Any attribute that holds no graph.
  static std::string plainAttribute(const AttributeProto &attribute) {
    std::string text = attribute.name() + ": " + attributeTypeText(attribute.type()) + " = ";
    if (!attribute.ref_attr_name().empty())
      return text + "@" + identifier(attribute.ref_attr_name());
    auto list = [](const auto &elements, auto print) { return "[" + joined(elements, print) + "]"; };
    switch (attribute.type()) {
    case AttributeProto::FLOAT:
      return text + numberText(attribute.f());
    case AttributeProto::INT:
      return text + std::to_string(attribute.i());
    case AttributeProto::STRING:
      return text + quoted(attribute.s());
    case AttributeProto::TENSOR:
      return text + tensorText(attribute.t());
    case AttributeProto::SPARSE_TENSOR:
      return text + sparseText(attribute.sparse_tensor());
    case AttributeProto::TYPE_PROTO:
      return text + typeText(attribute.tp());
    case AttributeProto::FLOATS:
      return text + list(attribute.floats(), [](float value) { return numberText(value); });
    case AttributeProto::INTS:
      return text + list(attribute.ints(), [](int64_t value) { return std::to_string(value); });
    case AttributeProto::STRINGS:
      return text + list(attribute.strings(), quoted);
    case AttributeProto::TENSORS:
      return text + list(attribute.tensors(), tensorText);
    case AttributeProto::SPARSE_TENSORS:
      return text + list(attribute.sparse_tensors(), sparseText);
    case AttributeProto::TYPE_PROTOS:
      return text + list(attribute.type_protos(), typeText);
    default:
      return text;
    }
  }

  std::string out;
};

template <class Proto> std::string printed(const Proto &proto) {
  Printer printer;
  printer.print(proto);
  return printer.take();
}

} // namespace

std::string text(const onnx::ModelProto &model) { return printed(model); }
std::string text(const onnx::FunctionProto &function) { return printed(function); }

} // namespace onnxc::emit
