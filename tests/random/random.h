// Random numbers that are the same on every computer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace slipstick::fuzz {

/// SplitMix64 (Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  int below(std::size_t count) { return count == 0 ? 0 : static_cast<int>(next() % count); }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  bool chance(double probability) { return uniform() < probability; }
  template <class List>
  const auto& among(const List& list) {
    return list[below(std::size(list))];
  }

 private:
  std::uint64_t state_;
};

/// Names that code easily confuses, such as the properties of every JavaScript object.
extern const std::vector<std::string> names;
/// The largest and smallest numbers that a double or an integer can hold.
extern const std::vector<double> extremes;
/// Formulas, valid and invalid ones.
extern const std::vector<std::string> formulas;

}  // namespace slipstick::fuzz
