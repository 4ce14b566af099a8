/// @file
/// @ingroup simt_libraries
/// The order in which cuRAND's default generator fills memory: round-robin from 4096 sequences of XORWOW.
#pragma once

#include <array>
#include <cstddef>

namespace simt {

class XorwowSequences {
 public:
  explicit XorwowSequences(unsigned long long seed, unsigned long long offset);
  /// The sequence whose turn it is draws as many numbers as it needs for one result, or one pair.
  template <std::size_t count>
  std::array<unsigned, count> draw() {
    Sequence& sequence = sequences_[turn_];
    turn_ = (turn_ + 1) % kSequences;
    std::array<unsigned, count> numbers;
    for (unsigned& number : numbers) number = next(sequence);
    return numbers;
  }

 private:
  static constexpr unsigned kSequences = 4096;
  struct Sequence {
    std::array<unsigned, 5> words;
    unsigned weyl;
  };
  static unsigned next(Sequence& sequence);

  std::array<Sequence, kSequences> sequences_;
  unsigned turn_;
};

}  // namespace simt
