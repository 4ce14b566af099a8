/// @file
/// @ingroup simt_execution
/// Words that the threads of a block poll, each with the value that they have seen there.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "races/global_shadow.h"

namespace simt {

class PolledWords {
 public:
  void clear() { count_ = 0; }
  bool are_known() const { return count_ > 0; }
  /// A thread has polled a word in vain. @param hash of the value that it has seen
  /// @return false if another thread has seen another value there, which makes this one the only word
  bool add(std::uintptr_t address, unsigned bytes, std::uint16_t hash) {
    const Word word = {address, bytes, hash};
    const auto end = words_.begin() + std::min(count_, kMost);
    const auto same =
        std::find_if(words_.begin(), end, [&](const Word& w) { return w.address == address; });
    if (same == end) {
      if (count_ < kMost) words_[count_] = word;
      count_ = std::min(count_ + 1, kMost + 1);
      return true;
    }
    if (same->hash == hash && same->bytes == bytes) return true;
    words_[0] = word;
    count_ = 1;
    return false;
  }
  /// Whether any of them has another value by now; it may, if there are more than this knows.
  bool have_changed() const {
    return count_ > kMost ||
           std::any_of(words_.begin(), words_.begin() + count_, [](const Word& word) {
             return hash_value(word.address, word.bytes) != word.hash;
           });
  }

 private:
  static constexpr unsigned kMost = 32;
  struct Word {
    std::uintptr_t address;
    unsigned bytes;
    std::uint16_t hash;
  };

  std::array<Word, kMost> words_;
  unsigned count_ = 0;
};

}  // namespace simt
