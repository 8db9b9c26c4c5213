#include "core/program/link.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/math/decimal.h"
#include "core/program/inflate.h"
#include "core/simulation/base64url.h"
#include "core/simulation/digest.h"

namespace slipstick {
namespace {

constexpr std::size_t mostText = 2 * 1024 * 1024;  // bytes
constexpr const char* submissionMark = "#s=";
constexpr const char* damaged = "the link is damaged: a part of it is missing or changed";

/// %41 is A. False where no two digits follow.
bool decode(const std::string& text, std::string& decoded) {
  decoded.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    const std::string digits = text.substr(i + 1, 2);
    if (digits.size() < 2 || digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) return false;
    decoded += static_cast<char>(std::strtol(digits.c_str(), nullptr, 16));
    i += 2;
  }
  return true;
}

bool readPayload(const std::string& payload, std::string& document, std::string& message) {
  const std::size_t point = payload.find('.');
  const std::string version = payload.substr(0, point);
  message = damaged;
  if (point == std::string::npos || version.empty() || version.find_first_not_of("0123456789") != std::string::npos) return false;
  if (version != "1" && version != "2") {
    message = "the link has version " + version + "; this program reads versions 1 and 2";
    return false;
  }
  std::string data;
  if (!fromBase64Url(payload.substr(point + 1), data) || data.empty()) return false;
  switch (version == "1" ? inflate(data, mostText, document) : inflateWith(linkDictionary, data, mostText, document)) {
    case Inflated::tooLarge:
      message = "what the link carries is larger than 2 MiB";
      return false;
    case Inflated::otherDictionary:
      message = "the link was made with another dictionary, which this program does not have";
      return false;
    case Inflated::damaged:
      return false;
    case Inflated::whole:
      return true;
  }
  return false;
}

}  // namespace

bool readLink(const std::string& address, Link& link, std::string& message) {
  const std::size_t hash = address.find('#');
  std::string rest = address.substr(hash == std::string::npos ? 0 : hash + 1);
  const std::string kind = rest.substr(0, 2);
  if (kind != "m=" && kind != "g=") {
    message = "this is no link to a model: #m=… or #g=… is missing";
    return false;
  }
  std::vector<std::string> entries;
  for (std::size_t start = 0; start <= rest.size();) {
    const std::size_t end = std::min(rest.find('&', start), rest.size());
    entries.push_back(rest.substr(start, end - start));
    start = end + 1;
  }
  for (std::size_t i = 1; i < entries.size(); ++i) {
    const std::size_t equals = std::min(entries[i].find('='), entries[i].size());
    std::string key, value;
    if (!decode(entries[i].substr(0, equals), key) || !decode(entries[i].substr(std::min(equals + 1, entries[i].size())), value)) {
      message = damaged;
      return false;
    }
    if (key == "~r") {
      link.digest = value;
      if (!isDigest(value)) {
        message = "the digest in the link is damaged: a part of it is missing or changed";
        return false;
      }
    } else if (key.rfind('~', 0) != 0) {  // what begins with it says how the page looks
      const std::optional<double> number = decimalNumber(value);
      if (kind == "m=" || key.empty() || !number) {
        message = "the link is damaged: expected name=number, found \"" + entries[i].substr(0, 60) + "\"";
        return false;
      }
      link.parameters[key] = *number;
    }
  }
  if (kind == "m=") return readPayload(entries[0].substr(2), link.document, message);
  if (!decode(entries[0].substr(2), link.gallery) || link.gallery.empty() ||
      link.gallery.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos) {
    message = damaged;
    return false;
  }
  return true;
}

bool isSubmissionLink(const std::string& text) { return text.find(submissionMark) != std::string::npos; }

bool readSubmissionLink(const std::string& address, std::string& submission, std::string& message) {
  const std::size_t mark = address.find(submissionMark);
  if (mark == std::string::npos) {
    message = "this is no link to a submission: #s=… is missing";
    return false;
  }
  const std::size_t start = mark + std::string(submissionMark).size();
  return readPayload(address.substr(start, address.find_first_of("& \t\r\n", start) - start), submission, message);
}

}  // namespace slipstick
