#include "core/program/commands.h"

#include <algorithm>
#include <functional>

#include "core/program/options.h"
#include "core/program/study.h"

namespace slipstick {
namespace {

const char* const printsOnly = "0 printed; 2 the command line is wrong";

/// Wraps text to lines of at most 100 characters; all lines except the first are indented by so many.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::string lines;
  std::size_t width = indent;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::size_t length = end - start;
    if (width > indent && width + 1 + length > 100)
      lines += "\n" + std::string(indent, ' '), width = indent;
    else if (width > indent)
      lines += ' ', ++width;
    lines += text.substr(start, length), width += length;
    start = end + 1;
  }
  return lines;
}

/// Names on the left, their texts in a column.
std::string columns(const std::vector<std::pair<std::string, std::string>>& rows) {
  std::size_t width = 0;
  for (const auto& [name, text] : rows) width = std::max(width, name.size());
  std::string lines;
  for (const auto& [name, text] : rows) lines += "  " + name + std::string(width - name.size() + 3, ' ') + wrapped(text, width + 5) + "\n";
  return lines;
}

}  // namespace

const std::vector<Command>& commands() {
  using namespace options;
  static const std::vector<Command> table{
      {"run",
       "MODEL.json",
       "the model is",
       "solves a model",
       "Without --output it prints a summary; --json prints it as JSON. The file - is standard input.",
       {resultFile, force, measures, accuracy, balance, json, parameter, language, progress, noProgress},
       "0 solved; 1 the solver failed, and the results until then are written; 2 the model, a file or the command line is wrong",
       runModel},
      {"check",
       "MODEL.json",
       "the model is",
       "reports what is wrong with a model",
       "Each line names a place in the document and what it expects.",
       {json, parameter},
       "0 the model is valid; 2 it is wrong, or the file or the command line",
       checkModel},
      {"assemble",
       "MODEL.json",
       "the model is",
       "assembles a mechanism and reports how it can move",
       "It finds the nearest positions and velocities that satisfy all constraints, and reports degrees of freedom, free motions and "
       "redundant constraints.",
       {assembledFile, force, hold, json, parameter},
       "0 the mechanism closes; 1 it does not, and standard error lists the gaps; 2 the model, a file or the command line is wrong",
       printAssembled},
      {"linear",
       "MODEL.json",
       "the model is",
       "prints a linear input-output model: matrices, poles, zeros, frequency response",
       "The model describes small deviations from the state, an equilibrium or a steady motion. An input is a load (force.x), an input of "
       "the "
       "model, or a constraint: drive prescribes its motion, drive:velocity and drive:acceleration its rates. A name without component "
       "selects all components.",
       {linearInput, linearOutput, time, linearFormat, parameter},
       "0 printed; 1 the run failed, or the model has no linear model with these inputs and outputs; 2 a name, the model, the file or the "
       "command line is wrong",
       printLinear},
      {"expand",
       "MODEL.json",
       "the model is",
       "prints a model with its creators expanded into items",
       "",
       {parameter, language},
       "0 printed; 2 the model, the file or the command line is wrong",
       expandModel},
      {"texts",
       "MODEL.json",
       "the model is",
       "writes a table of a model's texts for translators, and puts translations back",
       "The table has the place, the text and the translation of each text for readers. --put writes the model with the translations of a "
       "table, as objects such as {\"en\": …, \"fr\": …}. It skips texts that have changed since, and lists them on standard error.",
       {toLanguage, sourceLanguage, format, put, textsFile, force},
       "0 written; 1 written, but some texts of the table were skipped; 2 the model, the table or the command line is wrong",
       translateTexts},
      {"study",
       "MODEL.json|ROWS.csv…",
       "the model is",
       "runs a model with many values of its parameters, on all cores",
       "Writes a row for each run when it ends: values, status, message, measures, steps, digest. --json prints the number of runs. With "
       "--merge the arguments are files of rows.",
       {rowsFile, force, study, jobs, part, resume, merge, seconds, json, parameter, progress, noProgress},
       "0 all runs were tried, and the rows list those that failed; 1 merged, but runs are missing; 2 the model, a file or the command "
       "line is wrong",
       [](const CommandLine& line, const Streams& streams) { return line.merge ? mergeStudies(line, streams) : runStudy(line, streams); }},
      {"verify",
       "LINK|FILE",
       "the link is",
       "recomputes the result of a link and compares it bit by bit",
       "A file contains a link or a model. The digest comes from the link or from --digest; results in JSON contain one.",
       {digest, models, json, parameter, progress, noProgress},
       "0 reproduced; 1 the result differs, or the run failed; 2 the link, a file or the command line is wrong; 3 the digest is from "
       "another version of the engine, which computed other numbers",
       verifyResult},
      {"grade",
       "FILE|LINK…",
       "the submissions are",
       "recomputes submissions and prints a table of scores",
       "Submissions are files that the page saved, or links. The table lists name, task, score, and whether the submission follows from "
       "its document and answers; with --model also whether this is the document. A CSV file has a row for each submission, with the "
       "points of each task.",
       {model, tableFile, force, json, progress, noProgress},
       "0 all are reproduced; 1 one was changed, cannot be read or is not graded; 2 a file or the command line is wrong; 3 none was "
       "changed, but another version of the engine computed one, with other numbers",
       gradeSubmissions},
      {"fmu",
       "MODEL.json",
       "the model is",
       "writes a model as a functional mock-up unit for other simulators",
       "The unit is for co-simulation. It has the model's parameters and inputs, and its sensors as outputs. Its communication steps are "
       "multiples of the model's step size. It runs on the platform of this program, and on those of --library.",
       {fmuFile, force, fmi, library, parameter, language},
       "0 written; 2 the model, a file or the command line is wrong",
       writeFmu},
      {"export",
       "MODEL.json",
       "the model is",
       "writes a model as a Python script for Exudyn",
       "The script builds the same items and solves with the same settings. Numbers given as formulas remain formulas of the parameters. "
       "Features that Exudyn lacks are left out, and listed on standard error and in the script.",
       {scriptFile, force, parameter},
       "0 written; 2 Exudyn lacks a feature that the model needs, or the model, a file or the command line is wrong",
       exportModel},
      {"import",
       "ROBOT.urdf|ROBOT.xml",
       "the file is",
       "turns a robot in URDF or MJCF into a model",
       "Features that a model cannot contain are listed on standard error, and in the model's description. Meshes and included files are "
       "searched beside the file, and in the folders that contain it.",
       {modelFile, force, json},
       "0 written; 2 the file is wrong, or the command line",
       importModel},
      {"items",
       "[TYPE]",
       "",
       "lists the types of items, creators, steps and the objects inside them, or explains one",
       "With a type it prints parameters, units, ranges, defaults, arguments of user functions and outputs.",
       {json},
       "0 printed; 2 there is no such type, or the command line is wrong",
       printItems},
      {"schema", "", "", "prints the JSON Schema of models", "", {}, printsOnly, printSchema},
      {"reference", "", "", "prints the reference of models as JSON", "Items, creators and settings.", {}, printsOnly, printReference},
      {"catalogue",
       "",
       "",
       "prints the names that pages use, as JSON",
       "Lists of items, kinds of plots, remarks on answers.",
       {},
       printsOnly,
       printCatalogue},
      {"completion",
       "bash|zsh|fish",
       "the shell is",
       "prints a script that completes commands and options in a shell",
       "bash: eval \"$(slipstick completion bash)\"; zsh: the same, after compinit; fish: slipstick completion fish | source",
       {},
       printsOnly,
       printCompletion},
  };
  return table;
}

const Command* findCommand(const std::string& name) {
  const auto found = std::find_if(commands().begin(), commands().end(), [&](const Command& command) { return command.name == name; });
  return found == commands().end() ? nullptr : &*found;
}

std::string helpOf(const Command& command) {
  std::string text = "usage: slipstick " + command.name;
  if (!command.words.empty()) text += " " + command.words;
  if (!command.options.empty()) text += " [OPTION…]";
  text += "\n\n" + wrapped(command.summary, 0) + "\n";
  if (!command.text.empty()) text += wrapped(command.text, 0) + "\n";
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Option& option : command.options)
    rows.emplace_back(option.name + (option.value.empty() ? "" : " " + option.value), option.text);
  rows.emplace_back("--help", "prints this text");
  return text + "\n" + columns(rows) + "\nExit status: " + wrapped(command.statuses, 13) + ".\n";
}

std::string helpOfAll() {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Command& command : commands()) rows.emplace_back(command.name, command.summary);
  return "usage: slipstick COMMAND …\n\n" + columns(rows) +
         "\nslipstick COMMAND --help explains a command and its options, slipstick --version prints the version.\nThe file - is standard "
         "input, or standard output after --output.\n\nExit status: 0 done; 1 a run failed, or a result differs; 2 the model, a file or "
         "the command line is wrong.\n";
}

}  // namespace slipstick
