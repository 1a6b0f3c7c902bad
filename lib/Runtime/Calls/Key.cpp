//===- Key.cpp - Step 1: the key of a call --------------------------------===//
#include "Runtime/Calls/Key.h"
#include "Runtime/Session/Names.h"

namespace onnxc::runtime {

std::string keyOf(const TracedSite &site) {
  const stub::Descriptor &descriptor = site.descriptor();
  std::string key = identityOf(descriptor.domain, descriptor.name, descriptor.overload);
  key += '\n';
  // Another function of the same identity is not this one: that is an error when it is traced.
  key += site.record.entry->key->name();
  key += '\n';
  key += site.record.templateText;
  key += '\n';
  key += site.arguments.text;
  // Captured variables that are the same tensor share an input.
  for (size_t i = 0; i < site.captures.size(); ++i)
    if (i > 0)
      key += '\n' + std::to_string(site.captures[i]);
  return key;
}

namespace {
/// A text like "*" or "{*,*}" follows from the type of the parameter.
bool saysNothing(std::string_view text) {
  return text.find('[') == std::string_view::npos && text.find_first_not_of("*{},") == std::string_view::npos;
}
} // namespace

std::vector<std::pair<std::string, std::string_view>> attributeValues(const CallSite &site) {
  std::vector<std::pair<std::string, std::string_view>> values;
  for (size_t i = 0; i < site.arguments.ends.size(); ++i)
    if (std::string_view value = site.parameterText(i); !saysNothing(value))
      values.emplace_back(site.record.parameterName(i), value);
  return values;
}

} // namespace onnxc::runtime
