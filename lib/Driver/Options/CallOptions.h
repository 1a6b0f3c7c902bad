// What a command line says of a call: `--main`, `--attr` and `--input`, read once.
#ifndef ONNXC_DRIVER_OPTIONS_CALLOPTIONS_H
#define ONNXC_DRIVER_OPTIONS_CALLOPTIONS_H

#include "Graph/IR/Type.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onnxc::driver {

/// `--attr NAME=VALUE`. What the value means depends on the attribute's type.
struct AttributeOption {
  std::string text;     ///< as it was written
  std::string function; ///< of `FUNCTION:NAME=VALUE`; "" where none is named
  std::string name, value;
};

/// `--input NAME=TYPE`.
struct InputOption {
  std::string text;     ///< as it was written
  std::string function; ///< of `FUNCTION:NAME=TYPE`; "" where none is named
  std::string name;
  std::optional<graph::Type> type; ///< nothing: given, with its declared type
  bool isAbsent = false;           ///< `NAME=none`
};

struct CallOptions {
  std::string function; ///< "" = no call, or that of another option
  std::vector<AttributeOption> attributes;
  std::vector<InputOption> inputs;

  bool hasArguments() const { return !attributes.empty() || !inputs.empty(); }
};

/// Whether a command calls one function, or several, one of which an option may name in front.
enum class Callees { One, Several };

/// Both throw Failure on what is no such option.
AttributeOption readAttributeOption(std::string_view text, Callees callees = Callees::One);
InputOption readInputOption(std::string_view text, Callees callees = Callees::One);

} // namespace onnxc::driver

#endif
