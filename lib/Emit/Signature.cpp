#include "Emit/Signature.h"

#include "Emit/Json.h"
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

std::string paramJson(const ParamInfo &param) {
  std::string text = "{\"name\": " + jsonString(param.name) + ", \"type\": " + jsonString(param.type);
  if (!param.cppType.empty())
    text += ", \"cpp_type\": " + jsonString(param.cppType);
  if (param.hasDefault)
    text += ", \"default\": " + jsonString(param.defaultValue);
  text += std::string(", \"optional\": ") + (param.optional ? "true" : "false");
  text += std::string(", \"variadic\": ") + (param.variadic ? "true" : "false");
  return text + "}";
}

std::string paramsJson(const std::vector<ParamInfo> &params) {
  std::string text;
  for (const ParamInfo &param : params)
    text += (text.empty() ? "" : ", ") + paramJson(param);
  return "[" + text + "]";
}

std::string functionJson(const FunctionInfo &function) {
  std::string text = "  {\n";
  text += "    \"kind\": " + jsonString(function.kind) + ",\n    \"domain\": " + jsonString(function.domain);
  text += ",\n    \"name\": " + jsonString(function.name) + ",\n    \"overload\": " + jsonString(function.overload);
  text += ",\n    \"version\": " + std::to_string(function.version) +
          ",\n    \"cpp_name\": " + jsonString(function.cppName);
  text += ",\n    \"file\": " + jsonString(function.file) + ",\n    \"line\": " + std::to_string(function.line);
  text += ",\n    \"doc\": " + jsonString(function.doc) + ",\n    \"inputs\": " + paramsJson(function.inputs);
  text += ",\n    \"attributes\": " + paramsJson(function.attributes) +
          ",\n    \"outputs\": " + paramsJson(function.outputs);
  return text + "\n  }";
}

} // namespace

std::string oneLine(const FunctionInfo &function) {
  std::string text = fullName(function) + "(" + joined(function.inputs);
  if (!function.attributes.empty())
    text += (function.inputs.empty() ? "; " : "; ") + joined(function.attributes);
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

std::string listJson(const std::vector<FunctionInfo> &functions) {
  std::string text;
  for (const FunctionInfo &function : functions)
    text += (text.empty() ? "\n" : ",\n") + functionJson(function);
  return "[" + text + (text.empty() ? "]\n" : "\n]\n");
}

} // namespace onnxc::emit
