#include "Driver/Binding/Signatures.h"

#include "Support/Overload.h"

#include "clang/AST/RawCommentList.h"
#include "llvm/Support/Path.h"

namespace onnxc::driver {
namespace {

using frontend::AnnotatedFunction;
using frontend::AttrKind;
using frontend::Param;
using frontend::ParamKind;

const char *attributeTypeName(AttrKind kind) {
  switch (kind) {
  case AttrKind::Float:
    return "float";
  case AttrKind::Int:
    return "int";
  case AttrKind::String:
    return "string";
  case AttrKind::Tensor:
    return "tensor";
  case AttrKind::Floats:
    return "floats";
  case AttrKind::Ints:
    return "ints";
  case AttrKind::Strings:
    return "strings";
  case AttrKind::None:
    break;
  }
  return "value"; // of a traced function: any C++ type
}

/// The default argument as it is written.
std::string sourceText(const clang::Expr *expression, const clang::ASTContext &context) {
  auto range = clang::CharSourceRange::getTokenRange(expression->getSourceRange());
  llvm::StringRef text = clang::Lexer::getSourceText(range, context.getSourceManager(), context.getLangOpts());
  text.consume_front("="); // belongs to the range of a braced default
  if (!text.empty())
    return text.trim().str();
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  expression->printPretty(stream, nullptr, clang::PrintingPolicy(context.getLangOpts()));
  return printed;
}

emit::ParamInfo attributeInfo(const Param &param, const clang::ASTContext &context) {
  emit::ParamInfo info;
  info.name = param.name;
  info.type = attributeTypeName(param.kind == ParamKind::Attribute ? param.attribute : AttrKind::None);
  clang::PrintingPolicy policy(context.getLangOpts());
  info.cppType = (param.attributeType.isNull() ? param.decl->getType() : param.attributeType).getAsString(policy);
  info.optional = param.optional;
  info.hasDefault = param.defaultValue != nullptr;
  if (info.hasDefault)
    info.defaultValue = sourceText(param.defaultValue, context);
  return info;
}

emit::ParamInfo inputInfo(const Param &param) {
  emit::ParamInfo info;
  info.name = param.name;
  info.type = frontend::toString(param.type);
  info.optional = param.isOptional() || param.kind == ParamKind::VariadicOptionalTensor;
  info.variadic = param.isVariadic();
  return info;
}

void addParam(emit::FunctionInfo &info, const Param &param, const clang::ASTContext &context) {
  if (!param.isInput())
    info.attributes.push_back(attributeInfo(param, context));
  else if (param.kind != ParamKind::TensorStruct)
    info.inputs.push_back(inputInfo(param));
  for (const frontend::Member &member : param.members) {
    emit::ParamInfo input;
    input.name = member.name;
    input.type = frontend::toString(member.type);
    info.inputs.push_back(std::move(input));
  }
}

std::string docOf(const clang::FunctionDecl *function, clang::ASTContext &context) {
  const clang::RawComment *comment = context.getRawCommentForAnyRedecl(function);
  return comment ? comment->getFormattedText(context.getSourceManager(), context.getDiagnostics()) : std::string();
}

std::string cppName(const clang::FunctionDecl *function) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  function->getNameForDiagnostic(stream, clang::PrintingPolicy(function->getASTContext().getLangOpts()),
                                 /*Qualified=*/true);
  return text;
}

emit::FunctionInfo functionInfo(const AnnotatedFunction &function, frontend::ParsedUnit &unit) {
  emit::FunctionInfo info;
  const frontend::Annotation &annotation = *function.annotation;
  info.domain = annotation.domain;
  info.name = annotation.name;
  info.overload = support::finalOverload(annotation.overload);
  info.kind = annotation.kind == frontend::Annotation::Trace ? "trace" : "script";
  info.version = annotation.version;
  info.cppName = cppName(function.decl);
  clang::PresumedLoc place =
      unit.sources().getPresumedLoc(unit.sources().getExpansionLoc(function.decl->getLocation()));
  info.file = place.isValid() ? place.getFilename() : "";
  info.line = place.isValid() ? place.getLine() : 0;
  info.doc = docOf(function.decl, unit.ast());
  frontend::Signature signature = signatureOf(function, unit);
  for (const Param &param : signature.params)
    addParam(info, param, unit.ast());
  for (const frontend::Member &result : signature.results) {
    emit::ParamInfo output;
    output.name = result.name;
    output.type = frontend::toString(result.type);
    output.variadic = signature.resultKind == frontend::ResultKind::Vector;
    info.outputs.push_back(std::move(output));
  }
  return info;
}

} // namespace

frontend::Signature signatureOf(const AnnotatedFunction &function, frontend::ParsedUnit &unit) {
  return frontend::signatureOf(function.decl, function.annotation->kind, {unit.sema(), unit.types(), nullptr});
}

std::vector<emit::FunctionInfo> functionInfos(frontend::ParsedUnit &unit) {
  std::vector<emit::FunctionInfo> infos;
  for (const AnnotatedFunction &function : unit.functions().functions)
    if (function.inMainFile)
      infos.push_back(functionInfo(function, unit));
  return infos;
}

} // namespace onnxc::driver
