//===- Names.h - C++ names for ONNX names ---------------------------------===//
#ifndef ONNXC_OPGEN_NAMES_H
#define ONNXC_OPGEN_NAMES_H

#include <set>
#include <string>
#include <string_view>

namespace onnxc::opgen {

/// `name` as a C++ identifier: other characters dropped, `_` after a keyword.
std::string identifier(std::string_view name);

/// An identifier for `name` that is not in `taken`; adds it there.
std::string uniqueIdentifier(std::string_view name, std::set<std::string> &taken);

/// The prefix of the namespaces and headers of a domain: "" for ai.onnx, "ml" for ai.onnx.ml.
std::string domainPrefix(const std::string &domain);
/// "since13", "mlsince1"
std::string sinceNamespace(const std::string &domain, int version);
/// "opset20", "ml3"
std::string opsetNamespace(const std::string &domain, int version);

} // namespace onnxc::opgen

#endif // ONNXC_OPGEN_NAMES_H
