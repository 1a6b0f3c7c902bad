#include "Driver/Options/EmitForms.h"

#include "llvm/ADT/STLExtras.h"

namespace onnxc::driver {

const std::vector<EmitForm> &emitForms() {
  static const std::vector<EmitForm> forms = {
      {EmitKind::Model, "model", ".onnx", true},  {EmitKind::Text, "text", ".onnxtxt", true},
      {EmitKind::Json, "json", ".json", true},    {EmitKind::Functions, "functions", ".functions", true},
      {EmitKind::Dot, "dot", ".dot", true},       {EmitKind::Schema, "schema", ".schema", false},
      {EmitKind::Cpp, "cpp", ".onnxc.cc", false},
  };
  return forms;
}

const EmitForm &emitForm(EmitKind kind) {
  return *llvm::find_if(emitForms(), [&](const EmitForm &form) { return form.kind == kind; });
}

std::string modelFormsText() {
  std::string text, last;
  for (const EmitForm &form : emitForms()) {
    if (!form.ofModels)
      continue;
    if (!last.empty())
      text += (text.empty() ? "" : ", ") + last;
    last = form.name;
  }
  return text + " or " + last;
}

} // namespace onnxc::driver
