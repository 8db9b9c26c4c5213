#include "core/exchange/translations.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/document/texts.h"
#include "core/simulation/result.h"

namespace slipstick {
namespace {

constexpr std::size_t longestLine = 240;  // of an object with languages, bytes

/// Finds the bytes of values in a valid JSON text.
class Spans {
 public:
  explicit Spans(const std::string& text) : text_(text) { value(""); }
  using Span = std::pair<std::size_t, std::size_t>;  // from, to
  const std::map<std::string, Span>& byPointer() const { return spans_; }

 private:
  void space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  std::string string() {
    const std::size_t start = at_++;
    while (text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    ++at_;
    return text_.substr(start, at_ - start);
  }
  /// Reads the entries of a list or an object.
  template <class Entry>
  void entries(char close, Entry entry) {
    ++at_;
    for (space(); text_[at_] != close; space()) {
      if (text_[at_] == ',') ++at_, space();
      entry();
    }
    ++at_;
  }
  void value(const std::string& pointer) {
    space();
    const std::size_t start = at_;
    int count = 0;
    if (text_[at_] == '{') {
      entries('}', [&] {
        const std::string key = Json::parse(string());
        space();
        ++at_;  // :
        value(pointerTo(pointer, key));
      });
    } else if (text_[at_] == '[') {
      entries(']', [&] { value(pointerTo(pointer, std::to_string(count++))); });
    } else if (text_[at_] == '"') {
      string();
    } else {
      while (at_ < text_.size() && std::string_view(",]} \t\r\n").find(text_[at_]) == std::string_view::npos) ++at_;
    }
    spans_.emplace(pointer, Span{start, at_});  // the first of duplicate keys
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::map<std::string, Span> spans_;
};

/// Returns a text without differences that programs for tables and XML make.
std::string plain(const std::string& text) {
  std::string result;
  for (const char c : text)
    if (c != '\r') result += c;
  return result;
}

/// Returns a cell without the apostrophe that `csvCell` writes before a text that a spreadsheet would take for a formula.
std::string uncelled(const std::string& cell) {
  return cell.size() > 1 && cell[0] == '\'' && csvCell(cell.substr(1)).find('\'') <= 1 ? cell.substr(1) : cell;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

struct Line {
  int number;
  std::vector<std::string> cells;
};

/// Returns the rows of a CSV text, whose cells may have several lines.
std::vector<Line> linesOf(const std::string& text, const std::string& file) {
  const std::string head = text.substr(0, text.find('\n'));
  const char comma = head.find('\t') != std::string::npos ? '\t' : head.find(';') != std::string::npos ? ';' : ',';
  std::vector<Line> lines{{1, {""}}};
  bool quoted = false;
  int number = 1, opened = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    number += c == '\n';
    std::string& cell = lines.back().cells.back();
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"')
      cell += '"', ++i;
    else if (c == '"' && (quoted || cell.empty()))
      quoted = !quoted, opened = number;
    else if (!quoted && c == comma)
      lines.back().cells.emplace_back();
    else if (!quoted && c == '\n')
      lines.push_back({number, {""}});
    else if (c != '\r')
      cell += c;
  }
  if (quoted) throw ImportError(file + ":" + std::to_string(opened) + ": a quotation mark is not closed");
  std::erase_if(lines, [](const Line& line) { return line.cells == std::vector<std::string>{""}; });
  return lines;
}

TranslationTable readCsv(const std::string& text, const std::string& file) {
  const std::vector<Line> lines = linesOf(text, file);
  if (lines.empty() || lines[0].cells.size() != 3 || lines[0].cells[0] != "place" || !isLanguage(lines[0].cells[1]) ||
      !isLanguage(lines[0].cells[2]))
    throw ImportError(file +
                      ":1: this is not a table of translations: the first line must be place and two languages, such as place,en,fr");
  TranslationTable table{lines[0].cells[1], lines[0].cells[2], {}};
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto& cells = lines[i].cells;
    if (cells.size() != 3)
      throw ImportError(file + ":" + std::to_string(lines[i].number) + ": a row must have three cells, got " +
                        std::to_string(cells.size()));
    table.rows.push_back({cells[0], uncelled(cells[1]), uncelled(cells[2])});
  }
  return table;
}

void readUnits(const XmlElement& element, TranslationTable& table) {
  for (const XmlElement& child : element.children) {
    if (child.name != "unit") {
      readUnits(child, table);
      continue;
    }
    const std::string* place = child.find("name");
    if (!place) child.fail("has no name, the place of its text in the model");
    Translation row{*place, "", ""};
    for (const XmlElement& segment : child.children) {
      if (segment.name != "segment" && segment.name != "ignorable") continue;
      for (const char* name : {"source", "target"}) {
        const XmlElement* part = segment.child(name);
        if (!part) continue;
        if (!part->children.empty()) part->children[0].fail(std::string("must not be in a ") + name + ": texts have no markup");
        (name == std::string("source") ? row.source : row.target) += part->content;
      }
    }
    table.rows.push_back(std::move(row));
  }
}

TranslationTable readXliff(const std::string& text, const std::string& file) {
  const XmlElement root = parseXml(text, file);
  if (root.name != "xliff" || root.text("version").rfind("2.", 0) != 0) root.fail("must be <xliff> of version 2");
  TranslationTable table{root.text("srcLang"), root.text("trgLang"), {}};
  for (const char* key : {"srcLang", "trgLang"})
    if (!isLanguage(root.text(key))) root.fail(std::string(key) + " must be a language, got " + inQuotes(root.text(key)));
  readUnits(root, table);
  return table;
}

/// Returns the key of an object with languages that is this language; "" if there is none.
std::string keyOf(const Json& texts, const std::string& language) {
  const auto small = [](std::string tag) {
    for (char& c : tag)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return tag;
  };
  for (auto entry = texts.begin(); entry != texts.end(); ++entry)
    if (entry.value().is_string() && small(entry.key()) == small(language)) return entry.key();
  return "";
}

/// Returns an object with languages, on one line or with a line for each of them.
std::string written(const Json& texts, const std::string& before) {
  const std::size_t line = before.rfind('\n') + 1;
  const std::size_t indent = std::min(before.find_first_not_of(' ', line), before.size()) - line;
  std::vector<std::string> entries;
  std::size_t length = 0;
  for (auto entry = texts.begin(); entry != texts.end(); ++entry) {
    entries.push_back(Json(entry.key()).dump() + ": " + entry.value().dump(-1, ' ', false, Json::error_handler_t::replace));
    length += entries.back().size() + 2;
  }
  const bool fits = length <= longestLine;
  const std::string gap = fits ? "" : "\n" + std::string(indent + 2, ' ');
  std::string text = "{";
  for (const std::string& entry : entries) text += (text.size() == 1 ? gap : fits ? ", " : "," + gap) + entry;
  return text + (fits ? "}" : "\n" + std::string(indent, ' ') + "}");
}

std::string sourceOf(const Json& text, const std::string& sourceLanguage) {
  if (!text.is_object()) return text.is_string() ? text.get<std::string>() : "";
  const std::string key = languageIn(text, sourceLanguage);
  return key.empty() ? "" : text[key].get<std::string>();
}

}  // namespace

TranslationTable translationsOf(const std::string& document, const std::string& sourceLanguage, const std::string& language) {
  TranslationTable table{sourceLanguage, language, {}};
  Json json = Json::parse(document);
  forEachText(json, [&](const Json& text, const std::string& pointer) {
    const std::string source = sourceOf(text, sourceLanguage);
    if (source.empty()) return;
    const std::string key = text.is_object() ? keyOf(text, language) : "";
    table.rows.push_back({pointer, source, key.empty() ? "" : text[key].get<std::string>()});
  });
  return table;
}

std::string translationsAsCsv(const TranslationTable& table) {
  std::string text = "place," + table.sourceLanguage + "," + table.language + "\n";
  for (const Translation& row : table.rows) text += csvCell(row.place) + "," + csvCell(row.source) + "," + csvCell(row.target) + "\n";
  return text;
}

std::string translationsAsXliff(const TranslationTable& table, const std::string& model) {
  std::string text = R"(<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang=")" +
                     table.sourceLanguage + "\" trgLang=\"" + table.language + "\">\n  <file id=\"model\" original=\"" + escaped(model) +
                     "\">\n";
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Translation& row = table.rows[i];
    text += "    <unit id=\"text" + std::to_string(i + 1) + "\" name=\"" + escaped(row.place) +
            "\">\n      <segment>\n        <source xml:space=\"preserve\">" + escaped(row.source) + "</source>\n";
    if (!row.target.empty()) text += "        <target xml:space=\"preserve\">" + escaped(row.target) + "</target>\n";
    text += "      </segment>\n    </unit>\n";
  }
  return text + "  </file>\n</xliff>\n";
}

TranslationTable readTranslations(const std::string& text, const std::string& file) {
  const bool isMarked = text.rfind("\xef\xbb\xbf", 0) == 0;
  const std::string content = isMarked ? text.substr(3) : text;
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) throw ImportError(file + ": the file is empty");
  return content[first] == '<' ? readXliff(content, file) : readCsv(content, file);
}

TranslatedDocument withTranslations(const std::string& document, const TranslationTable& table) {
  Json json = Json::parse(document);
  std::map<std::string, Json*> texts;
  forEachText(json, [&](Json& text, const std::string& pointer) { texts.emplace(pointer, &text); });
  TranslatedDocument result{document, 0, {}};
  std::size_t known = 0;
  std::map<std::size_t, std::pair<Spans::Span, const Json*>> changes;  // by start
  const Spans spans(document);
  for (const Translation& row : table.rows) {
    const auto found = texts.find(row.place);
    if (found == texts.end() || plain(sourceOf(*found->second, table.sourceLanguage)) != plain(row.source)) {
      result.skipped.push_back(row.place + ": " +
                               (found == texts.end() ? "is not in the model" : "has changed since the table was written"));
      continue;
    }
    ++known;
    if (row.target.empty()) {
      result.skipped.push_back(row.place + ": has no translation");
      continue;
    }
    Json& text = *found->second;
    if (text.is_string()) text = {{table.sourceLanguage, text}};
    const std::string key = keyOf(text, table.language);
    text[key.empty() ? table.language : key] = plain(row.target);
    const Spans::Span span = spans.byPointer().at(row.place);
    changes[span.first] = {span, &text};
    ++result.translated;
  }
  if (known == 0 && !table.rows.empty())
    throw ImportError("the table belongs to another model: none of its " + std::to_string(table.rows.size()) + " texts is in this one");
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    const auto& [from, to] = change->second.first;
    const std::string before = document.substr(0, from);
    result.text.replace(from, to - from, written(*change->second.second, before));
  }
  return result;
}

}  // namespace slipstick
