// Instances of templates and overloads that the command line names, as C++ spells them.
#ifndef ONNXC_DRIVER_BINDING_ASKEDNAMES_H
#define ONNXC_DRIVER_BINDING_ASKEDNAMES_H

#include "Frontend/Invocation.h"

#include <string>
#include <string_view>
#include <vector>

namespace onnxc::driver {

/// What happens where C++ does not understand a name.
enum class BadName {
  IsReported, ///< by Clang, when the file is parsed
  IsLeft,     ///< the file is parsed as it is, where no function will have that name
};

/// Adds declarations behind the file for those of `names` that have template arguments or parameter types
/// ("f<int64_t>", "ns::g<3>", "h(FLOAT<3>, int)"), unless the file has functions of just these names. They say which
/// function is meant (askedFunction), and make instances that the file does not use.
void askForFunctions(frontend::CompileJob &job, const std::vector<std::string> &names, BadName bad);

/// Whether `function` is the one that was asked for by this name.
bool isAsked(const frontend::AnnotatedFunction &function, frontend::ParsedUnit &unit, const std::string &name);

/// "f<1>" of "f<1>(Tensor)"; `name` itself where it has no parameter types.
std::string_view withoutParameters(std::string_view name);

} // namespace onnxc::driver

#endif
