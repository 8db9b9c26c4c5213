// Links that carry a model and the digest of its result: docs/share-links.md.
#pragma once

#include <map>
#include <string>

namespace slipstick {

struct Link {
  std::string document;  // JSON; empty if the link names a model of the gallery
  std::string gallery;
  std::map<std::string, double> parameters;
  std::string digest;  // "" without one
};

/// Reads a whole address, also as mail programs rewrite it, or what follows its "#". False with a message.
bool readLink(const std::string& address, Link& link, std::string& message);

/// Whether readLink() is to read a text rather than a file of that name.
bool isModelLink(const std::string& text);

/// Reads an address with a submission to tasks behind "#s=": its JSON. False with a message.
bool readSubmissionLink(const std::string& address, std::string& submission, std::string& message);
bool isSubmissionLink(const std::string& text);

/// What links of version 2 refer to: web/public/link-dictionary-2.txt.
extern const std::string linkDictionary;

}  // namespace slipstick
