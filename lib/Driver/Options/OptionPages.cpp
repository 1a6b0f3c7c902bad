#include "Driver/Options/OptionPages.h"

#include "Driver/Options/EmitForms.h"
#include "onnxc-config.h"

#include <CLI/CLI.hpp>

namespace onnxc::driver {
namespace {

/// "-h", "--help", in this order.
std::vector<std::string> spellings(const CLI::Option &option) {
  std::vector<std::string> names;
  for (const std::string &name : option.get_snames())
    names.push_back("-" + name);
  for (const std::string &name : option.get_lnames())
    names.push_back("--" + name);
  return names;
}

std::string roff(const std::string &text) {
  std::string result;
  for (char c : text) {
    if (c == '-' || c == '\\')
      result += '\\';
    result += c;
  }
  return result;
}

void appendOptions(std::string &page, const CLI::App &app) {
  for (const CLI::Option *option : app.get_options()) {
    std::string names;
    for (const std::string &name : spellings(*option))
      names += (names.empty() ? "" : ", ") + roff(name);
    if (names.empty())
      names = roff(option->get_name());
    page += ".TP\n\\fB" + names + "\\fR";
    if (!option->get_type_name().empty())
      page += " \\fI" + roff(option->get_type_name()) + "\\fR";
    page += "\n" + roff(option->get_description()) + "\n";
  }
}

std::string words(const CLI::App &app, const std::vector<std::string> &more) {
  std::string text;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : spellings(*option))
      text += (text.empty() ? "" : " ") + name;
  for (const std::string &word : more)
    text += " " + word;
  return text;
}

using Apps = std::vector<const CLI::App *>;

Apps subcommandsOf(const CLI::App &root) {
  return root.get_subcommands([](const CLI::App *) { return true; });
}

/// The values of --emit, with spaces between.
std::string formNames() {
  std::string text;
  for (const EmitForm &form : emitForms())
    text += (text.empty() ? "" : " ") + std::string(form.name);
  return text;
}

} // namespace

std::string manPage(const CLI::App &root, const std::string &clangFlags) {
  std::string page = ".TH ONNXC 1 \"\" \"onnxc " ONNXC_VERSION_STRING
                     "\"\n.SH NAME\nonnxc \\- compiles annotated C++ functions to ONNX\n";
  page += ".SH SYNOPSIS\n";
  Apps apps = subcommandsOf(root);
  apps.insert(apps.begin(), &root);
  auto nameOf = [&](const CLI::App *app) { return app == &root ? std::string() : app->get_name(); };
  for (const CLI::App *app : apps)
    page += ".B onnxc" + (app == &root ? "" : " " + nameOf(app)) + "\n[\\fIoptions\\fR] \\fIFILE\\fR...\n.br\n";
  for (const CLI::App *app : apps) {
    page += app == &root ? ".SH OPTIONS\n" : ".SH ONNXC " + nameOf(app) + "\n";
    page += roff(app->get_description()) + "\n";
    appendOptions(page, *app);
  }
  page += ".SH CLANG FLAGS\n.nf\n" + roff(clangFlags) + ".fi\n";
  page += ".SH EXIT STATUS\n0 fine, 1 errors in the source, 2 wrong usage, 70 internal error.\n";
  return page;
}

std::string bashCompletion(const CLI::App &root, const std::vector<std::string> &clangFlags) {
  std::string names, cases;
  for (const CLI::App *app : subcommandsOf(root)) {
    names += app->get_name() + " ";
    cases += "    " + app->get_name() + ") words=\"" + words(*app, {}) + "\" ;;\n";
  }
  return "# bash completion for onnxc\n_onnxc() {\n  local current=\"${COMP_WORDS[COMP_CWORD]}\" "
         "previous=\"${COMP_WORDS[COMP_CWORD-1]}\" words\n"
         "  case \"$previous\" in\n    --emit) COMPREPLY=($(compgen -W \"" +
         formNames() +
         "\" -- \"$current\")); return ;;\n"
         "    --color) COMPREPLY=($(compgen -W \"auto always never\" -- \"$current\")); return ;;\n  esac\n"
         "  case \"${COMP_WORDS[1]}\" in\n" +
         cases + "    *) words=\"" + words(root, clangFlags) +
         "\" ;;\n  esac\n"
         "  [ \"$COMP_CWORD\" -eq 1 ] && words=\"$words " +
         names +
         "\"\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\") $(compgen -f -- \"$current\"))\n}\n"
         "complete -o filenames -F _onnxc onnxc\n";
}

std::string zshCompletion(const CLI::App &root, const std::vector<std::string> &clangFlags) {
  std::string names, cases;
  for (const CLI::App *app : subcommandsOf(root)) {
    names += " " + app->get_name();
    cases += "    " + app->get_name() + ") compadd -- " + words(*app, {}) + " ;;\n";
  }
  return "#compdef onnxc\n_onnxc() {\n  case \"$words[CURRENT-1]\" in\n    --emit) compadd -- " + formNames() +
         "; return ;;\n    --color) compadd -- auto always never; return ;;\n  esac\n  case \"$words[2]\" in\n" +
         cases + "    *) compadd -- " + words(root, clangFlags) + " ;;\n  esac\n  (( CURRENT == 2 )) && compadd --" +
         names + "\n  _files\n}\n_onnxc \"$@\"\n";
}

} // namespace onnxc::driver
