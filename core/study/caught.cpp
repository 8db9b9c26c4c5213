#include "core/study/caught.h"

#include <exception>

namespace slipstick {

std::string caught(const std::function<void()>& work) {
  try {
    work();
  } catch (const std::exception& error) {  // no memory left, say
    return error.what();
  }
  return "";
}

}  // namespace slipstick
