// ONNX's textual syntax, with everything that a model holds.
#ifndef ONNXC_EMIT_TEXT_H
#define ONNXC_EMIT_TEXT_H

#include "onnx/onnx_pb.h"

#include <string>

namespace onnxc::emit {

/// The syntax that onnx's parser reads (float[] = any rank, float = rank 0), and beyond onnx's own printer: defaults of
/// attributes, types of values in functions, doc strings, subgraphs on lines of their own. What the syntax has no place
/// for (metadata, domains' versions, doc strings of nodes and graphs) follows as a comment `# key: value`. A node's
/// name is shown where it is not the name of its first output. Overloads that are no identifiers are quoted, which
/// onnx's parser does not read.
std::string text(const onnx::ModelProto &model);
std::string text(const onnx::FunctionProto &function);

} // namespace onnxc::emit

#endif
