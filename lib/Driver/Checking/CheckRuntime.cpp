#include "Driver/Checking/CheckRuntime.h"

#include "CheckRuntimePy.h"
#include "Driver/Files/Output.h"
#include "Driver/Options/Failure.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace onnxc::driver {
namespace {

namespace json = llvm::json;

json::Value inputJson(const graph::Type &type) {
  json::Array shape;
  if (type.shape)
    for (const graph::Dim &dim : *type.shape)
      shape.push_back(dim.value);
  using Kind = graph::Type::Kind;
  bool isList = type.kind == Kind::Sequence || type.kind == Kind::OptionalSequence;
  return json::Object{{"type", graph::toString(type.elem.dtype)},
                      {"shape", std::move(shape)},
                      {"kind", isList ? "sequence" : "tensor"}};
}

json::Value jobJson(const RuntimeJob &job, std::size_t number) {
  json::Array runs;
  for (const RuntimeAttempt &attempt : job.attempts) {
    json::Array inputs;
    for (const graph::Type &type : attempt.inputs)
      inputs.push_back(inputJson(type));
    runs.push_back(
        json::Object{{"model", attempt.model}, {"error", json::fixUTF8(attempt.error)}, {"inputs", std::move(inputs)}});
  }
  return json::Object{{"id", static_cast<int64_t>(number)}, {"model", job.model}, {"runs", std::move(runs)}};
}

RuntimeComparison::Result resultNamed(llvm::StringRef name) {
  return name == "same"      ? RuntimeComparison::Same
         : name == "differs" ? RuntimeComparison::Differs
         : name == "script"  ? RuntimeComparison::OnlyScriptRuns
         : name == "trace"   ? RuntimeComparison::OnlyTraceRuns
                             : RuntimeComparison::NeitherRuns;
}

RuntimeResult resultOf(const json::Object &answer) {
  RuntimeResult result;
  result.loadError = answer.getString("load").value_or("").str();
  result.isKernelMissing = !answer.getBoolean("kernel").value_or(true);
  if (const json::Array *runs = answer.getArray("runs"))
    for (const json::Value &each : *runs)
      if (const json::Object *run = each.getAsObject())
        result.comparisons.push_back(
            {resultNamed(run->getString("result").value_or("")), run->getString("text").value_or("").str()});
  return result;
}

/// One Python process after another, until all jobs are answered: each crash costs the job that it happened in.
class Runner {
public:
  Runner(const std::vector<RuntimeJob> &jobs, std::string program, const std::string &folder)
      : jobs(jobs), program(std::move(program)), script(folder + "/run.py"), jobsFile(folder + "/jobs.json"),
        answersFile(folder + "/answers.txt"), errorsFile(folder + "/errors.txt") {
    run.results.resize(jobs.size());
    writeFile(script, checkRuntimeScript);
  }

  RuntimeRun all() {
    if (jobs.empty())
      some(); // for the version
    while (next < jobs.size()) {
      std::size_t before = next;
      if (!some())
        return std::move(run);
      if (next < jobs.size() && (next == before || run.version.empty())) {
        run.results[next].loadError = "ONNX Runtime crashed";
        ++next;
      }
    }
    return std::move(run);
  }

private:
  /// The jobs from `next` on. False: there is no ONNX Runtime.
  bool some() {
    json::Array list;
    for (std::size_t i = next; i < jobs.size(); ++i)
      list.push_back(jobJson(jobs[i], i));
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << json::Value(std::move(list));
    writeFile(jobsFile, stream.str());
    std::optional<llvm::StringRef> redirects[] = {std::nullopt, llvm::StringRef(answersFile),
                                                  llvm::StringRef(errorsFile)};
    llvm::sys::ExecuteAndWait(program, {program, script, jobsFile}, std::nullopt, redirects);
    return readAnswers();
  }

  bool readAnswers() {
    auto buffer = llvm::MemoryBuffer::getFile(answersFile);
    if (!buffer)
      return false;
    auto [version, rest] = (*buffer)->getBuffer().split('\n');
    if (version.empty())
      return false;
    run.version = version.str();
    while (!rest.empty()) {
      auto [line, others] = rest.split('\n');
      rest = others;
      llvm::Expected<json::Value> answer = json::parse(line);
      if (!answer) {
        llvm::consumeError(answer.takeError()); // a line that a crash cut off
        break;
      }
      if (const json::Object *object = answer->getAsObject()) {
        run.results[next] = resultOf(*object);
        ++next;
      }
    }
    return true;
  }

  const std::vector<RuntimeJob> &jobs;
  std::string program, script, jobsFile, answersFile, errorsFile;
  std::size_t next = 0;
  RuntimeRun run;
};

} // namespace

RuntimeRun runInOnnxRuntime(const std::vector<RuntimeJob> &jobs, const std::string &python, const std::string &folder) {
  std::string name = python;
  if (const char *variable = std::getenv("ONNXC_PYTHON"); name.empty() && variable)
    name = variable;
  auto program = llvm::sys::findProgramByName(name.empty() ? "python3" : name);
  if (!program) {
    if (!python.empty())
      throw Failure::usage("there is no program '" + python + "'");
    return {};
  }
  return Runner(jobs, *program, folder).all();
}

} // namespace onnxc::driver
