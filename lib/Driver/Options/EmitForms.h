// The forms of `--emit`, in one table.
#ifndef ONNXC_DRIVER_OPTIONS_EMITFORMS_H
#define ONNXC_DRIVER_OPTIONS_EMITFORMS_H

#include "Driver/Options/Options.h"

#include <string>
#include <vector>

namespace onnxc::driver {

struct EmitForm {
  EmitKind kind;
  const char *name;   ///< `--emit=NAME`
  const char *suffix; ///< of the output where -o names none
  bool ofModels;      ///< made of any model; false: made of a C++ source only
};

const EmitForm &emitForm(EmitKind kind);

/// All forms, in the order in which help lists them.
const std::vector<EmitForm> &emitForms();

/// "model, text or dot" of the forms that any model has.
std::string modelFormsText();

} // namespace onnxc::driver

#endif
