// Writes the C++ source that the user's compiler compiles instead of the annotated one.
//
// Two stages: plan reads the AST and says what text goes where (Plan.h), write inserts it into the bytes of the files
// that were parsed (Write.h). Only whole insertions are made and none has a newline, so that every line of the user
// keeps its number.
#ifndef ONNXC_STUB_STUB_H
#define ONNXC_STUB_STUB_H

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
}
namespace onnxc::frontend {
class ParsedUnit;
}

namespace onnxc::stub {

/// One scripted function with everything that it calls, as it is embedded.
struct EmbeddedFunction {
  std::string overload; ///< as in the FunctionProto (support::finalOverload)
  std::string bytes;    ///< the serialised FunctionProto; empty when lowering failed (reported already)
};

/// Which optional inputs are given and how many tensors each variadic input has; mirrors lower::Presence.
struct Presence {
  std::vector<bool> given;
  std::vector<unsigned> counts;
};

struct Options {
  /// The name that the first #line gives the source; "" = as the unit was given it.
  std::string sourceName;
  /// The folder that will hold the rewritten copies of project headers; includes are rewritten to "FOLDER/NAME". "" =
  /// headers stay as they are (annotated functions in them are an error, because they would run without their stubs).
  std::string headerFolder;
  /// The result is itself a header: `#pragma once` stays in it. In a source it would only be warned about.
  bool isHeader = false;
  /// Values get the lines of their variables (-g).
  bool debugLines = false;
  /// Lowers a scripted function for one pattern of presence. Reports errors itself and returns nothing then. The bytes
  /// are those of the FunctionProto. Null: scripted functions are left to the traced ones (only for tests).
  std::function<std::optional<EmbeddedFunction>(const clang::FunctionDecl *, const Presence &)> lower;
  /// Scripted functions get the stubs of traced ones: their bodies run (`onnxc check`). `lower` is not asked then.
  bool traceScripts = false;
  /// All functions that the calls of `lower` have lowered, callees first, serialised: helpers that scripted functions
  /// call belong to the program too. Asked once, after the last `lower`.
  std::function<std::vector<std::string>()> loweredFunctions;
};

/// A file that was written: its name in Options::headerFolder and its text.
struct HeaderCopy {
  std::string path;     ///< `headerFolder`/...
  std::string original; ///< the path of the header as Clang spelled it
  std::string text;
};

struct Result {
  std::string text;                ///< of the rewritten main file
  std::vector<HeaderCopy> headers; ///< rewritten copies, in order of inclusion
  /// Folders of the original headers and sources, for -iquote: a rewritten file may include files beside the original
  /// one.
  std::vector<std::string> quoteFolders;
};

/// Rewrites `unit`. Nothing after errors, which have been reported through the unit's diagnostics.
std::optional<Result> rewrite(frontend::ParsedUnit &unit, const Options &options = {});

} // namespace onnxc::stub

#endif
