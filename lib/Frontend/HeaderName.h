// Whether a file's name is that of a header.
#ifndef ONNXC_FRONTEND_HEADERNAME_H
#define ONNXC_FRONTEND_HEADERNAME_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

namespace onnxc::frontend {

/// By its extension: pragmas that only make sense in headers (`once`) are right in such a file.
inline bool isHeaderName(llvm::StringRef file) {
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(file))
      .CasesLower(".h", ".hh", ".hp", ".hpp", true)
      .CasesLower(".hxx", ".h++", true)
      .CasesLower(".inl", ".ipp", ".tpp", ".txx", true)
      .Default(false);
}

} // namespace onnxc::frontend

#endif
