// Messages for people: English texts that translations recognise by a code.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace slipstick {

/// An English text, and what a translation of it needs. A sentence that is put together from other texts has no code.
struct Message : std::string {
  const char* code = "";        // of its template; "": it stays English
  std::vector<Message> values;  // in the places {0}, {1} … of the template; a value may be a message with a code too

  // Defined in message.cpp, because code in line would take 4 KiB of the engine for pages.
  Message();
  Message(std::string text);
  Message(const char* text);
  Message(const Message&);
  Message(Message&&) noexcept;
  Message& operator=(const Message&);
  Message& operator=(Message&&) noexcept;
  ~Message();

  bool isCoded() const { return *code != 0; }
};

/// Returns the values one after the other: "rod: ", "must be …". It has a code if one of them has.
Message together(std::initializer_list<Message> values);

/// Makes messages of one kind. The templates are in core/message/messages.h.
struct MessageTemplate {
  const char* code;
  const char* english;  // with places {0}, {1} … for values

  Message operator()(std::initializer_list<Message> values = {}) const;
};

}  // namespace slipstick
