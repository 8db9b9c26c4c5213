#include "core/study/study_rows.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/math/decimal.h"
#include "core/simulation/result.h"
#include "core/study/study_runs.h"

namespace slipstick {
namespace {

constexpr const char* title = "# slipstick study";
constexpr int mostRanges = 10;  // of missing runs that are listed

/// The 64-bit FNV-1a hash of a text as hexadecimal digits. It distinguishes models but does not protect against forgery.
std::string fingerprint(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[hash >> shift & 15];
  return digits;
}

/// The name of the column of a parameter or measure. One with the name of another column is marked, as "steps [parameter]".
std::string columnName(const std::string& name, const char* kind, const std::string& unit) {
  std::string column = name;
  for (const char* const own : {"run", "status", "message", "steps", "digest", "seconds"})
    if (name == own) column += std::string(" [") + kind + "]";
  return "," + csvCell(unit.empty() ? column : column + " (" + unit + ")");
}

std::string columnNames(const Model& model, bool withSeconds) {
  std::string names = "run";
  for (const StudyAxis& axis : model.study->axes)
    for (const ModelParameter& parameter : model.parameters)
      if (parameter.name == axis.parameter) names += columnName(parameter.name, "parameter", parameter.unit);
  names += ",status,message";
  for (const std::string& name : model.study->measures)
    for (const Measure& measure : model.measures)
      if (measure.name == name) names += columnName(measure.name, "measure", measure.unit);
  return names + ",steps,digest" + (withSeconds ? ",seconds" : "");
}

/// The value after a word in the head, up to the next comma; "" if the word is missing.
std::string valueAfter(const std::string& line, const std::string& word) {
  const std::size_t start = line.find(", " + word + " ");
  if (start == std::string::npos) return "";
  const std::size_t from = start + word.size() + 3;
  return line.substr(from, line.find(',', from) - from);
}

bool isWhole(const std::string& text) {
  return !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == std::string::npos;
}

/// The cells of a line of CSV; none if a quote is not closed.
std::vector<std::string> cellsOf(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  }
  return quoted ? std::vector<std::string>() : cells;
}

/// The error in a line that should be a row below these column names, or "". Values and measures are numbers; a measure without a value is
/// empty.
std::string wrongIn(const std::string& line, const std::vector<std::string>& columns, long runs) {
  const std::vector<std::string> cells = cellsOf(line);
  if (cells.size() != columns.size() || !isWhole(cells[0]) || std::stol(cells[0]) >= runs) return "this is not a row of the study";
  bool isMeasure = false;
  for (std::size_t i = 1; i < cells.size() && columns[i] != "digest"; ++i) {
    if (columns[i] == "status" || columns[i] == "message") {
      isMeasure = true;
      continue;
    }
    if (!(isMeasure && cells[i].empty()) && !decimalNumber(cells[i]))
      return "'" + cells[i] + "' is not a number, in the column '" + columns[i] + "'";
  }
  return "";
}

bool readHead(const std::string& first, const std::string& second, StudyHead& head, std::string& message) {
  const std::string runs = valueAfter(first, "runs");
  if (first.rfind(title, 0) != 0 || !isWhole(runs) || second.rfind("run,", 0) != 0) {
    message = "these are not rows of a study: the first line does not name one";
    return false;
  }
  head = {valueAfter(first, "engine"), valueAfter(first, "model"), valueAfter(first, "study"), std::stol(runs), second};
  return true;
}

}  // namespace

std::string StudyHead::text() const {
  return std::string(title) + ", engine " + engine + ", model " + model + ", study " + study + ", runs " + std::to_string(runs) + "\n" +
         columns + "\n";
}

std::string StudyHead::difference(const StudyHead& other) const {
  if (model != other.model) return "they belong to another model";
  if (study != other.study || runs != other.runs) return "they belong to another study of this model";
  if (engine != other.engine) return "they are from engine " + other.engine + ", not " + engine;
  if (columns != other.columns) return "their columns differ (--seconds adds one)";
  return "";
}

StudyHead studyHead(const std::string& document, const std::map<std::string, double>& fixed, const Model& model, bool withSeconds) {
  const Json study = Json::parse(document.c_str(), nullptr, false)["study"];
  Json others = Json::object();
  for (const auto& [name, value] : fixed) others[name] = value;
  return {engineVersion(), fingerprint(documentOfRuns(document).dump() + others.dump()), fingerprint(study.dump()), model.study->runs,
          columnNames(model, withSeconds)};
}

bool readStudyRows(const std::string& text, StudyRows& rows, std::string& message) {
  std::size_t start = 0;
  int number = 0;
  std::string first;
  std::vector<std::string> columns;
  const auto fail = [&](const std::string& what) {
    message = "line " + std::to_string(number) + ": " + what;
    return false;
  };
  for (std::size_t end; (end = text.find('\n', start)) != std::string::npos; start = end + 1) {
    const std::string line = text.substr(start, end - start);
    if (++number == 1) {
      first = line;
      continue;
    }
    if (number == 2) {
      if (!readHead(first, line, rows.head, message)) return false;
      rows.complete = end + 1;
      columns = cellsOf(line);
      continue;
    }
    if (const std::string wrong = wrongIn(line, columns, rows.head.runs); !wrong.empty()) return fail(wrong);
    const std::string run = line.substr(0, line.find(','));
    const auto [place, isNew] = rows.rows.emplace(std::stol(run), line + "\n");
    if (!isNew && place->second != line + "\n") return fail("run " + run + " occurs twice with different results");
    rows.complete = end + 1;
  }
  if (number >= 2) return true;
  if (!text.empty() && std::string(title).rfind(text.substr(0, std::string(title).size()), 0) != 0)
    return readHead(text, "", rows.head, message);
  return true;  // cut off within its head: it has no rows yet
}

std::string missingRuns(const StudyRows& rows) {
  std::string text;
  int ranges = 0;
  const auto missing = [&](std::int64_t from, std::int64_t to) {  // to: the next existing run
    if (from >= to || ++ranges > mostRanges) return;
    text += (text.empty() ? "" : ", ") + std::to_string(from) + (to - from > 1 ? "–" + std::to_string(to - 1) : "");
  };
  std::int64_t next = 0;
  for (const auto& [run, line] : rows.rows) {
    missing(next, run);
    next = run + 1;
  }
  missing(next, rows.head.runs);
  if (ranges > mostRanges) text += ", …";
  const std::int64_t count = rows.head.runs - static_cast<std::int64_t>(rows.rows.size());
  return text.empty() ? "" : text + " (" + std::to_string(count) + " in all)";
}

}  // namespace slipstick
