#include "Emit/Signature.h"

#include "Support/Overload.h"

#include <algorithm>

namespace onnxc::emit {
namespace {

std::string fullName(const FunctionInfo &function) {
  return support::overloadedName(function.domain + "::" + function.name, function.overload);
}

std::string paramText(const ParamInfo &param) {
  std::string text = param.name.empty() ? "" : param.name + ": ";
  text += param.type;
  if (param.optional)
    text += "?";
  if (param.variadic)
    text += "...";
  if (param.hasDefault)
    text += " = " + param.defaultValue;
  return text;
}

std::string joined(const std::vector<ParamInfo> &params) {
  std::string text;
  for (const ParamInfo &param : params)
    text += (text.empty() ? "" : ", ") + paramText(param);
  return text;
}

std::string place(const FunctionInfo &function) { return function.file + ":" + std::to_string(function.line); }

void appendParams(std::string &text, const char *role, const std::vector<ParamInfo> &params) {
  for (const ParamInfo &param : params) {
    text += std::string("  ") + role + " " + paramText(param);
    if (!param.cppType.empty())
      text += "  (" + param.cppType + ")";
    text += "\n";
  }
}

} // namespace

std::string oneLine(const FunctionInfo &function) {
  std::string text = fullName(function) + "(" + joined(function.inputs);
  if (!function.attributes.empty())
    text += "; " + joined(function.attributes);
  text += ") -> ";
  return function.outputs.size() == 1 && function.outputs[0].name.empty() ? text + joined(function.outputs)
                                                                          : text + "(" + joined(function.outputs) + ")";
}

std::string schemaText(const std::vector<FunctionInfo> &functions) {
  std::string text;
  for (const FunctionInfo &function : functions) {
    if (!text.empty())
      text += "\n";
    text += fullName(function) + "  [" + function.kind + ", version " + std::to_string(function.version) + ", " +
            place(function) + "]\n";
    for (std::size_t begin = 0; begin < function.doc.size();) {
      std::size_t end = std::min(function.doc.find('\n', begin), function.doc.size());
      text += "  | " + function.doc.substr(begin, end - begin) + "\n";
      begin = end + 1;
    }
    appendParams(text, "input", function.inputs);
    appendParams(text, "attribute", function.attributes);
    appendParams(text, "output", function.outputs);
  }
  return text;
}

std::string listTable(const std::vector<FunctionInfo> &functions) {
  std::size_t width = 0;
  for (const FunctionInfo &function : functions)
    width = std::max(width, place(function).size());
  std::string text;
  for (const FunctionInfo &function : functions) {
    std::string where = place(function);
    text += function.kind + (function.kind.size() < 6 ? std::string(6 - function.kind.size(), ' ') : "") + "  " +
            where + std::string(width - where.size(), ' ') + "  " + oneLine(function) + "\n";
  }
  return text;
}

} // namespace onnxc::emit
