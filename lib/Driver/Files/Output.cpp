#include "Driver/Files/Output.h"
#include "Graph/File/Save.h"

#include "Driver/Options/EmitForms.h"
#include "Driver/Options/Failure.h"
#include "Emit/Dot.h"
#include "Emit/Json.h"
#include "Emit/Serialise.h"
#include "Emit/Text.h"
#include "Graph/File/PendingFile.h"
#include "Graph/Model/Model.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

namespace onnxc::driver {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using graph::PendingFile;

Failure cannotWrite(const std::string &file, const std::string &why) {
  return Failure::usage("cannot write '" + file + "': " + why);
}

void writeToStandardOutput(std::string_view content) {
  std::error_code error;
  llvm::raw_fd_ostream stream("-", error);
  if (!error) {
    stream.write(content.data(), content.size());
    stream.flush();
    error = stream.error();
    stream.clear_error();
  }
  if (error)
    throw cannotWrite("standard output", error.message());
}

void writeFunctions(const onnx::ModelProto &model, const std::string &folder) {
  if (folder == "-")
    throw Failure::usage("'--emit=functions' writes several files; '-o' must name a folder");
  if (std::error_code error = fs::create_directory(folder))
    throw cannotWrite(folder, error.message());
  for (const onnx::FunctionProto &function : model.functions())
    writeFile(folder + "/" + emit::functionFileName(function), emit::serialise(function));
}

void writeModel(const onnx::ModelProto &model, const std::string &file, const OutputOptions &options) {
  if (!options.externalData) {
    std::string bytes = emit::serialise(model);
    if (bytes.empty())
      throw Failure::source("the model is larger than the 2 GB that protobuf allows; '--external-data' moves its "
                            "constants to a file of their own");
    return writeFile(file, bytes);
  }
  if (file == "-" || PendingFile::isSpecial(file))
    throw Failure::usage("'--external-data' needs '-o FILE'");
  std::string data = options.externalData->empty() ? path::filename(file).str() + ".data" : *options.externalData;
  if (data.find('/') != std::string::npos)
    throw Failure::usage("'--external-data' names a file beside the model, without folders");
  if (auto error = graph::save(model, file, data))
    throw cannotWrite(file, *error);
}

/// The headers first: the source includes them.
void writeCpp(const Product &product, const std::string &file) {
  for (const Product::Header &header : product.headers) {
    llvm::SmallString<256> place(path::parent_path(file));
    path::append(place, header.path);
    if (std::error_code error = fs::create_directories(path::parent_path(place)))
      throw cannotWrite(std::string(place), error.message());
    writeFile(std::string(place), header.text);
  }
  writeFile(file, product.cpp);
}

std::string escapedForMake(const std::string &file) {
  std::string text;
  for (char c : file) {
    if (c == ' ' || c == '#' || c == '\\')
      text += '\\';
    if (c == '$')
      text += '$';
    text += c;
  }
  return text;
}

} // namespace

void writeFile(const std::string &file, std::string_view content) {
  if (file == "-")
    return writeToStandardOutput(content);
  PendingFile pending(file);
  const std::string temporary = pending.temporaryName();
  if (!temporary.empty())
    llvm::sys::RemoveFileOnSignal(temporary);
  pending.write(content);
  pending.commit();
  llvm::sys::DontRemoveFileOnSignal(temporary);
  if (pending.problem())
    throw cannotWrite(file, *pending.problem());
}

void checkWritable(const std::string &file) {
  if (file == "-")
    return;
  std::string folder = path::parent_path(file).str();
  if (folder.empty())
    folder = ".";
  if (!fs::exists(folder))
    throw cannotWrite(file, "there is no folder '" + folder + "'");
  if (!fs::is_directory(folder))
    throw cannotWrite(file, "'" + folder + "' is not a folder");
  if (file.ends_with("/") || fs::is_directory(file))
    throw cannotWrite(file, "it is a folder");
  if (fs::access(folder, fs::AccessMode::Write) && !PendingFile::isSpecial(file))
    throw cannotWrite(file, "the folder '" + folder + "' is not writable");
}

std::string defaultOutput(const std::string &input, EmitKind emit) {
  std::string stem = input == "-" ? "stdin" : path::stem(input).str();
  return stem + emitForm(emit).suffix;
}

void writeProduct(const Product &product, const std::string &file, const OutputOptions &options) {
  switch (options.emit) {
  case EmitKind::Model:
    return writeModel(product.model, file, options);
  case EmitKind::Text:
    return writeFile(file, emit::text(product.model));
  case EmitKind::Json:
    return writeFile(file, emit::json(product.model));
  case EmitKind::Functions:
    return writeFunctions(product.model, file);
  case EmitKind::Dot:
    return writeFile(file, emit::dot(product.model));
  case EmitKind::Cpp:
    return writeCpp(product, file);
  case EmitKind::Schema:
    return writeFile(file, emit::schemaText(product.signatures));
  }
}

std::string depfileText(const std::string &target, const std::vector<std::string> &files) {
  std::string text = escapedForMake(target) + ":";
  for (const std::string &file : files)
    text += " \\\n  " + escapedForMake(file);
  return text + "\n";
}

void writeDepfile(const DepfileOptions &options, const std::string &output, const std::vector<std::string> &files) {
  if (!options.write && options.file.empty())
    return;
  std::string file = options.file;
  if (file.empty()) {
    llvm::SmallString<256> name(output == "-" ? "stdout" : output);
    path::replace_extension(name, "d");
    file = std::string(name);
  }
  writeFile(file, depfileText(options.target.empty() ? output : options.target, files));
}

} // namespace onnxc::driver
