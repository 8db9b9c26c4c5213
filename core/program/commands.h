// The table of commands: what the program can do, from which follow its help, the words it takes and their completion in a shell.
#pragma once

#include <string>
#include <vector>

#include "core/program/command_line.h"
#include "core/program/program.h"

namespace slipstick {

struct Option {
  std::string name;   // "--output"
  std::string value;  // what follows it, such as "NUMBER"; "": nothing
  std::string text;
  std::string (*read)(CommandLine& line, const std::string& value);  // what is wrong with the value, or ""
};

struct Command {
  std::string name;
  std::string words;    // what follows it: "MODEL.json"; in brackets: may be left out; with …: several; "": nothing
  std::string missing;  // what is missing without them: "the model is"
  std::string summary;  // for the list of all commands
  std::string text;     // what else its help says
  std::vector<Option> options;
  std::string statuses;  // what exit statuses mean
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
ExitStatus expandModel(const CommandLine& line, const Streams& streams);
ExitStatus verifyResult(const CommandLine& line, const Streams& streams);
ExitStatus gradeSubmissions(const CommandLine& line, const Streams& streams);
ExitStatus printItems(const CommandLine& line, const Streams& streams);
ExitStatus printSchema(const CommandLine& line, const Streams& streams);
ExitStatus printReference(const CommandLine& line, const Streams& streams);
ExitStatus printCatalogue(const CommandLine& line, const Streams& streams);
ExitStatus writeFmu(const CommandLine& line, const Streams& streams);
ExitStatus importModel(const CommandLine& line, const Streams& streams);
ExitStatus printCompletion(const CommandLine& line, const Streams& streams);

}  // namespace slipstick
