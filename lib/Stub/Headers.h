// The copies of the user's headers that hold annotated functions, and the includes that lead to them.
#ifndef ONNXC_STUB_HEADERS_H
#define ONNXC_STUB_HEADERS_H

#include "Frontend/Invocation.h"
#include "Stub/Plan.h"

#include <map>
#include <string>
#include <vector>

namespace onnxc::stub {

/// A header that is copied.
struct CopiedHeader {
  clang::FileID file; ///< where it was read first
  std::string name;   ///< of the copy in Options::headerFolder
};

/// Chooses the headers: those with edits and all that include one. Plans the rewriting of the includes.
std::vector<CopiedHeader> planHeaders(Plan &plan, frontend::ParsedUnit &unit, const Options &options);

/// The folders of all files that are rewritten, without duplicates: their quoted includes look there as well.
std::vector<std::string> quoteFolders(const std::vector<CopiedHeader> &headers, frontend::ParsedUnit &unit);

} // namespace onnxc::stub

#endif
