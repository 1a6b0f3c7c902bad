// Merging of function libraries and models.
#ifndef ONNXC_LINK_LINK_H
#define ONNXC_LINK_LINK_H

#include "onnx/onnx_pb.h"

#include <string>
#include <tuple>
#include <vector>

namespace onnxc::link {

/// One model to merge and where it comes from, for messages.
struct Unit {
  std::string file;
  onnx::ModelProto model;
  bool hasMain = false; ///< its graph has nodes: it is runnable
};

/// A call of something that no unit defines and no operator schema of ONNX describes.
struct Unresolved {
  std::string name; ///< "acme::f"
  std::string caller;
  bool operator<(const Unresolved &other) const { return std::tie(name, caller) < std::tie(other.name, other.caller); }
};

struct Linked {
  onnx::ModelProto model;
  std::vector<std::string> errors;
  std::vector<Unresolved> unresolved; ///< sorted; operators of a runtime's own domains are among them
};

/// All functions of all units, each once; the graph is that of the unit that has one. Errors: one function with two
/// definitions (metadata and doc strings do not count), two runnable models, domains of functions in two versions.
Linked merge(std::vector<Unit> units);

/// "acme::f", with its overload as "acme::f<1>".
std::string displayName(const onnx::FunctionProto &function);

/// The messages, one a line.
std::string joined(const std::vector<std::string> &messages);

} // namespace onnxc::link

#endif
