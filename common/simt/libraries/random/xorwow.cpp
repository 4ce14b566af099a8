// How XORWOW gets to another place of its sequence: a step is a linear map of 160 bits, so any number of
// steps is one, too.
#include "simt/random/steps.h"

#include <array>
#include <memory>

namespace simt {
namespace {

constexpr unsigned kWords = 5, kBits = 160, kDigits = kBits / 4;
using Words = std::array<unsigned, kWords>;

Words step(const Words& w) {
  const unsigned mixed = w[0] ^ w[0] >> 2;
  return {w[1], w[2], w[3], w[4], w[4] ^ w[4] << 4 ^ mixed ^ mixed << 1};
}

/// A linear map of the words, as a table of what it makes of every four bits of them.
class Map {
 public:
  template <class Image>
  explicit Map(const Image& image) {
    for (unsigned digit = 0; digit < kDigits; ++digit) {
      for (unsigned value = 1; value < 16; ++value) {
        const unsigned lowest = value & -value;
        Words& entry = table_[digit][value];
        if (value == lowest) {
          Words one{};
          one[digit / 8] = value << digit % 8 * 4;
          entry = image(one);
        } else {
          entry = table_[digit][lowest];
          add(entry, table_[digit][value - lowest]);
        }
      }
    }
  }
  Words operator()(const Words& words) const {
    Words sum{};
    for (unsigned digit = 0; digit < kDigits; ++digit) {
      add(sum, table_[digit][words[digit / 8] >> digit % 8 * 4 & 15]);
    }
    return sum;
  }

 private:
  static void add(Words& sum, const Words& words) {
    for (unsigned i = 0; i < kWords; ++i) sum[i] ^= words[i];
  }
  std::array<std::array<Words, 16>, kDigits> table_{};
};

/// The maps of 1, 2, 4, … 2^130 steps.
const std::unique_ptr<Map>* maps() {
  constexpr unsigned kMaps = 67 + 64;
  static const auto all = [] {
    auto made = std::make_unique<std::array<std::unique_ptr<Map>, kMaps>>();
    (*made)[0] = std::make_unique<Map>(step);
    for (unsigned i = 1; i < kMaps; ++i) {
      const Map& half = *(*made)[i - 1];
      (*made)[i] = std::make_unique<Map>([&half](const Words& words) { return half(half(words)); });
    }
    return made;
  }();
  return all->data();
}

/// @param first the map of what a count of one means
Words skip(Words words, unsigned long long count, unsigned first) {
  for (unsigned i = first; count != 0; ++i, count >>= 1) {
    if ((count & 1) != 0) words = (*maps()[i])(words);
  }
  return words;
}

thread_local Words skipped;

}  // namespace

void xorwow_skip(unsigned word0, unsigned word1, unsigned word2, unsigned word3, unsigned word4,
                 unsigned long long sequences, unsigned long long steps) {
  skipped = skip(skip({word0, word1, word2, word3, word4}, sequences, 67), steps, 0);
}

unsigned xorwow_skipped(unsigned index) { return skipped[index]; }

}  // namespace simt
