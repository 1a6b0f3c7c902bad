//===- PendingFile.cpp - Files that are written whole or not at all ------------===//
#include "Graph/File/PendingFile.h"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace onnxc::graph {

namespace fs = std::filesystem;

bool PendingFile::isSpecial(const std::string &path) {
  std::error_code error;
  fs::file_status status = fs::status(path, error);
  return fs::exists(status) && fs::is_other(status);
}

PendingFile::PendingFile(std::string path) : target(std::move(path)) {
  std::error_code error;
  if (fs::is_directory(target, error)) {
    fail(EISDIR);
  } else if (isSpecial(target)) {
    file = std::fopen(target.c_str(), "wbe");
    if (!file)
      fail(errno);
  } else {
    if (fs::path real = fs::canonical(target, error); !error)
      target = real.string();
    open();
  }
}

PendingFile::~PendingFile() {
  if (file)
    std::fclose(file);
  if (!temporary.empty())
    unlink(temporary.c_str());
}

/// A name that nothing has, also when other processes and threads write the same file.
void PendingFile::open() {
  static std::atomic<unsigned> counter = 0;
  int descriptor = -1;
  for (int attempt = 0; attempt < 100 && descriptor < 0; ++attempt) {
    temporary = target + ".tmp" + std::to_string(getpid()) + "-" + std::to_string(counter++);
    descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST)
      break;
  }
  if (descriptor < 0) {
    fail(errno);
    temporary.clear();
    return;
  }
  file = fdopen(descriptor, "wb");
  if (!file) {
    fail(errno);
    ::close(descriptor);
  }
}

void PendingFile::fail(int error) {
  if (!failure)
    failure = std::generic_category().message(error);
}

void PendingFile::write(std::string_view bytes) {
  if (!failure && std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size())
    fail(errno);
}

void PendingFile::close() {
  if (file && std::fclose(std::exchange(file, nullptr)) != 0)
    fail(errno);
}

void PendingFile::commit() {
  close();
  if (failure || temporary.empty())
    return;
  std::error_code error;
  fs::rename(temporary, target, error);
  if (!error) {
    temporary.clear();
    return;
  }
  // A file that something is mounted on can only be written as it is.
  std::error_code why = error;
  if (!fs::copy_file(temporary, target, fs::copy_options::overwrite_existing, error) || error)
    fail(why.value());
}

std::optional<std::string> writeFile(const std::string &path, std::string_view content) {
  PendingFile file(path);
  file.write(content);
  file.commit();
  return file.problem();
}

} // namespace onnxc::graph
