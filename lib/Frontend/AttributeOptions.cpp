#include "Frontend/AttributeOptions.h"
#include "Frontend/Attributes.h"
#include "Frontend/ConstantString.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace onnxc::frontend {

namespace {

bool isOptionsType(QualType type) {
  const auto *record = type->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier() || record->getName() != "options")
    return false;
  const auto *space = dyn_cast<NamespaceDecl>(record->getDeclContext()->getEnclosingNamespaceContext());
  while (space && space->isInline())
    space = dyn_cast<NamespaceDecl>(space->getParent());
  return space && space->getName() == "onnxc";
}

/// The braced list that an options argument is written as; null when it is written in another way.
const InitListExpr *writtenList(const Expr *argument) {
  while (argument) {
    argument = argument->IgnoreParenImpCasts();
    if (const auto *list = dyn_cast<InitListExpr>(argument))
      return list->isSemanticForm() ? list : list->getSemanticForm();
    if (const auto *cast = dyn_cast<CXXFunctionalCastExpr>(argument))
      argument = cast->getSubExpr();
    else if (const auto *full = dyn_cast<FullExpr>(argument))
      argument = full->getSubExpr();
    else if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(argument))
      argument = temporary->getSubExpr();
    else
      return nullptr;
  }
  return nullptr;
}

/// One attribute being read.
class Reader {
public:
  Reader(const AnnotateAttr &attribute, ASTContext &context, Diagnoser *diagnoser)
      : attribute(attribute), name(attribute.getAnnotation().drop_front(6)), context(context), diagnoser(diagnoser) {}

  AttributeOptions read() {
    options.kind = name == "trace" ? Annotation::Trace : name == "op" ? Annotation::Op : Annotation::Script;
    if (name == "op")
      readOp();
    else
      readFunction();
    return options;
  }

private:
  template <class... Args> void fail(SourceRange range, DiagId id, const Args &...args) {
    options.valid = false;
    if (diagnoser)
      ((diagnoser->report(range.getBegin(), id) << ... << args)) << range;
  }

  bool countIs(unsigned least, unsigned most, const char *words) {
    if (attribute.args_size() >= least && attribute.args_size() <= most)
      return true;
    fail(attribute.getRange(), DiagId::AnnotationArgumentCount, name, words, unsigned(attribute.args_size()));
    return false;
  }

  std::optional<APValue> evaluate(const Expr *argument) {
    if (argument->isValueDependent() || argument->containsErrors()) {
      options.valid = false;
      return std::nullopt;
    }
    Expr::EvalResult result;
    SmallVector<PartialDiagnosticAt, 4> notes;
    result.Diag = &notes;
    // A class that is written here may point to what is written in it; a name stands for its value.
    bool constant =
        argument->getType()->isRecordType() && argument->isPRValue()
            ? argument->EvaluateAsConstantExpr(result, context) && !result.HasSideEffects
            : argument->EvaluateAsRValue(result, context, /*InConstantContext=*/true) && !result.HasSideEffects;
    if (constant)
      return result.Val;
    fail(argument->getSourceRange(), DiagId::AnnotationArgumentNotConstant, name);
    if (diagnoser)
      for (PartialDiagnosticAt &note : notes) {
        DiagnosticBuilder builder = diagnoser->getEngine().Report(note.first, note.second.getDiagID());
        note.second.Emit(builder);
      }
    return std::nullopt;
  }

  std::optional<std::string> stringArgument(unsigned index, const char *what) {
    const Expr *argument = attribute.args_begin()[index];
    if (const auto *literal = dyn_cast<StringLiteral>(argument->IgnoreParenImpCasts());
        literal && literal->isOrdinary())
      return literal->getString().str();
    std::optional<APValue> value = evaluate(argument);
    if (!value)
      return std::nullopt;
    std::optional<std::string> text = constantString(*value, argument->getType(), context);
    if (!text)
      fail(argument->getSourceRange(), DiagId::AnnotationArgumentType, name, what, argument->getType());
    return text;
  }

  void readOp() {
    if (!countIs(3, 3, "3 arguments (domain, operator name, since-version)"))
      return;
    options.domain = stringArgument(0, "a string (the domain)");
    options.name = stringArgument(1, "a string (the operator's name)");
    const Expr *argument = attribute.args_begin()[2];
    std::optional<APValue> value = evaluate(argument);
    if (value && !value->isInt())
      fail(argument->getSourceRange(), DiagId::AnnotationArgumentType, name, "an integer (the since-version)",
           argument->getType());
    else if (value)
      readVersion(*value, "since-version", argument->getSourceRange());
    if (options.name && options.name->empty())
      fail(attribute.args_begin()[1]->getSourceRange(), DiagId::AnnotationOptionValue, "name",
           "an operator needs a name");
  }

  void readFunction() {
    if (!countIs(0, 1, "at most one argument, 'onnxc::options{...}'") || attribute.args_size() == 0)
      return;
    const Expr *argument = attribute.args_begin()[0];
    if (!argument->isTypeDependent() && !isOptionsType(argument->getType())) {
      fail(argument->getSourceRange(), DiagId::AnnotationArgumentType, name, "'onnxc::options{...}'",
           argument->getType());
      return;
    }
    std::optional<APValue> value = evaluate(argument);
    if (!value)
      return;
    const auto *record = argument->getType()->getAsCXXRecordDecl();
    const InitListExpr *list = writtenList(argument);
    for (const FieldDecl *field : record->fields()) {
      unsigned index = field->getFieldIndex();
      const Expr *written = list && index < list->getNumInits() ? list->getInit(index) : nullptr;
      bool given = written && !isa<CXXDefaultInitExpr, ImplicitValueInitExpr>(written);
      SourceRange range = given ? written->getSourceRange() : argument->getSourceRange();
      readOption(*field, value->getStructField(index), given, range);
    }
  }

  void readOption(const FieldDecl &field, const APValue &value, bool given, SourceRange range) {
    StringRef option = field.getName();
    if (option == "trace") {
      readTrace(value, given, range);
    } else if (option == "version") {
      if (given || !value.isInt() || value.getInt() != 1)
        readVersion(value, "version", range);
    } else if (option == "domain" || option == "name") {
      std::optional<std::string> text = constantString(value, field.getType(), context);
      if (text && (given || !text->empty()))
        readText(option, *text, range);
    }
  }

  void readTrace(const APValue &value, bool given, SourceRange range) {
    bool trace = value.isInt() && value.getInt() != 0;
    if (name == "function")
      options.kind = trace ? Annotation::Trace : Annotation::Script;
    else if ((given || trace) && trace != (name == "trace"))
      fail(range, DiagId::AnnotationOptionValue, "trace",
           name == "trace" ? "'[[onnx::trace]]' traces" : "'[[onnx::script]]' does not trace");
  }

  void readVersion(const APValue &value, StringRef option, SourceRange range) {
    if (!value.isInt() || value.getInt() < 1 || value.getInt().getSignificantBits() > 32)
      fail(range, DiagId::AnnotationOptionValue, option, "a version is a positive number");
    else
      options.version = value.getInt().getExtValue();
  }

  void readText(StringRef option, const std::string &text, SourceRange range) {
    bool isName = option == "name";
    if (text.empty()) {
      fail(range, DiagId::AnnotationOptionValue, option,
           isName ? "a function needs a name" : "the empty domain is that of ONNX's own operators");
      return;
    }
    for (unsigned char c : text)
      if (c <= ' ' || c == 127) {
        fail(range, DiagId::AnnotationOptionValue, option, "it must not contain spaces or control characters");
        return;
      }
    if (!isName && (text == "ai.onnx" || text == "ai.onnx.ml" || text == "ai.onnx.training" ||
                    text == "ai.onnx.preview.training")) {
      fail(range, DiagId::AnnotationOptionValue, option, "this domain is that of ONNX's own operators");
      return;
    }
    (isName ? options.name : options.domain) = text;
  }

  const AnnotateAttr &attribute;
  StringRef name;
  ASTContext &context;
  Diagnoser *diagnoser;
  AttributeOptions options;
};

} // namespace

AttributeOptions readAttribute(const AnnotateAttr &attribute, ASTContext &context, Diagnoser *diagnoser) {
  return Reader(attribute, context, diagnoser).read();
}

} // namespace onnxc::frontend
