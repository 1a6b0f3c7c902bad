#include "Stub/Descriptor.h"

#include "Frontend/Signature.h"
#include "Stub/FunctionText.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RawCommentList.h"
#include "llvm/ADT/StringExtras.h"

#include <charconv>
#include <iterator>

using namespace clang;
using onnxc::frontend::Annotation;
using onnxc::frontend::Signature;

namespace onnxc::stub {

namespace {

double doubleOf(llvm::APFloat number) {
  bool isInexact = false;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &isInexact);
  return number.convertToDouble();
}

std::optional<std::string> constantText(const APValue &value, QualType type) {
  if (value.isInt())
    return type->isBooleanType() ? (value.getInt().getBoolValue() ? "true" : "false")
                                 : llvm::toString(value.getInt(), 10);
  if (!value.isFloat())
    return std::nullopt;
  // The shortest text that gives the value back, in the type that it has.
  char buffer[64];
  const llvm::APFloat &number = value.getFloat();
  std::to_chars_result end = &number.getSemantics() == &llvm::APFloat::IEEEsingle()
                                 ? std::to_chars(buffer, std::end(buffer), number.convertToFloat())
                                 : std::to_chars(buffer, std::end(buffer), doubleOf(number));
  std::string digits(buffer, end.ptr);
  if (digits.find_first_of(".en") == std::string::npos)
    digits += ".0";
  return digits;
}

/// The elements of a braced list, however the type of the parameter takes it; null where `expr` is none.
const InitListExpr *bracedList(const Expr *expr) {
  for (;;) {
    expr = expr->IgnoreImplicit();
    if (const auto *list = dyn_cast<InitListExpr>(expr))
      return list;
    if (const auto *list = dyn_cast<CXXStdInitializerListExpr>(expr))
      expr = list->getSubExpr();
    else if (const auto *construct = dyn_cast<CXXConstructExpr>(expr); construct && construct->getNumArgs() > 0)
      expr = construct->getArg(0);
    else if (const auto *cast = dyn_cast<CXXFunctionalCastExpr>(expr))
      expr = cast->getSubExpr();
    else
      return nullptr;
  }
}

const StringLiteral *stringIn(const Expr *expr) {
  for (;;) {
    expr = expr->IgnoreParenImpCasts()->IgnoreImplicit();
    if (const auto *literal = dyn_cast<StringLiteral>(expr))
      return literal;
    const auto *construct = dyn_cast<CXXConstructExpr>(expr);
    if (!construct || construct->getNumArgs() == 0)
      return nullptr;
    expr = construct->getArg(0);
  }
}

} // namespace

std::optional<std::string> valueText(const Expr *expr, const ASTContext &context) {
  if (expr->isValueDependent() || expr->isTypeDependent())
    return std::nullopt;
  if (const StringLiteral *literal = stringIn(expr); literal && literal->getCharByteWidth() == 1)
    return '"' + literal->getString().str() + '"';
  Expr::EvalResult result;
  const Expr *number = expr->IgnoreUnlessSpelledInSource();
  if (number->getType()->isArithmeticType() || number->getType()->isEnumeralType())
    if (number->EvaluateAsRValue(result, context))
      return constantText(result.Val, number->getType());
  if (const InitListExpr *list = bracedList(expr)) {
    std::string text;
    for (const Expr *element : list->inits()) {
      std::optional<std::string> one = valueText(element, context);
      if (!one)
        return std::nullopt;
      text += (text.empty() ? "" : ", ") + *one;
    }
    return "[" + text + "]";
  }
  return std::nullopt;
}

namespace {

std::string defaultText(const ParmVarDecl *parameter, const frontend::Param *param, const SourceText &source) {
  const ASTContext &context = parameter->getASTContext();
  bool isParsed = !parameter->hasUnparsedDefaultArg() && !parameter->hasUninstantiatedDefaultArg();
  const Expr *expr = isParsed ? parameter->getDefaultArg() : nullptr;
  if (param && param->isAbsentByDefault)
    return "none";
  if (expr)
    if (std::optional<std::string> text = valueText(expr, context))
      return *text;
  if (std::optional<FileRange> bytes = source.locate(parameter->getDefaultArgRange()))
    if (std::optional<std::string> text = source.tokens(*bytes))
      return "=" + *text;
  return "=...";
}

std::string memberNames(const std::vector<frontend::Member> &members, size_t prefix) {
  std::string names;
  for (const frontend::Member &member : members)
    names += (names.empty() ? "" : ",") + member.name.substr(std::min(prefix, member.name.size()));
  return names;
}

std::string parameterText(const ParmVarDecl *parameter, const frontend::Param *param, const SourceText &source) {
  std::string text = "{.name = " + stringLiteral(parameter->getName());
  const FunctionDecl *function = cast<FunctionDecl>(parameter->getDeclContext());
  // The default argument may be on an earlier declaration.
  const ParmVarDecl *withDefault = nullptr;
  for (const FunctionDecl *declaration : function->redecls())
    if (const ParmVarDecl *other = declaration->getParamDecl(parameter->getFunctionScopeIndex());
        other->hasDefaultArg() && !other->hasInheritedDefaultArg())
      withDefault = other;
  if (withDefault)
    text += ", .defaultValue = " + stringLiteral(defaultText(withDefault, param, source));
  if (param && param->kind == frontend::ParamKind::TensorStruct)
    text += ", .members = " + stringLiteral(memberNames(param->members, param->name.size() + 1));
  return text + "}";
}

/// The doc comment without its signs.
std::string docText(const FunctionDecl *function) {
  const Decl *decl = function;
  if (const FunctionTemplateDecl *functionTemplate = function->getDescribedFunctionTemplate())
    decl = functionTemplate;
  ASTContext &context = function->getASTContext();
  const RawComment *comment = context.getRawCommentForAnyRedecl(decl);
  if (!comment)
    return "";
  return StringRef(comment->getFormattedText(context.getSourceManager(), context.getDiagnostics())).trim().str();
}

} // namespace

std::string descriptorName(const FunctionDecl *function) { return freeName("onnxc_descriptor", function); }

std::string descriptorText(const WrittenFunction &function, const std::string &fileName, bool debugLines,
                           frontend::ParsedUnit &unit, const SourceText &source) {
  const FunctionDecl *decl = function.decl;
  const Annotation &annotation = *function.annotation;
  std::optional<Signature> signature;
  if (!decl->isTemplated())
    signature = frontend::signatureOf(decl, annotation.kind, {unit.sema(), unit.types(), nullptr});

  std::string parameters;
  for (unsigned i = 0; i < decl->getNumParams(); ++i) {
    const frontend::Param *param = signature && i < signature->params.size() ? &signature->params[i] : nullptr;
    parameters += (i ? ", " : "") + parameterText(decl->getParamDecl(i), param, source);
  }
  std::string text, array = freeName("onnxc_parameters", decl);
  if (!parameters.empty())
    text += "static constexpr ::onnxc::stub::Parameter " + array + "[] = {" + parameters + "}; ";
  text +=
      "struct " + descriptorName(decl) +
      " { static constexpr ::onnxc::stub::Descriptor get() { return {.domain = " + stringLiteral(annotation.domain) +
      ", .name = " + stringLiteral(annotation.name);
  if (annotation.version != 1)
    text += ", .version = " + std::to_string(annotation.version);
  if (annotation.kind == Annotation::Script)
    text += ", .kind = ::onnxc::stub::Kind::Script";
  if (!annotation.overload.empty())
    text += ", .overload = " + stringLiteral(annotation.overload);
  if (!parameters.empty())
    text += ", .parameters = " + array + ", .parameterCount = " + std::to_string(decl->getNumParams());
  if (signature && signature->resultKind == frontend::ResultKind::Struct)
    text += ", .outputs = " + stringLiteral(memberNames(signature->results, 0));
  text += ", .file = " + stringLiteral(fileName) +
          ", .line = " + std::to_string(source.getSources().getExpansionLineNumber(decl->getLocation()));
  if (debugLines)
    text += ", .debugLines = true";
  if (std::string doc = docText(decl); !doc.empty())
    text += ", .doc = " + stringLiteral(doc);
  return text + "}; } };";
}

} // namespace onnxc::stub
