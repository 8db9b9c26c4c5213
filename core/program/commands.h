// The table of commands, from which the help, the accepted words and their completion in a shell are derived.
#pragma once

#include <string>
#include <vector>

#include "core/program/command_line.h"
#include "core/program/program.h"

namespace slipstick {

struct Option {
  std::string name;   // "--output"
  std::string value;  // type of its value, such as "NUMBER"; "": no value
  std::string text;
  std::string (*read)(CommandLine& line, const std::string& value);  // error in the value, or ""
};

struct Command {
  std::string name;
  std::string words;    // words after the command: "MODEL.json"; in brackets: optional; with …: several; "": none
  std::string missing;  // subject of the message if they are missing: "the model is"
  std::string summary;  // for the list of all commands
  std::string text;     // rest of its help
  std::vector<Option> options;
  std::string statuses;  // meanings of the exit statuses
  ExitStatus (*run)(const CommandLine& line, const Streams& streams);
};

const std::vector<Command>& commands();
/// Null if there is none.
const Command* findCommand(const std::string& name);
/// The help of one command, or of the program.
std::string helpOf(const Command& command);
std::string helpOfAll();

// ---- what the table runs

ExitStatus runModel(const CommandLine& line, const Streams& streams);
ExitStatus checkModel(const CommandLine& line, const Streams& streams);
ExitStatus printAssembled(const CommandLine& line, const Streams& streams);
ExitStatus printLinear(const CommandLine& line, const Streams& streams);
ExitStatus expandModel(const CommandLine& line, const Streams& streams);
ExitStatus translateTexts(const CommandLine& line, const Streams& streams);
ExitStatus verifyResult(const CommandLine& line, const Streams& streams);
ExitStatus gradeSubmissions(const CommandLine& line, const Streams& streams);
ExitStatus printItems(const CommandLine& line, const Streams& streams);
ExitStatus printSchema(const CommandLine& line, const Streams& streams);
ExitStatus printReference(const CommandLine& line, const Streams& streams);
ExitStatus printCatalogue(const CommandLine& line, const Streams& streams);
ExitStatus writeFmu(const CommandLine& line, const Streams& streams);
ExitStatus exportModel(const CommandLine& line, const Streams& streams);
ExitStatus importModel(const CommandLine& line, const Streams& streams);
ExitStatus printCompletion(const CommandLine& line, const Streams& streams);

}  // namespace slipstick
