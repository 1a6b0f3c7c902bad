//===- FunctionLibrary.cpp - Functions of a model that traced code calls --===//
#include "Runtime/Functions/AttributeText.h"
#include "Runtime/Functions/CompiledFunctions.h"
#include "Runtime/Session/Session.h"
#include "Support/Overload.h"
#include "onnxc/model.h"

namespace onnxc {

using runtime::Session;

FunctionLibrary::FunctionLibrary(onnx::ModelProto model)
    : model(std::make_shared<const onnx::ModelProto>(std::move(model))) {}

std::vector<Tensor> FunctionLibrary::call(const std::string &domain, const std::string &name,
                                          const std::vector<Tensor> &inputs,
                                          const std::vector<std::pair<std::string, std::string>> &attributes,
                                          const std::string &overload) const {
  std::vector<const detail::Handle *> handles;
  for (const Tensor &input : inputs)
    handles.push_back(&input);
  Session &session = Session::of(handles.data(), handles.size());
  const onnx::FunctionProto *found = nullptr;
  for (const onnx::FunctionProto &function : model->functions())
    if (function.domain() == domain &&
        ((function.name() == name && function.overload() == overload) ||
         (!overload.empty() && function.name() == support::overloadedName(name, overload))))
      found = &function; // functions that others call have their overload in the name
  if (!found)
    runtime::fail("the model has no function " + domain + "." + name +
                      (overload.empty() ? "" : " with the overload '" + overload + "'"),
                  &session);
  std::shared_ptr<graph::Function> function = runtime::importInto(session, *found, model.get());
  std::vector<graph::Operand> operands;
  for (const Tensor &input : inputs)
    operands.push_back(input.defined() ? session.operand(input) : graph::Operand());
  graph::Attributes values;
  for (const auto &[attribute, text] : attributes) {
    const graph::AttributeParam *param = function->attribute(attribute);
    AttributeKind kind = param ? static_cast<AttributeKind>(param->type) : AttributeKind();
    if (auto value = runtime::parseAttribute(attribute, text, kind)) {
      graph::Attribute made;
      made.proto = std::move(*value);
      values.push_back(std::move(made));
    }
  }
  std::vector<Tensor> outputs;
  for (graph::Value *value : runtime::callFunction(session, *function, std::move(operands), std::move(values)))
    outputs.push_back(Tensor(session.handle(value)));
  return outputs;
}

} // namespace onnxc
