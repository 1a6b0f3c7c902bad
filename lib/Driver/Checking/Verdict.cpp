#include "Driver/Checking/Verdict.h"

#include "Link/Link.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <set>

namespace onnxc::driver {
namespace {

std::string firstLine(const std::string &text) { return text.substr(0, text.find('\n')); }

/// Functions of other files that the model calls, as "acme::f, acme::g".
std::string missingFunctions(const Finding &finding) {
  std::set<std::string> names;
  if (const onnx::ModelProto *model = finding.model())
    for (const link::Unresolved &call : link::merge({{std::string(), *model, true}}).unresolved)
      names.insert(call.name);
  return llvm::join(names, ", ");
}

/// A guess that does not load says nothing about the function, nor does a model that lacks functions.
void judgeLoading(Verdict &verdict, const Finding &finding) {
  if (!finding.runtime)
    return;
  const RuntimeResult &result = *finding.runtime;
  verdict.loading = Loading::Loads;
  if (result.loadError.empty())
    return;
  if (std::string missing = missingFunctions(finding); !missing.empty()) {
    verdict.loading = Loading::NotLoaded;
    verdict.note = "it calls what is not in this file: " + missing;
    return;
  }
  bool isGuessed = finding.tried.isGuessed;
  verdict.loading = result.isKernelMissing ? Loading::NoKernel : isGuessed ? Loading::NotLoaded : Loading::DoesNotLoad;
  verdict.note =
      (isGuessed ? "guessed types or attributes do not load; give --input and --attr: " : "") + result.loadError;
}

void judgeTraced(Verdict &verdict, const Finding &finding, const std::string &problem) {
  verdict.comparison = finding.model() ? Comparison::Traced : Comparison::NotTraced;
  if (!finding.model())
    verdict.note = problem.empty() ? firstLine(finding.declared.error) : problem;
}

/// A trace knows the shapes: it, or the shape inference of ONNX Runtime over it, refuses arguments that an operator
/// does not take (a rank of 0, say). The script's model, which knows no shapes, lets them pass.
bool isRefused(const Finding &finding, const Trial &trial) {
  return trial.comparison.result == RuntimeComparison::OnlyScriptRuns &&
         (!finding.sized[trial.call].model || trial.comparison.text.find("InferenceError]") != std::string::npos);
}

/// What the trials of a case come to.
struct Tally {
  std::size_t same = 0;
  const Trial *different = nullptr; ///< one that is no refusal, where there is such
};

/// A refusal is no difference unless all is refused.
Tally tally(const Finding &finding) {
  Tally result;
  for (const Trial &trial : finding.trials) {
    RuntimeComparison::Result found = trial.comparison.result;
    result.same += found == RuntimeComparison::Same;
    if (found == RuntimeComparison::Same || found == RuntimeComparison::NeitherRuns)
      continue;
    bool refused = isRefused(finding, trial);
    if (!result.different || !refused)
      result.different = &trial;
    if (!refused) {
      result.same = 0;
      break;
    }
  }
  return result;
}

std::string differenceText(const Finding &finding, const Trial &trial) {
  const std::string &inputs = finding.tried.sized[trial.call].text;
  const char *who = trial.comparison.result == RuntimeComparison::OnlyScriptRuns  ? "only the script runs: "
                    : trial.comparison.result == RuntimeComparison::OnlyTraceRuns ? "only the traced function runs: "
                                                                                  : "";
  return (inputs.empty() ? "without inputs" : inputs) + ": " + who + trial.comparison.text;
}

/// The graphs differ, or the declared types were not enough to trace.
void judgeValues(Verdict &verdict, const Finding &finding, const std::string &problem) {
  Tally found = finding.runtime ? tally(finding) : Tally();
  // Where it could not tell for other inputs, it has not refused all.
  bool isUndecided = llvm::any_of(finding.sized, [](const jit::Outcome &outcome) { return outcome.undecided; });
  if (found.different && found.same == 0 && !(isUndecided && isRefused(finding, *found.different))) {
    verdict.comparison = Comparison::Different;
    verdict.note = differenceText(finding, *found.different);
    return;
  }
  verdict.comparison = found.same > 0 ? Comparison::SameValues : Comparison::NotCompared;
  if (found.same > 0 || !verdict.note.empty())
    return;
  verdict.note = !problem.empty()         ? problem
                 : finding.declared.model ? "the graphs differ"
                                          : firstLine(finding.declared.error);
  if (isRandom(*finding.tried.scripted))
    verdict.note += "; its values are random";
  if (finding.runtime && !finding.trials.empty())
    verdict.note += "; no inputs were found with which it runs";
}

} // namespace

Verdict judge(const Finding &finding, const std::string &problem) {
  Verdict verdict;
  bool isTrace = finding.tried.call.function->annotation->kind == frontend::Annotation::Trace;
  if (!finding.tried.skipped.empty()) {
    verdict.comparison = isTrace ? Comparison::NotTraced : Comparison::NotCompared;
    verdict.note = finding.tried.skipped;
    return verdict;
  }
  judgeLoading(verdict, finding);
  if (isTrace)
    judgeTraced(verdict, finding, problem);
  else if (finding.isSameGraph)
    verdict.comparison = Comparison::SameGraph;
  else
    judgeValues(verdict, finding, problem);
  return verdict;
}

const char *textOf(Comparison comparison) {
  switch (comparison) {
  case Comparison::SameGraph:
    return "same graph";
  case Comparison::SameValues:
    return "same values";
  case Comparison::Different:
    return "DIFFERENT";
  case Comparison::NotCompared:
    return "not compared";
  case Comparison::Traced:
    return "traced";
  case Comparison::NotTraced:
    return "not traced";
  }
  llvm_unreachable("unknown comparison");
}

const char *textOf(Loading loading) {
  switch (loading) {
  case Loading::NotTried:
    return "-";
  case Loading::Loads:
    return "loads";
  case Loading::NoKernel:
    return "no kernel";
  case Loading::NotLoaded:
    return "not loaded";
  case Loading::DoesNotLoad:
    return "DOES NOT LOAD";
  }
  llvm_unreachable("unknown loading");
}

} // namespace onnxc::driver
