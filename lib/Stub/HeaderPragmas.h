// Pragmas that are for headers only.
#ifndef ONNXC_STUB_HEADERPRAGMAS_H
#define ONNXC_STUB_HEADERPRAGMAS_H

#include "Stub/Edits.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"

namespace onnxc::stub {

/// Takes `#pragma once` and `#pragma GCC system_header` out of the main file, in place of which a source is compiled.
void removeHeaderPragmas(const clang::SourceManager &sources, const clang::LangOptions &language, Edits &edits);

} // namespace onnxc::stub

#endif
