#include "core/study/caught.h"

#include <exception>
#include <new>

namespace slipstick {

std::string caught(const std::function<void()>& work) {
  try {
    work();
#ifdef __EMSCRIPTEN__
  } catch (const std::bad_alloc&) {
    throw;  // the memory of a worker stays exhausted, so another one goes on
#endif
  } catch (const std::exception& error) {  // no memory left, say
    return error.what();
  }
  return "";
}

}  // namespace slipstick
