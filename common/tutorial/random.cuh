/// @file
/// @ingroup tutorial
/// Input data: the same in every run, and without a symmetry that a wrong kernel could hide in.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tutorial {

/// SplitMix64 (Steele, Lea, Flood 2014): one multiply-and-mix per number. Its state runs through
/// the whole program, so two vectors never hold the same data.
inline std::uint64_t next_random() {
  static std::uint64_t state = 20070623;
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace tutorial

/// n floats, uniform in [low, high). The default range is not symmetric around 0, so a sum does
/// not cancel and a forgotten sign shows.
inline std::vector<float> random_floats(std::size_t n, float low = -1, float high = 2) {
  std::vector<float> values(n);
  for (float& value : values) {
    const auto bits = static_cast<float>(tutorial::next_random() >> 40);  // 24, a float's precision
    value = low + (high - low) * (bits / 16777216);
  }
  return values;
}

/// n integers, uniform in [low, high], both included.
inline std::vector<int> random_ints(std::size_t n, int low = -1000, int high = 2000) {
  const std::uint64_t range = static_cast<std::uint64_t>(static_cast<std::int64_t>(high) - low) + 1;
  std::vector<int> values(n);
  for (int& value : values) {
    const std::uint64_t bits = tutorial::next_random() >> 32;
    value = static_cast<int>(low + static_cast<std::int64_t>(bits * range >> 32));
  }
  return values;
}

/// n numbers in [0, kinds), as words in a text: the k-th most frequent one is 1/k as frequent as the
/// first, and frequent ones are not neighbours. `kinds` is a power of two.
inline std::vector<int> random_words(std::size_t n, int kinds) {
  std::vector<int> values(n);
  const std::vector<float> exponents = random_floats(n, 0, std::log2(static_cast<float>(kinds) + 1));
  for (std::size_t i = 0; i < n; ++i) {
    const unsigned k = std::min(static_cast<int>(std::exp2(exponents[i])) - 1, kinds - 1);
    values[i] = static_cast<int>((40503u * k + 12345u) % static_cast<unsigned>(kinds));
  }
  return values;
}
