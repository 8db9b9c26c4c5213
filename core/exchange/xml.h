// The part of XML that descriptions of robots and tables of translations use: elements with attributes and texts. Comments and declarations
// are skipped.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace slipstick {

/// A file that cannot be imported: position, expected content and actual content.
struct ImportError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct XmlElement {
  std::string name, file;
  int line = 0;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlElement> children;
  std::string content;  // the texts between its children

  /// The value of an attribute; null if there is none.
  const std::string* find(const std::string& attribute) const;
  std::string text(const std::string& attribute, const std::string& otherwise = "") const;
  double number(const std::string& attribute, double otherwise) const;
  /// Numbers separated by spaces, from `least` to `most` of them; none if the attribute is missing.
  std::vector<double> numbers(const std::string& attribute, std::size_t least, std::size_t most) const;
  /// The first child of this name; null if there is none.
  const XmlElement* child(const std::string& name) const;
  /// "robot.urdf:12: <joint> …"
  [[noreturn]] void fail(const std::string& what) const;
};

/// Limits the recursion of all functions that traverse elements.
constexpr int deepestXml = 200;

/// Appends the character of a code point.
void appendUtf8(std::string& text, std::uint32_t code);
/// 'text' for a message, cut to a readable length between two characters.
std::string inQuotes(const std::string& text);

/// The root of a document in UTF-8; other bytes are read as Latin-1. Throws an ImportError with file and line.
XmlElement parseXml(const std::string& text, const std::string& file);

}  // namespace slipstick
