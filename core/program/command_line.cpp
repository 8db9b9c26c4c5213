#include "core/program/command_line.h"

#include <algorithm>

#include "core/expression/formula.h"
#include "core/program/commands.h"

namespace slipstick {
namespace {

std::string suggested(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearestName(word, candidates);
  return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
}

template <class Table>
std::vector<std::string> namesOf(const Table& table) {
  std::vector<std::string> names;
  for (const auto& each : table) names.push_back(each.name);
  return names;
}

bool isHelp(const std::string& word) { return word == "--help" || word == "-h"; }

/// Reads the words that follow a command. Each function returns an error message, or "".
class WordsOfCommand {
 public:
  WordsOfCommand(CommandLine& line, const Command& command, const std::vector<std::string>& words)
      : line_(line), command_(command), words_(words) {}

  std::string read() {
    if (std::any_of(words_.begin(), words_.end(), isHelp)) {
      line_.command = "help", line_.subject = command_.name;
      return "";
    }
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      const std::string problem = word.rfind("--", 0) == 0 ? readOption(word) : readWord(word);
      if (!problem.empty()) return problem;
    }
    return command_.name == "study" ? checkStudy() : missing();
  }

 private:
  /// An option with its value, which follows '=' or is the next word.
  std::string readOption(const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const auto option =
        std::find_if(command_.options.begin(), command_.options.end(), [&](const Option& each) { return each.name == name; });
    if (option == command_.options.end()) return "unknown option '" + name + "'" + suggested(name, namesOf(command_.options));
    if (option->value.empty())
      return equals == std::string::npos ? option->read(line_, "") : name + " takes no value, got '" + word.substr(equals + 1) + "'";
    if (equals == std::string::npos && next_ == words_.size()) return name + " needs a value: " + name + " " + option->value;
    return option->read(line_, equals == std::string::npos ? words_[next_++] : word.substr(equals + 1));
  }

  std::string readWord(const std::string& word) {
    const bool several = command_.words.find("…") != std::string::npos;
    if (command_.words.empty() || (!line_.files.empty() && !several)) return "unexpected argument '" + word + "'";
    line_.files.push_back(word);
    line_.subject = line_.files[0];
    return "";
  }

  std::string missing() const {
    if (command_.name == "fmu" && !line_.subject.empty() && line_.output.empty()) return "the file to write is missing: --output MODEL.fmu";
    if (command_.name == "texts" && !line_.subject.empty() && line_.language.empty()) return "the language is missing: --language fr";
    const bool optional = command_.words.empty() || command_.words[0] == '[';
    if (optional || !line_.subject.empty()) return "";
    return command_.missing + " missing: slipstick " + command_.name + " " + command_.words;
  }

  std::string checkStudy() const {
    if (line_.resume && line_.output.empty()) return "--resume needs the file to continue: --output ROWS.csv";
    if (line_.json && (line_.output.empty() || line_.output == "-")) return "--json needs a file for the rows: --output ROWS.csv";
    if (line_.merge) return line_.files.empty() ? "the files are missing: slipstick study --merge ROWS.csv ROWS.csv…" : "";
    return line_.files.size() > 1 ? "unexpected argument '" + line_.files[1] + "'" : missing();
  }

  CommandLine& line_;
  const Command& command_;
  const std::vector<std::string>& words_;
  std::size_t next_ = 1;
};

}  // namespace

CommandLine parseCommandLine(const std::vector<std::string>& arguments) {
  CommandLine line;
  if (arguments.empty()) {
    line.error = "a command is missing";
    return line;
  }
  const std::string& first = arguments[0];
  if (first == "--version" || isHelp(first) || (first == "help" && arguments.size() == 1)) {
    line.command = first == "--version" ? "version" : "help";
    return line;
  }
  const std::string& name = first == "help" ? arguments[1] : first;
  const Command* command = findCommand(name);
  if (!command) {
    line.error = name == "exudyn" ? "the command 'exudyn' is part of the Python package (docs/python.md)"
                                  : "unknown command '" + name + "'" + suggested(name, namesOf(commands()));
    return line;
  }
  line.command = name;
  if (first == "help")
    line.command = "help", line.subject = name;
  else
    line.error = WordsOfCommand(line, *command, arguments).read();
  return line;
}

}  // namespace slipstick
