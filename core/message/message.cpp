#include "core/message/message.h"

#include <algorithm>
#include <utility>

namespace slipstick {

Message::Message() = default;
Message::Message(std::string text) : std::string(std::move(text)) {}
Message::Message(const char* text) : std::string(text) {}
Message::Message(const Message&) = default;
Message::Message(Message&&) noexcept = default;
Message& Message::operator=(const Message&) = default;
Message& Message::operator=(Message&&) noexcept = default;
Message::~Message() = default;

Message MessageTemplate::operator()(std::initializer_list<Message> values) const {
  Message message;
  for (const char* c = english; *c; ++c) {
    if (*c != '{') {
      message += *c;
    } else {
      message += values.begin()[c[1] - '0'];
      c += 2;
    }
  }
  message.code = code;
  message.values = values;
  return message;
}

Message together(std::initializer_list<Message> values) {
  Message message;
  for (const Message& value : values) message += value;
  if (std::none_of(values.begin(), values.end(), [](const Message& value) { return value.isCoded(); })) return message;
  message.code = "together";
  message.values = values;
  return message;
}

}  // namespace slipstick
