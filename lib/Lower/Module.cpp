#include "Module.h"
#include "FunctionLowering.h"
#include "Graph/Passes/Finish.h"
#include "Graph/Passes/Serialize.h"
#include "Support/Overload.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseSet.h"

namespace onnxc::lower {

using frontend::DiagId;

const frontend::Signature &ModuleImpl::signature(const clang::FunctionDecl *function) {
  auto &slot = signatures[function->getCanonicalDecl()];
  if (!slot) {
    const frontend::Annotation *annotation = unit.annotations().find(function);
    auto kind = annotation ? annotation->kind : frontend::Annotation::Script;
    const clang::FunctionDecl *definition = function->getDefinition() ? function->getDefinition() : function;
    slot = std::make_unique<frontend::Signature>(frontend::signatureOf(
        definition, kind, frontend::SignatureContext{unit.sema(), unit.types(), &unit.diagnoser()}));
  }
  return *slot;
}

/// Whether a call leaves out an attribute that would have a value by default. Such a function declares no default, so
/// that it is another one even if its body does not ask.
static bool dropsDefault(const frontend::Signature &signature, const Presence &presence) {
  size_t optional = 0;
  for (const frontend::Param &param : signature.params)
    if (param.isOptional()) {
      if (param.isSetByDefault() && optional < presence.given.size() && !presence.given[optional])
        return true;
      ++optional;
    }
  return false;
}

Entry *ModuleImpl::find(const clang::FunctionDecl *function, const Presence &presence, const std::string &thisText) {
  bool isOther = dropsDefault(signature(function), presence);
  for (auto &entry : entries[function]) {
    bool sameGiven = entry->presence.given == presence.given || (!entry->asked && !isOther);
    if (sameGiven && entry->presence.counts == presence.counts && entry->constantThis == thisText)
      return entry.get();
  }
  return nullptr;
}

static std::string presenceText(const frontend::Signature &signature, const Presence &presence, bool asked) {
  std::string text;
  size_t optional = 0, variadic = 0;
  auto add = [&](const std::string &part) { text += (text.empty() ? "" : ",") + part; };
  for (const frontend::Param &param : signature.params) {
    if (param.isOptional()) {
      if (asked && optional < presence.given.size())
        add((presence.given[optional] ? "" : "!") + param.name);
      ++optional;
    }
    if (param.isVariadic())
      add(param.name + "=" + std::to_string(variadic < presence.counts.size() ? presence.counts[variadic] : 1)),
          ++variadic;
  }
  return text;
}

/// Says which inputs and attributes a call may omit: the optional ones, unless the body was made for their presence.
static void markOptional(const frontend::Signature &signature, const Presence &presence, bool asked,
                         graph::Function &function) {
  size_t optional = 0, variadic = 0;
  unsigned input = 0;
  auto mayBeAbsent = [&] {
    size_t number = optional++;
    return !asked || (number < presence.given.size() && !presence.given[number]);
  };
  for (const frontend::Param &param : signature.params) {
    if (!param.isInput()) {
      bool isOptional = param.optional && mayBeAbsent();
      for (graph::AttributeParam &attribute : function.attributes)
        if (attribute.name == param.name)
          attribute.optional = isOptional;
    } else if (param.isVariadic()) {
      input += variadic < presence.counts.size() ? presence.counts[variadic] : 1;
      ++variadic;
    } else if (param.kind == frontend::ParamKind::TensorStruct) {
      input += static_cast<unsigned>(param.members.size());
    } else {
      bool isOptional =
          param.kind == frontend::ParamKind::OptionalTensor || param.kind == frontend::ParamKind::OptionalSequence;
      if (isOptional && mayBeAbsent())
        function.optionalInputs.insert(input);
      ++input;
    }
  }
}

Entry &ModuleImpl::lower(const clang::FunctionDecl *function, const Presence &presence, const Value *constantThis,
                         const std::string &thisText) {
  const clang::FunctionDecl *key = function->getCanonicalDecl();
  if (Entry *entry = find(key, presence, thisText))
    return *entry;
  const frontend::Signature &sig = signature(function);
  const frontend::Annotation *annotation = unit.annotations().find(function);
  entries[key].push_back(std::make_unique<Entry>());
  Entry &entry = *entries[key].back();
  entry.decl = function;
  entry.presence = presence;
  entry.constantThis = thisText;
  entry.inProgress = true;
  entry.function = std::make_unique<graph::Function>();
  graph::Function &fn = *entry.function;
  fn.domain = annotation->domain;
  fn.name = annotation->name;
  fn.version = annotation->version;
  NamedOpset named = namedOpset(function);
  fn.opset = options.opset ? options.opset : named.version ? named.version : 20;
  const clang::FunctionDecl *definition = function->getDefinition();
  if (!definition || !sig.valid()) {
    entry.failed = true;
    entry.inProgress = false;
    return entry;
  }
  stack.push_back(key);
  FunctionLowering lowering(*this, fn, presence);
  entry.failed = !lowering.run(definition, sig, constantThis);
  stack.pop_back();
  entry.asked = lowering.askedPresence || dropsDefault(sig, presence);
  entry.inProgress = false;
  std::string overload = annotation->overload;
  support::appendOverload(overload, thisText);
  support::appendOverload(overload, presenceText(sig, presence, entry.asked));
  fn.overload = support::finalOverload(overload);
  if (!entry.failed) {
    markOptional(sig, presence, entry.asked, fn);
    graph::finish(fn);
    entry.failed = reportClash(entry);
  }
  if (!entry.failed)
    order.push_back(&fn);
  return entry;
}

/// Whether another C++ function has become an ONNX function of the same domain, name and overload. Where both do the
/// same, one of them serves all calls.
bool ModuleImpl::reportClash(const Entry &entry) {
  const graph::Function &fn = *entry.function;
  auto [known, isNew] = identities.try_emplace({fn.domain, fn.name, fn.overload}, &entry);
  const Entry &first = *known->second;
  if (isNew || first.decl->getCanonicalDecl() == entry.decl->getCanonicalDecl() ||
      graph::toProto(*first.function).SerializeAsString() == graph::toProto(fn).SerializeAsString())
    return false;
  unit.diagnoser().report(entry.decl->getLocation(), DiagId::IdentityTwice)
      << entry.decl << first.decl << support::overloadedName(fn.domain + "::" + fn.name, fn.overload);
  unit.diagnoser().report(first.decl->getLocation(), DiagId::NoteDeclaredHere) << first.decl;
  return true;
}

std::vector<const clang::FunctionDecl *> ModuleImpl::cycleFrom(const clang::FunctionDecl *function) const {
  for (size_t i = 0; i != stack.size(); ++i)
    if (stack[i] == function->getCanonicalDecl())
      return {stack.begin() + i, stack.end()};
  return {};
}

NamedOpset ModuleImpl::opsetOf(const clang::NamedDecl *found, llvm::StringRef prefix) {
  const auto *ns = llvm::dyn_cast_or_null<clang::NamespaceDecl>(found->getDeclContext());
  NamedOpset result;
  if (!ns || !llvm::StringRef(ns->getName()).starts_with(prefix))
    return result;
  const auto *parent = llvm::dyn_cast<clang::NamespaceDecl>(ns->getDeclContext());
  if (!parent || parent->getName() != "onnxc" || ns->getName().substr(prefix.size()).getAsInteger(10, result.version))
    return {};
  result.name = "onnxc::" + ns->getName().str();
  return result;
}

namespace {
/// Walks a body, and the bodies of what it calls, for the first operator that is named through an opset namespace.
class OpsetSearch {
public:
  explicit OpsetSearch(frontend::ParsedUnit &unit) : unit(unit) {}

  NamedOpset searchFunction(const clang::FunctionDecl *function) {
    const clang::FunctionDecl *definition = function->getDefinition();
    if (!definition || !seen.insert(definition).second || unit.sources().isInSystemHeader(definition->getLocation()))
      return {};
    NamedOpset named = search(definition->getBody());
    for (size_t i = 0; !named.version && i != callees.size(); ++i) {
      auto next = std::exchange(callees[i], nullptr);
      if (next)
        named = searchFunction(next);
    }
    return named;
  }

private:
  NamedOpset search(const clang::Stmt *stmt) {
    llvm::SmallVector<const clang::Stmt *, 32> work{stmt};
    while (!work.empty()) {
      const clang::Stmt *current = work.pop_back_val();
      if (!current)
        continue;
      if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(current)) {
        NamedOpset named = visit(reference);
        if (named.version)
          return named;
      }
      llvm::SmallVector<const clang::Stmt *, 8> children;
      if (const auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(current))
        children.push_back(lambda->getBody());
      else
        children.append(current->child_begin(), current->child_end());
      if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(current);
          list && list->isSemanticForm() && list->getSyntacticForm())
        children.assign(list->child_begin(), list->child_end());
      work.append(children.rbegin(), children.rend());
    }
    return {};
  }

  NamedOpset visit(const clang::DeclRefExpr *reference) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
    if (!function)
      return {};
    const frontend::Annotation *annotation = unit.annotations().find(function);
    if (annotation && annotation->kind == frontend::Annotation::Op) {
      NamedOpset named = ModuleImpl::opsetOf(reference->getFoundDecl());
      named.location = reference->getLocation();
      return named;
    }
    callees.push_back(function); // a script that names none is made for the opset of those that it calls
    return {};
  }

  frontend::ParsedUnit &unit;
  llvm::DenseSet<const clang::FunctionDecl *> seen;
  std::vector<const clang::FunctionDecl *> callees;
};
} // namespace

NamedOpset ModuleImpl::namedOpset(const clang::FunctionDecl *function) {
  return OpsetSearch(unit).searchFunction(function);
}

Module::Module(frontend::ParsedUnit &unit, Options options) : impl(std::make_unique<ModuleImpl>(unit, options)) {}
Module::~Module() = default;

const graph::Function *Module::lower(const clang::FunctionDecl *function, const Presence &presence) {
  Presence full = presence;
  size_t optional = 0, variadic = 0;
  for (const frontend::Param &param : impl->signature(function).params) {
    optional += param.isOptional();
    variadic += param.isVariadic();
  }
  if (frontend::needsObject(function))
    return nullptr;
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  full.given.resize(optional, true);
  full.counts.resize(variadic, 1);
  Value nothing = Value::aggregate({});
  bool isMethod = method && !method->isStatic() && !method->getParent()->isLambda();
  Entry &entry = impl->lower(function, full, isMethod ? &nothing : nullptr, "");
  return entry.failed ? nullptr : entry.function.get();
}

std::vector<const graph::Function *> Module::functions() const { return impl->order; }

} // namespace onnxc::lower
