#include "core/exchange/xml.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/math/decimal.h"

namespace slipstick {
namespace {

constexpr int deepest = 200;

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool isNamePart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == ':' || c == '.' ||
         c < 0;
}

class Parser {
 public:
  Parser(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  XmlElement root() {
    passOver();
    if (at_ == text_.size()) fail("the file has no element");
    XmlElement element = parse(0);
    passOver();
    if (at_ < text_.size()) fail("there is something behind the end of <" + element.name + ">");
    return element;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw ImportError(file_ + ":" + std::to_string(line(at_)) + ": " + what); }
  int line(std::size_t at) const {
    return 1 + static_cast<int>(std::count(text_.begin(), text_.begin() + static_cast<long>(std::min(at, text_.size())), '\n'));
  }
  bool sees(const char* word) const { return text_.compare(at_, std::char_traits<char>::length(word), word) == 0; }

  void passTo(const char* end, const char* what) {
    const std::size_t found = text_.find(end, at_);
    if (found == std::string::npos) fail(std::string(what) + " has no end: expected '" + end + "'");
    at_ = found + std::char_traits<char>::length(end);
  }

  /// Texts, comments and declarations up to the next tag.
  void passOver() {
    while (at_ < text_.size()) {
      if (sees("<!--"))
        passTo("-->", "a comment");
      else if (sees("<![CDATA["))
        passTo("]]>", "a text");
      else if (sees("<?"))
        passTo("?>", "a declaration");
      else if (sees("<!"))
        passTo(">", "a declaration");
      else if (text_[at_] == '<')
        return;
      else
        ++at_;
    }
  }

  std::string name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && isNamePart(text_[at_])) ++at_;
    if (at_ == start)
      fail(at_ < text_.size() ? std::string("expected a name, got '") + text_[at_] + "'" : "the file ends in the middle of a tag");
    return text_.substr(start, at_ - start);
  }

  void space() {
    while (at_ < text_.size() && isSpace(text_[at_])) ++at_;
  }

  std::string value(const std::string& attribute) {
    if (at_ >= text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) fail("the value of " + attribute + " must stand in quotes");
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
    if (semicolon >= end) fail("'&' begins no name that ends in ';'");
    const std::string word = text_.substr(at_ + 1, semicolon - at_ - 1);
    at_ = semicolon;
    const auto found = known.find(word);
    if (found != known.end()) return found->second;
    if (word.size() > 1 && word[0] == '#') return "?";  // a letter by its number: only names and files have texts
    fail("unknown name '&" + word + ";'");
  }

  XmlElement parse(int depth) {
    if (depth > deepest) fail("more than " + std::to_string(deepest) + " elements stand in each other");
    XmlElement element;
    element.line = line(at_), element.file = file_;
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
      if (at_ >= text_.size() || text_[at_] != '=') fail("expected '=' behind " + attribute + " of <" + element.name + ">");
      ++at_;
      space();
      if (element.find(attribute)) fail("<" + element.name + "> has " + attribute + " twice");
      std::string text = value(attribute);
      element.attributes.emplace_back(std::move(attribute), std::move(text));
    }
    ++at_;
    for (;;) {
      passOver();
      if (at_ >= text_.size()) fail("<" + element.name + "> of line " + std::to_string(element.line) + " has no end");
      if (!sees("</")) {
        element.children.push_back(parse(depth + 1));
        continue;
      }
      at_ += 2;
      const std::string closed = name();
      if (closed != element.name) fail("</" + closed + "> ends <" + element.name + "> of line " + std::to_string(element.line));
      space();
      if (at_ >= text_.size() || text_[at_] != '>') fail("expected '>' behind </" + closed);
      ++at_;
      return element;
    }
  }

  const std::string& text_;
  const std::string& file_;
  std::size_t at_ = 0;
};

}  // namespace

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
  for (std::size_t at = 0; at < found->size();) {
    while (at < found->size() && isSpace((*found)[at])) ++at;
    std::size_t end = at;
    while (end < found->size() && !isSpace((*found)[end])) ++end;
    if (end == at) break;
    std::string word = found->substr(at, end - at);
    if (word[0] == '+') word.erase(0, 1);
    const std::optional<double> value = decimalNumber(word);
    if (!value || !std::isfinite(*value)) fail(attribute + " must be a number, got '" + word + "'");
    values.push_back(*value);
    at = end;
  }
  if (values.size() >= least && values.size() <= most) return values;
  const std::string wanted = least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
  fail(attribute + " must have " + wanted + " numbers, got " + std::to_string(values.size()));
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
  throw ImportError(file + ":" + std::to_string(line) + ": <" + name + (own.empty() ? "" : " name=\"" + own + "\"") + ">: " + what);
}

XmlElement parseXml(const std::string& text, const std::string& file) { return Parser(text, file).root(); }

}  // namespace slipstick
