//===- CallerFacts.cpp - What a call was asked, the caller was asked ------===//
#include "Runtime/Calls/CallerFacts.h"
#include "Runtime/Session/Names.h"

namespace onnxc::runtime {

void tellCaller(const TracedSite &site, const std::vector<FactLog::Entry> &path, bool everything) {
  FactLog *log = site.session->frame().log.get();
  if (!log)
    return;
  if (everything)
    return log->askEverything(log->mark());
  std::vector<ArgumentSource> sources;
  for (graph::Value *value : site.values)
    sources.push_back({value, std::nullopt});
  for (const FactLog::Entry &entry : path)
    log->askInner(entry.question, sources, fullName(site.descriptor()), site.key, entry.answer);
}

} // namespace onnxc::runtime
