#include "libraries/random/xorwow_sequence.h"

#include "simt/random/steps.h"

namespace simt {

XorwowSequences::XorwowSequences(unsigned long long seed, unsigned long long offset)
    : turn_(static_cast<unsigned>(offset % kSequences)) {
  const XorwowStart start(seed);
  for (unsigned i = 0; i < kSequences; ++i) {
    const unsigned long long steps = offset / kSequences + (i < turn_ ? 1 : 0);
    xorwow_skip(start.word0, start.word1, start.word2, start.word3, start.word4, i, steps);
    for (unsigned w = 0; w < 5; ++w) sequences_[i].words[w] = xorwow_skipped(w);
    sequences_[i].weyl = start.weyl + kWeylStep * static_cast<unsigned>(steps);
  }
}

unsigned XorwowSequences::next(Sequence& sequence) {
  auto& w = sequence.words;
  const unsigned mixed = w[0] ^ w[0] >> 2;
  w = {w[1], w[2], w[3], w[4], w[4] ^ w[4] << 4 ^ mixed ^ mixed << 1};
  return w[4] + (sequence.weyl += kWeylStep);
}

}  // namespace simt
