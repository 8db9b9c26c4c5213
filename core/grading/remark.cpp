#include "core/grading/remark.h"

#include "core/model/issues.h"

namespace slipstick {

std::string Remark::english() const {
  std::string sentence = remarkTexts[static_cast<int>(code)].english;
  std::size_t start = sentence.find('{');
  while (start != std::string::npos) {
    const std::size_t end = sentence.find('}', start);
    const Json& value = values[sentence.substr(start + 1, end - start - 1)];
    const std::string text = value.is_string() ? value.get<std::string>() : numberText(value.get<double>());
    sentence.replace(start, end + 1 - start, text);
    start = sentence.find('{', start + text.size());
  }
  return sentence;
}

}  // namespace slipstick
