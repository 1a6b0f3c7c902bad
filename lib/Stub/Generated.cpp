#include "Stub/Generated.h"

#include "Frontend/Signature.h"
#include "Stub/DeclaredOperators.h"
#include "Stub/FunctionText.h"
#include "Stub/Spell.h"

#include "clang/AST/DeclCXX.h"

#include <set>

using namespace clang;
using onnxc::frontend::AnnotatedFunction;
using onnxc::frontend::Annotation;
using onnxc::frontend::DiagId;

namespace onnxc::stub {

namespace {

/// Up to how many optional parameters all patterns of presence are embedded.
constexpr unsigned maxOptionals = 4;
/// Up to how many tensors, from one on, a variadic input is embedded where the function depends on their number.
constexpr unsigned maxCount = 8;

/// The text that the runtime compares: a digit for each optional, then ",N" for each variadic parameter.
std::string presenceText(const Presence &presence) {
  std::string text;
  for (bool given : presence.given)
    text += given ? '1' : '0';
  for (unsigned count : presence.counts)
    text += "," + std::to_string(count);
  return text;
}

class TailWriter {
public:
  TailWriter(const Plan &plan, frontend::ParsedUnit &unit, const Options &options)
      : plan(plan), unit(unit), options(options) {}

  std::string write() {
    for (const AnnotatedFunction &each : unit.functions().functions)
      if (const WrittenFunction *written = plan.find(each.decl, unit.sources()))
        add(each, *written);
    addRest();
    std::string text = embedded;
    if (!addresses.empty())
      text += "namespace { struct onnxc_unit; }\n" + addresses;
    text += declaredOperatorsText(unit);
    if (text.empty())
      return "";
    return "#line 1 \"<onnxc>\"\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n" + text;
  }

private:
  void add(const AnnotatedFunction &each, const WrittenFunction &written) {
    std::optional<std::string> key = keyOf(each.decl, written);
    if (each.annotation->kind == Annotation::Script && !options.traceScripts)
      embed(each, key);
    if (!key)
      return;
    if (std::optional<std::string> address =
            each.isLambda ? lambdaAddress(each.decl) : spellAddress(each.decl, unit.ast()))
      addresses += "template struct onnxc::stub::Address<onnxc_unit, " + *key + ", " + *address + ">;\n";
  }

  /// A lambda has an address where a variable of a namespace holds it.
  std::optional<std::string> lambdaAddress(const FunctionDecl *function) {
    std::optional<std::string> name = function->getPrimaryTemplate() ? std::nullopt : spellLambda(function, unit.ast());
    return name ? std::optional("&std::remove_const_t<decltype(" + *name + ")>::operator()") : std::nullopt;
  }

  std::optional<std::string> keyOf(const FunctionDecl *function, const WrittenFunction &written) {
    std::optional<std::string> arguments = "";
    if (written.decl->isTemplated())
      arguments = instanceKey(function, written.decl);
    return arguments ? std::optional("onnxc::stub::Key<" + tagName(written) + *arguments + ">") : std::nullopt;
  }

  /// Compiles one scripted function for the patterns of presence that it distinguishes.
  void embed(const AnnotatedFunction &each, const std::optional<std::string> &key) {
    if (!options.lower)
      return;
    std::vector<std::pair<std::string, EmbeddedFunction>> protos = lowerAll(each.decl);
    // One that needs an object is compiled where scripts call it. The program may call it too, or scripts that are not
    // run do: it is defined, and the runtime says why it has no form.
    if (protos.empty() && !frontend::needsObject(each.decl))
      return;
    if (!key) {
      unit.diagnoser().report(each.decl->getLocation(), DiagId::StubInstance) << each.decl << each.annotation->overload;
      return;
    }
    embedded += "template <> inline const onnxc::stub::Embedded &onnxc::stub::Compiled<" + *key + ">::embedded() {\n";
    addProtos(protos);
  }

  void addProtos(const std::vector<std::pair<std::string, EmbeddedFunction>> &protos) {
    if (protos.empty()) {
      embedded += "  static constexpr onnxc::stub::Embedded result;\n  return result;\n}\n";
      return;
    }
    embedded += "  static constexpr onnxc::stub::Proto protos[] = {\n";
    for (const auto &[presence, proto] : protos) {
      written.insert(proto.bytes);
      embedded += "    {.presence = " + stringLiteral(presence) + ", .data = " + stringLiteral(proto.bytes) +
                  ", .size = " + std::to_string(proto.bytes.size()) + "},\n";
    }
    embedded += "  };\n  static constexpr onnxc::stub::Embedded result = {protos, " + std::to_string(protos.size()) +
                "};\n  return result;\n}\n";
  }

  std::vector<std::pair<std::string, EmbeddedFunction>> lowerAll(const FunctionDecl *function) {
    auto signature = frontend::signatureOf(function, Annotation::Script, {unit.sema(), unit.types(), nullptr});
    Presence all;
    for (const frontend::Param &param : signature.params) {
      if (param.isVariadic())
        all.counts.push_back(1);
      else if (param.isOptional())
        all.given.push_back(true);
    }
    std::vector<std::pair<std::string, EmbeddedFunction>> protos;
    std::optional<EmbeddedFunction> first = options.lower(function, all);
    if (!first)
      return protos;
    auto alternatives = alternativesOf(function, all, *first);
    if (alternatives.size() == 1)
      protos.emplace_back("", std::move(*first));
    else
      for (const Presence &presence : alternatives)
        if (std::optional<EmbeddedFunction> proto = options.lower(function, presence))
          protos.emplace_back(presenceText(presence), std::move(*proto));
    return protos;
  }

  /// The patterns that the function tells apart; only `all` where it asks nothing.
  std::vector<Presence> alternativesOf(const FunctionDecl *function, const Presence &all,
                                       const EmbeddedFunction &first) {
    std::vector<Presence> result = {all};
    bool asksPresence = false, asksCount = false;
    if (!all.given.empty()) {
      Presence none = all;
      none.given.assign(all.given.size(), false);
      std::optional<EmbeddedFunction> other = options.lower(function, none);
      asksPresence = other && other->overload != first.overload;
    }
    if (!all.counts.empty()) {
      Presence more = all;
      more.counts.assign(all.counts.size(), 2);
      std::optional<EmbeddedFunction> other = options.lower(function, more);
      asksCount = other && other->overload != first.overload;
    }
    if (asksPresence && all.given.size() <= maxOptionals) {
      result.clear();
      for (unsigned mask = 0; mask < 1u << all.given.size(); ++mask) {
        Presence each = all;
        for (size_t i = 0; i < all.given.size(); ++i)
          each.given[i] = !(mask >> i & 1);
        result.push_back(each);
      }
    }
    // Only one parameter can be variadic, the last.
    if (asksCount) {
      std::vector<Presence> withCounts;
      for (const Presence &each : result)
        for (unsigned count = 1; count <= maxCount; ++count) {
          withCounts.push_back(each);
          withCounts.back().counts.assign(all.counts.size(), count);
        }
      result = std::move(withCounts);
    }
    return result;
  }

  /// Functions that only other compiled functions call.
  void addRest() {
    if (!options.loweredFunctions || options.traceScripts)
      return;
    std::vector<std::pair<std::string, EmbeddedFunction>> rest;
    for (std::string &bytes : options.loweredFunctions())
      if (!written.count(bytes))
        rest.emplace_back("-", EmbeddedFunction{"", std::move(bytes)});
    if (rest.empty())
      return;
    embedded += "namespace {\nconst onnxc::stub::Embedded &onnxc_helpers() {\n";
    addProtos(rest);
    embedded += "[[maybe_unused]] const bool onnxc_helpers_added = onnxc::stub::addFunctions(onnxc_helpers());\n}\n";
  }

  const Plan &plan;
  frontend::ParsedUnit &unit;
  const Options &options;
  std::string embedded, addresses;
  std::set<std::string> written;
};

} // namespace

std::string headText(const Plan &plan, FileID file, FileID mainFile, const std::string &fileName) {
  bool isMain = file == mainFile, hasHeaders = false;
  std::string line = "#line 1 " + stringLiteral(fileName) + "\n", visible, internal;
  for (const WrittenFunction &function : plan.functions) {
    hasHeaders |= function.file != mainFile;
    if (isMain || function.file == file)
      (function.internal ? internal : visible) += "struct " + function.tag + "; ";
  }
  if (!internal.empty())
    visible += "namespace { " + internal + "} ";
  if (visible.empty())
    return line;
  std::string needs = "#include <onnxc/stub.h>\nnamespace onnxc_generated { " + visible + "}\n";
  if (!isMain)
    return line + "#ifndef ONNXC_STUB_UNIT\n" + needs + "#endif\n" + line;
  return line + needs + (hasHeaders ? "#define ONNXC_STUB_UNIT\n" : "") + line;
}

std::string tailText(const Plan &plan, frontend::ParsedUnit &unit, const Options &options) {
  return TailWriter(plan, unit, options).write();
}

} // namespace onnxc::stub
