#include "tests/core/count_allocations.h"

#include <cstdlib>
#include <new>

namespace slipstick {
namespace {

thread_local std::size_t count = 0;

void* counted(std::size_t size, std::size_t alignment) {
  ++count;
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

std::size_t allocations() { return count; }

}  // namespace slipstick

void* operator new(std::size_t size) { return slipstick::counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) { return slipstick::counted(size, static_cast<std::size_t>(alignment)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
