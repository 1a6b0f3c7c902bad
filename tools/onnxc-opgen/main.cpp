//===- main.cpp - Writes the operator headers and their definitions -------===//
//
// onnxc-opgen headers DIR          DIR/onnxc/opset13.h ...
// onnxc-opgen sources DIR COUNT    DIR/Operators0.cpp ... and DIR/OperatorTable.cpp
//
//===----------------------------------------------------------------------===//
#include "OpGen/Generate.h"

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace {

namespace fs = std::filesystem;

std::string contentsOf(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Leaves a file alone that is right already, so that nothing is built again because of it.
void write(const fs::path &path, const std::string &text) {
  if (fs::exists(path) && contentsOf(path) == text)
    return;
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file)
    throw std::runtime_error("cannot write " + path.string());
}

int usage() {
  std::fputs("usage: onnxc-opgen headers DIR | onnxc-opgen sources DIR COUNT\n", stderr);
  return 2;
}

} // namespace

int main(int argc, char **argv) {
  std::string_view command = argc > 1 ? argv[1] : "";
  size_t count = 0;
  if (command == "sources" && argc == 4) {
    std::string_view text = argv[3];
    std::from_chars(text.data(), text.data() + text.size(), count);
  }
  if (!(command == "headers" && argc == 3) && count == 0)
    return usage();
  try {
    for (const auto &file : count ? onnxc::opgen::generateSources(count) : onnxc::opgen::generateHeaders())
      write(fs::path(argv[2]) / file.path, file.text);
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "onnxc-opgen: error: %s\n", error.what());
    return 1;
  }
}
