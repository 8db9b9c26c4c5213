#include "core/program/overwrite.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/exchange/exudyn_script.h"
#include "core/program/files.h"
#include "core/program/platform.h"

namespace slipstick {
namespace {

bool isFile(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

std::string contentOf(const std::string& path) {
  std::istringstream nothing;
  std::string text, message;
  return readText(path, nothing, text, message) ? text : "";
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

/// Whether the content was written by the program: samples, rows of a study, scores, a result, moving shapes, a unit, a script. An empty
/// file counts too: scripts create empty files to reserve names.
bool isResult(const std::string& content) {
  std::string start = content.substr(0, 400);
  for (const char* head : {"t (s)", "# slipstick study", "name,task,score,reproduced\n"})
    if (start.rfind(head, 0) == 0) return true;
  if (start.rfind("name,file,model,", 0) == 0) return contains(content.substr(0, content.find('\n')), ",saved,reproduced");
  if (start.rfind("glTF", 0) == 0) return contains(start, "\"generator\":\"Slipstick");
  if (start.rfind("# ", 0) == 0) return contains(content.substr(0, content.find('\n')), exudynScriptMark);
  if (start.rfind("PK\x03\x04", 0) == 0) return contains(content, "/slipstick_fmu.");
  start.erase(std::remove_if(start.begin(), start.end(), [](char c) { return c == ' ' || c == '\n'; }), start.end());
  const std::size_t comma = start.find(',');
  return content.empty() ||
         (start.rfind("{\"slipstick\":", 0) == 0 && start.compare(std::min(comma, start.size()), 10, ",\"status\":") == 0);
}

bool writesModel(const CommandLine& line) { return line.command == "import" || line.command == "assemble"; }

std::string exists(const CommandLine& line, const std::string& what) {
  return "'" + line.output + "' exists and is " + what + ": --force replaces it";
}

}  // namespace

std::string refusedOutput(const CommandLine& line) {
  if (line.output.empty() || line.output == "-") return "";
  std::vector<std::string> inputs = line.files;
  for (const std::string& more : {line.model, line.study, line.table})
    if (!more.empty()) inputs.push_back(more);
  for (const std::string& input : inputs)
    if (areOneFile(input, line.output)) return "'" + line.output + "' is an input of this command: write to another file";
  const bool decidesItself = writesModel(line) || (line.command == "study" && !line.merge);
  if (line.force || decidesItself || !isFile(line.output) || isResult(contentOf(line.output))) return "";
  return exists(line, "not a result of this program");
}

std::string refusedModel(const CommandLine& line, const std::string& text) {
  if (line.force || !isFile(line.output) || contentOf(line.output) == text) return "";
  return exists(line, "another model");
}

}  // namespace slipstick
