// C++ declarations for the functions of an existing model.
#ifndef ONNXC_LINK_IMPORT_H
#define ONNXC_LINK_IMPORT_H

#include "onnx/onnx_pb.h"

#include <string>
#include <vector>

namespace onnxc::link {

/// What an imported model is for its users.
struct Imported {
  std::string header;               ///< C++: one [[onnx::op]] declaration a function, in namespaces after the domains
  std::vector<std::string> skipped; ///< functions that have no declaration, each with the reason
};

/// `fileName` is what the header calls the model in its first comment. Functions that share domain and name (overloads)
/// are skipped: a call in C++ cannot choose between them.
Imported importHeader(const onnx::ModelProto &model, const std::string &fileName);

/// The main graph as a function of domain "model" with the graph's name, so that it can be called as well; nothing when
/// the graph has no nodes. Initialisers become constants.
std::vector<onnx::FunctionProto> mainAsFunction(const onnx::ModelProto &model);

/// Adds to `model` the functions of `libraries` that it calls and does not have, and what they call. Opsets are
/// imported as needed.
void addCalled(onnx::ModelProto &model, const std::vector<onnx::ModelProto> &libraries);

} // namespace onnxc::link

#endif
