#include "Driver/Checking/CheckCases.h"

#include "Driver/Binding/AttributeValues.h"
#include "Driver/Binding/CallText.h"
#include "Driver/Binding/InputTypes.h"
#include "Driver/Binding/MainGraph.h"
#include "Driver/Binding/Selection.h"
#include "Driver/Binding/Signatures.h"
#include "Driver/Binding/TraceRequests.h"
#include "Driver/Options/Failure.h"
#include "Graph/Model/Model.h"
#include "Lower/Lower.h"

#include <algorithm>
#include <map>
#include <set>

namespace onnxc::driver {
namespace {

using frontend::AnnotatedFunction;
using frontend::Annotation;
using frontend::AttrKind;
using frontend::Param;

/// Thrown where a function cannot be called without help.
struct Skip {
  std::string why;
};

/// The options of the command line that are for `function`.
MainOptions optionsFor(const AnnotatedFunction &function, frontend::ParsedUnit &unit, const MainOptions &all,
                       std::set<std::string> &used) {
  MainOptions own, shared;
  auto sort = [&](const std::vector<std::string> &from, std::vector<std::string> MainOptions::*member) {
    for (const std::string &option : from) {
      std::string rest = option, name = takeFunction(rest);
      if (name.empty())
        (shared.*member).push_back(option);
      else if (findFunction(unit, name, std::nullopt) == &function) {
        (own.*member).push_back(rest);
        used.insert(option);
      }
    }
  };
  sort(all.inputs, &MainOptions::inputs);
  sort(all.attributes, &MainOptions::attributes);
  addShared(function, unit, shared, own, used);
  return own;
}

/// A value for an attribute that has no default.
std::string guessedValue(const Param &param) {
  switch (param.attribute) {
  case AttrKind::Int:
    if (param.isBool)
      return "true";
    if (param.isDType)
      return "FLOAT";
    if (param.isEnum)
      if (const auto *type = param.attributeType->getAs<clang::EnumType>())
        for (const clang::EnumConstantDecl *constant : type->getDecl()->enumerators())
          return constant->getNameAsString();
    return "1";
  case AttrKind::Float:
    return "0.5";
  case AttrKind::Ints:
    return "1";
  case AttrKind::Floats:
    return "0.5";
  case AttrKind::String:
  case AttrKind::Strings:
    return "a";
  default:
    throw Skip{"attribute '" + param.name + "' needs a value: --attr '" + param.name + "=...'"};
  }
}

std::string nameOf(const std::string &option) { return option.substr(0, option.find('=')); }

bool names(const std::vector<std::string> &options, const std::string &name) {
  return std::any_of(options.begin(), options.end(), [&](const std::string &option) { return nameOf(option) == name; });
}

void guessAttributes(const frontend::Signature &signature, MainOptions &call) {
  for (const Param &param : signature.params) {
    bool isValue = param.kind == frontend::ParamKind::Attribute || param.kind == frontend::ParamKind::Opaque;
    if (!isValue || param.defaultValue || param.isOptional() || names(call.attributes, param.name))
      continue;
    if (param.kind == frontend::ParamKind::Opaque)
      throw Skip{"parameter '" + param.name + "' needs a value: --attr '" + param.name + "=...'"};
    call.attributes.push_back(param.name + "=" + guessedValue(param));
  }
}

/// With and without the optional inputs, unless the user chose; two tensors for a variadic input.
std::vector<MainOptions> presences(const frontend::Signature &signature, MainOptions call) {
  MainOptions all = call;
  bool mayDiffer = false;
  for (const Param &param : signature.params) {
    if (param.isVariadic() && !names(call.inputs, param.name))
      for (MainOptions *each : {&call, &all})
        each->inputs.insert(each->inputs.end(), {param.name, param.name});
    if (!param.isOptionalInput())
      continue;
    if (names(call.inputs, param.name))
      return {call};
    mayDiffer = true;
    all.inputs.push_back(param.name);
  }
  if (!mayDiffer)
    return {call};
  return {call, all};
}

std::string caseName(const AnnotatedFunction &function, const frontend::Signature &signature, const MainOptions &call) {
  std::string name = displayName(*function.annotation);
  if (name.starts_with("local::"))
    name.erase(0, 7);
  std::string with;
  for (const Param &param : signature.params)
    if (param.isOptionalInput() && names(call.inputs, param.name))
      with += (with.empty() ? " with " : ", ") + param.name;
  return name + with;
}

/// The inputs of a call, by name, with all that is known of their types.
struct Inputs {
  std::vector<std::string> names;
  std::vector<graph::Type> types;
};

/// An element type for inputs that are declared with none.
DType guessedElement(const std::vector<DType> &allowed) {
  for (DType dtype : {DType::FLOAT, DType::INT64, DType::BOOL})
    if (allowed.empty() || std::find(allowed.begin(), allowed.end(), dtype) != allowed.end())
      return dtype;
  return allowed.front();
}

/// Takes the next request for the input; requests of one name come in order.
std::optional<graph::Type> takeType(std::vector<InputRequest> &requests, const std::string &name, bool &isNamed) {
  for (auto request = requests.begin(); request != requests.end(); ++request)
    if (request->name == name) {
      std::optional<graph::Type> type = request->type;
      isNamed = true;
      requests.erase(request);
      return type;
    }
  return std::nullopt;
}

Inputs scriptedInputs(const frontend::Signature &signature, const lower::Presence &presence,
                      const graph::Function &lowered, const MainOptions &call) {
  std::vector<InputRequest> requests = readInputs(call.inputs);
  graph::TypeVars variables = lowered.typeVars;
  Inputs inputs;
  std::vector<MainInput> formals = mainInputs(signature, presence);
  for (std::size_t i = 0; i < formals.size() && i < lowered.body.inputs.size(); ++i) {
    bool isNamed = false;
    graph::Type type = lowered.body.inputs[i]->type;
    if (auto given = takeType(requests, formals[i].name, isNamed)) {
      variables.unify(type.elem, given->elem);
      type = *given;
    }
    if (formals[i].optional && !isNamed)
      continue;
    inputs.names.push_back(formals[i].name);
    inputs.types.push_back(std::move(type));
  }
  for (graph::Type &type : inputs.types) {
    graph::ElemType known = variables.resolve(type.elem);
    if (!known.isKnown()) {
      DType guess = guessedElement(known.var >= 0 ? variables.allowedFor(known.var) : std::vector<DType>());
      if (known.var >= 0)
        variables.unify(known, guess);
      known = guess;
    }
    type.elem = known;
  }
  return inputs;
}

/// Of a traced function only the declaration is known.
Inputs tracedInputs(const frontend::Signature &signature, const MainOptions &call) {
  std::vector<InputRequest> requests = readInputs(call.inputs);
  Inputs inputs;
  auto add = [&](const std::string &name, const frontend::TypeSpec &spec, bool isOptional) {
    bool isNamed = false;
    auto given = takeType(requests, name, isNamed);
    if (isOptional && !isNamed)
      return;
    graph::Type type = given ? *given : graph::typeOf(lower::declarationOf(spec));
    if (type.kind == graph::Type::Kind::Unknown) // onnxc::Value may be anything
      type.kind = graph::Type::Kind::Tensor;
    if (!type.elem.isKnown()) {
      std::vector<DType> allowed;
      for (int element : spec.allowed)
        allowed.push_back(static_cast<DType>(element));
      type.elem = guessedElement(allowed);
    }
    inputs.names.push_back(name);
    inputs.types.push_back(std::move(type));
  };
  for (const Param &param : signature.params) {
    if (!param.isInput())
      continue;
    for (const frontend::Member &member : param.members)
      add(member.name, member.type, false);
    std::size_t count = param.isVariadic()
                            ? std::count_if(requests.begin(), requests.end(),
                                            [&](const InputRequest &request) { return request.name == param.name; })
                            : param.kind != frontend::ParamKind::TensorStruct;
    bool hasDefault = param.defaultValue && param.kind == frontend::ParamKind::Tensor;
    for (std::size_t i = 0; i < count; ++i)
      add(param.name, param.type, param.isOptionalInput() || hasDefault);
  }
  return inputs;
}

MainOptions withTypes(const MainOptions &call, const Inputs &inputs) {
  MainOptions typed = call;
  typed.inputs.clear();
  for (std::size_t i = 0; i < inputs.names.size(); ++i)
    typed.inputs.push_back(inputs.names[i] + "=" + graph::toString(inputs.types[i]));
  return typed;
}

/// Shapes for inputs of any rank. Unknown sizes are the same counted from the last dimension, so that inputs broadcast.
const std::vector<std::vector<int64_t>> shapes = {{2, 3}, {3, 3}, {4}, {2, 3, 4, 4}, {}};

int64_t sizeFromEnd(const std::vector<int64_t> &shape, std::size_t fromEnd) {
  return fromEnd < shape.size() ? shape[shape.size() - 1 - fromEnd] : 1;
}

Inputs sizedInputs(Inputs inputs, const std::vector<int64_t> &shape) {
  std::map<std::string, int64_t> symbols;
  for (graph::Type &type : inputs.types) {
    if (!type.shape) {
      type.shape.emplace(shape.begin(), shape.end());
      continue;
    }
    for (std::size_t axis = 0; axis < type.shape->size(); ++axis) {
      graph::Dim &dim = (*type.shape)[axis];
      if (dim.isKnown())
        continue;
      int64_t size = sizeFromEnd(shape, type.shape->size() - 1 - axis);
      dim = dim.symbol.empty() ? graph::Dim(size) : graph::Dim(symbols.emplace(dim.symbol, size).first->second);
    }
  }
  return inputs;
}

void addSized(CheckCase &made, const Inputs &inputs) {
  made.isGuessed |= std::any_of(inputs.types.begin(), inputs.types.end(),
                                [](const graph::Type &type) { return type.isTensor() && !type.shape; });
  std::set<std::vector<std::string>> seen;
  for (const std::vector<int64_t> &shape : shapes) {
    Inputs sized = sizedInputs(inputs, shape);
    SizedCall call{withTypes(made.call, sized), std::move(sized.types)};
    if (seen.insert(call.call.inputs).second)
      made.sized.push_back(std::move(call));
  }
}

onnx::ModelProto scriptedModel(const AnnotatedFunction &function, const graph::Function &lowered,
                               frontend::ParsedUnit &unit, const MainOptions &call, int64_t opset) {
  graph::ModelOptions settings;
  settings.opset = opset;
  auto model = graph::mainModel(mainCall(function, lowered, unit, call), settings);
  if (!model)
    throw Skip{model.error().message};
  return std::move(*model);
}

/// All cases of one function.
std::vector<CheckCase> casesOf(const AnnotatedFunction &function, frontend::ParsedUnit &unit, lower::Module &module,
                               MainOptions call, int64_t opset) {
  frontend::Signature signature = signatureOf(function, unit);
  std::size_t given = call.attributes.size();
  std::vector<CheckCase> cases;
  auto begin = [&](const MainOptions &options) -> CheckCase & {
    CheckCase &made = cases.emplace_back();
    made.function = &function;
    made.isGuessed = call.attributes.size() > given;
    made.name = caseName(function, signature, options);
    return made;
  };
  try {
    guessAttributes(signature, call);
  } catch (const Skip &skip) {
    begin(call).skipped = skip.why;
    return cases;
  }
  for (const MainOptions &options : presences(signature, call)) {
    CheckCase &made = begin(options);
    try {
      if (function.annotation->kind == Annotation::Trace) {
        Inputs inputs = tracedInputs(signature, options);
        made.call = withTypes(options, inputs);
        addSized(made, inputs);
        continue;
      }
      lower::Presence presence = presenceOf(function, unit, options);
      const graph::Function *lowered = module.lower(function.decl, presence);
      if (!lowered) // or its errors are reported
        throw Skip{"it is compiled only where scripts call it, for objects that are known while compiling"};
      Inputs inputs = scriptedInputs(signature, presence, *lowered, options);
      made.call = withTypes(options, inputs);
      made.scripted = scriptedModel(function, *lowered, unit, made.call, opset);
      addSized(made, inputs);
    } catch (const Skip &skip) {
      made.skipped = skip.why;
    } catch (const Failure &failure) {
      made.skipped = failure.message;
    }
  }
  return cases;
}

} // namespace

std::vector<CheckCase> checkCases(frontend::ParsedUnit &unit, lower::Module &module, const CheckOptions &options) {
  std::vector<CheckCase> cases;
  std::set<std::string> used;
  for (const AnnotatedFunction &function : unit.functions().functions) {
    if (!function.inMainFile || function.annotation->kind == Annotation::Op)
      continue;
    MainOptions call = optionsFor(function, unit, options.call, used);
    for (CheckCase &made : casesOf(function, unit, module, std::move(call), options.opset))
      cases.push_back(std::move(made));
  }
  for (const std::vector<std::string> &all : {options.call.inputs, options.call.attributes})
    for (const std::string &option : all)
      if (!used.contains(option))
        throw Failure::usage("'" + option + "': no function has that");
  return cases;
}

} // namespace onnxc::driver
