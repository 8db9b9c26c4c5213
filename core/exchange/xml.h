// XML as far as descriptions of robots use it: elements with attributes. Comments, declarations and texts are passed over.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace slipstick {

/// A file that cannot be imported: where, what was expected, what was found.
struct ImportError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct XmlElement {
  std::string name, file;
  int line = 0;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlElement> children;

  /// The value of an attribute; null if there is none.
  const std::string* find(const std::string& attribute) const;
  std::string text(const std::string& attribute, const std::string& otherwise = "") const;
  double number(const std::string& attribute, double otherwise) const;
  /// Numbers with spaces between them, from `least` to `most` of them; none if the attribute is missing.
  std::vector<double> numbers(const std::string& attribute, std::size_t least, std::size_t most) const;
  /// The first child of this name; null if there is none.
  const XmlElement* child(const std::string& name) const;
  /// "robot.urdf:12: <joint> …"
  [[noreturn]] void fail(const std::string& what) const;
};

/// The root of a document. Throws an ImportError with file and line.
XmlElement parseXml(const std::string& text, const std::string& file);

}  // namespace slipstick
