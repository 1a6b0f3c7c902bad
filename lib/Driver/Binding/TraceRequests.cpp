#include "Driver/Binding/TraceRequests.h"

#include "Driver/Files/Output.h"
#include "Driver/Options/Failure.h"
#include "Driver/Options/Suggest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>

namespace onnxc::driver {
namespace {

/// Splits a text into quoted words.
class LineSplitter {
public:
  explicit LineSplitter(std::string_view text) : text(text) {}

  std::vector<RequestLine> split() {
    while (!atEnd()) {
      char c = take();
      if (c == '\n')
        endLine();
      else if (c == ' ' || c == '\t' || c == '\r')
        endWord();
      else if (c == '#' && !inWord)
        skipComment();
      else
        add(c);
    }
    endLine();
    return std::move(lines);
  }

private:
  bool atEnd() const { return position >= text.size(); }
  char take() {
    char c = text[position++];
    number += c == '\n';
    return c;
  }

  void add(char c) {
    if (c == '\\' && !atEnd() && text[position] == '\n') {
      take();
      return;
    }
    begin();
    if (c == '\'' || c == '"')
      addQuoted(c);
    else
      word += c == '\\' && !atEnd() ? take() : c;
  }

  void addQuoted(char quote) {
    unsigned from = number;
    for (;;) {
      if (atEnd())
        throw Failure::usage("line " + std::to_string(from) + ": a " + quote + " is never closed");
      char c = take();
      if (c == quote)
        return;
      bool isEscape = c == '\\' && quote == '"' && !atEnd() && (text[position] == '"' || text[position] == '\\');
      word += isEscape ? take() : c;
    }
  }

  void skipComment() {
    while (!atEnd() && text[position] != '\n')
      ++position;
  }

  void begin() {
    if (words.empty() && !inWord)
      first = number;
    inWord = true;
  }
  void endWord() {
    if (inWord)
      words.push_back(std::exchange(word, {}));
    inWord = false;
  }
  void endLine() {
    endWord();
    if (!words.empty())
      lines.push_back({first, std::exchange(words, {})});
  }

  std::string_view text;
  std::size_t position = 0;
  unsigned number = 1, first = 1;
  std::string word;
  bool inWord = false;
  std::vector<std::string> words;
  std::vector<RequestLine> lines;
};

/// The value of `--input x`, `--input=x`, `-o x`; moves `index` to its last word.
bool readOption(const std::vector<std::string> &words, std::size_t &index, std::string_view name, std::string &value) {
  if (words[index] == name && index + 1 < words.size()) {
    value = words[++index];
    return true;
  }
  std::string prefix = std::string(name) + "=";
  if (!words[index].starts_with(prefix))
    return false;
  value = words[index].substr(prefix.size());
  return true;
}

TraceRequest readRequest(const RequestLine &line) {
  TraceRequest request;
  request.function = line.words.front();
  for (std::size_t i = 1; i < line.words.size(); ++i) {
    std::string value;
    if (readOption(line.words, i, "--input", value))
      request.call.inputs.push_back(readInputOption(value));
    else if (readOption(line.words, i, "--attr", value))
      request.call.attributes.push_back(readAttributeOption(value));
    else if (line.words[i] == "--inline")
      request.inlineFunctions = true;
    else if (!readOption(line.words, i, "-o", request.output))
      throw Failure::usage(
          "'" + line.words[i] + "' is no part of a request: FUNCTION [--input NAME=TYPE] " +
          "[--attr NAME=VALUE] [--inline] [-o PATH]" +
          didYouMean(line.words[i].substr(0, line.words[i].find('=')), {"--input", "--attr", "--inline", "-o"}));
  }
  return request;
}

std::vector<TraceRequest> readFile(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file, /*IsText=*/true);
  if (!buffer)
    throw Failure::usage("cannot read '" + file + "': " + buffer.getError().message());
  std::string name = file == "-" ? "<stdin>" : file;
  std::vector<TraceRequest> requests;
  std::string place = name + ": ";
  try {
    for (const RequestLine &line : splitRequestLines((*buffer)->getBuffer())) {
      place = name + ":" + std::to_string(line.number) + ": ";
      requests.push_back(readRequest(line));
      requests.back().place = place;
    }
  } catch (Failure &failure) {
    failure.message.insert(0, place);
    throw;
  }
  if (requests.empty())
    throw Failure::usage("'" + file + "' has no requests");
  return requests;
}

/// Hands `options` to the requests of the functions that they name, those that name none to all.
template <class Option>
void assign(const std::vector<Option> &options, std::vector<Option> CallOptions::*member,
            std::vector<TraceRequest> &requests) {
  for (const Option &option : options) {
    bool isKnown = option.function.empty();
    std::vector<std::string> names;
    for (TraceRequest &request : requests) {
      names.push_back(request.function);
      if (option.function.empty())
        ((requests.size() > 1 ? request.shared : request.call).*member).push_back(option);
      if (option.function != request.function)
        continue;
      isKnown = true;
      (request.call.*member).push_back(option);
    }
    if (!isKnown)
      throw Failure::usage("'" + option.text + "': the function '" + option.function + "' is not traced" +
                           didYouMean(option.function, names));
  }
}

std::vector<TraceRequest> commandLineRequests(const TraceOptions &options) {
  std::vector<TraceRequest> requests;
  for (const std::string &function : options.functions)
    requests.push_back({function, {}, {}, {}, false, {}});
  assign(options.call.inputs, &CallOptions::inputs, requests);
  assign(options.call.attributes, &CallOptions::attributes, requests);
  return requests;
}

/// `acme::power<3>` -> `acme.power_3_`.
std::string fileNameOf(const std::string &function) {
  std::string name;
  for (std::size_t i = 0; i < function.size(); ++i) {
    if (function.compare(i, 2, "::") == 0) {
      name += '.';
      ++i;
    } else if (function[i] != ' ') {
      name += llvm::isAlnum(function[i]) || function[i] == '_' ? function[i] : '_';
    }
  }
  return name;
}

/// Where the models go that do not say so themselves.
void setOutputs(std::vector<TraceRequest> &requests, const TraceOptions &options) {
  const std::string &path = options.output.path;
  bool inFile = !options.requests.empty();
  bool isFolder = path.ends_with("/") || (path != "-" && llvm::sys::fs::is_directory(path));
  if (options.output.emit == EmitKind::Functions && !inFile)
    isFolder = false; // of the functions
  if (isFolder && !llvm::sys::fs::is_directory(path))
    throw Failure::usage("cannot write to '" + path + "': there is no such folder");
  std::string folder = isFolder ? path + (path.ends_with("/") ? "" : "/") : "";
  for (TraceRequest &request : requests) {
    if (request.output.empty() && (isFolder || (inFile && path.empty())))
      request.output = folder + defaultOutput(fileNameOf(request.function) + ".cc", options.output.emit);
    else if (!request.output.empty() && isFolder && !llvm::sys::path::is_absolute(request.output))
      request.output.insert(0, folder);
    else if (request.output.empty() && requests.size() == 1)
      request.output = path.empty() ? defaultOutput(options.source.files.front(), options.output.emit) : path;
  }
}

void checkOutputs(const std::vector<TraceRequest> &requests) {
  std::map<std::string, const TraceRequest *> writers;
  for (const TraceRequest &request : requests) {
    if (request.output.empty())
      continue;
    auto [place, isNew] = writers.emplace(request.output, &request);
    if (!isNew)
      throw Failure::usage(request.place + "'" + place->second->function + "' and '" + request.function +
                           "' would both be written to '" + request.output + "'");
  }
}

} // namespace

std::vector<RequestLine> splitRequestLines(std::string_view text) { return LineSplitter(text).split(); }

std::vector<TraceRequest> readTraceRequests(const TraceOptions &options) {
  std::vector<TraceRequest> requests =
      options.requests.empty() ? commandLineRequests(options) : readFile(options.requests);
  setOutputs(requests, options);
  checkOutputs(requests);
  return requests;
}

} // namespace onnxc::driver
