// `onnxc check FILE...`: scripted functions against themselves as traced ones, and everything against ONNX Runtime.
#include "Driver/Binding/CallText.h"
#include "Driver/Binding/Selection.h"
#include "Driver/Checking/CheckCases.h"
#include "Driver/Checking/CheckRuntime.h"
#include "Driver/Commands/Commands.h"
#include "Driver/Compiling/JitCode.h"
#include "Driver/Compiling/Source.h"
#include "Driver/Compiling/Stubs.h"
#include "Driver/Files/Messages.h"
#include "Driver/Files/Output.h"
#include "Driver/Files/Progress.h"
#include "Driver/Options/Failure.h"
#include "Emit/Serialise.h"
#include "Graph/IR/Protos.h"
#include "Graph/Model/Inline.h"
#include "Graph/Model/Model.h"
#include "Link/Link.h"
#include "Link/SameGraph.h"

#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <map>
#include <set>

namespace onnxc::driver {
namespace {

using frontend::Annotation;

/// What is found out about a case, in words of the table.
struct Verdict {
  std::string traced; ///< "same graph", "same values", "DIFFERENT", "not compared"; of traced functions "traced"
  std::string loaded; ///< "loads", "DOES NOT LOAD", "not loaded", "no kernel", "-"
  std::string note;
  bool isBad = false;
};

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

/// The first line of an error.
std::string firstLine(const std::string &text) { return text.substr(0, text.find('\n')); }

/// The check of one file.
class FileCheck {
public:
  FileCheck(const CheckOptions &options, const std::string &file, bool color)
      : options(options), file(file), color(color), folder(options.keep) {}

  /// False when something is wrong. Throws Failure for what cannot be checked at all.
  bool run() {
    compile();
    trace();
    compareGraphs();
    runInRuntime();
    return report();
  }

private:
  void compile() {
    unit = parseSource(options.source, file, llvm::errs(), color);
    if (unit->hasClangErrors())
      throw Failure::source();
    module = std::make_unique<lower::Module>(*unit, lower::Options{options.opset});
    checkTracedFunctions(*unit);
    cases = checkCases(*unit, *module, options);
    endDiagnostics(*unit);
    if (cases.empty())
      throw Failure::source(file + ": no function is annotated");
    verdicts.resize(cases.size());
  }

  /// The opset that the scripts were compiled for.
  int64_t opset() const {
    int64_t version = options.opset;
    for (const CheckCase &each : cases)
      if (each.scripted)
        for (const onnx::OperatorSetIdProto &import : each.scripted->opset_import())
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
    declared.resize(cases.size());
    sized.resize(cases.size());
    try {
      addCode(job, source, *again, stubs, headers, /*traceScripts=*/true);
    } catch (const Failure &failure) {
      problem = "the stubs cannot be written";
      return;
    }
    std::vector<jit::Outcome *> places;
    for (std::size_t i = 0; i < cases.size(); ++i)
      addRequests(i, job, places);
    Progress progress(job.requests.size());
    problem = jit::run(job, [&](std::size_t number, jit::Outcome outcome) {
      progress.step(job.requests[number].name);
      *places[number] = std::move(outcome);
    });
  }

  void addRequests(std::size_t i, jit::Job &job, std::vector<jit::Outcome *> &places) {
    const CheckCase &each = cases[i];
    if (!each.skipped.empty())
      return;
    sized[i].resize(each.sized.size());
    auto add = [&](const MainOptions &call, jit::Outcome &place) {
      try {
        job.requests.push_back(callRequest(*each.function, *unit, call));
        places.push_back(&place);
      } catch (const Failure &failure) {
        place.error = failure.message;
        place.undecided = true;
      }
    };
    add(each.call, declared[i]);
    for (std::size_t k = 0; k < each.sized.size(); ++k)
      add(each.sized[k].call, sized[i][k]);
  }

  void compareGraphs() {
    for (std::size_t i = 0; i < cases.size(); ++i)
      if (cases[i].scripted && declared[i].model &&
          link::sameGraph(inlined(*cases[i].scripted), inlined(*declared[i].model)))
        verdicts[i].traced = "same graph";
  }

  /// The model that stands for the case: the compiled one, or the first that was traced.
  const onnx::ModelProto *modelOf(std::size_t i) const {
    if (cases[i].scripted)
      return &*cases[i].scripted;
    if (declared[i].model)
      return &*declared[i].model;
    for (const jit::Outcome &outcome : sized[i])
      if (outcome.model)
        return &*outcome.model;
    return nullptr;
  }

  std::string save(const onnx::ModelProto &model, const std::string &name) {
    std::string path = folder.path + "/" + name + ".onnx";
    writeFile(path, emit::serialise(model));
    return path;
  }

  void runInRuntime() {
    std::vector<RuntimeJob> jobs;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const onnx::ModelProto *model = modelOf(i);
      if (!model)
        continue;
      std::string name = std::to_string(i) + "." + cases[i].function->annotation->name;
      RuntimeJob job{save(*model, name), {}};
      if (cases[i].scripted && verdicts[i].traced.empty() && problem.empty() && !isRandom(*model))
        job.attempts = attempts(i, name);
      jobOf[i] = jobs.size();
      jobs.push_back(std::move(job));
    }
    runtime = runInOnnxRuntime(jobs, options.python, folder.path);
  }

  std::vector<RuntimeAttempt> attempts(std::size_t i, const std::string &name) {
    std::vector<RuntimeAttempt> result;
    for (std::size_t k = 0; k < sized[i].size(); ++k) {
      const jit::Outcome &outcome = sized[i][k];
      if (outcome.undecided)
        continue;
      result.push_back({outcome.model ? save(*outcome.model, name + ".traced" + std::to_string(k)) : std::string(),
                        firstLine(outcome.error), cases[i].sized[k].inputs});
      attemptCall[{i, result.size() - 1}] = k;
    }
    return result;
  }

  void judge(std::size_t i) {
    const CheckCase &each = cases[i];
    Verdict &verdict = verdicts[i];
    bool isTrace = each.function->annotation->kind == Annotation::Trace;
    if (!each.skipped.empty()) {
      verdict = {isTrace ? "not traced" : "not compared", "-", each.skipped, false};
      return;
    }
    const RuntimeResult *result =
        runtime.version.empty() || !jobOf.contains(i) ? nullptr : &runtime.results[jobOf.at(i)];
    judgeLoading(verdict, result, each.isGuessed, missingFunctions(i));
    if (isTrace)
      judgeTraced(i, verdict);
    else if (verdict.traced.empty())
      judgeValues(i, verdict, result);
  }

  /// Functions of other files that the model calls, as "acme::f, acme::g".
  std::string missingFunctions(std::size_t i) const {
    std::set<std::string> names;
    if (const onnx::ModelProto *model = modelOf(i))
      for (const link::Unresolved &call : link::merge({{file, *model, true}}).unresolved)
        names.insert(call.name);
    std::string text;
    for (const std::string &name : names)
      text += (text.empty() ? "" : ", ") + name;
    return text;
  }

  /// A guess that does not load says nothing about the function, nor does a model that lacks functions.
  static void judgeLoading(Verdict &verdict, const RuntimeResult *result, bool isGuessed, const std::string &missing) {
    if (result && !result->loadError.empty() && !missing.empty()) {
      verdict.loaded = "not loaded";
      verdict.note = "it calls what is not in this file: " + missing;
      return;
    }
    verdict.loaded = !result                     ? "-"
                     : result->loadError.empty() ? "loads"
                     : result->isKernelMissing   ? "no kernel"
                     : isGuessed                 ? "not loaded"
                                                 : "DOES NOT LOAD";
    if (!result || result->loadError.empty())
      return;
    verdict.isBad = !result->isKernelMissing && !isGuessed;
    verdict.note =
        (isGuessed ? "guessed types or attributes do not load; give --input and --attr: " : "") + result->loadError;
  }

  void judgeTraced(std::size_t i, Verdict &verdict) const {
    verdict.traced = modelOf(i) ? "traced" : "not traced";
    if (!modelOf(i))
      verdict.note = problem.empty() ? firstLine(declared[i].error) : problem;
  }

  /// A trace knows the shapes: it, or the shape inference of ONNX Runtime over it, refuses arguments that an operator
  /// does not take (a rank of 0, say). The script's model, which knows no shapes, lets them pass.
  bool isRefused(std::size_t i, std::size_t attempt, const RuntimeComparison &comparison) const {
    bool isTraced = sized[i][attemptCall.at({i, attempt})].model.has_value();
    return comparison.result == RuntimeComparison::OnlyScriptRuns &&
           (!isTraced || comparison.text.find("InferenceError]") != std::string::npos);
  }

  /// The graphs differ, or the declared types were not enough to trace.
  void judgeValues(std::size_t i, Verdict &verdict, const RuntimeResult *result) {
    std::size_t same = 0;
    std::string why = !problem.empty()    ? problem
                      : declared[i].model ? "the graphs differ"
                                          : firstLine(declared[i].error);
    std::optional<std::size_t> different;
    for (std::size_t k = 0; result && k < result->comparisons.size(); ++k) {
      RuntimeComparison::Result found = result->comparisons[k].result;
      same += found == RuntimeComparison::Same;
      if (found == RuntimeComparison::Same || found == RuntimeComparison::NeitherRuns)
        continue;
      // No difference unless all is refused.
      bool refused = isRefused(i, k, result->comparisons[k]);
      if (!different || !refused)
        different = k;
      if (!refused) {
        same = 0;
        break;
      }
    }
    // Where it could not tell for other inputs, it has not refused all.
    bool isRefusal = different && isRefused(i, *different, result->comparisons[*different]);
    bool isUndecided =
        std::any_of(sized[i].begin(), sized[i].end(), [](const jit::Outcome &outcome) { return outcome.undecided; });
    if (different && same == 0 && !(isRefusal && isUndecided)) {
      verdict.traced = "DIFFERENT";
      verdict.isBad = true;
      verdict.note = differenceText(i, *different, result->comparisons[*different]);
      return;
    }
    if (isRandom(*cases[i].scripted))
      why += "; its values are random";
    verdict.traced = same > 0 ? "same values" : "not compared";
    if (same == 0 && verdict.note.empty())
      verdict.note = why + (result && !result->comparisons.empty() ? "; no inputs were found with which it runs" : "");
  }

  std::string differenceText(std::size_t i, std::size_t attempt, const RuntimeComparison &comparison) const {
    const char *who = comparison.result == RuntimeComparison::OnlyScriptRuns  ? "only the script runs: "
                      : comparison.result == RuntimeComparison::OnlyTraceRuns ? "only the traced function runs: "
                                                                              : "";
    return inputsText(i, attempt) + ": " + who + comparison.text;
  }

  std::string inputsText(std::size_t i, std::size_t attempt) const {
    std::string text;
    for (const std::string &input : cases[i].sized[attemptCall.at({i, attempt})].call.inputs)
      text += (text.empty() ? "" : ", ") + input;
    return text.empty() ? "without inputs" : text;
  }

  bool report() {
    std::size_t width = 8;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      judge(i);
      width = std::max(width, cases[i].name.size());
    }
    std::map<std::string, unsigned> counts;
    unsigned bad = 0, loaded = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Verdict &verdict = verdicts[i];
      llvm::outs() << cases[i].name << std::string(width + 2 - cases[i].name.size(), ' ') << verdict.traced
                   << std::string(14 - std::min<std::size_t>(verdict.traced.size(), 13), ' ') << verdict.loaded << '\n';
      if (!verdict.note.empty())
        llvm::outs() << "    " << verdict.note << '\n';
      ++counts[verdict.traced];
      bad += verdict.isBad;
      loaded += verdict.loaded == "loads";
    }
    printSummary(counts, loaded, bad);
    return bad == 0;
  }

  void printSummary(const std::map<std::string, unsigned> &counts, unsigned loaded, unsigned bad) const {
    llvm::outs() << file << ": " << cases.size() << " calls";
    const char *separator = ": ";
    for (const char *kind : {"same graph", "same values", "DIFFERENT", "not compared", "traced", "not traced"})
      if (auto count = counts.find(kind); count != counts.end()) {
        llvm::outs() << separator << count->second << ' ' << kind;
        separator = ", ";
      }
    if (runtime.version.empty())
      llvm::outs() << "; not loaded and run: no Python with onnxruntime was found (--python)";
    else
      llvm::outs() << "; " << loaded << " load in ONNX Runtime " << runtime.version;
    llvm::outs() << (bad ? "; " + std::to_string(bad) + " wrong\n" : "\n");
    llvm::outs().flush();
  }

  const CheckOptions &options;
  const std::string &file;
  bool color;
  Folder folder;
  std::unique_ptr<frontend::ParsedUnit> unit;
  std::unique_ptr<lower::Module> module;
  std::vector<CheckCase> cases;
  std::vector<jit::Outcome> declared;           ///< of each case, traced with the declared types
  std::vector<std::vector<jit::Outcome>> sized; ///< of each case, traced with sizes
  std::string problem;                          ///< why nothing could be traced
  RuntimeRun runtime;
  std::map<std::size_t, std::size_t> jobOf;                               ///< of the case
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> attemptCall; ///< of a case's attempt: its sized call
  std::vector<Verdict> verdicts;
};

} // namespace

int runCheck(const CheckOptions &options) {
  bool color = useColor(options.source.color);
  bool fine = true;
  for (const std::string &file : options.source.files)
    fine = FileCheck(options, file, color).run() && fine;
  return fine ? Fine : SourceErrors;
}

} // namespace onnxc::driver
