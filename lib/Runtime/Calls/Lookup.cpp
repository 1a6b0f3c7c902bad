//===- Lookup.cpp - Step 2: is there a function for this call? ------------===//
#include "Runtime/Calls/Lookup.h"
#include "Runtime/Calls/CallerFacts.h"
#include "Runtime/Calls/Explanation.h"
#include "Runtime/Guards/Answers.h"
#include <iostream>

namespace onnxc::runtime {

Specialisations &specialisationsOf(const TracedSite &site) {
  std::unique_ptr<Specialisations> &all = site.session->specialisations[site.key];
  if (!all)
    all = std::make_unique<Specialisations>();
  return *all;
}

Traced *lookUp(const TracedSite &site, const Specialisations &made) {
  Answers answers([&](size_t index) { return site.session->frame().builder.typeOf(site.values[index]); });
  Specialisations::Missed missed;
  Traced *found = made.find([&](const Question &question) { return answers.answer(question); }, &missed);
  if (found)
    tellCaller(site, found->path, found->everything);
  else if (site.session->options.explain)
    std::cerr << explanation(site, made, missed) + "\n";
  return found;
}

} // namespace onnxc::runtime
