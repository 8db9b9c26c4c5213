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
       "Without --output it prints a summary; --json prints it as JSON. - as a file is standard input.",
       {resultFile, force, measures, json, parameter, progress, noProgress},
       "0 solved; 1 the solver failed, what was recorded is written; 2 the model, a file or the command line is wrong",
       runModel},
      {"check",
       "MODEL.json",
       "the model is",
       "reports what is wrong with a model",
       "Each line has the place in the document and what was expected there.",
       {json, parameter},
       "0 the model is valid; 2 it is wrong, or the file or the command line",
       checkModel},
      {"assemble",
       "MODEL.json",
       "the model is",
       "puts a mechanism together and says how it can move",
       "It finds the positions and velocities nearest to those of the model that satisfy all constraints, and tells degrees of freedom, "
       "free "
       "motions and redundant constraints.",
       {assembledFile, force, hold, json, parameter},
       "0 the mechanism closes; 1 it does not, standard error has where and by how much; 2 the model, a file or the command line is wrong",
       printAssembled},
      {"expand",
       "MODEL.json",
       "the model is",
       "prints a model with its creators expanded into items",
       "",
       {parameter},
       "0 printed; 2 the model, the file or the command line is wrong",
       expandModel},
      {"study",
       "MODEL.json|ROWS.csv…",
       "the model is",
       "runs a model with many values of its parameters, on all cores",
       "Writes a row for each run: values, status, message, measures, steps, digest. Rows appear as runs end. --json prints how many there "
       "were. With --merge the words are files of rows.",
       {rowsFile, force, study, jobs, part, resume, merge, seconds, json, parameter, progress, noProgress},
       "0 all runs were tried, the rows tell which failed; 1 merged, but runs are missing; 2 the model, a file or the command line is "
       "wrong",
       [](const CommandLine& line, const Streams& streams) { return line.merge ? mergeStudies(line, streams) : runStudy(line, streams); }},
      {"verify",
       "LINK|FILE",
       "the link is",
       "computes the result of a link again and compares it bit by bit",
       "A file has a link or a model in it. The digest is the link's, or the one that is given; results as JSON have one.",
       {digest, models, json, parameter, progress, noProgress},
       "0 reproduced; 1 the result is another one, or the run failed; 2 the link, a file or the command line is wrong; 3 the digest is "
       "from "
       "another version of the engine, which computed other numbers",
       verifyResult},
      {"grade",
       "FILE|LINK…",
       "the submissions are",
       "computes submissions again and prints a table of scores",
       "Submissions are files that the page saved, or links to them. The table has name, task, score, and whether the submission follows "
       "from "
       "its document and answers; with --model also whether the document is this one.",
       {model, tableFile, force, json, progress, noProgress},
       "0 all are reproduced; 1 one was changed, cannot be read or is not graded; 2 a file or the command line is wrong; 3 no one was "
       "changed, but "
       "another "
       "version of the engine computed one, with other numbers",
       gradeSubmissions},
      {"fmu",
       "MODEL.json",
       "the model is",
       "writes a model as a functional mock-up unit for other simulators",
       "The unit is for co-simulation: parameters of the model are its parameters, inputs its inputs, sensors its outputs. It takes steps "
       "that are "
       "multiples of the model's own.",
       {fmuFile, force, fmi, parameter},
       "0 written; 2 the model, a file or the command line is wrong",
       writeFmu},
      {"export",
       "MODEL.json",
       "the model is",
       "writes a model as a Python script for Exudyn",
       "The script builds the same items and solves with the same settings. Numbers given as formulas remain formulas of the parameters. "
       "What "
       "Exudyn "
       "does not have is left out, and listed on standard error and in the script.",
       {scriptFile, force, parameter},
       "0 written; 2 Exudyn lacks what the model needs, or the model, a file or the command line is wrong",
       exportModel},
      {"import",
       "ROBOT.urdf|ROBOT.xml",
       "the file is",
       "turns a robot in URDF or MJCF into a model",
       "What cannot be carried over is listed on standard error, and in the model's description. Meshes and included files are looked for "
       "beside "
       "the file, and below the folders around it.",
       {modelFile, force, json},
       "0 written; 2 the file is wrong, or the command line",
       importModel},
      {"items",
       "[TYPE]",
       "",
       "lists the types of items, creators, steps and the objects inside of them, or explains one",
       "With a type it prints parameters, units, ranges, defaults, arguments of user functions and outputs.",
       {json},
       "0 printed; 2 there is no such type, or the command line is wrong",
       printItems},
      {"schema", "", "", "prints the JSON Schema of models", "", {}, printsOnly, printSchema},
      {"reference", "", "", "prints all that a model may say, as JSON", "Items, creators and settings.", {}, printsOnly, printReference},
      {"catalogue",
       "",
       "",
       "prints the names that pages are written with, as JSON",
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
         "\nslipstick COMMAND --help explains a command and its options, slipstick --version prints the version.\n"
         "- as a file is standard input, as output standard output.\n\n"
         "Exit status: 0 done; 1 a run failed, or a result is another one; 2 the model, a file or the command line is wrong.\n";
}

}  // namespace slipstick
