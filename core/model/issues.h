// What is wrong with a document: collected while it is read, given out in the order of the document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/model.h"

namespace slipstick {

/// Where a value stands. Items that a creator made do not stand in the document: what is wrong with them is reported at the
/// creator's argument of the same name or, where there is none, at the creator with `prefix` naming item and field.
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
  /// The same place, of something that is wrong for a reason already reported: nothing more is said about it.
  DocumentPlace silent() const {
    DocumentPlace place = *this;
    place.silent_ = true;
    return place;
  }
  bool isSilent() const { return silent_; }

 private:
  std::string pointer_;
  const Json* creator_ = nullptr;
  std::string item_;  // with the field, where that is one that only the made item has
  bool silent_ = false;
  bool inside_ = false;  // within such a field
};

class Issues {
 public:
  void error(const DocumentPlace& place, std::string message) { add(Issue::Severity::error, place, std::move(message)); }
  void warning(const DocumentPlace& place, std::string message) { add(Issue::Severity::warning, place, std::move(message)); }
  int errors() const { return errors_; }
  bool none() const { return issues_.empty() && errors_ == 0; }
  /// Whether further issues are only counted.
  bool full() const;
  /// Those at a place and below it, as they came.
  std::vector<Issue> below(const std::string& pointer) const;
  /// Each once, sorted by where its pointer leads in `document`; what is missing there comes after what is there.
  std::vector<Issue> inDocumentOrder(const Json& document) const;

 private:
  void add(Issue::Severity severity, const DocumentPlace& place, std::string message);

  std::vector<Issue> issues_;
  int errors_ = 0;
  int omitted_ = 0;
};

/// `text` in single quotes, shortened if it is long.
std::string quote(std::string_view text);
/// A number as a person writes it: -5, 0.25.
std::string numberText(double value);
/// What was found, for messages: "-5", "true", "'wheel'", "a list of 3", "an object".
std::string found(const Json& json);
/// "; did you mean 'stiffness'?" or nothing.
std::string suggestion(std::string_view name, const std::vector<std::string>& candidates);
/// "a, b, c".
std::string joined(const std::vector<std::string>& words);
/// "(N/m)" with a space before it, or nothing.
std::string unitText(const Unit& unit);
/// Pointer of the entry `key` below `pointer`.
std::string pointerTo(std::string_view pointer, std::string_view key);

}  // namespace slipstick
