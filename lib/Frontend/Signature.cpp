#include "Frontend/Signature.h"
#include "Frontend/AttributeOptions.h"

#include "Frontend/ConstantOptional.h"
#include "Frontend/DefaultArguments.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"

#include <algorithm>
#include <set>

using namespace clang;

namespace onnxc::frontend {

namespace {

/// Nesting of structs of tensors that is still read.
constexpr unsigned maxStructDepth = 16;

bool isListClass(TypeClass typeClass) {
  return typeClass == TypeClass::StdVector || typeClass == TypeClass::StdSpan ||
         typeClass == TypeClass::StdInitializerList;
}

class SignatureReader {
public:
  SignatureReader(const FunctionDecl *function, Annotation::Kind kind, const SignatureContext &context)
      : function(function), kind(kind), sema(context.sema), types(context.types), diagnoser(context.diagnoser) {}

  Signature read() {
    signature.function = function;
    for (const ParmVarDecl *parameter : function->parameters())
      signature.params.push_back(readParam(parameter));
    checkOrder();
    checkNames();
    readResult();
    return std::move(signature);
  }

private:
  template <class... Args> void fail(SourceLocation location, DiagId id, const Args &...args) {
    if (diagnoser)
      (diagnoser->report(location, id) << ... << args);
  }

  // Parameters.

  Param readParam(const ParmVarDecl *parameter) {
    Param param = readKind(parameter);
    if (param.isOptional() && param.defaultValue)
      param.isAbsentByDefault = isEmptyOptional(param.defaultValue, sema.Context);
    return param;
  }

  Param readKind(const ParmVarDecl *parameter) {
    Param param;
    param.decl = parameter;
    param.name = parameter->getName().str();
    param.defaultValue = defaultArgument(function, parameter, sema);
    QualType type = parameter->getType();
    if (type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified()) {
      fail(parameter->getLocation(), DiagId::ParameterReference, parameter, type);
      return param;
    }
    type = type.getNonReferenceType().getUnqualifiedType();
    if (readInput(param, type)) {
      checkElement(parameter->getLocation(), param.type);
      for (const Member &member : param.members)
        checkElement(parameter->getLocation(), member.type);
      return param;
    }
    if (readAttribute(param, type))
      return param;
    param.kind = ParamKind::Invalid;
    if (kind == Annotation::Trace) {
      param.kind = ParamKind::Opaque;
      param.attributeType = type;
    } else if (types.classify(type) == TypeClass::Pointer) {
      fail(parameter->getLocation(), DiagId::ParameterPointer, parameter, type);
    } else {
      fail(parameter->getLocation(), DiagId::ParameterType, parameter, type);
      noteMembers(type);
    }
    return param;
  }

  void checkElement(SourceLocation location, const TypeSpec &spec) {
    if (!spec.badElement.empty())
      fail(location, DiagId::TensorElementType, "'" + spec.badElement + "'");
  }

  /// Which member keeps a struct from being inputs.
  void noteMembers(QualType type) {
    const auto *record = type->getAsCXXRecordDecl();
    if (!diagnoser || !record || types.classify(type) != TypeClass::Record || !record->hasDefinition())
      return;
    for (const FieldDecl *field : record->fields())
      if (!types.tensorTypeOf(field->getType())) {
        diagnoser->report(field->getLocation(), DiagId::NoteMemberType) << field << field->getType();
        return;
      }
  }

  bool readInput(Param &param, QualType type) {
    // Operators take wrapper types of ours.
    if (TypeClass typeClass = types.classify(type);
        typeClass == TypeClass::Input || typeClass == TypeClass::VariadicInput) {
      param.kind = typeClass == TypeClass::Input ? ParamKind::OptionalTensor : ParamKind::VariadicOptionalTensor;
      param.type.kind = TypeSpec::Value;
      return true;
    }
    if (const TypeSpec &spec = types.tensorTypeOf(type)) {
      param.type = spec;
      param.kind = spec.kind == TypeSpec::Tensor             ? ParamKind::Tensor
                   : spec.kind == TypeSpec::OptionalTensor   ? ParamKind::OptionalTensor
                   : spec.kind == TypeSpec::Sequence         ? ParamKind::Sequence
                   : spec.kind == TypeSpec::OptionalSequence ? ParamKind::OptionalSequence
                                                             : ParamKind::OtherValue;
      return true;
    }
    if (isListClass(types.classify(type))) {
      const TypeSpec &element = types.tensorTypeOf(types.templateArgument(type, 0));
      if (element.kind != TypeSpec::Tensor && element.kind != TypeSpec::OptionalTensor)
        return false;
      param.type = element;
      param.kind = element.kind == TypeSpec::Tensor ? ParamKind::VariadicTensor : ParamKind::VariadicOptionalTensor;
      return true;
    }
    if (!flatten(type, param.name, param.members, {}))
      return false;
    param.kind = ParamKind::TensorStruct;
    return true;
  }

  bool readAttribute(Param &param, QualType type) {
    if (types.classify(type) == TypeClass::StdOptional) {
      param.optional = true;
      type = types.templateArgument(type, 0);
    }
    if (type.isNull())
      return false;
    param.attributeType = type.getUnqualifiedType();
    param.attribute = scalarKind(param, type);
    if (param.attribute == AttrKind::None)
      param.attribute = listKind(param, type);
    if (param.attribute == AttrKind::None)
      return false;
    param.kind = ParamKind::Attribute;
    if (param.name.empty() && kind == Annotation::Script)
      fail(param.decl->getLocation(), DiagId::ParameterUnnamed);
    if (param.attribute == AttrKind::Float)
      warnInexact(param);
    if (param.attribute == AttrKind::Int)
      checkRange(param);
    return true;
  }

  AttrKind scalarKind(Param &param, QualType type) {
    switch (types.classify(type)) {
    case TypeClass::Arithmetic:
      if (type->isRealFloatingType())
        return AttrKind::Float;
      param.isBool = type->isBooleanType();
      return types.elementTypeOf(type) ? AttrKind::Int : AttrKind::None;
    case TypeClass::SmallElement: {
      ElementType element = types.elementTypeOf(type);
      bool integer = element == 21 || element == 22 || element == 25 || element == 26;
      bool complex = element == 14 || element == 15;
      return complex ? AttrKind::None : integer ? AttrKind::Int : AttrKind::Float;
    }
    case TypeClass::DType:
      param.isDType = true;
      return AttrKind::Int;
    case TypeClass::Enum:
      param.isEnum = true;
      return AttrKind::Int;
    case TypeClass::StdString:
    case TypeClass::StringView:
      return AttrKind::String;
    case TypeClass::CharPointer:
      return type->getPointeeType().isConstQualified() ? AttrKind::String : AttrKind::None;
    case TypeClass::TensorLiteral:
      return AttrKind::Tensor;
    default:
      return AttrKind::None;
    }
  }

  AttrKind listKind(Param &param, QualType type) {
    TypeClass typeClass = types.classify(type);
    QualType element;
    if (isListClass(typeClass) || typeClass == TypeClass::StdArray)
      element = types.templateArgument(type, 0);
    else if (typeClass == TypeClass::ArrayType)
      element = QualType(type->getArrayElementTypeNoTypeQual(), 0);
    if (element.isNull())
      return AttrKind::None;
    switch (scalarKind(param, element.getUnqualifiedType())) {
    case AttrKind::Float:
      return AttrKind::Floats;
    case AttrKind::Int:
      return AttrKind::Ints;
    case AttrKind::String:
      return AttrKind::Strings;
    default:
      return AttrKind::None;
    }
  }

  void warnInexact(const Param &param) {
    const Expr *value = param.defaultValue;
    if (!value || !diagnoser || param.optional || !param.attributeType->isSpecificBuiltinType(BuiltinType::Double))
      return;
    if (std::optional<std::string> asFloat = inexactAsFloat(value, sema.Context))
      fail(value->getExprLoc(), DiagId::AttributeDoubleInexact, param.decl, StringRef(*asFloat));
  }

  /// ONNX's integers are signed.
  void checkRange(Param &param) {
    const Expr *value = param.defaultValue;
    if (!value || value->isValueDependent() || !value->getType()->isUnsignedIntegerType())
      return;
    Expr::EvalResult result;
    if (!value->EvaluateAsInt(result, sema.Context) || result.Val.getInt().getActiveBits() <= 63)
      return;
    fail(value->getExprLoc(), DiagId::AttributeDefaultRange, param.decl);
    param.kind = ParamKind::Invalid;
  }

  /// A variadic input must be the last one, so that one function can take any number of tensors. A traced function is
  /// made for the number that it is called with.
  void checkOrder() {
    if (kind == Annotation::Trace)
      return;
    const Param *variadic = nullptr;
    for (Param &param : signature.params) {
      if (!param.isInput())
        continue;
      if (variadic) {
        fail(variadic->decl->getLocation(), DiagId::ParameterVariadicNotLast, variadic->decl);
        const_cast<Param *>(variadic)->kind = ParamKind::Invalid;
        return;
      }
      if (param.isVariadic())
        variadic = &param;
    }
  }

  /// Members of structs may clash with parameters: `a.b` only if a parameter has a name with a dot, but two unnamed
  /// structs do.
  void checkNames() {
    std::set<std::string> names;
    for (Param &param : signature.params)
      for (const Member &member : param.members)
        if (!names.insert(member.name).second) {
          fail(param.decl->getLocation(), DiagId::ParameterNameTwice, function, member.name);
          param.kind = ParamKind::Invalid;
          break;
        }
  }

  // Aggregates.

  /// Adds the tensors in an aggregate of tensors to `members`. False when `type` is something else or holds something
  /// else.
  bool flatten(QualType type, const std::string &name, std::vector<Member> &members, std::vector<unsigned> path) {
    if (path.size() > maxStructDepth)
      return false;
    if (const TypeSpec &spec = types.tensorTypeOf(type)) {
      members.push_back({name, std::move(path), spec});
      return !members.back().path.empty();
    }
    unsigned index = 0;
    auto child = [&](QualType childType, StringRef childName) {
      std::vector<unsigned> childPath = path;
      childPath.push_back(index++);
      return flatten(childType, name.empty() ? childName.str() : name + "." + childName.str(), members,
                     std::move(childPath));
    };
    switch (types.classify(type)) {
    case TypeClass::StdTuple:
    case TypeClass::StdPair:
      for (QualType element = types.templateArgument(type, 0); !element.isNull();
           element = types.templateArgument(type, index))
        if (!child(element, std::to_string(index)))
          return false;
      return index > 0;
    case TypeClass::StdArray:
      for (uint64_t count = arraySize(type); index < count;)
        if (!child(types.templateArgument(type, 0), std::to_string(index)))
          return false;
      return index > 0;
    case TypeClass::Record:
    case TypeClass::OnnxcOther: {
      const auto *record = type->getAsCXXRecordDecl();
      if (!record->hasDefinition() || record->getNumBases() || record->isUnion())
        return false;
      for (const FieldDecl *field : record->fields())
        if (!child(field->getType(), field->getName()))
          return false;
      return index > 0;
    }
    default:
      return false;
    }
  }

  static uint64_t arraySize(QualType type) {
    const auto *specialization = dyn_cast<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
    if (!specialization || specialization->getTemplateArgs().size() < 2)
      return 0;
    const TemplateArgument &count = specialization->getTemplateArgs()[1];
    return count.getKind() == TemplateArgument::Integral
               ? std::min<uint64_t>(count.getAsIntegral().getZExtValue(), 1 << 16)
               : 0;
  }

  // Results.

  void readResult() {
    QualType type = function->getReturnType();
    SourceLocation location = function->getReturnTypeSourceRange().getBegin();
    if (location.isInvalid())
      location = function->getLocation();
    signature.resultType = type;
    if (type->isVoidType())
      return fail(location, DiagId::ReturnVoid, function);
    if (type->isReferenceType())
      return fail(location, DiagId::ReturnReference, function, type);
    if (type->isUndeducedType())
      return; // declared only; Clang reports a use
    if (const TypeSpec &spec = types.tensorTypeOf(type)) {
      checkElement(location, spec);
      signature.results.push_back({"", {}, spec});
      signature.resultKind = ResultKind::Single;
      return;
    }
    TypeClass typeClass = types.classify(type);
    if (typeClass == TypeClass::StdVector &&
        types.tensorTypeOf(types.templateArgument(type, 0)).kind == TypeSpec::Tensor) {
      signature.results.push_back({"", {}, types.tensorTypeOf(types.templateArgument(type, 0))});
      signature.resultKind = ResultKind::Vector;
      return;
    }
    if (!flatten(type, "", signature.results, {})) {
      signature.results.clear();
      fail(location, DiagId::ReturnType, function, type);
      noteMembers(type);
      return;
    }
    for (const Member &result : signature.results)
      checkElement(location, result.type);
    signature.resultKind = typeClass == TypeClass::StdArray                                      ? ResultKind::Array
                           : typeClass == TypeClass::StdTuple || typeClass == TypeClass::StdPair ? ResultKind::Tuple
                                                                                                 : ResultKind::Struct;
    if (signature.resultKind != ResultKind::Struct)
      for (Member &result : signature.results)
        if (result.path.size() == 1)
          result.name.clear();
  }

  const FunctionDecl *function;
  Annotation::Kind kind;
  Sema &sema;
  TypeTable &types;
  Diagnoser *diagnoser;
  Signature signature;
};

} // namespace

bool Signature::valid() const {
  return resultKind != ResultKind::Invalid && std::none_of(params.begin(), params.end(), [](const Param &param) {
           return param.kind == ParamKind::Invalid;
         });
}

bool needsObject(const FunctionDecl *function) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  return method && !method->isStatic() && !method->getParent()->isLambda() && !method->getParent()->isEmpty();
}

Signature signatureOf(const FunctionDecl *function, Annotation::Kind kind, const SignatureContext &context) {
  return SignatureReader(function, kind, context).read();
}

} // namespace onnxc::frontend
