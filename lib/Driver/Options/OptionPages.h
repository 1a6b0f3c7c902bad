// Pages that show all options: the manual page and completions for shells. Generated from the same table as --help.
#ifndef ONNXC_DRIVER_OPTIONS_OPTIONPAGES_H
#define ONNXC_DRIVER_OPTIONS_OPTIONPAGES_H

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace onnxc::driver {

/// One command; the name of the default one is "".
struct CommandPage {
  std::string name;
  const CLI::App *app;
};

/// onnxc(1) in roff.
std::string manPage(const std::vector<CommandPage> &pages, const std::string &clangFlags);

/// For `source <(onnxc --print-completion=bash)`.
std::string bashCompletion(const std::vector<CommandPage> &pages, const std::vector<std::string> &clangFlags);

/// For a file `_onnxc` on zsh's fpath.
std::string zshCompletion(const std::vector<CommandPage> &pages, const std::vector<std::string> &clangFlags);

} // namespace onnxc::driver

#endif
