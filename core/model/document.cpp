// The parser of nlohmann_json calls a handler for every token and does not recurse, so that counting is sufficient to reject deep
// nesting before it does harm.
#include "core/model/document.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/expression/names.h"
#include "core/message/messages.h"

namespace slipstick {
namespace {

constexpr std::size_t mostKeys = 20000;  // in one object

class DocumentBuilder : public nlohmann::json_sax<Json> {
 public:
  DocumentBuilder(std::string_view text, const DocumentLimits& limits, Issues& issues) : text_(text), limits_(limits), issues_(issues) {}

  Json document;

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    Level& level = levels_.back();
    level.key = name;
    level.skip = !level.keys.insert(name).second;
    if (level.skip) issues_.error(here(), messages::keyTwice());
    if (level.keys.size() <= mostKeys) return true;
    issues_.error(DocumentPlace(pointer(levels_.size() - 1)), "an object may have at most " + std::to_string(mostKeys) + " keys");
    return false;
  }

  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override {
    if (error.id == 406) {  // a number outside the range of double
      issues_.error(here(), "numbers must be finite, got " + token);
      return false;
    }
    if (const std::string encoding = foreignEncoding(); !encoding.empty()) {
      issues_.error(DocumentPlace(""), encoding);
      return false;
    }
    const std::size_t start = startOfToken(std::min(position > 0 ? position - 1 : 0, text_.size()));
    const std::string_view before = text_.substr(0, start);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t lineStart = before.rfind('\n');
    const std::size_t column = lineStart == std::string_view::npos ? start + 1 : start - lineStart;
    issues_.error(DocumentPlace(""), messages::notValidJson({std::to_string(line), std::to_string(column), slip(start, error.what())}));
    return false;
  }

 private:
  /// Returns a message if the text is not UTF-8; "" otherwise.
  std::string foreignEncoding() const {
    const bool marked = text_.substr(0, 2) == "\xff\xfe" || text_.substr(0, 2) == "\xfe\xff";
    if (marked || text_.substr(0, 4).find('\0') != std::string_view::npos) return "the text is in UTF-16 or UTF-32: save it as UTF-8";
    for (std::size_t i = 0, line = 1; i < text_.size();) {
      const std::size_t length = expression::characterLength(text_.substr(i));
      if (length == 0) {
        const auto byte = static_cast<unsigned char>(text_[i]);
        const std::string latin1{static_cast<char>(0xC0 | byte >> 6), static_cast<char>(0x80 | (byte & 0x3F))};
        return "line " + std::to_string(line) + " is not in UTF-8: save the text as UTF-8" +
               (byte >= 0xA0 ? " (in Latin-1 a character there would be '" + latin1 + "')" : "");
      }
      line += text_[i] == '\n', i += length;
    }
    return "";
  }

  static bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-' || c == '+';
  }

  /// Returns the start of the word, number or text that ends at `end`.
  std::size_t startOfToken(std::size_t end) const {
    if (end == text_.size()) return end;
    std::size_t start = end;
    if (text_[end] == '"') {
      do start = start == 0 ? std::string_view::npos : text_.rfind('"', start - 1);
      while (start != std::string_view::npos && start > 0 && text_[start - 1] == '\\');
      return start == std::string_view::npos ? end : start;
    }
    while (start > 0 && isWordCharacter(text_[end]) && isWordCharacter(text_[start - 1])) --start;
    return start;
  }

  /// Describes the error at `start`: in our words for frequent mistakes, otherwise in the parser's.
  Message slip(std::size_t start, const std::string& parserSays) const {
    if (parserSays.find("after backslash") != std::string::npos) return "write a backslash in a text twice: \"\\\\mu\"";
    const auto expects = [&](const char* token) { return parserSays.find(std::string("expected ") + token) != std::string::npos; };
    if (start == text_.size()) return messages::textEnds();
    const char first = text_[start];
    const std::size_t last = text_.substr(0, start).find_last_not_of(" \t\r\n");
    const char before = last == std::string_view::npos ? ' ' : text_[last];
    const bool closes = first == '}' || first == ']';
    if (first == '/' || first == '#') return messages::noComments();
    if (before == ',' && closes) return messages::commaBefore({std::string(1, first)});
    if (expects("':'")) return messages::colonMissing();
    const bool afterValue = before == '"' || before == '}' || before == ']' || isWordCharacter(before);
    if ((expects("'}'") || expects("']'")) && afterValue && !closes) return messages::commaMissing();
    std::size_t end = start;
    while (end < text_.size() && isWordCharacter(text_[end])) ++end;
    if (first == '\'') return messages::doubleQuotes();
    if (std::isalpha(static_cast<unsigned char>(first)))
      return quote(std::string(text_.substr(start, std::min<std::size_t>(end - start, 40)))) +
             " is neither a number nor true, false or null; write keys and texts in double quotes";
    const std::size_t dash = parserSays.find(" - ");
    return dash == std::string::npos ? parserSays : parserSays.substr(dash + 3);
  }

  struct Level {
    Json* container;
    std::string key;
    bool skip = false;  // the value of a duplicate key
    std::unordered_set<std::string> keys;
  };

  /// Inserts a value at the parser's position.
  Json* place(Json value) {
    if (levels_.empty()) {
      document = std::move(value);
      return &document;
    }
    Level& level = levels_.back();
    if (level.container->is_array()) {
      level.container->push_back(std::move(value));
      return &level.container->back();
    }
    if (level.skip) {
      skipped_.push_back(std::move(value));
      return &skipped_.back();
    }
    // Bypasses the search for an equal key because `keys` has already done it.
    auto& entries = level.container->get_ref<Json::object_t&>();
    static_cast<Json::object_t::Container&>(entries).emplace_back(level.key, std::move(value));
    return &entries.back().second;
  }
  template <class V>
  bool put(V&& value) {
    place(Json(std::forward<V>(value)));
    return true;
  }
  bool open(Json container) {
    if (static_cast<int>(levels_.size()) >= limits_.depth) {
      issues_.error(here(), "nested more than " + std::to_string(limits_.depth) + " deep");
      return false;
    }
    Json* placed = place(std::move(container));
    levels_.push_back({placed, "", false, {}});
    return true;
  }
  bool close() {
    levels_.pop_back();
    return true;
  }

  std::string pointer(std::size_t depth) const {
    std::string path;
    for (std::size_t i = 0; i < depth; ++i) {
      const Level& level = levels_[i];
      if (level.container->is_object())
        path = pointerTo(path, level.key);
      else  // the last entry is the open one, except at the innermost level, where it does not exist yet
        path = pointerTo(path, std::to_string(level.container->size() - (i + 1 < levels_.size() ? 1 : 0)));
    }
    return path;
  }
  DocumentPlace here() const { return DocumentPlace(pointer(levels_.size())); }

  std::string_view text_;
  const DocumentLimits& limits_;
  Issues& issues_;
  std::vector<Level> levels_;
  std::deque<Json> skipped_;
};

}  // namespace

std::optional<Json> parseDocument(std::string_view text, const DocumentLimits& limits, Issues& issues) {
  if (text.size() > limits.bytes) {
    issues.error(DocumentPlace(""),
                 "a document may have at most " + std::to_string(limits.bytes) + " bytes, got " + std::to_string(text.size()));
    return std::nullopt;
  }
  DocumentBuilder builder(text, limits, issues);
  if (!Json::sax_parse(text.begin(), text.end(), &builder)) return std::nullopt;
  return std::move(builder.document);
}

}  // namespace slipstick
