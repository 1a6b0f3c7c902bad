//===- Insert.cpp - Step 4: the function joins those that calls may reuse -===//
#include "Runtime/Calls/Insert.h"
#include "Runtime/Calls/CallerFacts.h"
#include "Runtime/Calls/Overload.h"
#include "Runtime/Session/Names.h"

namespace onnxc::runtime {

namespace {

/// Domain, name and overload name one function of a model.
void registerIdentity(const TracedSite &site, const graph::Function &function) {
  std::string identity = identityOf(function.domain, function.name, function.overload);
  auto [known, isNew] = site.session->identities.emplace(identity, site.record.entry->key->name());
  if (!isNew && known->second != site.record.entry->key->name())
    fail("two functions have the domain '" + function.domain + "', the name '" + function.name +
             "' and the overload '" + function.overload + "': give one of them another name",
         site.session);
}

} // namespace

Traced *insert(const TracedSite &site, Specialisations &all, std::unique_ptr<Traced> made) {
  made->function->overload = overloadOf(site, made->path);
  registerIdentity(site, *made->function);
  tellCaller(site, made->path, made->everything);
  Traced *function = all.insert(std::move(made));
  if (!function)
    fail(fullName(site.descriptor()) +
             " was traced twice for equal arguments and asked different questions: its body depends on something that "
             "is neither argument, capture nor member (a global, a static variable, time, a random number)",
         site.session);
  return function;
}

} // namespace onnxc::runtime
