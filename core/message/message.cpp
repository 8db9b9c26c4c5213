#include "core/message/message.h"

namespace slipstick {

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

}  // namespace slipstick
