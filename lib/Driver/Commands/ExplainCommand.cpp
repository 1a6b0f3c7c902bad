// `onnxc explain`: from a node of a model back to the C++ source.
#include "Driver/Commands/Commands.h"
#include "Driver/Files/ModelFile.h"
#include "Driver/Options/Failure.h"
#include "Driver/Options/Suggest.h"
#include "Link/Link.h"
#include "Support/Overload.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>

namespace onnxc::driver {
namespace {

/// A node and where it is.
struct Place {
  const onnx::NodeProto *node;
  const onnx::FunctionProto *function; ///< null: the main graph
  std::string path;                    ///< of attributes of nodes around it: "If.then_branch"
};

std::string metadata(const onnx::NodeProto &node, llvm::StringRef key) {
  for (const onnx::StringStringEntryProto &entry : node.metadata_props())
    if (entry.key() == key)
      return entry.value();
  return {};
}

std::string operatorName(const onnx::NodeProto &node) {
  std::string text = (node.domain().empty() ? "" : node.domain() + "::") + node.op_type();
  return support::overloadedName(text, node.overload());
}

std::string functionName(const Place &place) {
  return place.function ? link::displayName(*place.function) : std::string("the main graph");
}

/// All nodes of a model.
class Index {
public:
  explicit Index(const onnx::ModelProto &model) {
    add(model.graph().node(), nullptr, "");
    for (const onnx::FunctionProto &function : model.functions())
      add(function.node(), &function, "");
  }

  /// Nodes that have this name or make this value.
  std::vector<Place> find(const std::string &name) const {
    std::vector<Place> found;
    for (const Place &place : places)
      if (place.node->name() == name ||
          std::find(place.node->output().begin(), place.node->output().end(), name) != place.node->output().end())
        found.push_back(place);
    return found;
  }

  std::vector<std::string> names() const {
    std::set<std::string> all;
    for (const Place &place : places) {
      all.insert(place.node->name());
      all.insert(place.node->output().begin(), place.node->output().end());
    }
    all.erase("");
    return {all.begin(), all.end()};
  }

  /// The first call of the function, or null.
  const Place *caller(const onnx::FunctionProto &function) const {
    for (const Place &place : places)
      if (place.node->domain() == function.domain() && place.node->op_type() == function.name() &&
          place.node->overload() == function.overload())
        return &place;
    return nullptr;
  }

private:
  void add(const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes, const onnx::FunctionProto *function,
           const std::string &path) {
    for (const onnx::NodeProto &node : nodes) {
      places.push_back({&node, function, path});
      for (const onnx::AttributeProto &attribute : node.attribute()) {
        std::string inner = path + (path.empty() ? "" : " / ") + node.op_type() + "." + attribute.name();
        if (attribute.has_g())
          add(attribute.g().node(), function, inner);
        for (const onnx::GraphProto &graph : attribute.graphs())
          add(graph.node(), function, inner);
      }
    }
  }

  std::vector<Place> places;
};

std::string sourceOf(const onnx::NodeProto &node) {
  std::string source = metadata(node, "onnxc.source");
  return source.empty() ? "(no source line; compile with -g)" : source;
}

void print(const Place &place, const Index &index) {
  llvm::raw_ostream &out = llvm::outs();
  out << sourceOf(*place.node) << ": " << operatorName(*place.node) << " '"
      << (place.node->name().empty() ? place.node->output(0) : place.node->name()) << "' in " << functionName(place)
      << '\n';
  if (!place.path.empty())
    out << "  inside " << place.path << '\n';
  if (std::string scope = metadata(*place.node, "onnxc.scope"); !scope.empty())
    out << "  scope " << scope << '\n';
  std::set<const onnx::FunctionProto *> seen;
  const Place *at = &place;
  while (at->function && seen.insert(at->function).second) {
    const Place *caller = index.caller(*at->function);
    if (!caller)
      break;
    out << "  called from " << sourceOf(*caller->node) << " in " << functionName(*caller) << '\n';
    at = caller;
  }
}

/// The node that an error text of ONNX Runtime is about. Its inliner puts prefixes before names, so the longest name
/// that a word of the text ends with wins.
std::string nameInText(llvm::StringRef text, const Index &index) {
  std::string best;
  for (const std::string &name : index.names()) {
    if (name.size() <= best.size())
      continue;
    for (std::size_t at = 0; (at = text.find(name, at)) != llvm::StringRef::npos; ++at) {
      std::size_t end = at + name.size();
      auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; };
      bool endsWord = end == text.size() || !isWord(text[end]);
      bool startsPart = at == 0 || !isWord(text[at - 1]) || text[at - 1] == '_';
      if (endsWord && startsPart)
        best = name;
    }
  }
  return best;
}

} // namespace

int runExplain(const ExplainOptions &options) {
  onnx::ModelProto model = readModel(options.model);
  Index index(model);
  std::string name = options.node;
  if (name.empty()) {
    auto input = llvm::MemoryBuffer::getSTDIN();
    if (!input)
      throw Failure::usage("cannot read standard input: " + input.getError().message());
    name = nameInText((*input)->getBuffer(), index);
    if (name.empty())
      throw Failure::source("the text names no node of '" + options.model + "'");
  }
  std::vector<Place> found = index.find(name);
  if (found.empty())
    throw Failure::usage("no node or value '" + name + "' in '" + options.model + "'" +
                         didYouMean(name, index.names()));
  for (const Place &place : found)
    print(place, index);
  return Fine;
}

} // namespace onnxc::driver
