// One line on a terminal that says how far a run of many parts is.
#ifndef ONNXC_DRIVER_FILES_PROGRESS_H
#define ONNXC_DRIVER_FILES_PROGRESS_H

#include <cstddef>
#include <mutex>
#include <string>

namespace onnxc::driver {

/// Shows nothing where standard error is no terminal, or for a single part. Safe to use from several threads.
class Progress {
public:
  explicit Progress(std::size_t total);
  ~Progress() { clear(); }

  /// `part` has come.
  void step(const std::string &part);
  void clear();

private:
  std::size_t total, done = 0;
  bool shown;
  std::mutex mutex;
};

} // namespace onnxc::driver

#endif
