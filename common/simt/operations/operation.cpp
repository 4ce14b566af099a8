#include "operations/operation.h"

#include <algorithm>

namespace simt {

void VectorClock::advance(std::uint32_t chain, std::uint32_t timestamp) {
  if (chain >= last_.size()) last_.resize(chain + 1);
  last_[chain] = timestamp;
}

void VectorClock::join(const VectorClock& other) {
  if (other.era != era) return;
  if (other.last_.size() > last_.size()) last_.resize(other.last_.size());
  for (std::size_t i = 0; i < other.last_.size(); ++i) {
    last_[i] = std::max(last_[i], other.last_[i]);
  }
}

}  // namespace simt
