// The meaning of the words on the command line.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slipstick {

struct CommandLine {
  std::string command;             // from the table in commands.cpp, or version, or help
  std::string subject;             // the model file, the link, the item type or the shell; for help a command; "-" is standard input
  std::vector<std::string> files;  // for grade and study --merge: all of them
  std::string model;               // for grade: the document that was handed out; "": not compared
  std::string output;              // "" if none is given, "-" for standard output
  std::map<std::string, double> parameters;
  std::string study;        // file with the study; "": study of the model
  int jobs = 0;             // threads of a study; 0: one for each core
  int part = 1, parts = 1;  // for a study: every parts-th run, the first is part - 1
  bool force = false;       // replaces existing files
  bool resume = false, merge = false, seconds = false;
  std::string digest;                        // expected digest of the result; "": digest of the link
  std::string models = "web/models";         // the folder of the gallery
  bool balance = false;                      // with the balance of energy
  bool measures = false;                     // prints only these
  bool accuracy = false;                     // estimates the errors of the numbers
  std::string fmi = "3.0";                   // interface version of an FMU
  std::vector<std::string> libraries;        // of an FMU, for other platforms
  bool json = false;                         // prints JSON
  std::vector<std::string> held;             // bodies and nodes that remain in their drawn position
  std::string language;                      // in which texts are printed; "": the default
  std::string sourceLanguage = "en";         // of texts that name no language
  std::string format = "xliff";              // of the table of translations
  std::string table;                         // translations to put into the model
  std::vector<std::string> inputs, outputs;  // of a linear model
  std::optional<double> time;                // of a linear model
  std::string linearFormat = "json";
  std::optional<bool> progress;
  std::string error;  // error in the words, or ""
};

CommandLine parseCommandLine(const std::vector<std::string>& arguments);

}  // namespace slipstick
