#include "Driver/Checking/CheckCases.h"
#include "Graph/Model/MainGraph.h"

#include "Driver/Binding/MainGraph.h"
#include "Driver/Binding/Selection.h"
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
CallOptions optionsFor(const AnnotatedFunction &function, frontend::ParsedUnit &unit, const CallOptions &all,
                       std::set<std::string> &used) {
  CallOptions own, shared;
  auto sort = [&](const auto &from, auto member) {
    for (const auto &option : from)
      if (option.function.empty()) {
        (shared.*member).push_back(option);
      } else if (findFunction(unit, option.function, std::nullopt) == &function) {
        (own.*member).push_back(option);
        used.insert(option.text);
      }
  };
  sort(all.inputs, &CallOptions::inputs);
  sort(all.attributes, &CallOptions::attributes);
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

/// Values for what has no default. True when there were such.
bool guessValues(BoundCall &call) {
  bool guessed = false;
  for (const Param &param : call.signature.params) {
    bool isValue = param.kind == frontend::ParamKind::Attribute || param.kind == frontend::ParamKind::Opaque;
    if (!isValue || param.defaultValue || param.isOptional() || call.valueOf(param))
      continue;
    if (param.kind == frontend::ParamKind::Opaque)
      throw Skip{"parameter '" + param.name + "' needs a value: --attr '" + param.name + "=...'"};
    call.setValue(param, guessedValue(param));
    guessed = true;
  }
  return guessed;
}

/// With and without the optional inputs, unless the user chose; two tensors for a variadic input.
std::vector<BoundCall> presences(const BoundCall &given) {
  BoundCall call = given, all = given;
  bool mayDiffer = false;
  for (const Param &param : given.signature.params) {
    bool isNamed = given.inputs.contains(param.name);
    if (param.isVariadic() && !isNamed)
      call.inputs[param.name] = all.inputs[param.name] = std::vector<GivenInput>(2);
    if (!param.isOptionalInput())
      continue;
    if (isNamed)
      return {call};
    mayDiffer = true;
    all.inputs[param.name].emplace_back();
  }
  if (!mayDiffer)
    return {call};
  return {call, all};
}

std::string caseName(const BoundCall &call) {
  std::string name = displayName(*call.function->annotation);
  if (name.starts_with("local::"))
    name.erase(0, 7);
  std::string with;
  for (const Param &param : call.signature.params)
    if (param.isOptionalInput() && call.inputs.contains(param.name))
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

Inputs scriptedInputs(const BoundCall &call, const graph::Function &lowered) {
  graph::TypeVars variables = lowered.typeVars;
  Inputs inputs;
  std::vector<MainInput> formals = mainInputs(call);
  for (std::size_t i = 0; i < formals.size() && i < lowered.body.inputs.size(); ++i) {
    const GivenInput *given = formals[i].given;
    if (formals[i].optional && (!given || given->isAbsent))
      continue;
    graph::Type type = lowered.body.inputs[i]->type;
    if (given && given->type) {
      variables.unify(type.elem, given->type->elem);
      type = *given->type;
    }
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

/// The type of an input of a traced function, of which only the declaration is known.
graph::Type tracedType(const frontend::TypeSpec &spec, const GivenInput *given) {
  graph::Type type = given && given->type ? *given->type : graph::typeOf(lower::declarationOf(spec));
  if (type.kind == graph::Type::Kind::Unknown) // onnxc::Value may be anything
    type.kind = graph::Type::Kind::Tensor;
  if (type.elem.isKnown())
    return type;
  std::vector<DType> allowed;
  for (int element : spec.allowed)
    allowed.push_back(static_cast<DType>(element));
  type.elem = guessedElement(allowed);
  return type;
}

Inputs tracedInputs(const BoundCall &call) {
  Inputs inputs;
  auto add = [&](const std::string &name, const frontend::TypeSpec &spec, bool isOptional, std::size_t number = 0) {
    const std::vector<GivenInput> &given = call.inputsOf(name);
    if (number >= given.size() ? isOptional : given[number].isAbsent)
      return;
    inputs.names.push_back(name);
    inputs.types.push_back(tracedType(spec, number < given.size() ? &given[number] : nullptr));
  };
  for (const Param &param : call.signature.params) {
    if (!param.isInput())
      continue;
    for (const frontend::Member &member : param.members)
      add(member.name, member.type, false);
    bool hasDefault = param.defaultValue && param.kind == frontend::ParamKind::Tensor;
    std::size_t count =
        param.isVariadic() ? call.inputsOf(param.name).size() : param.kind != frontend::ParamKind::TensorStruct;
    for (std::size_t i = 0; i < count; ++i)
      add(param.name, param.type, param.isOptionalInput() || hasDefault, i);
  }
  return inputs;
}

BoundCall withTypes(BoundCall call, const Inputs &inputs) {
  call.inputs.clear();
  for (std::size_t i = 0; i < inputs.names.size(); ++i)
    call.inputs[inputs.names[i]].push_back({inputs.types[i], false});
  return call;
}

std::string textOf(const Inputs &inputs) {
  std::string text;
  for (std::size_t i = 0; i < inputs.names.size(); ++i)
    text += (i == 0 ? "" : ", ") + inputs.names[i] + "=" + graph::toString(inputs.types[i]);
  return text;
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
  std::set<std::string> seen;
  for (const std::vector<int64_t> &shape : shapes) {
    Inputs sized = sizedInputs(inputs, shape);
    SizedCall call{withTypes(made.call, sized), sized.types, textOf(sized)};
    if (seen.insert(call.text).second)
      made.sized.push_back(std::move(call));
  }
}

onnx::ModelProto scriptedModel(const BoundCall &call, const graph::Function &lowered, int64_t opset) {
  graph::ModelOptions settings;
  settings.opset = opset;
  auto model = graph::mainModel(mainCall(call, lowered), settings);
  if (!model)
    throw Skip{model.error().message};
  return std::move(*model);
}

/// Types, sizes and, of a scripted function, the model of a case that has its name and its call. Throws Skip, Failure.
void completeCase(CheckCase &made, lower::Module &module, int64_t opset) {
  if (made.call.function->annotation->kind == Annotation::Trace) {
    Inputs inputs = tracedInputs(made.call);
    made.call = withTypes(made.call, inputs);
    return addSized(made, inputs);
  }
  const graph::Function *lowered = module.lower(made.call.function->decl, presenceOf(made.call));
  if (!lowered) // or its errors are reported
    throw Skip{"it is compiled only where scripts call it, for objects that are known while compiling"};
  Inputs inputs = scriptedInputs(made.call, *lowered);
  made.call = withTypes(made.call, inputs);
  made.scripted = scriptedModel(made.call, *lowered, opset);
  addSized(made, inputs);
}

/// All cases of one function.
std::vector<CheckCase> casesOf(const AnnotatedFunction &function, frontend::ParsedUnit &unit, lower::Module &module,
                               const CallOptions &options, int64_t opset) {
  std::vector<CheckCase> cases;
  auto begin = [&](const BoundCall &call) -> CheckCase & {
    CheckCase &made = cases.emplace_back();
    made.name = caseName(call);
    made.call = call;
    return made;
  };
  auto tryTo = [&](const BoundCall &call, auto step) {
    try {
      step();
    } catch (const Skip &skip) {
      (cases.empty() ? begin(call) : cases.back()).skipped = skip.why;
    } catch (const Failure &failure) {
      (cases.empty() ? begin(call) : cases.back()).skipped = failure.message;
    }
  };
  BoundCall call = bind(function, unit, {});
  bool isGuessed = false;
  tryTo(call, [&] {
    call = bind(function, unit, options);
    isGuessed = guessValues(call);
  });
  if (!cases.empty())
    return cases;
  for (const BoundCall &each : presences(call)) {
    begin(each).isGuessed = isGuessed;
    tryTo(each, [&] { completeCase(cases.back(), module, opset); });
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
    CallOptions call = optionsFor(function, unit, options.call, used);
    for (CheckCase &made : casesOf(function, unit, module, call, options.opset))
      cases.push_back(std::move(made));
  }
  auto checkUsed = [&](const auto &all) {
    for (const auto &option : all)
      if (!used.contains(option.text))
        throw Failure::usage("'" + option.text + "': no function has that");
  };
  checkUsed(options.call.inputs);
  checkUsed(options.call.attributes);
  return cases;
}

} // namespace onnxc::driver
