// `onnxc trace FILE FUNCTION...`: the file with stubs, and calls of the functions, compiled in memory and run.
#include "Driver/Binding/AskedNames.h"
#include "Driver/Binding/BoundCall.h"
#include "Driver/Binding/CallText.h"
#include "Driver/Binding/Selection.h"
#include "Driver/Binding/TraceRequests.h"
#include "Driver/Commands/Commands.h"
#include "Driver/Compiling/JitCode.h"
#include "Driver/Compiling/Source.h"
#include "Driver/Files/FinishModel.h"
#include "Driver/Files/Messages.h"
#include "Driver/Files/Output.h"
#include "Driver/Files/Progress.h"
#include "Driver/Options/Failure.h"
#include "Frontend/Invocation.h"
#include "Graph/Model/CheckModel.h"
#include "Graph/Model/Model.h"
#include "Jit/Jit.h"
#include "Link/Link.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <set>

namespace onnxc::driver {
namespace {

frontend::CompileJob jobFor(const TraceOptions &options, const std::vector<TraceRequest> &requests, bool color) {
  frontend::CompileJob job = makeJob(options.source, options.source.files.front(), llvm::errs(), color);
  std::vector<std::string> names;
  for (const TraceRequest &request : requests)
    names.push_back(request.function);
  askForFunctions(job, names, BadName::IsReported);
  return job;
}

/// One run: all requests, their models, and what has failed.
class TraceRun {
public:
  TraceRun(const TraceOptions &options)
      : options(options), requests(readTraceRequests(options)), color(useColor(options.source.color)),
        isLibrary(requests.front().output.empty()), failures(requests.size()), models(requests.size()),
        printed(requests.size()) {}

  int run() {
    checkPlaces();
    jit::Job job = makeJitJob();
    Progress progress(job.requests.size());
    std::string problem = jit::run(job, [&](std::size_t number, jit::Outcome outcome) {
      progress.step(requests[called[number]].function);
      take(called[number], std::move(outcome));
    });
    progress.clear();
    if (!problem.empty())
      throw Failure::source(options.source.files.front() + " cannot be run: " + problem);
    return report();
  }

private:
  void checkPlaces() const {
    const DepfileOptions &depfile = options.output.depfile;
    if ((depfile.write || !depfile.file.empty()) && requests.size() > 1 && !isLibrary)
      throw Failure::usage("'-MD' and '-MF' need a single output");
    if (options.output.emit == EmitKind::Functions)
      return;
    for (const TraceRequest &request : requests)
      checkWritable(isLibrary ? libraryPath() : request.output);
  }

  std::string libraryPath() const {
    return options.output.path.empty() ? defaultOutput(options.source.files.front(), options.output.emit)
                                       : options.output.path;
  }

  /// Parses the file and writes its stubs and the calls. Requests that are wrong by themselves leave the others alone.
  jit::Job makeJitJob() {
    frontend::CompileJob source = jobFor(options, requests, color);
    auto unit = frontend::parse(source);
    if (!unit)
      throw Failure{WrongUsage, {}};
    if (unit->hasErrors())
      throw Failure::source();
    jit::Job job;
    for (std::size_t i = 0; i < requests.size(); ++i)
      try {
        job.requests.push_back(call(requests[i], *unit));
        job.requests.back().inlineFunctions = options.output.inlineFunctions || requests[i].inlineFunctions;
        called.push_back(i);
      } catch (const Failure &failure) {
        fail(i, failure);
      }
    checkShared();
    job.irVersion = options.output.irVersion;
    job.inlineLimit = options.output.inlineLimit;
    job.timeout = options.timeout;
    job.parallel = parallelism(options.jobs);
    CompileOptions stubs;
    stubs.source = options.source;
    stubs.opset = options.opset;
    stubs.debugLines = options.debugLines;
    stubs.output.depfile = options.output.depfile;
    dependencies = addCode(job, source, *unit, stubs, headers);
    return job;
  }

  jit::Request call(TraceRequest &request, frontend::ParsedUnit &unit) {
    const frontend::AnnotatedFunction *function = findFunction(unit, request.function, std::nullopt);
    if (!function)
      throw Failure::usage(missingFunction(unit, request.function, std::nullopt));
    addShared(*function, unit, request.shared, request.call, usedOptions);
    return callRequest(bind(*function, unit, request.call));
  }

  /// An option that no function of the command line understands.
  void checkShared() const {
    auto check = [&](const auto &options, const std::string &name) {
      for (const auto &option : options)
        if (!usedOptions.contains(option.text))
          throw Failure::usage("'" + name + " " + option.text + "': none of these functions has that");
    };
    check(requests.front().shared.inputs, "--input");
    check(requests.front().shared.attributes, "--attr");
  }

  void fail(std::size_t number, Failure failure) {
    if (!failure.message.empty())
      failure.message.insert(0, requests[number].place);
    failures[number] = std::move(failure);
  }

  void take(std::size_t number, jit::Outcome outcome) {
    printed[number] = std::move(outcome.printed);
    if (!outcome.model)
      return fail(number, Failure::source("'" + requests[number].function + "' cannot be traced: " + outcome.error));
    try {
      if (isLibrary)
        models[number] = std::move(*outcome.model);
      else
        write(std::move(*outcome.model), requests[number].output);
    } catch (const Failure &failure) {
      fail(number, failure);
    }
  }

  void write(onnx::ModelProto model, const std::string &output) const {
    Product product;
    product.model = std::move(model);
    restrictToIrVersion(product.model);
    if (graph::Status error = graph::checkModel(product.model))
      throw Failure::internal(error->message);
    writeProduct(product, output, options.output);
    writeDepfile(options.output.depfile, output, dependencies);
  }

  /// The functions of all models in one that has no graph nodes, as `onnxc link` makes it.
  void writeLibrary() {
    std::vector<link::Unit> units;
    for (std::size_t i = 0; i < models.size(); ++i) {
      onnx::GraphProto *graph = models[i].mutable_graph();
      std::string name = graph->name();
      graph->Clear();
      graph->set_name(name);
      units.push_back({requests[i].function, std::move(models[i]), false});
    }
    link::Linked linked = link::merge(std::move(units));
    if (!linked.errors.empty())
      throw Failure::source(link::joined(linked.errors));
    write(std::move(linked.model), libraryPath());
  }

  /// Messages in the order of the requests, whatever ran first.
  int report() {
    int code = Fine;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      llvm::errs() << printed[i];
      if (!failures[i])
        continue;
      printFailure(*failures[i], color);
      code = std::max<int>(code, failures[i]->code);
    }
    if (code == Fine && isLibrary)
      writeLibrary();
    return code;
  }

  const TraceOptions &options;
  std::vector<TraceRequest> requests;
  bool color;
  bool isLibrary;                  ///< one model for all requests
  std::vector<std::size_t> called; ///< the request of each request of the job
  std::set<std::string> usedOptions;
  std::vector<std::optional<Failure>> failures;
  std::vector<onnx::ModelProto> models; ///< of a library
  std::vector<std::string> printed;
  std::vector<std::string> dependencies;
  HeaderFolder headers;
};

} // namespace

int runTrace(const TraceOptions &options) { return TraceRun(options).run(); }

} // namespace onnxc::driver
