// What the words of the command line mean.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slipstick {

struct CommandLine {
  std::string command;  // run check expand verify schema items version help
  std::string subject;  // the model file, the link, or the item type; "-" is standard input
  std::string output;   // "" if none is given, "-" for standard output
  std::map<std::string, double> parameters;
  std::string digest;                 // that the result is compared with; "" for that of the link
  std::string models = "web/models";  // the folder of the gallery
  std::optional<bool> progress;
  std::string error;  // what is wrong with the words, or ""
};

CommandLine parseCommandLine(const std::vector<std::string>& arguments);
extern const char* const usage;

}  // namespace slipstick
