#include "core/program/command_line.h"

#include <cmath>
#include <cstdlib>

#include "core/expression/formula.h"

namespace slipstick {
namespace {

const std::vector<std::string> commands{"run", "check", "expand", "verify", "grade", "schema", "items", "reference"};

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

bool readParameter(const std::string& text, CommandLine& line) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    line.error = "--parameter takes NAME=VALUE, got '" + text + "'";
    return false;
  }
  const std::string value = text.substr(equals + 1);
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (value.empty() || *end != '\0' || !std::isfinite(number)) {
    line.error = "the value of parameter '" + text.substr(0, equals) + "' must be a number, got '" + value + "'";
    return false;
  }
  line.parameters[text.substr(0, equals)] = number;
  return true;
}

bool endsWith(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

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
  if (first == "--version" || first == "--help" || first == "-h") {
    line.command = first == "--version" ? "version" : "help";
    return line;
  }
  bool known = false;
  for (const std::string& command : commands) known |= command == first;
  if (!known) {
    line.error = "unknown command '" + first + "'" + suggested(first, commands);
    return line;
  }
  line.command = first;
  const auto options = optionsOf(first);
  bool hasSubject = false;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    std::string word = arguments[i];
    if (word == "--help" || word == "-h") {
      line.command = "help";
      return line;
    }
    if (word.rfind("--", 0) == 0) {
      std::string value;
      const std::size_t equals = word.find('=');
      const bool attached = equals != std::string::npos;  // --output=RESULT.json
      if (attached) value = word.substr(equals + 1), word = word.substr(0, equals);
      bool fits = false;
      for (const std::string& option : options) fits |= option == word;
      if (!fits) {
        line.error = "unknown option '" + word + "'" + suggested(word, options);
        return line;
      }
      if (word == "--progress" || word == "--no-progress") {
        line.progress = word == "--progress";
        continue;
      }
      if (word == "--measures") {
        line.measures = true;
        continue;
      }
      if (!attached) {
        if (i + 1 == arguments.size()) {
          line.error = word + " needs a value";
          return line;
        }
        value = arguments[++i];
      }
      if (word == "--model") {
        line.model = value;
      } else if (word == "--parameter") {
        if (!readParameter(value, line)) return line;
      } else if (word == "--digest" || word == "--models") {
        (word == "--digest" ? line.digest : line.models) = value;
      } else {
        line.output = value;
        const bool fitting =
            first == "grade" ? endsWith(value, ".csv") : value == "-" || endsWith(value, ".json") || endsWith(value, ".csv");
        if (!fitting) {
          line.error =
              "the output must end in " + std::string(first == "grade" ? ".csv" : ".json or .csv or be -") + ", got '" + value + "'";
          return line;
        }
      }
      continue;
    }
    if (first == "grade") line.files.push_back(word);
    if (first == "grade" && hasSubject) continue;
    if (first == "schema" || first == "reference" || hasSubject) {
      line.error = "unexpected word '" + word + "'";
      return line;
    }
    line.subject = word, hasSubject = true;
  }
  if (line.subject.empty() && first != "schema" && first != "reference" && first != "items")
    line.error = first == "verify"  ? "the link is missing: slipstick verify LINK|FILE"
                 : first == "grade" ? "the submissions are missing: slipstick grade FILE|LINK…"
                                    : "the model is missing: slipstick " + first + " MODEL.json";
  return line;
}

}  // namespace slipstick
