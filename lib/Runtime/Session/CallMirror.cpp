//===- CallMirror.cpp - The stack of traced calls, for another process ----===//
#include "Runtime/Session/CallMirror.h"
#include <algorithm>
#include <cstring>
#include <exception>

namespace onnxc::runtime {

namespace {
template <size_t size> void put(char (&target)[size], size_t &used, const char *text) {
  size_t count = std::min(std::strlen(text), size - 1 - used);
  std::memcpy(target + used, text, count);
  target[used += count] = '\0';
}
} // namespace

void CallMirror::begin(unsigned index, const stub::Descriptor &descriptor) {
  if (index >= capacity)
    return;
  Call &call = calls[index];
  size_t used = 0;
  put(call.function, used, descriptor.domain);
  put(call.function, used, ".");
  put(call.function, used, descriptor.name);
  used = 0;
  put(call.file, used, descriptor.file);
  call.line = descriptor.line;
  depth = index + 1;
}

void CallMirror::end(unsigned count) {
  if (std::uncaught_exceptions() == 0)
    depth = std::min(count, capacity);
}

void CallMirror::at(unsigned count, unsigned line) {
  if (count == 0 || count > capacity)
    return;
  calls[count - 1].line = line;
  depth = count;
}

std::vector<TraceFrame> CallMirror::stack() const {
  std::vector<TraceFrame> frames;
  for (unsigned i = std::min(depth.load(), capacity); i-- > 0;)
    frames.push_back({calls[i].function, calls[i].file, calls[i].line});
  return frames;
}

std::string stackText(const std::vector<TraceFrame> &stack) {
  std::string text;
  for (const TraceFrame &frame : stack)
    text += "\n  in " + frame.function + " at " + frame.file + ":" + std::to_string(frame.line);
  return text;
}

} // namespace onnxc::runtime
