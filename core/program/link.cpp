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
constexpr const char* damaged = "the link is damaged: a part of it is missing or changed";
constexpr const char* cutOff = "the link is damaged: its end is missing";

/// Decodes percent encoding: %41 is A. Returns false if two digits are missing.
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

/// The text after "#" in an address, if it is a link of one of these kinds, or "". Mail programs and gateways rewrite links: "%23m=…" for
/// "#m=…", also with "%3D" for "=", which makes the link a parameter of another address.
std::string fragmentOf(const std::string& address, const std::string& kinds) {
  for (const std::string mark : {"#", "%23"})
    for (std::size_t at = address.find(mark); at != std::string::npos; at = address.find(mark, at + 1)) {
      const std::size_t start = at + mark.size();
      if (start + 1 >= address.size() || kinds.find(address[start]) == std::string::npos) continue;
      if (address[start + 1] == '=') return address.substr(start);
      const std::string equals = address.substr(start + 1, 3);
      std::string decoded;
      if (equals != "%3D" && equals != "%3d") continue;
      if (decode(address.substr(start, address.find_first_of("& \t\r\n", start) - start), decoded)) return decoded;
    }
  return "";
}

Inflated textOf(const std::string& code, bool hasDictionary, std::string& text) {
  std::string data;
  if (code.size() % 4 == 1) return Inflated::cutOff;  // a single base64 digit is less than a byte
  if (!fromBase64Url(code, data) || data.empty()) return Inflated::damaged;
  return hasDictionary ? inflateWith(linkDictionary, data, mostText, text) : inflate(data, mostText, text);
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
  const std::string code = payload.substr(point + 1);
  const Inflated found = textOf(code, version == "2", document);
  // Release 0.1.0 wrote links that end with "_" or "-", which may have been lost. A checksum shows that nothing else is missing.
  if (version == "2" && (found == Inflated::damaged || found == Inflated::cutOff))
    for (const char lost : {'_', '-'})
      if (textOf(code + lost, true, document) == Inflated::whole) return true;
  switch (found) {
    case Inflated::tooLarge:
      message = "the content of the link is larger than 2 MiB";
      return false;
    case Inflated::otherDictionary:
      message = "the link was made with another dictionary, which this program does not have";
      return false;
    case Inflated::cutOff:
      message = cutOff;
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
  const std::string fragment = fragmentOf(address, "mg"), rest = fragment.empty() ? address : fragment;
  const std::string kind = rest.substr(0, 2);
  if (kind != "m=" && kind != "g=") {
    message = "this is not a link to a model: #m=… or #g=… is missing";
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
      if (isEngineVersion(value)) continue;  // the link names the version that wrote it, but no result
      link.digest = value;
      if (!isDigest(value)) {
        message = "the digest in the link is damaged: a part of it is missing or changed";
        return false;
      }
    } else if (key.rfind('~', 0) != 0) {  // keys with this prefix describe the appearance of the page
      const std::optional<double> number = decimalNumber(value);
      if (kind == "m=" || key.empty() || !number) {
        message = "the link is damaged: expected name=number, got \"" + entries[i].substr(0, 60) + "\"";
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

bool isModelLink(const std::string& text) { return !fragmentOf(text, "mg").empty(); }

bool isSubmissionLink(const std::string& text) { return !fragmentOf(text, "s").empty(); }

bool readSubmissionLink(const std::string& address, std::string& submission, std::string& message) {
  const std::string rest = fragmentOf(address, "s");
  if (rest.empty()) {
    message = "this is not a link to a submission: #s=… is missing";
    return false;
  }
  return readPayload(rest.substr(2, rest.find_first_of("& \t\r\n") - 2), submission, message);
}

}  // namespace slipstick
