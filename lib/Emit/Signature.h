// Signatures of annotated functions, for people and programs.
#ifndef ONNXC_EMIT_SIGNATURE_H
#define ONNXC_EMIT_SIGNATURE_H

#include <cstdint>
#include <string>
#include <vector>

namespace onnxc::emit {

/// One input, attribute or output.
struct ParamInfo {
  std::string name;         ///< "" for outputs without a name
  std::string type;         ///< "float[N,3]", "Real", "tensor", "seq(float)"; of attributes "float", "ints", ...
  std::string cppType;      ///< of attributes, as it is written
  std::string defaultValue; ///< of attributes, as C++ text; "" when there is none
  bool hasDefault = false;
  bool optional = false;
  bool variadic = false;
};

/// One annotated function.
struct FunctionInfo {
  std::string domain, name, overload;
  std::string kind; ///< "script", "trace"
  std::string cppName;
  int64_t version = 1;
  std::string file;
  unsigned line = 0;
  std::string doc;
  std::vector<ParamInfo> inputs, attributes, outputs;
};

/// "acme::leaky_relu(x: float[N]; alpha: float = 0.01) -> float[N]".
std::string oneLine(const FunctionInfo &function);

/// `--emit=schema`: each function with all that is known of it.
std::string schemaText(const std::vector<FunctionInfo> &functions);

/// `onnxc list`: kind, place and signature in columns, one function a line.
std::string listTable(const std::vector<FunctionInfo> &functions);

} // namespace onnxc::emit

#endif
