//===- SourceFiles.h - Lines of traced source, as locations of nodes ------===//
#ifndef ONNXC_RUNTIME_SOURCEFILES_H
#define ONNXC_RUNTIME_SOURCEFILES_H

#include "Graph/IR/Graph.h"
#include <string>
#include <vector>

namespace onnxc::runtime {

/// The files whose lines nodes carry (-g): a location is the number of a file, and a line.
class SourceFiles {
public:
  graph::Location locationOf(const char *file, unsigned line);
  /// "ops.cc:12".
  std::string sourceOf(graph::Location location) const;

private:
  std::vector<const char *> files;
};

} // namespace onnxc::runtime

#endif
