#include "core/program/reference_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/document/reference.h"
#include "core/program/plain_math.h"
#include "core/program/tables.h"

namespace slipstick {
namespace {

constexpr std::size_t lineWidth = 100;

std::string words(const Json& json, const char* key) {
  return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
}

/// Text in lines that are indented by so many spaces.
std::string paragraph(const std::string& text, std::size_t indent) {
  std::string lines, line;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) {
    if (!line.empty() && indent + line.size() + 1 + word.size() > lineWidth) lines += std::string(indent, ' ') + line + "\n", line.clear();
    line += (line.empty() ? "" : " ") + word;
  }
  return line.empty() ? lines : lines + std::string(indent, ' ') + line + "\n";
}

bool areZero(const Json& value) {
  return value.is_array() ? std::all_of(value.begin(), value.end(), areZero) : value.is_number() && value.get<double>() == 0;
}

bool isIdentity(const Json& value) {
  for (std::size_t i = 0; i < value.size(); ++i)
    for (std::size_t k = 0; k < value.size(); ++k)
      if (!value[i].is_array() || value[i].size() != value.size() || value[i][k] != (i == k ? 1 : 0)) return false;
  return value.size() > 1;
}

/// "0.5", "[0, 0, 1]", "zeros", "the unit matrix".
std::string defaultText(const Json& value) {
  if (value.is_number()) {
    std::ostringstream text;
    text.precision(12);
    text << value.get<double>();
    return text.str();
  }
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  if (isIdentity(value)) return "the unit matrix";
  if (value.size() > 3 && areZero(value)) return "zeros";
  std::string list;
  for (const Json& entry : value) list += (list.empty() ? "" : ", ") + defaultText(entry);
  return "[" + list + "]";
}

std::string joinedWords(const Json& list) {
  std::string text;
  for (const Json& word : list) text += (text.empty() ? "" : ", ") + word.get<std::string>();
  return text;
}

/// "number (N/m), 0 or more, default 0": the values accepted by a parameter.
std::string form(const Json& parameter) {
  std::string text = words(parameter, "takes");
  if (parameter.contains("tables")) text += ": " + joinedWords(parameter["tables"]);
  if (const std::string unit = words(parameter, "unit"); !unit.empty() && unit != "mixed") text += " (" + unit + ")";
  if (const std::string range = words(parameter, "range"); !range.empty()) text += ", " + range;
  if (const std::string needs = words(parameter, "needs"); !needs.empty()) text += " with " + needs;
  if (parameter.value("required", false)) return text + ", required";
  return parameter.contains("default") ? text + ", default " + defaultText(parameter["default"]) : text;
}

/// "(t, deltaL) gives 3 numbers": the signature of a user function.
std::string call(const Json& parameter) {
  if (!parameter.contains("arguments")) return "";
  const Json& size = parameter["resultSize"];
  const std::string result = size.is_null() ? "as many numbers as the item has" : size == 1 ? "a number" : size.dump() + " numbers";
  return "reads " + joinedWords(parameter["arguments"]) + "; gives " + result;
}

std::string outputForm(const Json& output) {
  const std::string unit = words(output, "unit");
  const std::string size = output.contains("sizePerSegment") ? output["sizePerSegment"].dump() + " numbers for each segment"
                           : output["size"].is_null()        ? "numbers by item"
                           : output["size"] == 1             ? "a number"
                                                             : output["size"].dump() + " numbers";
  return size + (unit.empty() || unit == "mixed" ? "" : " (" + unit + ")");
}

std::string detailsOf(const Json& type) {
  const std::string name = words(type, "type");
  std::string text = name + " (" + words(type, "kind") + ")\n" + paragraph(words(type, "summary"), 2);
  for (const std::string& line : plainMath(words(type, "equation"))) text += paragraph(line, 4);
  if (std::string(" " SLIPSTICK_ITEM_PAGES " ").find(" " + name + " ") != std::string::npos)
    text += "  The whole law: docs/items/" + name + ".md\n";
  if (!type["parameters"].empty()) text += "parameters\n";
  for (const Json& parameter : type["parameters"])
    text += "  " + words(parameter, "name") + "\n" + paragraph(form(parameter), 6) + paragraph(words(parameter, "text"), 6) +
            paragraph(call(parameter), 6);
  const Json outputs = type.value("outputs", Json::array());
  if (!outputs.empty()) text += "outputs\n";
  for (const Json& output : outputs)
    text += "  " + words(output, "name") + "\n" + paragraph(outputForm(output) + ": " + words(output, "text"), 6);
  return text;
}

}  // namespace

Json typesCalled(const std::string& name) {
  Json types = itemReference(name);
  const Json all = documentReference();
  const auto add = [&](const char* list, const char* kind) {
    for (const Json& entry : all[list])
      if (name.empty() || entry["name"] == name)
        types.push_back({{"kind", kind}, {"type", entry["name"]}, {"summary", words(entry, "text")}, {"parameters", entry["rows"]}});
  };
  add("creators", "creator"), add("steps", "step of the analysis"), add("live", "part of a document"),
      add("tables", "object within others");
  return types;
}

std::string typeList(const Json& types) {
  std::vector<std::vector<std::string>> rows;
  for (const Json& type : types) rows.push_back({words(type, "kind"), words(type, "type"), words(type, "summary")});
  return alignedText(rows);
}

std::string typeDetails(const Json& types) {
  std::string text;
  for (const Json& type : types) text += (text.empty() ? "" : "\n") + detailsOf(type);
  return text;
}

}  // namespace slipstick
