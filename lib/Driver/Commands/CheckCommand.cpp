// `onnxc check FILE...`: scripted functions against themselves as traced ones, and everything against ONNX Runtime.
#include "Driver/Checking/Findings.h"
#include "Driver/Checking/Verdict.h"
#include "Driver/Commands/Commands.h"
#include "Driver/Files/Messages.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>

namespace onnxc::driver {
namespace {

void printTable(const std::vector<Finding> &findings, const std::vector<Verdict> &verdicts) {
  std::size_t width = 8;
  for (const Finding &finding : findings)
    width = std::max(width, finding.tried.name.size());
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Verdict &verdict = verdicts[i];
    llvm::outs() << llvm::left_justify(findings[i].tried.name, width + 2)
                 << llvm::left_justify(textOf(verdict.comparison), 14) << textOf(verdict.loading) << '\n';
    if (!verdict.note.empty())
      llvm::outs() << "    " << verdict.note << '\n';
  }
}

void printSummary(const std::string &file, const std::vector<Verdict> &verdicts, const std::string &runtimeVersion) {
  std::map<Comparison, unsigned> counts;
  unsigned loaded = 0, bad = 0;
  for (const Verdict &verdict : verdicts) {
    ++counts[verdict.comparison];
    loaded += verdict.loading == Loading::Loads;
    bad += verdict.isBad();
  }
  llvm::outs() << file << ": " << verdicts.size() << " calls";
  const char *separator = ": ";
  for (const auto &[comparison, count] : counts) {
    llvm::outs() << separator << count << ' ' << textOf(comparison);
    separator = ", ";
  }
  if (runtimeVersion.empty())
    llvm::outs() << "; not loaded and run: no Python with onnxruntime was found (--python)";
  else
    llvm::outs() << "; " << loaded << " load in ONNX Runtime " << runtimeVersion;
  llvm::outs() << (bad ? "; " + std::to_string(bad) + " wrong\n" : "\n");
  llvm::outs().flush();
}

/// False when something in the file is wrong.
bool checkFile(const CheckOptions &options, const std::string &file, bool color) {
  Findings found = findOut(options, file, color);
  std::vector<Verdict> verdicts;
  for (const Finding &finding : found.findings)
    verdicts.push_back(judge(finding, found.problem));
  printTable(found.findings, verdicts);
  printSummary(file, verdicts, found.runtimeVersion);
  return std::none_of(verdicts.begin(), verdicts.end(), [](const Verdict &verdict) { return verdict.isBad(); });
}

} // namespace

int runCheck(const CheckOptions &options) {
  bool color = useColor(options.source.color);
  bool fine = true;
  for (const std::string &file : options.source.files)
    fine = checkFile(options, file, color) && fine;
  return fine ? Fine : SourceErrors;
}

} // namespace onnxc::driver
