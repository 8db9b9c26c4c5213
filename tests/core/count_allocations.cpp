// Compiled separately: it replaces operators new and delete.
#include "tests/core/count_allocations.h"

#include <cstdlib>
#include <new>

namespace slipstick {
namespace {

thread_local std::size_t count = 0, bytes = 0;

void* counted(std::size_t size, std::size_t alignment) {
  ++count, bytes += size;
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

std::size_t allocations() { return count; }
std::size_t allocatedBytes() { return bytes; }

}  // namespace slipstick

void* operator new(std::size_t size) { return slipstick::counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) { return slipstick::counted(size, static_cast<std::size_t>(alignment)); }
// std::stable_sort allocates with this operator and frees with the delete below, so the two must match.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
