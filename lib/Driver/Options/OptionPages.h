// Pages that show all options: the manual page and completions for shells. Generated from the same table as --help.
#ifndef ONNXC_DRIVER_OPTIONS_OPTIONPAGES_H
#define ONNXC_DRIVER_OPTIONS_OPTIONPAGES_H

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace onnxc::driver {

/// onnxc(1) in roff. `root` has the options of `onnxc FILE...`, its subcommands have theirs.
std::string manPage(const CLI::App &root, const std::string &clangFlags);

/// For `source <(onnxc --print-completion=bash)`.
std::string bashCompletion(const CLI::App &root, const std::vector<std::string> &clangFlags);

/// For a file `_onnxc` on zsh's fpath.
std::string zshCompletion(const CLI::App &root, const std::vector<std::string> &clangFlags);

} // namespace onnxc::driver

#endif
