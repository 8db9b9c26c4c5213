#include "core/program/command_line.h"

#include <algorithm>

#include "core/expression/formula.h"
#include "core/math/decimal.h"

namespace slipstick {
namespace {

const std::vector<std::string> commands{"run", "check", "expand", "study", "verify", "grade", "schema", "items", "reference", "catalogue"};

std::string suggested(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearestName(word, candidates);
  return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
}

/// The options that a command knows.
std::vector<std::string> optionsOf(const std::string& command) {
  if (command == "run") return {"--output", "--measures", "--parameter", "--progress", "--no-progress"};
  if (command == "study")
    return {"--output", "--study", "--jobs", "--part", "--resume", "--merge", "--seconds", "--parameter", "--progress", "--no-progress"};
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

/// Nothing for what is no whole number below a billion.
std::optional<int> wholeNumber(const std::string& text) {
  if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return std::stoi(text);
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
    if (line_.resume && line_.output.empty()) return "--resume needs the file to go on with: --output ROWS.csv";
    if (command == "study" && line_.output.empty()) line_.output = "-";
    if (command == "study" && line_.files.size() > 1 && !line_.merge) return "unexpected word '" + line_.files[1] + "'";
    if (!line_.subject.empty() || standsAlone(command) || command == "items") return "";
    if (command == "verify") return "the link is missing: slipstick verify LINK|FILE";
    if (line_.merge) return "the files are missing: slipstick study --merge ROWS.csv ROWS.csv…";
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
    if (bool* flag = flagOf(option)) {
      *flag = true;
      return "";
    }
    if (equals == std::string::npos && next_ == words_.size()) return option + " needs a value";
    return take(option, equals == std::string::npos ? words_[next_++] : word.substr(equals + 1));
  }

  bool* flagOf(const std::string& option) {
    return option == "--measures"  ? &line_.measures
           : option == "--resume"  ? &line_.resume
           : option == "--merge"   ? &line_.merge
           : option == "--seconds" ? &line_.seconds
                                   : nullptr;
  }

  std::string take(const std::string& option, const std::string& value) {
    if (option == "--parameter") return readParameter(value, line_);
    if (option == "--output") return readOutput(value);
    if (option == "--jobs") return readJobs(value);
    if (option == "--part") return readPart(value);
    if (option == "--study") {
      line_.study = value;
      return "";
    }
    (option == "--model" ? line_.model : option == "--digest" ? line_.digest : line_.models) = value;
    return "";
  }

  std::string readOutput(const std::string& file) {
    line_.output = file;
    const bool json = line_.command == "run", stream = line_.command != "grade";
    if (endsWith(file, ".csv") || (stream && file == "-") || (json && endsWith(file, ".json"))) return "";
    return std::string("the output must end in ") + (json ? ".json or " : "") + ".csv" + (stream ? " or be -" : "") + ", got '" + file +
           "'";
  }

  std::string readJobs(const std::string& value) {
    const auto number = wholeNumber(value);
    if (!number || *number < 1 || *number > 1024) return "--jobs takes a number from 1 to 1024, got '" + value + "'";
    line_.jobs = *number;
    return "";
  }

  std::string readPart(const std::string& value) {
    const std::size_t slash = value.find('/');
    const auto part = wholeNumber(value.substr(0, slash));
    const auto parts = slash == std::string::npos ? std::nullopt : wholeNumber(value.substr(slash + 1));
    if (!part || !parts || *part < 1 || *part > *parts) return "--part takes I/N, from 1/N to N/N, got '" + value + "'";
    line_.part = *part, line_.parts = *parts;
    return "";
  }

  std::string readSubject(const std::string& word) {
    line_.files.push_back(word);
    const bool several = line_.command == "grade" || line_.command == "study";  // --merge may come later
    if (standsAlone(line_.command) || (hasSubject_ && !several)) return "unexpected word '" + word + "'";
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
       slipstick study MODEL.json [--study STUDY.json] [--output ROWS.csv] [--jobs N] [--part I/N] [--resume] [--seconds]
       slipstick study --merge ROWS.csv ROWS.csv… [--output ROWS.csv]
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
study      runs a model with the values of parameters that its study names, on all cores, and writes a row for each run: values,
           status, message, measures, steps, digest. Rows appear as runs end; --resume computes what a file lacks, --part 2/8 the
           second of eight parts, --seconds adds the computing time. --merge puts files together, sorted, and names missing runs
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
