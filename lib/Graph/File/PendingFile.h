//===- PendingFile.h - Files that are written whole or not at all --------------===//
#ifndef ONNXC_GRAPH_PENDINGFILE_H
#define ONNXC_GRAPH_PENDINGFILE_H

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace onnxc::graph {

/// A file under a temporary name in the folder of its final one, which commit() gives it: whoever reads sees the old
/// file or the whole new one. Removed unless committed. Of a symbolic link the target is replaced. Devices, pipes and
/// sockets are written as they are: there is nothing to rename.
class PendingFile {
public:
  explicit PendingFile(std::string path);
  ~PendingFile();
  PendingFile(const PendingFile &) = delete;
  PendingFile &operator=(const PendingFile &) = delete;

  void write(std::string_view bytes);
  /// All has been written; commit() follows.
  void close();
  void commit();

  /// True for what cannot be replaced by another file: devices, pipes, sockets.
  static bool isSpecial(const std::string &path);
  /// What will be written: of a symbolic link its target.
  const std::string &path() const { return target; }
  /// What lies there until commit(); empty for special files.
  const std::string &temporaryName() const { return temporary; }
  /// Why the file cannot be written, in the words of the system; nothing more is done then.
  const std::optional<std::string> &problem() const { return failure; }

private:
  void open();
  void fail(int error);

  std::optional<std::string> failure;
  std::string target, temporary;
  std::FILE *file = nullptr;
};

/// The whole file at once; the reason when that fails.
std::optional<std::string> writeFile(const std::string &path, std::string_view content);

} // namespace onnxc::graph

#endif
