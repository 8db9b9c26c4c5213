// Pairs of numbers, and loops over numbers that take two at a time where that has to be said: in WebAssembly with SIMD.
//
// Native compilers find such pairs themselves. The vectorisers of clang for WebAssembly are off: clang 14 fills a vector by a load that has
// no place in the order of loads and stores, and moves it past a store to the same place (x = f(x) of three numbers went wrong).
#pragma once

namespace slipstick {

typedef double Pair __attribute__((vector_size(16)));

inline Pair loadPair(const double* from) {
  Pair pair;
  __builtin_memcpy(&pair, from, sizeof pair);
  return pair;
}

#ifdef __wasm_simd128__
/// The same number, which the compiler does not take as one from memory: it fills vectors of it in order.
inline double uniform(double x) {
  asm("" : "+r"(x));
  return x;
}
#endif

/// A number that a whole loop takes.
template <class T>
const T& uniform(const T& x) {
  return x;
}

inline Pair makePair(double first, double second) { return Pair{uniform(first), uniform(second)}; }

/// target[i] = f(sources[i]…) for i < count. `f` is also called with pairs: it takes `const auto&`, and numbers that it captures are
/// `uniform`.
template <class T, class F, class... Source>
inline void each(int count, T* target, F f, const Source*... sources) {
  int i = 0;
#ifdef __wasm_simd128__
  if constexpr (__is_same(T, double))
    for (; i + 2 <= count; i += 2) {
      const Pair result = f(loadPair(sources + i)...);
      __builtin_memcpy(target + i, &result, sizeof result);
    }
#endif
  if constexpr (__is_same(T, double)) {
    for (; i < count; ++i) target[i] = f(sources[i]...);
  } else {
    // Dual numbers of dual numbers: not in every step, and long enough as a loop.
#ifdef __clang__
#pragma clang loop unroll(disable)
#endif
    for (; i < count; ++i) target[i] = f(sources[i]...);
  }
}

}  // namespace slipstick
