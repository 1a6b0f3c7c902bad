// What `onnxc trace` is asked for: functions of the command line, or lines of a file.
#ifndef ONNXC_DRIVER_BINDING_TRACEREQUESTS_H
#define ONNXC_DRIVER_BINDING_TRACEREQUESTS_H

#include "Driver/Options/Options.h"

#include <string>
#include <string_view>
#include <vector>

namespace onnxc::driver {

/// One call that becomes a model.
struct TraceRequest {
  std::string function;
  CallOptions call;
  CallOptions shared; ///< options that all functions of the command line are given; those that have no such name pass
  std::string output; ///< where its model goes; "" = into the library that all of them make
  bool inlineFunctions = false;
  std::string place; ///< "requests.txt:3: "; "" for the command line
};

/// All requests of a run, with their outputs. Throws Failure: options that name no function of the command line, lines
/// that are no request, two requests with one output.
std::vector<TraceRequest> readTraceRequests(const TraceOptions &options);

/// A file of requests as words of lines, quoted as in a shell: `'...'` as it is, `"..."` with `\` before `"` and `\`, a
/// `\` before any other character, and before the end of a line to go on; `#` begins a comment.
struct RequestLine {
  unsigned number;
  std::vector<std::string> words;
};
std::vector<RequestLine> splitRequestLines(std::string_view text);

} // namespace onnxc::driver

#endif
