#include "core/exchange/xml.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/math/decimal.h"

namespace slipstick {
namespace {

// Far above the descriptions of robots in use, and low enough that no file exhausts the memory: an element needs 200 bytes.
constexpr std::size_t mostElements = 300'000, mostAttributes = 1000, mostBytes = std::size_t{64} << 20;
constexpr std::size_t longestName = 200, longestEntity = 12;

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool isNamePart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == ':' || c == '.' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Parser {
 public:
  Parser(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  XmlElement root() {
    std::string outside;
    skipOther(outside);
    if (at_ == text_.size()) fail("the file has no element");
    XmlElement element = parse(0);
    skipOther(outside);
    if (at_ < text_.size()) fail("there is content after </" + element.name + ">");
    return element;
  }

 private:
  [[noreturn]] void fail(const std::string& what) { throw ImportError(file_ + ":" + std::to_string(line()) + ": " + what); }
  /// The line of at_, counted from the last call.
  int line() {
    for (; counted_ < std::min(at_, text_.size()); ++counted_) line_ += text_[counted_] == '\n';
    return line_;
  }
  bool sees(const char* word) const { return text_.compare(at_, std::char_traits<char>::length(word), word) == 0; }

  void passTo(const char* end, const char* what) {
    const std::size_t found = text_.find(end, at_);
    if (found == std::string::npos) fail(std::string(what) + " has no end: expected '" + end + "'");
    at_ = found + std::char_traits<char>::length(end);
  }

  /// Reads texts, and skips comments and declarations, up to the next tag.
  void skipOther(std::string& content) {
    while (at_ < text_.size()) {
      if (sees("<!--")) {
        passTo("-->", "a comment");
      } else if (sees("<![CDATA[")) {
        const std::size_t start = at_ + 9;
        passTo("]]>", "a text");
        content.append(text_, start, at_ - 3 - start);
      } else if (sees("<?"))
        passTo("?>", "a declaration");
      else if (sees("<!"))
        passTo(">", "a declaration");
      else if (text_[at_] == '<')
        return;
      else
        readCharacter(content);
    }
  }

  /// Reads a character of a text. Unknown entities are kept, unlike in attributes.
  void readCharacter(std::string& content) {
    if (text_[at_] == '&') {
      const std::size_t start = at_;
      try {
        if (text_.substr(at_, longestEntity).find(';') != std::string::npos) content += entity(text_.size()), ++at_;
      } catch (const ImportError&) {
        at_ = start;
      }
      if (at_ != start) return;
    }
    content += text_[at_++];
  }

  std::string name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && isNamePart(text_[at_])) ++at_;
    if (at_ == start)
      fail(at_ < text_.size() ? std::string("expected a name, got '") + text_[at_] + "'" : "the file ends in the middle of a tag");
    if (at_ - start > longestName) fail("a name is longer than " + std::to_string(longestName) + " bytes");
    return text_.substr(start, at_ - start);
  }

  void space() {
    while (at_ < text_.size() && isSpace(text_[at_])) ++at_;
  }

  std::string value(const std::string& attribute) {
    if (at_ >= text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) fail("the value of " + attribute + " must be in quotes");
    const char quote = text_[at_++];
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string::npos) fail("the value of " + attribute + " has no end");
    std::string value;
    for (; at_ < end; ++at_) value += text_[at_] == '&' ? entity(end) : std::string(1, text_[at_]);
    ++at_;
    return value;
  }

  std::string entity(std::size_t end) {
    static const std::map<std::string, std::string> known{{"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"apos", "'"}};
    const std::size_t semicolon = text_.find(';', at_);
    if (semicolon >= end) fail("unterminated entity: expected ';' after '&'");
    const std::string word = text_.substr(at_ + 1, semicolon - at_ - 1);
    at_ = semicolon;
    const auto found = known.find(word);
    if (found != known.end()) return found->second;
    if (!word.empty() && word[0] == '#') return character(word);
    fail("unknown entity " + inQuotes("&" + word + ";") + ": only amp, lt, gt, quot, apos and numbers are read");
  }

  /// The character of "#233" or "#xe9", as UTF-8.
  std::string character(const std::string& word) {
    const bool isHex = word.size() > 1 && word[1] == 'x';
    const char *first = word.data() + (isHex ? 2 : 1), *last = word.data() + word.size();
    std::uint32_t code = 0;
    const auto [end, error] = std::from_chars(first, last, code, isHex ? 16 : 10);
    const bool isControl = code < 0x20 && code != '\t' && code != '\n' && code != '\r', isSurrogate = code >= 0xd800 && code < 0xe000;
    if (first == last || end != last || error != std::errc{} || isControl || isSurrogate || code > 0x10ffff)
      fail(inQuotes("&" + word + ";") + " is not a character");
    std::string bytes;
    appendUtf8(bytes, code);
    return bytes;
  }

  XmlElement parse(int depth) {
    if (depth > deepestXml) fail("elements are nested more than " + std::to_string(deepestXml) + " deep");
    if (++elements_ > mostElements) fail("the file has more than " + std::to_string(mostElements) + " elements");
    XmlElement element;
    element.line = line(), element.file = file_;
    ++at_;  // <
    element.name = name();
    for (;;) {
      space();
      if (at_ >= text_.size()) fail("the file ends in the middle of <" + element.name + ">");
      if (sees("/>")) {
        at_ += 2;
        return element;
      }
      if (text_[at_] == '>') break;
      std::string attribute = name();
      space();
      if (element.attributes.size() == mostAttributes)
        fail("<" + element.name + "> has more than " + std::to_string(mostAttributes) + " attributes");
      if (at_ >= text_.size() || text_[at_] != '=') fail("expected '=' after " + attribute + " of <" + element.name + ">");
      ++at_;
      space();
      if (element.find(attribute)) fail("<" + element.name + "> has " + attribute + " twice");
      std::string text = value(attribute);
      element.attributes.emplace_back(std::move(attribute), std::move(text));
    }
    ++at_;
    for (;;) {
      skipOther(element.content);
      if (at_ >= text_.size()) fail("<" + element.name + "> of line " + std::to_string(element.line) + " has no end");
      if (!sees("</")) {
        element.children.push_back(parse(depth + 1));
        continue;
      }
      at_ += 2;
      const std::string closed = name();
      if (closed != element.name) fail("</" + closed + "> ends <" + element.name + "> of line " + std::to_string(element.line));
      space();
      if (at_ >= text_.size() || text_[at_] != '>') fail("expected '>' after </" + closed);
      ++at_;
      return element;
    }
  }

  const std::string& text_;
  const std::string& file_;
  std::size_t at_ = 0, counted_ = 0, elements_ = 0;
  int line_ = 1;
};

/// The number of bytes of the UTF-8 character at a position; 0 if it is not valid.
std::size_t characterAt(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) {
    const bool isOverlong = first == 0xe0 && second < 0xa0, isSurrogate = first == 0xed && second >= 0xa0;
    return follows(1) && follows(2) && !isOverlong && !isSurrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first < 0xf5) {
    const bool isOverlong = first == 0xf0 && second < 0x90, isBeyond = first == 0xf4 && second >= 0x90;
    return follows(1) && follows(2) && follows(3) && !isOverlong && !isBeyond ? 4 : 0;
  }
  return 0;
}

bool isUtf8(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = characterAt(text, at);
    if (bytes == 0) return false;
    at += bytes;
  }
  return true;
}

}  // namespace

void appendUtf8(std::string& text, std::uint32_t code) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code < 0x80) return add(code);
  if (code < 0x800) return add(0xc0 | code >> 6), add(0x80 | (code & 0x3f));
  if (code < 0x10000) return add(0xe0 | code >> 12), add(0x80 | (code >> 6 & 0x3f)), add(0x80 | (code & 0x3f));
  add(0xf0 | code >> 18), add(0x80 | (code >> 12 & 0x3f)), add(0x80 | (code >> 6 & 0x3f)), add(0x80 | (code & 0x3f));
}

std::string inQuotes(const std::string& text) {
  constexpr std::size_t most = 60;
  if (text.size() <= most) return "'" + text + "'";
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return "'" + text.substr(0, end) + "…'";
}

const std::string* XmlElement::find(const std::string& attribute) const {
  for (const auto& [key, value] : attributes)
    if (key == attribute) return &value;
  return nullptr;
}

std::string XmlElement::text(const std::string& attribute, const std::string& otherwise) const {
  const std::string* found = find(attribute);
  return found ? *found : otherwise;
}

std::vector<double> XmlElement::numbers(const std::string& attribute, std::size_t least, std::size_t most) const {
  std::vector<double> values;
  const std::string* found = find(attribute);
  if (!found) return values;
  for (std::size_t at = 0; at < found->size() && values.size() <= most;) {
    while (at < found->size() && isSpace((*found)[at])) ++at;
    std::size_t end = at;
    while (end < found->size() && !isSpace((*found)[end])) ++end;
    if (end == at) break;
    std::string word = found->substr(at, end - at);
    if (word[0] == '+') word.erase(0, 1);
    const std::optional<double> value = decimalNumber(word);
    if (!value || !std::isfinite(*value)) fail(attribute + " must be a number, got " + inQuotes(word));
    values.push_back(*value);
    at = end;
  }
  if (values.size() >= least && values.size() <= most) return values;
  const std::string wanted = least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
  fail(attribute + " must have " + wanted + " numbers, got " + (values.size() > most ? "more" : std::to_string(values.size())));
}

double XmlElement::number(const std::string& attribute, double otherwise) const {
  return find(attribute) ? numbers(attribute, 1, 1)[0] : otherwise;
}

const XmlElement* XmlElement::child(const std::string& wanted) const {
  for (const XmlElement& each : children)
    if (each.name == wanted) return &each;
  return nullptr;
}

void XmlElement::fail(const std::string& what) const {
  const std::string own = text("name");
  const std::string quoted = inQuotes(own);
  const std::string named = own.empty() ? "" : " name=\"" + quoted.substr(1, quoted.size() - 2) + "\"";
  throw ImportError(file + ":" + std::to_string(line) + ": <" + name + named + ">: " + what);
}

XmlElement parseXml(const std::string& text, const std::string& file) {
  if (text.size() > mostBytes) throw ImportError(file + ": the file has more than " + std::to_string(mostBytes >> 20) + " MiB");
  if (text.rfind("\xff\xfe", 0) == 0 || text.rfind("\xfe\xff", 0) == 0)
    throw ImportError(file + ":1: the file is in UTF-16; save it in UTF-8");
  if (isUtf8(text)) return Parser(text, file).root();
  std::string converted;  // from Latin-1, so that different names stay different
  converted.reserve(text.size() + text.size() / 8);
  for (const char c : text) appendUtf8(converted, static_cast<unsigned char>(c));
  return Parser(converted, file).root();
}

}  // namespace slipstick
