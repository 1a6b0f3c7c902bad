// `onnxc FILE...`: one job a file, then one output a file or one for all.
#include "Driver/Commands/Commands.h"
#include "Driver/Compiling/Compile.h"
#include "Driver/Compiling/Compiled.h"
#include "Driver/Compiling/SafeRun.h"
#include "Driver/Files/FinishModel.h"
#include "Driver/Files/Messages.h"
#include "Driver/Files/ModelFile.h"
#include "Driver/Files/Output.h"
#include "Driver/Files/Progress.h"
#include "Driver/Options/EmitForms.h"
#include "Driver/Options/Failure.h"
#include "Graph/Model/CheckModel.h"
#include "Graph/Model/Model.h"
#include "Link/Import.h"
#include "Link/Link.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <atomic>
#include <map>
#include <thread>

namespace onnxc::driver {
namespace {

/// Where results go.
struct Plan {
  bool merge = false;               ///< several files, one output: they are linked
  std::vector<std::string> outputs; ///< one for each file, or one in all when `merge`
};

bool isFolder(const std::string &path) { return path.ends_with("/") || llvm::sys::fs::is_directory(path); }

Plan planOutputs(const CompileOptions &options) {
  Plan plan;
  const std::string &path = options.output.path;
  const std::vector<std::string> &files = options.source.files;
  bool toFolder = !path.empty() && path != "-" && isFolder(path) &&
                  (options.output.emit != EmitKind::Functions || files.size() > 1);
  plan.merge = files.size() > 1 && !options.check && ((!path.empty() && !toFolder) || !options.main.function.empty());
  if (plan.merge && !emitForm(options.output.emit).ofModels)
    throw Failure::usage("several files and '--emit=cpp' or 'schema' need '-o FOLDER'");
  std::string folder = toFolder ? path + (path.ends_with("/") ? "" : "/") : "";
  if (toFolder && !llvm::sys::fs::is_directory(path))
    throw Failure::usage("cannot write to '" + path + "': there is no such folder");
  for (const std::string &file : files) {
    bool named = !path.empty() && !toFolder;
    plan.outputs.push_back(named ? path : folder + defaultOutput(file, options.output.emit));
    if (plan.merge)
      break;
  }
  return plan;
}

void checkOutputs(const Plan &plan, const CompileOptions &options) {
  std::map<std::string, std::string> sources;
  for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
    auto [place, isNew] = sources.emplace(plan.outputs[i], options.source.files[i]);
    if (!isNew)
      throw Failure::usage("'" + place->second + "' and '" + options.source.files[i] + "' would both be written to '" +
                           plan.outputs[i] + "'");
    if (!options.check && options.output.emit != EmitKind::Functions)
      checkWritable(plan.outputs[i]);
  }
  if (!options.output.depfile.file.empty() && plan.outputs.size() > 1)
    throw Failure::usage("'-MF' needs a single output");
  if (!options.output.depfile.file.empty())
    checkWritable(options.output.depfile.file);
}

/// A file's result, or why there is none.
struct Job {
  Compiled compiled;
  std::string messages;
  std::optional<Failure> failure;
};

/// What onnx's checker refuses is a bug of ours, but for its own limits.
Failure checkFailure(const std::string &message) {
  if (message.find("call chain depth") != std::string::npos)
    return Failure::source("functions call each other more than 100 deep, which is all that ONNX allows: make some of "
                           "them plain functions, which are inlined");
  return Failure::internal(message);
}

void finishProduct(Compiled &compiled, const CompileOptions &options) {
  if (options.output.emit == EmitKind::Cpp)
    return;
  if (!options.libraries.empty()) {
    std::vector<onnx::ModelProto> libraries;
    for (const std::string &file : options.libraries)
      libraries.push_back(readWholeModel(file, compiled.dependencies));
    link::addCalled(compiled.product.model, libraries);
  }
  if (options.output.inlineFunctions && compiled.hasMain)
    inlineFunctions(compiled.product.model, options.output.inlineLimit);
  restrictToIrVersion(compiled.product.model);
  if (compiled.product.model.has_graph())
    if (auto error = graph::checkModel(compiled.product.model))
      throw checkFailure(error->message);
}

void writeCompiled(const Compiled &compiled, const std::string &output, const CompileOptions &options) {
  if (options.check || compiled.nothingToWrite)
    return;
  writeProduct(compiled.product, output, options.output);
  writeDepfile(options.output.depfile, output, compiled.dependencies);
}

void compileJob(Job &job, const std::string &file, const std::string *output, const CompileOptions &options,
                bool color) {
  bool buffered = options.source.files.size() > 1;
  llvm::raw_string_ostream buffer(job.messages);
  buffer.enable_colors(color);
  llvm::raw_ostream &messages = buffered ? static_cast<llvm::raw_ostream &>(buffer) : llvm::errs();
  job.failure = runSafely([&] {
    job.compiled = compileFile(options, file,
                               {messages, color, /*mustHaveMain=*/output != nullptr, output ? *output : std::string()});
    if (!output || job.compiled.nothingToWrite)
      return;
    finishProduct(job.compiled, options);
    writeCompiled(job.compiled, *output, options);
  });
}

/// Runs all jobs, up to `options.jobs` at once.
std::vector<Job> runJobs(const CompileOptions &options, const Plan &plan, bool color) {
  const std::vector<std::string> &files = options.source.files;
  std::vector<Job> jobs(files.size());
  Progress progress(files.size());
  std::atomic<std::size_t> next = 0;
  auto worker = [&] {
    for (std::size_t i; (i = next++) < files.size();) {
      progress.step(files[i]);
      compileJob(jobs[i], files[i], plan.merge ? nullptr : &plan.outputs[i], options, color);
    }
  };
  unsigned wanted = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < std::min<std::size_t>(wanted, files.size()); ++i)
    threads.emplace_back(worker);
  worker();
  for (std::thread &thread : threads)
    thread.join();
  return jobs;
}

/// Several files, one output.
void linkJobs(std::vector<Job> &jobs, const std::string &output, const CompileOptions &options) {
  std::vector<link::Unit> units;
  Compiled linked;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    Compiled &compiled = jobs[i].compiled;
    linked.hasMain |= compiled.hasMain;
    linked.dependencies.insert(linked.dependencies.end(), compiled.dependencies.begin(), compiled.dependencies.end());
    units.push_back({options.source.files[i], std::move(compiled.product.model), compiled.hasMain});
  }
  if (!options.main.function.empty() && !linked.hasMain)
    throw Failure::usage("no scripted function '" + options.main.function + "' in these files");
  link::Linked result = link::merge(std::move(units));
  if (!result.errors.empty())
    throw Failure::source(link::joined(result.errors));
  linked.product.model = std::move(result.model);
  finishProduct(linked, options);
  writeCompiled(linked, output, options);
}

} // namespace

int runCompile(const CompileOptions &options) {
  bool color = useColor(options.source.color);
  Plan plan = planOutputs(options);
  checkOutputs(plan, options);
  std::vector<Job> jobs = runJobs(options, plan, color);
  int code = Fine;
  for (const Job &job : jobs) {
    llvm::errs() << job.messages;
    if (!job.failure)
      continue;
    printFailure(*job.failure, color);
    code = std::max<int>(code, job.failure->code);
  }
  if (code == Fine && plan.merge)
    linkJobs(jobs, plan.outputs.front(), options);
  return code;
}

} // namespace onnxc::driver
