// The issues of a document: collected during reading, returned in the order of the document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/model.h"

namespace slipstick {

/// The place of a value. Items made by a creator do not occur in the document: their issues are reported at the creator's argument of
/// the same name. If there is none, they are reported at the creator, with `prefix` naming item and field.
class DocumentPlace {
 public:
  explicit DocumentPlace(std::string pointer) : pointer_(std::move(pointer)) {}
  /// An item made by the creator entry `creator`, called `item` in messages.
  DocumentPlace(std::string pointer, const Json& creator, std::string item)
      : pointer_(std::move(pointer)), creator_(&creator), item_(std::move(item)) {}

  DocumentPlace at(std::string_view key) const;
  DocumentPlace at(int index) const;
  const std::string& pointer() const { return pointer_; }
  std::string prefix() const;
  /// Returns the same place without further messages, for consequences of an issue that is already reported.
  DocumentPlace silent() const {
    DocumentPlace place = *this;
    place.silent_ = true;
    return place;
  }
  bool isSilent() const { return silent_; }

 private:
  std::string pointer_;
  const Json* creator_ = nullptr;
  std::string item_;  // with the field, if only the made item has it
  bool silent_ = false;
  bool inside_ = false;  // within such a field
};

class Issues {
 public:
  void error(const DocumentPlace& place, const Message& message);
  void warning(const DocumentPlace& place, const Message& message);
  int errors() const { return errors_; }
  bool none() const { return issues_.empty() && errors_ == 0; }
  /// Returns whether further issues are only counted.
  bool full() const;
  /// Returns the issues at a place and below it, in the order of reporting.
  std::vector<Issue> below(const std::string& pointer) const;
  /// Returns each issue once, sorted by the position of its pointer in `document`; missing values come after existing ones.
  std::vector<Issue> inDocumentOrder(const Json& document) const;

 private:
  void add(Issue::Severity severity, const DocumentPlace& place, const Message& message);

  std::vector<Issue> issues_;
  int errors_ = 0;
  int omitted_ = 0;
};

/// Returns `text` in single quotes, shortened if it is long.
std::string quote(std::string_view text);
/// Returns a number in its usual notation: -5, 0.25.
std::string numberText(double value);
/// Describes a value for messages: "-5", "true", "'wheel'", "a list of 3", "an object".
Message found(const Json& json);
/// Returns "; did you mean 'stiffness'?" or nothing.
std::string suggestion(std::string_view name, const std::vector<std::string>& candidates);
/// Adds "; did you mean 'stiffness'?" to a message about an unknown name, or nothing.
Message withSuggestion(const Message& message, std::string_view name, const std::vector<std::string>& candidates);
/// Adds a unit to a value, as in unitText().
Message withUnit(const Message& value, const std::string& unitText);
/// Returns "node" … of this kind.
Message kindWord(ItemKind kind);
/// Returns "a, b, c".
std::string joined(const std::vector<std::string>& words);
/// Returns "(N/m)" preceded by a space, or nothing.
std::string unitText(const Unit& unit);
/// Returns the pointer of the entry `key` below `pointer`.
std::string pointerTo(std::string_view pointer, std::string_view key);

}  // namespace slipstick
