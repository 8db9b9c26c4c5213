// What the words of the command line mean.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slipstick {

struct CommandLine {
  std::string command;             // of the table in commands.cpp, or version, or help
  std::string subject;             // the model file, the link, the item type or the shell; of help a command; "-" is standard input
  std::vector<std::string> files;  // of grade and of study --merge: all of them
  std::string model;               // of grade: the document that was handed out; "": not compared
  std::string output;              // "" if none is given, "-" for standard output
  std::map<std::string, double> parameters;
  std::string study;        // file with the study; "": that of the model
  int jobs = 0;             // threads of a study; 0: one for each core
  int part = 1, parts = 1;  // of a study: every parts-th run, the first is part - 1
  bool force = false;       // replaces existing files
  bool resume = false, merge = false, seconds = false;
  std::string digest;                 // that the result is compared with; "" for that of the link
  std::string models = "web/models";  // the folder of the gallery
  bool measures = false;              // these alone are printed
  std::string fmi = "3.0";            // version of the interface of an FMU
  bool json = false;                  // what is printed is JSON
  std::vector<std::string> held;      // bodies and nodes that stay as they are drawn
  std::optional<bool> progress;
  std::string error;  // what is wrong with the words, or ""
};

CommandLine parseCommandLine(const std::vector<std::string>& arguments);

}  // namespace slipstick
