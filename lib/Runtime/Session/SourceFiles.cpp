//===- SourceFiles.cpp - Lines of traced source, as locations of nodes ----===//
#include "Runtime/Session/SourceFiles.h"
#include <cstring>

namespace onnxc::runtime {

graph::Location SourceFiles::locationOf(const char *file, unsigned line) {
  size_t index = 0;
  while (index < files.size() && std::strcmp(files[index], file) != 0)
    ++index;
  if (index == files.size())
    files.push_back(file);
  return static_cast<graph::Location>(index + 1) << 32 | line;
}

std::string SourceFiles::sourceOf(graph::Location location) const {
  size_t index = static_cast<size_t>(location >> 32);
  if (index == 0 || index > files.size())
    return {};
  return std::string(files[index - 1]) + ":" + std::to_string(location & 0xffffffffu);
}

} // namespace onnxc::runtime
