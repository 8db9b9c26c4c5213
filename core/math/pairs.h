// Pairs of numbers, and loops that process two numbers at a time if this must be explicit: in WebAssembly with SIMD.
//
// Native compilers find such pairs themselves. The vectorisers of clang for WebAssembly are disabled: clang 14 fills a vector by a load
// that is not ordered with other memory accesses, and moves it past a store to the same address (x = f(x) of three numbers failed).
#pragma once

namespace slipstick {

typedef double Pair __attribute__((vector_size(16)));

inline Pair loadPair(const double* from) {
  Pair pair;
  __builtin_memcpy(&pair, from, sizeof pair);
  return pair;
}

inline void storePair(const Pair& pair, double* to) { __builtin_memcpy(to, &pair, sizeof pair); }

#ifdef __wasm_simd128__
/// Returns the same number, but hides from the compiler that it comes from memory, so that vectors of it are filled in order.
inline double uniform(double x) {
  asm("" : "+r"(x));
  return x;
}
#endif

/// A number that is constant over a loop.
template <class T>
const T& uniform(const T& x) {
  return x;
}

inline Pair makePair(double first, double second) { return Pair{uniform(first), uniform(second)}; }

/// Sets target[i] = f(sources[i]…) for i < count. `f` is also called with pairs: it takes `const auto&`, and captured numbers are
/// `uniform`.
template <class T, class F, class... Source>
inline void each(int count, T* target, F f, const Source*... sources) {
  int i = 0;
#ifdef __wasm_simd128__
  if constexpr (__is_same(T, double))
    for (; i + 2 <= count; i += 2) {
      const Pair result = f(loadPair(sources + i)...);
      storePair(result, target + i);
    }
#endif
  if constexpr (__is_same(T, double)) {
    for (; i < count; ++i) target[i] = f(sources[i]...);
  } else {
    // Nested dual numbers: not used in every step, and large enough as a loop.
#ifdef __clang__
#pragma clang loop unroll(disable)
#endif
    for (; i < count; ++i) target[i] = f(sources[i]...);
  }
}

}  // namespace slipstick
