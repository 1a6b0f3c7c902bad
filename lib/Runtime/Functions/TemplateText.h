//===- TemplateText.h - Template arguments as canonical text --------------===//
#ifndef ONNXC_RUNTIME_TEMPLATETEXT_H
#define ONNXC_RUNTIME_TEMPLATETEXT_H

#include <string>
#include <typeinfo>

namespace onnxc::runtime {

/// "float,3" of "onnxc::stub::Key<onnxc_generated::f_1, float, onnxc::stub::Value<3> >".
std::string templateText(const std::type_info &key);

} // namespace onnxc::runtime

#endif
