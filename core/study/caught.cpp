#include "core/study/caught.h"

#include <exception>
#include <new>

namespace slipstick {

std::string caught(const std::function<void()>& work) {
  try {
    work();
#ifdef __EMSCRIPTEN__
  } catch (const std::bad_alloc&) {
    throw;  // the worker's memory remains exhausted, so another worker continues
#endif
  } catch (const std::exception& error) {  // for example, out of memory
    return error.what();
  }
  return "";
}

}  // namespace slipstick
