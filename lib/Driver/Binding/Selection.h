// Which functions of a parsed file a run is about.
#ifndef ONNXC_DRIVER_BINDING_SELECTION_H
#define ONNXC_DRIVER_BINDING_SELECTION_H

#include "Frontend/Invocation.h"

#include <optional>
#include <string>
#include <vector>

namespace onnxc::driver {

/// The scripted functions that are written in the main file, in source order: what a library holds.
std::vector<const frontend::AnnotatedFunction *> scriptedFunctions(frontend::ParsedUnit &unit);

/// The annotated function of this kind that `name` names: `f` where that is unique, `ns::f` or `domain::f` always; with
/// an overload as `f<1>` or `f(Tensor)`. No kind: a scripted or a traced one. Null when there is none. Throws Failure
/// when there are several.
const frontend::AnnotatedFunction *findFunction(frontend::ParsedUnit &unit, const std::string &name,
                                                std::optional<frontend::Annotation::Kind> kind);

/// The instance of a template as code at the end of the file names it: with the template's scope where `instance`
/// ("f<1>") has none and one annotated template of that name is written in the file.
std::string qualifiedInstance(frontend::ParsedUnit &unit, const std::string &instance);

/// Why findFunction found nothing: "no scripted function 'f' in ops.cc; did you mean 'g'?".
std::string missingFunction(frontend::ParsedUnit &unit, const std::string &name,
                            std::optional<frontend::Annotation::Kind> kind);

/// `acme.nn::f`, with its overload as `acme.nn::f<1>`.
std::string displayName(const frontend::Annotation &annotation);

} // namespace onnxc::driver

#endif
