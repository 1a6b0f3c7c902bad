#include "Link/SameGraph.h"
#include "Graph/IR/RawData.h"

#include "Graph/Model/Model.h"
#include "onnx/shape_inference/implementation.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

namespace onnxc::link {
namespace {

/// One number for each expression, whatever graph it is in.
class Numbering {
public:
  int of(const std::string &expression) {
    return numbers.emplace(expression, static_cast<int>(numbers.size()) + 1).first->second;
  }

private:
  std::map<std::string, int> numbers;
};

template <class T> std::vector<double> elementsAs(const std::string &bytes) {
  std::vector<double> elements(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    elements[i] = static_cast<double>(value);
  }
  return elements;
}

template <class T> std::string bytesOf(const std::vector<double> &elements) {
  std::string bytes;
  for (double element : elements) {
    T value = static_cast<T>(element);
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(T));
  }
  return bytes;
}

/// A constant with its elements as raw data.
onnx::TensorProto plain(onnx::TensorProto tensor) {
  graph::makeRaw(tensor);
  tensor.clear_name();
  tensor.clear_doc_string();
  return tensor;
}

/// The constant in another element type, where double holds all values exactly enough.
std::optional<onnx::TensorProto> castConstant(const onnx::TensorProto &tensor, int type) {
  using Proto = onnx::TensorProto;
  if (tensor.data_type() == type)
    return tensor;
  std::vector<double> elements;
  switch (tensor.data_type()) {
  case Proto::FLOAT:
    elements = elementsAs<float>(tensor.raw_data());
    break;
  case Proto::DOUBLE:
    elements = elementsAs<double>(tensor.raw_data());
    break;
  case Proto::INT32:
    elements = elementsAs<int32_t>(tensor.raw_data());
    break;
  case Proto::INT64:
    elements = elementsAs<int64_t>(tensor.raw_data());
    break;
  default:
    return std::nullopt;
  }
  for (double element : elements)
    if (!(element >= -9e15 && element <= 9e15))
      return std::nullopt;
  Proto result = tensor;
  result.set_data_type(type);
  switch (type) {
  case Proto::FLOAT:
    result.set_raw_data(bytesOf<float>(elements));
    return result;
  case Proto::DOUBLE:
    result.set_raw_data(bytesOf<double>(elements));
    return result;
  case Proto::INT32:
    result.set_raw_data(bytesOf<int32_t>(elements));
    return result;
  case Proto::INT64:
    result.set_raw_data(bytesOf<int64_t>(elements));
    return result;
  default:
    return std::nullopt;
  }
}

/// The value of a Constant node; nothing for sparse ones.
std::optional<onnx::TensorProto> constantOf(const onnx::NodeProto &node) {
  if (node.op_type() != "Constant" || !node.domain().empty() || node.attribute_size() != 1)
    return std::nullopt;
  const onnx::AttributeProto &attribute = node.attribute(0);
  onnx::TensorProto tensor;
  if (attribute.name() == "value")
    return plain(attribute.t());
  if (attribute.name() == "value_float" || attribute.name() == "value_floats") {
    tensor.set_data_type(onnx::TensorProto::FLOAT);
    *tensor.mutable_float_data() = attribute.floats();
    if (attribute.name() == "value_float")
      tensor.add_float_data(attribute.f());
    else
      tensor.add_dims(attribute.floats_size());
  } else if (attribute.name() == "value_int" || attribute.name() == "value_ints") {
    tensor.set_data_type(onnx::TensorProto::INT64);
    *tensor.mutable_int64_data() = attribute.ints();
    if (attribute.name() == "value_int")
      tensor.add_int64_data(attribute.i());
    else
      tensor.add_dims(attribute.ints_size());
  } else if (attribute.name() == "value_string" || attribute.name() == "value_strings") {
    tensor.set_data_type(onnx::TensorProto::STRING);
    *tensor.mutable_string_data() = attribute.strings();
    if (attribute.name() == "value_string")
      tensor.add_string_data(attribute.s());
    else
      tensor.add_dims(attribute.strings_size());
  } else {
    return std::nullopt;
  }
  return plain(std::move(tensor));
}

/// Numbers the values of one model.
class Reader {
public:
  Reader(Numbering &numbering, onnx::ModelProto model) : numbering(numbering), model(std::move(model)) {
    try {
      onnx::shape_inference::InferShapes(this->model);
    } catch (const std::exception &) {
      // Only casts of constants need types.
    }
    const onnx::GraphProto &graph = this->model.graph();
    for (const auto *infos : {&graph.value_info(), &graph.input()})
      for (const onnx::ValueInfoProto &info : *infos)
        if (info.type().has_tensor_type())
          types[info.name()] = info.type().tensor_type().elem_type();
  }

  std::vector<int> outputs() { return read(model.graph(), {}, "input"); }

private:
  using Scope = std::map<std::string, int>;

  std::vector<int> read(const onnx::GraphProto &graph, Scope scope, const std::string &inputName) {
    for (int i = 0; i < graph.input_size(); ++i)
      scope[graph.input(i).name()] = numbering.of(inputName + std::to_string(i));
    for (const onnx::TensorProto &tensor : graph.initializer())
      scope[tensor.name()] = numberOf(plain(tensor));
    for (const onnx::NodeProto &node : graph.node())
      readNode(node, scope);
    std::vector<int> outputs;
    for (const onnx::ValueInfoProto &output : graph.output())
      outputs.push_back(find(scope, output.name()));
    return outputs;
  }

  static int find(const Scope &scope, const std::string &name) {
    auto found = scope.find(name);
    return found == scope.end() ? 0 : found->second;
  }

  int numberOf(const onnx::TensorProto &constant) {
    int number = numbering.of("constant " + constant.SerializeAsString());
    constants[number] = constant;
    return number;
  }

  void readNode(const onnx::NodeProto &node, Scope &scope) {
    if (auto constant = constantOf(node)) {
      scope[node.output(0)] = numberOf(*constant);
      return;
    }
    if (int same = sameAsInput(node, scope)) {
      scope[node.output(0)] = same;
      return;
    }
    std::string text = node.domain() + "." + node.op_type() + "(";
    for (const std::string &input : node.input())
      text += std::to_string(find(scope, input)) + ",";
    text += ")" + attributesText(node, scope);
    for (int i = 0; i < node.output_size(); ++i)
      scope[node.output(i)] = numbering.of(text + "#" + std::to_string(i));
  }

  /// Identity, and casts of constants or to the type that the value has: the number of what they make, or 0.
  int sameAsInput(const onnx::NodeProto &node, const Scope &scope) {
    if (!node.domain().empty() || node.input_size() == 0)
      return 0;
    int input = find(scope, node.input(0));
    if (node.op_type() == "Identity")
      return input;
    int type = 0;
    if (node.op_type() == "Cast")
      for (const onnx::AttributeProto &attribute : node.attribute())
        type = attribute.name() == "to" ? static_cast<int>(attribute.i()) : type;
    else if (node.op_type() == "CastLike")
      type = typeOf(node.input(1), scope);
    if (type == 0)
      return 0;
    if (auto constant = constants.find(input); constant != constants.end())
      if (auto cast = castConstant(constant->second, type))
        return numberOf(*cast);
    return typeOf(node.input(0), scope) == type ? input : 0;
  }

  int typeOf(const std::string &name, const Scope &scope) const {
    if (auto constant = constants.find(find(scope, name)); constant != constants.end())
      return constant->second.data_type();
    auto found = types.find(name);
    return found == types.end() ? 0 : found->second;
  }

  std::string attributesText(const onnx::NodeProto &node, const Scope &scope) {
    std::map<std::string, std::string> texts;
    for (const onnx::AttributeProto &attribute : node.attribute())
      texts[attribute.name()] = attributeText(attribute, scope);
    std::string text;
    for (const auto &[name, value] : texts)
      text += " " + name + "=" + value;
    return text;
  }

  std::string attributeText(const onnx::AttributeProto &attribute, const Scope &scope) {
    if (attribute.has_t())
      return plain(attribute.t()).SerializeAsString();
    if (!attribute.has_g()) {
      onnx::AttributeProto value = attribute;
      value.clear_doc_string();
      return value.SerializeAsString();
    }
    std::string text = "{";
    // A body's own inputs: no other graph on the way to it has such names.
    for (int output : read(attribute.g(), scope, "formal" + std::to_string(++depth) + "."))
      text += std::to_string(output) + ",";
    --depth;
    return text + "}";
  }

  Numbering &numbering;
  onnx::ModelProto model;
  std::map<std::string, int> types;
  std::map<int, onnx::TensorProto> constants;
  int depth = 0;
};

} // namespace

bool sameGraph(const onnx::ModelProto &a, const onnx::ModelProto &b) {
  Numbering numbering;
  std::vector<int> first = Reader(numbering, a).outputs();
  return first == Reader(numbering, b).outputs() && std::find(first.begin(), first.end(), 0) == first.end();
}

} // namespace onnxc::link
