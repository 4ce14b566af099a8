#include "races/cluster_check.h"

#include <utility>

namespace simt {

void ClusterCheck::begin_block(unsigned rank, unsigned cluster_blocks) {
  rank_ = rank;
  is_needed_ = cluster_blocks > 1;
  overwritten_.clear();
  clear();
}

void ClusterCheck::clear() {
  words_.clear();
  bytes_.clear();
}

void ClusterCheck::add(Sides& sides, const Side& side) {
  if (sides[0].pc == 0 || sides[0].rank == side.rank) {
    sides[0] = side;
  } else if (sides[1].pc == 0 || sides[1].rank == side.rank || side.arrived >= sides[1].arrived) {
    sides[1] = side;
  }
  if (sides[1].pc != 0 && sides[1].arrived > sides[0].arrived) std::swap(sides[0], sides[1]);
}

const ClusterCheck::Side* ClusterCheck::find_unordered(const Sides& sides,
                                                       const ClusterUser& user) const {
  for (const Side& side : sides) {
    if (side.pc != 0 && side.rank != user.rank && side.arrived >= user.passed) return &side;
  }
  return nullptr;
}

bool ClusterCheck::races(Uses& uses, std::uintptr_t word, SharedUse use, Op op,
                         const ClusterUser& user, const void* pc) {
  const auto site = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc));
  const auto race_with = [&](SharedUse earlier, const Side& side) {
    return Race{{thread_of(side.rank, side.thread), op_of(earlier),
                 reinterpret_cast<const void*>(std::uintptr_t{side.pc})},
                {thread_of(user.rank, user.thread), op, pc},
                race_.address};
  };
  const auto find = [&](SharedUse earlier) -> std::optional<Race> {
    const Side* const side = find_unordered(uses[static_cast<unsigned>(earlier)], user);
    if (side == nullptr) return {};
    return race_with(earlier, *side);
  };
  const auto defer = [&](SharedUse earlier) {
    const Side* const side = find_unordered(uses[static_cast<unsigned>(earlier)], user);
    if (side == nullptr) return;
    const std::uint32_t read = use == SharedUse::kRead ? site : side->pc;
    if (!cas_reads_.contains(read)) cas_reads_.defer(race_with(earlier, *side), read);
  };
  const auto overwrites = [&](const Race& write, const Race* other) {
    overwritten_.add(word, write, other);
  };
  if (const std::optional<Race> race = find_race(use, find, defer, overwrites)) {
    race_ = *race;
    return true;
  }
  add(uses[static_cast<unsigned>(use)], {site, user.arrived, static_cast<std::uint16_t>(user.rank),
                                         static_cast<std::uint16_t>(user.thread)});
  return false;
}

bool ClusterCheck::access(std::uintptr_t address, unsigned bytes, SharedUse use, Op op,
                          const ClusterUser& user, const void* pc) {
  race_.address = address;
  for (unsigned done = 0; done < bytes;) {
    const unsigned from = (address + done) % 4;
    const unsigned count = bytes - done < 4 - from ? bytes - done : 4 - from;
    const std::size_t index = (address + done - base_) / 4;
    const std::uintptr_t word = (address + done) / 4 * 4;
    if (index >= words_.size()) words_.resize(index + index / 2 + 64);
    auto split = bytes_.find(index);
    if (split == bytes_.end() && count == 4) {
      if (races(words_[index], word, use, op, user, pc)) return true;
    } else {
      if (split == bytes_.end()) {
        const Uses& uses = words_[index];
        split = bytes_.emplace(index, std::array<Uses, 4>{uses, uses, uses, uses}).first;
      }
      for (unsigned i = from; i < from + count; ++i) {
        if (races(split->second[i], word, use, op, user, pc)) return true;
      }
    }
    done += count;
  }
  return false;
}

}  // namespace simt
