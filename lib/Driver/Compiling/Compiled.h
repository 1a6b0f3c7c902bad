// What became of one source file.
#ifndef ONNXC_DRIVER_COMPILING_COMPILED_H
#define ONNXC_DRIVER_COMPILING_COMPILED_H

#include "Driver/Files/Output.h"

#include <string>
#include <vector>

namespace onnxc::driver {

struct Compiled {
  Product product;
  std::vector<std::string> dependencies; ///< files that were read, the source first
  bool hasMain = false;                  ///< the model's graph calls --main
  bool nothingToWrite = false;           ///< Clang's -verify was on and content
  std::vector<std::string> quoteFolders; ///< for EmitKind::Cpp: where the copies of headers find their neighbours
};

} // namespace onnxc::driver

#endif
