#include "Link/Link.h"

#include "Emit/Serialise.h"
#include "Graph/IR/Protos.h"
#include "Support/Overload.h"
#include "onnx/defs/schema.h"

#include <algorithm>
#include <map>
#include <set>

namespace onnxc::link {
namespace {

using Key = std::tuple<std::string, std::string, std::string>;

Key keyOf(const onnx::FunctionProto &function) { return {function.domain(), function.name(), function.overload()}; }
Key keyOf(const onnx::NodeProto &node) { return {node.domain(), node.op_type(), node.overload()}; }

std::string displayName(const Key &key) {
  const auto &[domain, name, overload] = key;
  return domain + "::" + support::overloadedName(name, overload);
}

void clearComments(google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes) {
  graph::forEachNode(nodes, [](onnx::NodeProto &node) {
    node.clear_metadata_props();
    node.clear_doc_string();
  });
}

/// What makes two definitions the same.
std::string meaning(onnx::FunctionProto function) {
  function.clear_metadata_props();
  function.clear_doc_string();
  clearComments(*function.mutable_node());
  return emit::serialise(function);
}

template <class List> bool same(const List &a, const List &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// What a reader should look at.
std::string difference(const onnx::FunctionProto &a, const onnx::FunctionProto &b) {
  if (!same(a.input(), b.input()))
    return "their inputs differ";
  if (!same(a.output(), b.output()))
    return "their outputs differ";
  if (!same(a.attribute(), b.attribute()) || a.attribute_proto_size() != b.attribute_proto_size())
    return "their attributes differ";
  auto opsets = [](const onnx::FunctionProto &function) {
    std::map<std::string, int64_t> versions;
    for (const onnx::OperatorSetIdProto &import : function.opset_import())
      versions[import.domain()] = import.version();
    return versions;
  };
  if (opsets(a) != opsets(b))
    return "they import different opsets";
  return "their bodies differ";
}

/// A function and the unit that brought it.
struct Definition {
  onnx::FunctionProto function;
  const Unit *unit;
};

void mergeFunctions(const std::vector<Unit> &units, Linked &linked) {
  std::map<Key, Definition> definitions;
  for (const Unit &unit : units) {
    for (const onnx::FunctionProto &function : unit.model.functions()) {
      auto [place, isNew] = definitions.try_emplace(keyOf(function), Definition{function, &unit});
      if (isNew)
        *linked.model.add_functions() = function;
      else if (meaning(place->second.function) != meaning(function))
        linked.errors.push_back("conflicting definitions of " + displayName(keyOf(function)) + " in '" +
                                place->second.unit->file + "' and '" + unit.file +
                                "': " + difference(place->second.function, function));
    }
  }
}

bool isOnnxDomain(const std::string &domain) {
  return onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map().contains(domain == "ai.onnx" ? "" : domain);
}

/// The opsets of the model: of ONNX's own domains those of the runnable unit, else the newest; other domains must
/// agree.
void mergeOpsets(const std::vector<Unit> &units, Linked &linked) {
  std::map<std::string, std::pair<int64_t, const Unit *>> versions;
  for (const Unit &unit : units) {
    for (const onnx::OperatorSetIdProto &import : unit.model.opset_import()) {
      auto [place, isNew] = versions.try_emplace(import.domain(), import.version(), &unit);
      auto &[version, from] = place->second;
      if (isNew || version == import.version())
        continue;
      if (!isOnnxDomain(import.domain()))
        linked.errors.push_back("domain '" + import.domain() + "' has version " + std::to_string(version) + " in '" +
                                from->file + "' and " + std::to_string(import.version()) + " in '" + unit.file + "'");
      else if (unit.hasMain || (!from->hasMain && import.version() > version))
        place->second = {import.version(), &unit};
    }
  }
  for (const auto &[domain, version] : versions) {
    onnx::OperatorSetIdProto *import = linked.model.add_opset_import();
    import->set_domain(domain);
    import->set_version(version.first);
  }
}

/// The graph, and what describes the model: of the runnable unit, else of the first.
void mergeGraph(const std::vector<Unit> &units, Linked &linked) {
  const Unit *main = nullptr;
  for (const Unit &unit : units) {
    linked.model.set_ir_version(std::max(linked.model.ir_version(), unit.model.ir_version()));
    if (unit.hasMain && main)
      linked.errors.push_back("'" + main->file + "' and '" + unit.file +
                              "' are both runnable models; a model has one main graph");
    else if (unit.hasMain)
      main = &unit;
  }
  const onnx::ModelProto &from = main ? main->model : units.front().model;
  *linked.model.mutable_graph() = from.graph();
  if (from.has_producer_name())
    linked.model.set_producer_name(from.producer_name());
  if (from.has_producer_version())
    linked.model.set_producer_version(from.producer_version());
  if (from.has_domain())
    linked.model.set_domain(from.domain());
  if (from.has_model_version())
    linked.model.set_model_version(from.model_version());
  if (from.has_doc_string())
    linked.model.set_doc_string(from.doc_string());
  *linked.model.mutable_metadata_props() = from.metadata_props();
}

void findUnresolved(Linked &linked) {
  std::set<Key> defined;
  for (const onnx::FunctionProto &function : linked.model.functions())
    defined.insert(keyOf(function));
  std::set<Unresolved> missing;
  auto check = [&](const onnx::NodeProto &node, const std::string &caller) {
    if (!isOnnxDomain(node.domain()) && !defined.contains(keyOf(node)))
      missing.insert({displayName(keyOf(node)), caller});
  };
  for (const onnx::FunctionProto &function : linked.model.functions())
    graph::forEachNode(function.node(),
                       [&](const onnx::NodeProto &node) { check(node, displayName(keyOf(function))); });
  graph::forEachNode(linked.model.graph().node(), [&](const onnx::NodeProto &node) { check(node, "the main graph"); });
  linked.unresolved.assign(missing.begin(), missing.end());
}

} // namespace

Linked merge(std::vector<Unit> units) {
  Linked linked;
  if (units.empty())
    return linked;
  mergeGraph(units, linked);
  mergeOpsets(units, linked);
  mergeFunctions(units, linked);
  findUnresolved(linked);
  return linked;
}

std::string displayName(const onnx::FunctionProto &function) { return displayName(keyOf(function)); }

std::string joined(const std::vector<std::string> &messages) {
  std::string text;
  for (const std::string &message : messages)
    text += (text.empty() ? "" : "\n") + message;
  return text;
}

} // namespace onnxc::link
