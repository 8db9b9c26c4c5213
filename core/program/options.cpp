#include "core/program/options.h"

#include "core/document/texts.h"
#include "core/math/decimal.h"

namespace slipstick::options {
namespace {

template <bool CommandLine::*Member>
std::string setFlag(CommandLine& line, const std::string&) {
  line.*Member = true;
  return "";
}

template <std::string CommandLine::*Member>
std::string setText(CommandLine& line, const std::string& value) {
  line.*Member = value;
  return "";
}

template <bool Shown>
std::string setProgress(CommandLine& line, const std::string&) {
  line.progress = Shown;
  return "";
}

std::string readParameter(CommandLine& line, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return "--parameter takes NAME=VALUE, got '" + text + "'";
  const std::string name = text.substr(0, equals), value = text.substr(equals + 1);
  const std::optional<double> number = decimalNumber(value);
  if (!number) return "the value of parameter '" + name + "' must be a number, got '" + value + "'";
  line.parameters[name] = *number;
  return "";
}

/// Nothing if the text is not a whole number below a billion.
std::optional<int> wholeNumber(const std::string& text) {
  if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return std::stoi(text);
}

bool endsWith(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string readResultFile(CommandLine& line, const std::string& file) {
  line.output = file;
  if (endsWith(file, ".csv") || endsWith(file, ".json") || endsWith(file, ".glb") || file == "-") return "";
  return "the output must end in .json, .csv or .glb or be -, got '" + file + "'";
}

std::string readRowsFile(CommandLine& line, const std::string& file) {
  line.output = file;
  return endsWith(file, ".csv") || file == "-" ? "" : "the output must end in .csv or be -, got '" + file + "'";
}

std::string readTableFile(CommandLine& line, const std::string& file) {
  line.output = file;
  return endsWith(file, ".csv") ? "" : "the output must end in .csv, got '" + file + "'";
}

std::string readScriptFile(CommandLine& line, const std::string& file) {
  line.output = file;
  return endsWith(file, ".py") || file == "-" ? "" : "the output must end in .py or be -, got '" + file + "'";
}

std::string readModelFile(CommandLine& line, const std::string& file) {
  line.output = file;
  return endsWith(file, ".json") || file == "-" ? "" : "the output must end in .json or be -, got '" + file + "'";
}

std::string readAssembledFile(CommandLine& line, const std::string& file) {
  line.output = file;
  return endsWith(file, ".json") ? "" : "the output must end in .json, got '" + file + "'";
}

template <std::vector<std::string> CommandLine::*Member>
std::string addName(CommandLine& line, const std::string& name) {
  (line.*Member).push_back(name);
  return "";
}

std::string readLibrary(CommandLine& line, const std::string& file) {
  line.libraries.push_back(file);
  return "";
}

std::string readTime(CommandLine& line, const std::string& value) {
  line.time = decimalNumber(value);
  return line.time ? "" : "--time takes a number of seconds, got '" + value + "'";
}

std::string readLinearFormat(CommandLine& line, const std::string& value) {
  line.linearFormat = value;
  return value == "json" || value == "csv" || value == "matlab" ? "" : "--format takes json, csv or matlab, got '" + value + "'";
}

std::string readFmuFile(CommandLine& line, const std::string& file) {
  line.output = file;
  return endsWith(file, ".fmu") ? "" : "the output must end in .fmu, got '" + file + "'";
}

std::string readFmi(CommandLine& line, const std::string& value) {
  line.fmi = value;
  return value == "2.0" || value == "3.0" ? "" : "--fmi takes 2.0 or 3.0, got '" + value + "'";
}

template <std::string CommandLine::*Member>
std::string readLanguage(CommandLine& line, const std::string& tag) {
  line.*Member = tag;
  return isLanguage(tag) ? "" : "'" + tag + "' is not the tag of a language, such as en, de or zh-Hans";
}

std::string readFormat(CommandLine& line, const std::string& value) {
  line.format = value;
  return value == "xliff" || value == "csv" ? "" : "--format takes xliff or csv, got '" + value + "'";
}

std::string readTextsFile(CommandLine& line, const std::string& file) {
  line.output = file;
  return "";
}

std::string readJobs(CommandLine& line, const std::string& value) {
  const auto number = wholeNumber(value);
  if (!number || *number < 1 || *number > 1024) return "--jobs takes a number from 1 to 1024, got '" + value + "'";
  line.jobs = *number;
  return "";
}

std::string readPart(CommandLine& line, const std::string& value) {
  const std::size_t slash = value.find('/');
  const auto part = wholeNumber(value.substr(0, slash));
  const auto parts = slash == std::string::npos ? std::nullopt : wholeNumber(value.substr(slash + 1));
  if (!part || !parts || *part < 1 || *part > *parts) return "--part takes I/N, from 1/N to N/N, got '" + value + "'";
  line.part = *part, line.parts = *parts;
  return "";
}

}  // namespace

const Option parameter{"--parameter", "NAME=VALUE", "sets a parameter of the model to another value; may be repeated", readParameter};
const Option progress{"--progress", "", "shows the remaining time from the start", setProgress<true>};
const Option noProgress{"--no-progress", "", "never shows it; by default, a terminal shows it after one second", setProgress<false>};
const Option json{"--json", "", "prints JSON", setFlag<&CommandLine::json>};
const Option balance{"--balance", "", "runs the model again and reports which part of its energy is unexplained",
                     setFlag<&CommandLine::balance>};
const Option measures{"--measures", "", "prints only the measures of the model", setFlag<&CommandLine::measures>};
const Option accuracy{"--accuracy", "", "runs twice more with smaller steps and estimates the error of each number",
                      setFlag<&CommandLine::accuracy>};
const Option model{"--model", "MODEL.json", "the document that was handed out, to compare with", setText<&CommandLine::model>};
const Option digest{"--digest", "DIGEST", "compares with this digest instead of the link's", setText<&CommandLine::digest>};
const Option models{"--models", "FOLDER", "folder of the gallery's models, by default web/models", setText<&CommandLine::models>};
const Option study{"--study", "STUDY.json", "reads the study from this file instead of the model", setText<&CommandLine::study>};
const Option jobs{"--jobs", "NUMBER", "computes this many runs at once, by default one for each core", readJobs};
const Option part{"--part", "I/N", "computes every N-th run, from the I-th on", readPart};
const Option resume{"--resume", "", "computes the rows that are missing in the file", setFlag<&CommandLine::resume>};
const Option merge{"--merge", "", "merges files of rows, sorts them, and lists missing runs", setFlag<&CommandLine::merge>};
const Option seconds{"--seconds", "", "adds the computing time of each run", setFlag<&CommandLine::seconds>};
const Option resultFile{"--output", "RESULT.json|.csv|.glb",
                        "writes the result to a file: numbers, a table, or the motion as glTF; -: JSON to standard output", readResultFile};
const Option rowsFile{"--output", "ROWS.csv", "writes the rows to a file instead of standard output", readRowsFile};
const Option tableFile{"--output", "TABLE.csv", "writes the table to a file instead of standard output", readTableFile};
const Option fmuFile{"--output", "MODEL.fmu", "the file to write", readFmuFile};
const Option scriptFile{"--output", "MODEL.py", "writes the script to a file instead of standard output", readScriptFile};
const Option modelFile{"--output", "MODEL.json", "writes the model to a file instead of standard output", readModelFile};
const Option assembledFile{"--output", "MODEL.json", "writes the model with the assembled positions and velocities as initial values",
                           readAssembledFile};
const Option hold{"--hold", "NAME", "a body or node that keeps its position; may be repeated", addName<&CommandLine::held>};
const Option linearInput{"--input", "NAME", "a load, an input of the model, or a constraint whose motion is prescribed; may be repeated",
                         addName<&CommandLine::inputs>};
const Option linearOutput{"--output", "NAME", "a sensor; may be repeated", addName<&CommandLine::outputs>};
const Option time{"--time", "SECONDS", "runs the model up to this time; by default the model starts, after static steps", readTime};
const Option linearFormat{"--format", "json|csv|matlab",
                          "matrices, poles and zeros as JSON, frequency responses as a table, or statements of MATLAB", readLinearFormat};
const Option force{"--force", "", "replaces an existing file that is not a result of this program; never an input",
                   setFlag<&CommandLine::force>};
const Option library{"--library", "FILE", "adds the library slipstick_fmu of another platform; may be repeated", readLibrary};
const Option language{"--language", "LANGUAGE",
                      "prints texts of the model in this language, such as de; otherwise in English or the first one",
                      readLanguage<&CommandLine::language>};
const Option toLanguage{"--language", "LANGUAGE", "the language to translate to, such as fr or zh-Hans",
                        readLanguage<&CommandLine::language>};
const Option sourceLanguage{"--source", "LANGUAGE", "the language to translate from, and of texts without a language; by default en",
                            readLanguage<&CommandLine::sourceLanguage>};
const Option format{"--format", "xliff|csv", "format of the table: XLIFF 2.0, the default, or CSV", readFormat};
const Option put{"--put", "TABLE.xlf|.csv", "writes the model with the translations of this table", setText<&CommandLine::table>};
const Option textsFile{"--output", "FILE", "writes the table or the model to a file instead of standard output", readTextsFile};
const Option fmi{"--fmi", "2.0|3.0", "version of the interface, by default 3.0", readFmi};

}  // namespace slipstick::options
