// Links that contain a model and the digest of its result: docs/share-links.md.
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

/// Reads a whole address, even if rewritten by mail programs, or the part after its "#". Returns false with a message on failure.
bool readLink(const std::string& address, Link& link, std::string& message);

/// Whether readLink() should read a text, which is otherwise a file name.
bool isModelLink(const std::string& text);

/// Reads an address with a submission to tasks after "#s=": its JSON. Returns false with a message on failure.
bool readSubmissionLink(const std::string& address, std::string& submission, std::string& message);
bool isSubmissionLink(const std::string& text);

/// The dictionary of links of version 2: web/public/link-dictionary-2.txt.
extern const std::string linkDictionary;

}  // namespace slipstick
