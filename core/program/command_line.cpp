#include "core/program/command_line.h"

#include <algorithm>

#include "core/expression/formula.h"
#include "core/math/decimal.h"

namespace slipstick {
namespace {

const std::vector<std::string> commands{"run", "check", "expand", "verify", "grade", "schema", "items", "reference", "catalogue"};

std::string suggested(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearestName(word, candidates);
  return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
}

/// The options that a command knows.
std::vector<std::string> optionsOf(const std::string& command) {
  if (command == "run") return {"--output", "--measures", "--parameter", "--progress", "--no-progress"};
  if (command == "verify") return {"--digest", "--models", "--parameter", "--progress", "--no-progress"};
  if (command == "grade") return {"--model", "--output"};
  if (command == "check" || command == "expand") return {"--parameter"};
  return {};
}

std::string readParameter(const std::string& text, CommandLine& line) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return "--parameter takes NAME=VALUE, got '" + text + "'";
  const std::string name = text.substr(0, equals), value = text.substr(equals + 1);
  const std::optional<double> number = decimalNumber(value);
  if (!number) return "the value of parameter '" + name + "' must be a number, got '" + value + "'";
  line.parameters[name] = *number;
  return "";
}

bool endsWith(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool isHelp(const std::string& word) { return word == "--help" || word == "-h"; }

/// Whether a command takes no word besides options.
bool standsAlone(const std::string& command) { return command == "schema" || command == "reference" || command == "catalogue"; }

/// Reads the words that follow a command. Each function answers with what is wrong, or "".
class WordsOfCommand {
 public:
  WordsOfCommand(CommandLine& line, const std::vector<std::string>& words)
      : line_(line), words_(words), options_(optionsOf(line.command)) {}

  std::string read() {
    const std::string command = line_.command;
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      if (isHelp(word)) {
        line_.command = "help";
        return "";
      }
      const std::string problem = word.rfind("--", 0) == 0 ? readOption(word) : readSubject(word);
      if (!problem.empty()) return problem;
    }
    if (!line_.subject.empty() || standsAlone(command) || command == "items") return "";
    if (command == "verify") return "the link is missing: slipstick verify LINK|FILE";
    if (command == "grade") return "the submissions are missing: slipstick grade FILE|LINK…";
    return "the model is missing: slipstick " + command + " MODEL.json";
  }

 private:
  /// An option with its value, which stands behind = or is the next word.
  std::string readOption(const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string option = word.substr(0, equals);
    if (std::find(options_.begin(), options_.end(), option) == options_.end())
      return "unknown option '" + option + "'" + suggested(option, options_);
    if (option == "--progress" || option == "--no-progress") {
      line_.progress = option == "--progress";
      return "";
    }
    if (option == "--measures") {
      line_.measures = true;
      return "";
    }
    if (equals == std::string::npos && next_ == words_.size()) return option + " needs a value";
    return take(option, equals == std::string::npos ? words_[next_++] : word.substr(equals + 1));
  }

  std::string take(const std::string& option, const std::string& value) {
    if (option == "--parameter") return readParameter(value, line_);
    if (option == "--output") return readOutput(value);
    (option == "--model" ? line_.model : option == "--digest" ? line_.digest : line_.models) = value;
    return "";
  }

  std::string readOutput(const std::string& file) {
    line_.output = file;
    const bool grades = line_.command == "grade";
    if (endsWith(file, ".csv") || (!grades && (file == "-" || endsWith(file, ".json")))) return "";
    return "the output must end in " + std::string(grades ? ".csv" : ".json or .csv or be -") + ", got '" + file + "'";
  }

  std::string readSubject(const std::string& word) {
    const bool grades = line_.command == "grade";
    if (grades) line_.files.push_back(word);
    if (standsAlone(line_.command) || (hasSubject_ && !grades)) return "unexpected word '" + word + "'";
    if (!hasSubject_) line_.subject = word;
    hasSubject_ = true;
    return "";
  }

  CommandLine& line_;
  const std::vector<std::string>& words_;
  const std::vector<std::string> options_;
  std::size_t next_ = 1;
  bool hasSubject_ = false;
};

}  // namespace

const char* const usage =
    R"(usage: slipstick run MODEL.json [--output RESULT.json|RESULT.csv] [--measures] [--parameter NAME=VALUE …] [--progress]
       slipstick check MODEL.json [--parameter NAME=VALUE …]
       slipstick expand MODEL.json [--parameter NAME=VALUE …]
       slipstick verify LINK|FILE [--digest DIGEST] [--parameter NAME=VALUE …] [--models FOLDER]
       slipstick grade FILE|LINK… [--model MODEL.json] [--output TABLE.csv]
       slipstick schema
       slipstick items [TYPE]
       slipstick reference
       slipstick catalogue
       slipstick --version | --help

run        solves a model; without --output a summary is printed, with --measures only the measures of the model
check      reports what is wrong with a model
expand     prints a model with its creators expanded into items
verify     solves the model of a link, or of a file with a link or a model, and says whether the result has the digest that the link
           carries or that is given; results as JSON have one. Models of the gallery are looked for in web/models
grade      computes submissions again, files that the page saved or links to them, and prints a table: name, task, score, and whether
           the submission is what its document and its answers give; with --model also whether the document is this one
schema     prints the JSON Schema of models
items      lists the types of items and creators, or explains one: parameters, units, defaults, outputs
reference  prints all that a model may say, as JSON: items, creators, settings
catalogue  prints the names that pages are written with, as JSON: lists of items, kinds of plots, remarks on answers

- as a file is standard input, - as output is standard output (JSON).
--progress and --no-progress: a line on the way; the default is to show it where a person watches.

Exit status: 0 solved, or reproduced; 1 the solver failed (what was recorded is written), or the result is another one; 2 the model, the
link, a file or the command line is wrong.
)";

CommandLine parseCommandLine(const std::vector<std::string>& arguments) {
  CommandLine line;
  if (arguments.empty()) {
    line.error = "a command is missing";
    return line;
  }
  const std::string& first = arguments[0];
  if (first == "--version" || isHelp(first)) {
    line.command = isHelp(first) ? "help" : "version";
    return line;
  }
  if (std::find(std::begin(commands), std::end(commands), first) == std::end(commands)) {
    line.error = "unknown command '" + first + "'" + suggested(first, commands);
    return line;
  }
  line.command = first;
  line.error = WordsOfCommand(line, arguments).read();
  return line;
}

}  // namespace slipstick
