#include "core/program/completion.h"

#include <nlohmann/json.hpp>
#include <set>

#include "core/program/commands.h"
#include "core/program/reference_text.h"

namespace slipstick {
namespace {

std::string itemTypes() {
  std::set<std::string> names;
  for (const Json& type : typesCalled("")) names.insert(type["type"].get<std::string>());
  std::string words;
  for (const std::string& name : names) words += (words.empty() ? "" : " ") + name;
  return words;
}

/// The words that may follow a command, separated by spaces; "": files.
std::string choicesOf(const Command& command) {
  return command.name == "items" ? itemTypes() : command.name == "completion" ? "bash zsh fish" : "";
}

std::string optionNames(const Command& command) {
  std::string names;
  for (const Option& option : command.options) names += option.name + " ";
  return names + "--help";
}

std::string commandNames() {
  std::string names;
  for (const Command& command : commands()) names += command.name + " ";
  return names + "help";
}

/// Quotes text for a shell, with single quotes.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string bashCompletion() {
  std::string cases;
  for (const Command& command : commands())
    cases += "    " + command.name + ") options=" + quoted(optionNames(command)) + " words=" + quoted(choicesOf(command)) + " ;;\n";
  return "_slipstick() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} options='--help --version' words=\n"
         "  if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [[ ${COMP_WORDS[1]} == help ]]; }; then\n"
         "    words=" +
         quoted(commandNames()) +
         "\n"
         "  else case ${COMP_WORDS[1]} in\n" +
         cases +
         "    esac\n"
         "  fi\n"
         "  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  elif [[ $words ]]; then COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "  else local IFS=$'\\n'; COMPREPLY=($(compgen -f -- \"$word\")); fi\n"
         "}\n"
         "complete -o filenames -F _slipstick slipstick\n";
}

/// A description for zsh, in brackets.
std::string bracketed(const std::string& text) {
  std::string result = "[";
  for (const char c : text) result += (c == '[' || c == ']' || c == ':' || c == '\\' ? std::string("\\") : "") + c;
  return result + "]";
}

std::string zshCompletion() {
  std::string names, cases;
  for (const Command& command : commands()) {
    names += "      " + quoted(command.name + ":" + command.summary) + "\n";
    cases += "    " + command.name + ") _arguments";
    for (const Option& option : command.options) {
      const std::string repeated = option.name == "--parameter" ? "*" : "";
      const std::string value = option.value.empty() ? "" : ":" + option.value + ":_files";
      cases += " \\\n      " + quoted(repeated + option.name + bracketed(option.text) + value);
    }
    const std::string words = choicesOf(command);
    if (!command.words.empty())
      cases += " \\\n      " + quoted("*:" + command.words + ":" + (words.empty() ? "_files" : "(" + words + ")"));
    cases += " \\\n      '--help[prints this text]' ;;\n";
  }
  return "#compdef slipstick\n"
         "_slipstick() {\n"
         "  if ((CURRENT == 2)); then\n"
         "    local names=(\n" +
         names +
         "    )\n"
         "    _describe command names\n"
         "    return\n"
         "  fi\n"
         "  shift words; ((CURRENT--))\n"
         "  case $words[1] in\n" +
         cases +
         "  esac\n"
         "}\n"
         "if [[ $funcstack[1] == _slipstick ]]; then _slipstick \"$@\"; else compdef _slipstick slipstick; fi\n";
}

std::string fishCompletion() {
  std::string text = "complete -c slipstick -n __fish_use_subcommand -f -a help -d 'explains a command'\n";
  for (const Command& command : commands()) {
    const std::string here = "complete -c slipstick -n '__fish_seen_subcommand_from " + command.name + "'";
    text += "complete -c slipstick -n __fish_use_subcommand -f -a " + command.name + " -d " + quoted(command.summary) + "\n";
    for (const Option& option : command.options)
      text += here + " -l " + option.name.substr(2) + (option.value.empty() ? "" : " -r") + " -d " + quoted(option.text) + "\n";
    const std::string words = choicesOf(command);
    if (!words.empty()) text += here + " -f -a " + quoted(words) + "\n";
  }
  return text;
}

}  // namespace

std::string completionOf(const std::string& shell) {
  return shell == "bash" ? bashCompletion() : shell == "zsh" ? zshCompletion() : shell == "fish" ? fishCompletion() : "";
}

}  // namespace slipstick
