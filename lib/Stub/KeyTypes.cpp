#include "Stub/KeyTypes.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using onnxc::frontend::DiagId;
using onnxc::frontend::TypeClass;

namespace onnxc::stub {

namespace {

/// Why a type cannot be written as text, and the innermost member that has it.
struct Problem {
  enum Kind : unsigned { Pointer, Class, Lambda, Unordered, Array, Other } kind;
  QualType type;
  const FieldDecl *member = nullptr;
};

bool hasMethod(const CXXRecordDecl *record, StringRef name) {
  auto isIt = [&](const NamedDecl *decl) { return decl->getDeclName().isIdentifier() && decl->getName() == name; };
  if (llvm::any_of(record->decls(), [&](const Decl *decl) {
        return isa<NamedDecl>(decl) && decl->getAsFunction() && isIt(cast<NamedDecl>(decl));
      }))
    return true;
  return llvm::any_of(record->bases(), [&](const CXXBaseSpecifier &base) {
    const CXXRecordDecl *other = base.getType()->getAsCXXRecordDecl();
    return other && hasMethod(other, name);
  });
}

/// A user's class that is none by the rules of aggregates, but may be taken apart like one of the standard library's.
bool looksLikeLibraryClass(const CXXRecordDecl *record) {
  for (StringRef name : {"begin", "has_value", "valueless_by_exception", "data", "get"})
    if (hasMethod(record, name))
      return true;
  return false;
}

class Reader {
public:
  explicit Reader(frontend::TypeTable &types) : types(types) {}

  std::optional<Problem> problem(QualType type, unsigned depth = 0) {
    if (type.isNull() || type->isDependentType() || depth > 8)
      return std::nullopt;
    type = type.getNonReferenceType().getUnqualifiedType();
    switch (types.classify(type)) {
    case TypeClass::StdVector:
    case TypeClass::StdSpan:
    case TypeClass::StdInitializerList:
    case TypeClass::StdArray:
    case TypeClass::StdOptional:
      return problem(types.templateArgument(type, 0), depth + 1);
    case TypeClass::StdTuple:
    case TypeClass::StdPair:
      return arguments(type, ~0u, depth);
    case TypeClass::ArrayType:
      return Problem{Problem::Array, type};
    case TypeClass::Pointer:
      return type->isFunctionPointerType() || type->isMemberFunctionPointerType()
                 ? std::nullopt
                 : std::optional(Problem{Problem::Pointer, type});
    case TypeClass::Lambda:
      return type->getAsCXXRecordDecl()->capture_size() == 0 ? std::nullopt
                                                             : std::optional(Problem{Problem::Lambda, type});
    case TypeClass::Record:
      return record(type, depth);
    default:
      return std::nullopt;
    }
  }

private:
  std::optional<Problem> arguments(QualType type, unsigned count, unsigned depth) {
    for (unsigned i = 0; i < count; ++i) {
      QualType argument = types.templateArgument(type, i);
      if (argument.isNull())
        break;
      if (std::optional<Problem> found = problem(argument, depth + 1))
        return found;
    }
    return std::nullopt;
  }

  std::optional<Problem> record(QualType type, unsigned depth) {
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    record = record ? record->getDefinition() : nullptr;
    if (!record)
      return std::nullopt;
    if (record->isInStdNamespace())
      return libraryClass(type, record->getName(), depth);
    if (record->isEmpty() || hasMethod(record, "onnxc_members") || looksLikeLibraryClass(record))
      return std::nullopt;
    if (!record->isAggregate())
      return Problem{Problem::Class, type};
    for (const FieldDecl *field : record->fields())
      if (std::optional<Problem> found = problem(field->getType(), depth + 1)) {
        if (!found->member)
          found->member = field;
        return found;
      }
    return std::nullopt;
  }

  std::optional<Problem> libraryClass(QualType type, StringRef name, unsigned depth) {
    if (name.starts_with("unordered_"))
      return Problem{Problem::Unordered, type};
    if (name == "variant")
      return arguments(type, ~0u, depth);
    if (name == "map" || name == "multimap")
      return arguments(type, 2, depth);
    if (name == "set" || name == "multiset" || name == "list" || name == "forward_list" || name == "deque")
      return arguments(type, 1, depth);
    if (name == "unique_ptr" || name == "shared_ptr" || name == "weak_ptr" || name == "reference_wrapper")
      return Problem{Problem::Pointer, type};
    if (name == "function" || name == "any" || name == "thread" || name == "mutex")
      return Problem{Problem::Other, type};
    return std::nullopt;
  }

  frontend::TypeTable &types;
};

/// Where the member list of a class would go: before its closing brace.
FixItHint memberList(const CXXRecordDecl *record) {
  std::string names;
  for (const FieldDecl *field : record->fields())
    if (field->getIdentifier())
      names += (names.empty() ? "" : ", ") + field->getNameAsString();
  return FixItHint::CreateInsertion(record->getBraceRange().getEnd(),
                                    "public: auto onnxc_members() const { return std::tie(" + names + "); } ");
}

} // namespace

void KeyTypes::check(const ValueDecl *decl, KeyPart part, const FunctionDecl *traced, SourceLocation location) {
  QualType type = decl->getType();
  if (const auto *parameter = dyn_cast<ParmVarDecl>(decl);
      parameter && parameter->getOriginalType()->isArrayType() && !type->getPointeeType()->isCharType())
    type = parameter->getOriginalType(); // `const char s[]` is a string
  std::optional<Problem> found = Reader(unit.types()).problem(type);
  if (!found || !reported.insert({location, type.getCanonicalType().getTypePtr()}).second)
    return;
  unit.diagnoser().report(location, DiagId::TracedKey)
      << unsigned(part) << decl << traced << type << unsigned(found->kind);
  if (found->member)
    unit.diagnoser().report(found->member->getLocation(), DiagId::NoteMemberType)
        << found->member << found->member->getType();
  if (found->kind != Problem::Class)
    return;
  const CXXRecordDecl *record = found->type->getAsCXXRecordDecl()->getDefinition();
  auto note = unit.diagnoser().report(record->getLocation(), DiagId::NoteMemberList);
  note << record;
  if (!record->getBraceRange().getEnd().isMacroID() && !isa<ClassTemplateSpecializationDecl>(record))
    note << memberList(record);
}

void KeyTypes::check(const FunctionDecl *traced) {
  for (const ParmVarDecl *parameter : traced->parameters())
    if (!parameter->getType()->isLValueReferenceType() ||
        parameter->getType().getNonReferenceType().isConstQualified()) // others are reported with the signature
      check(parameter, KeyPart::Parameter, traced, parameter->getLocation());
}

} // namespace onnxc::stub
