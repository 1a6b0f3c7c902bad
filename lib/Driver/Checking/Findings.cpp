#include "Driver/Checking/Findings.h"

#include "Driver/Binding/CallText.h"
#include "Driver/Compiling/JitCode.h"
#include "Driver/Compiling/Source.h"
#include "Driver/Compiling/Stubs.h"
#include "Driver/Files/Output.h"
#include "Driver/Files/Progress.h"
#include "Emit/Serialise.h"
#include "Graph/IR/Protos.h"
#include "Graph/Model/Inline.h"
#include "Link/SameGraph.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>

namespace onnxc::driver {
namespace {

/// A folder for models: a given one, or one that is removed.
class Folder {
public:
  explicit Folder(const std::string &keep) : path(keep), isKept(!keep.empty()) {
    llvm::SmallString<128> unique;
    std::error_code error =
        isKept ? llvm::sys::fs::create_directories(keep) : llvm::sys::fs::createUniqueDirectory("onnxc-check", unique);
    if (error)
      throw Failure::usage("cannot make a folder for the models: " + error.message());
    if (!isKept)
      path = std::string(unique);
  }
  ~Folder() {
    if (!isKept)
      llvm::sys::fs::remove_directories(path);
  }
  Folder(const Folder &) = delete;

  std::string path;

private:
  bool isKept;
};

/// The model without functions; the same model where that would be too large.
onnx::ModelProto inlined(onnx::ModelProto model) {
  onnx::ModelProto copy = model;
  return graph::inlineModel(copy) ? model : copy;
}

/// The first line of an error.
std::string firstLine(const std::string &text) { return text.substr(0, text.find('\n')); }

class Finder {
public:
  Finder(const CheckOptions &options, const std::string &file, bool color)
      : options(options), file(file), color(color), folder(options.keep) {}

  Findings run() {
    compile();
    trace();
    compareGraphs();
    runInRuntime();
    return std::move(all);
  }

private:
  void compile() {
    all.unit = parseSource(options.source, file, llvm::errs(), color);
    frontend::ParsedUnit &unit = *all.unit;
    if (unit.hasClangErrors())
      throw Failure::source();
    lower::Module module(unit, lower::Options{options.opset});
    checkTracedFunctions(unit);
    for (CheckCase &made : checkCases(unit, module, options)) {
      Finding &finding = all.findings.emplace_back();
      finding.sized.resize(made.skipped.empty() ? made.sized.size() : 0);
      finding.tried = std::move(made);
    }
    endDiagnostics(unit);
    if (all.findings.empty())
      throw Failure::source(file + ": no function is annotated");
  }

  /// The opset that the scripts were compiled for.
  int64_t opset() const {
    int64_t version = options.opset;
    for (const Finding &each : all.findings)
      if (each.tried.scripted)
        for (const onnx::OperatorSetIdProto &import : each.tried.scripted->opset_import())
          if (import.domain().empty())
            version = std::max(version, import.version());
    return version;
  }

  /// Calls everything: with the declared types first, then with sizes. The file is parsed again because its scripts get
  /// other stubs; what is wrong with those only means that there is nothing to compare with.
  void trace() {
    llvm::raw_null_ostream nowhere;
    auto source = makeJob(options.source, file, nowhere, false);
    auto again = frontend::parse(source);
    if (!again)
      throw Failure{WrongUsage, {}};
    HeaderFolder headers;
    jit::Job job;
    job.timeout = options.timeout;
    job.parallel = parallelism(options.jobs);
    CompileOptions stubs;
    stubs.source = options.source;
    stubs.opset = opset();
    try {
      addCode(job, source, *again, stubs, headers, /*traceScripts=*/true);
    } catch (const Failure &failure) {
      all.problem = "the stubs cannot be written";
      return;
    }
    std::vector<jit::Outcome *> places;
    for (Finding &finding : all.findings)
      addRequests(finding, job, places);
    Progress progress(job.requests.size());
    all.problem = jit::run(job, [&](std::size_t number, jit::Outcome outcome) {
      progress.step(job.requests[number].name);
      *places[number] = std::move(outcome);
    });
  }

  static void addRequests(Finding &finding, jit::Job &job, std::vector<jit::Outcome *> &places) {
    if (!finding.tried.skipped.empty())
      return;
    auto add = [&](const BoundCall &call, jit::Outcome &place) {
      try {
        job.requests.push_back(callRequest(call));
        places.push_back(&place);
      } catch (const Failure &failure) {
        place.error = failure.message;
        place.undecided = true;
      }
    };
    add(finding.tried.call, finding.declared);
    for (std::size_t k = 0; k < finding.sized.size(); ++k)
      add(finding.tried.sized[k].call, finding.sized[k]);
  }

  void compareGraphs() {
    for (Finding &each : all.findings)
      each.isSameGraph = each.tried.scripted && each.declared.model &&
                         link::sameGraph(inlined(*each.tried.scripted), inlined(*each.declared.model));
  }

  std::string save(const onnx::ModelProto &model, const std::string &name) const {
    std::string path = folder.path + "/" + name + ".onnx";
    writeFile(path, emit::serialise(model));
    return path;
  }

  void runInRuntime() {
    std::vector<RuntimeJob> jobs;
    std::vector<Finding *> owners;
    for (std::size_t i = 0; i < all.findings.size(); ++i) {
      Finding &each = all.findings[i];
      const onnx::ModelProto *model = each.model();
      if (!model)
        continue;
      std::string name = std::to_string(i) + "." + each.tried.call.function->annotation->name;
      RuntimeJob job{save(*model, name), {}};
      if (each.tried.scripted && !each.isSameGraph && all.problem.empty() && !isRandom(*model))
        job.attempts = attempts(each, name);
      jobs.push_back(std::move(job));
      owners.push_back(&each);
    }
    RuntimeRun run = runInOnnxRuntime(jobs, options.python, folder.path);
    all.runtimeVersion = run.version;
    for (std::size_t k = 0; k < owners.size() && !run.version.empty(); ++k) {
      for (std::size_t n = 0; n < run.results[k].comparisons.size(); ++n)
        owners[k]->trials[n].comparison = run.results[k].comparisons[n];
      owners[k]->runtime = std::move(run.results[k]);
    }
  }

  std::vector<RuntimeAttempt> attempts(Finding &finding, const std::string &name) const {
    std::vector<RuntimeAttempt> result;
    for (std::size_t k = 0; k < finding.sized.size(); ++k) {
      const jit::Outcome &outcome = finding.sized[k];
      if (outcome.undecided)
        continue;
      result.push_back({outcome.model ? save(*outcome.model, name + ".traced" + std::to_string(k)) : std::string(),
                        firstLine(outcome.error), finding.tried.sized[k].types});
      finding.trials.push_back({k, {}});
    }
    return result;
  }

  const CheckOptions &options;
  const std::string &file;
  bool color;
  Folder folder;
  Findings all;
};

} // namespace

const onnx::ModelProto *Finding::model() const {
  if (tried.scripted)
    return &*tried.scripted;
  if (declared.model)
    return &*declared.model;
  for (const jit::Outcome &outcome : sized)
    if (outcome.model)
      return &*outcome.model;
  return nullptr;
}

Findings findOut(const CheckOptions &options, const std::string &file, bool color) {
  return Finder(options, file, color).run();
}

bool isRandom(const onnx::ModelProto &model) {
  bool random = false;
  auto check = [&](const onnx::NodeProto &node) {
    const std::string &name = node.op_type();
    random |= name.starts_with("Random") || name == "Bernoulli" || name == "Multinomial" || name == "Dropout";
  };
  graph::forEachNode(model.graph().node(), check);
  for (const onnx::FunctionProto &function : model.functions())
    graph::forEachNode(function.node(), check);
  return random;
}

} // namespace onnxc::driver
