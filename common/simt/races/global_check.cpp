#include "races/global_check.h"

#include <sched.h>

#include <algorithm>
#include <bit>

namespace simt {
namespace {

Use use_of(Access access) {
  switch (access.op()) {
    case Op::kLoad:
      return access.strong() ? Use::kStrongRead : Use::kRead;
    case Op::kStore:
      return access.strong() ? Use::kStrongWrite : Use::kWrite;
    default:
      return Use::kUpdate;
  }
}

/// Whether a later use by the same block makes an earlier one needless to know: whatever conflicts
/// with the earlier one conflicts with the later one, too. Not a store for an atomic operation: another
/// store of the same value conflicts with the latter only.
bool replaces(Use later, Use earlier) {
  if (is_read(later) != is_read(earlier) || earlier == Use::kUpdate) return false;
  return !is_strong(later) || is_strong(earlier);
}

template <class Visit>
void for_each_slot(Unit& unit, Visit visit) {
  for (unsigned i = 0; i < unit.used; ++i) visit(unit.slots[i]);
  for (SlotNode* node = unit.more; node != nullptr; node = node->next) {
    for (Slot& slot : node->slots) visit(slot);
  }
}

/// Bytes of `slot` that two lower blocks have used in the same way. These would be reported before it.
ByteMask twice_before(Unit& unit, const Slot& slot) {
  ByteMask once = 0, twice = 0;
  for_each_slot(unit, [&](const Slot& other) {
    if (other.use != slot.use || other.block >= slot.block) return;
    const ByteMask both = other.bytes & slot.bytes;
    twice |= once & both;
    once |= both;
  });
  return twice;
}

class UnitLock {
 public:
  explicit UnitLock(Unit& unit) : unit_(unit) {
    for (int tries = 1; __atomic_exchange_n(&unit.lock, 1, __ATOMIC_ACQUIRE) != 0; ++tries) {
      if (tries % 64 == 0) sched_yield();
    }
  }
  ~UnitLock() { __atomic_store_n(&unit_.lock, 0, __ATOMIC_RELEASE); }

 private:
  Unit& unit_;
};

}  // namespace

void GlobalCheck::begin_block(GridChecks* checks, std::uint64_t block) {
  checks_ = checks;
  if (checks == nullptr) return;
  tag_ = checks->tag();
  block_ = static_cast<std::uint32_t>(block);
  barrier();
  phase_ = fenced_phase_ = fenced_count_ = 0;
}

void GlobalCheck::barrier() {
  if (most_fences_ > 0) {
    fenced_phase_ = phase_;
    fenced_count_ = most_fences_;
    most_fences_ = 0;
    std::fill(std::begin(warp_fences_), std::end(warp_fences_), 0u);
  }
  ++phase_;
  ++interval_;
}

void GlobalCheck::cluster_met() { checks_->order.met(block_, phase_); }

void GlobalCheck::fence(unsigned thread) {
  checks_->order.activate();
  if (fence_interval_[thread] != interval_) {
    fence_interval_[thread] = interval_;
    fence_count_[thread] = 0;
  }
  const std::uint32_t count = ++fence_count_[thread];
  most_fences_ = std::max(most_fences_, count);
  warp_fences_[thread / 32] = std::max(warp_fences_[thread / 32], count);
}

void GlobalCheck::release(std::uintptr_t address, unsigned thread) {
  const std::uint32_t fences = warp_fences_[thread / 32];
  if (fences == 0 && fenced_count_ == 0) return;
  checks_->order.release(address,
                         {block_, thread / 32, phase_, fences, fenced_phase_, fenced_count_});
}

bool GlobalCheck::acquire(std::uintptr_t address, unsigned thread) {
  return checks_->order.acquire(address, block_, thread / 32, phase_);
}

void GlobalCheck::request(std::uint64_t key, unsigned warp, unsigned count,
                          const std::uint64_t* addresses, const std::uint8_t* lane_of,
                          bool is_row) {
  if (!checks_->matters(block_)) return;
  const Access access = access_of(key);
  const unsigned bytes = access.bytes();
  Slot slot{};
  slot.block = block_;
  slot.pc = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc_of(key)));
  slot.shift = static_cast<std::uint8_t>(std::countr_zero(bytes));
  slot.use = use_of(access);
  if (is_row && most_fences_ == 0) {  // the common case
    slot.stamp = Stamp::pack(phase_, 0);
    use_run(slot, addresses[0] & kAddressMask, bytes, 32, warp * 32, addresses);
    return;
  }
  for (unsigned i = 0; i < count;) {
    const std::uint64_t address = addresses[i] & (kSeen | kAddressMask);
    if ((address & kSeen) != 0) {
      ++i;
      continue;
    }
    const unsigned thread = warp * 32 + lane_of[i];
    slot.stamp = stamp_of(thread);
    unsigned n = 1;
    while (i + n < count && (addresses[i + n] & (kSeen | kAddressMask)) == address + n * bytes &&
           lane_of[i + n] == lane_of[i] + n &&
           (most_fences_ == 0 || stamp_of(thread + n) == slot.stamp)) {
      ++n;
    }
    use_run(slot, address, bytes, n, thread, addresses + i);
    i += n;
    if (n > 1) continue;
    // Lanes that use the same place in the same way.
    while (i < count && addresses[i] == addresses[i - 1]) ++i;
  }
}

void GlobalCheck::check_events(unsigned thread, TraceEvent* begin, TraceEvent* end) {
  TraceEvent* event = end;
  while (event != begin && (event[-1].address & kSeen) == 0) --event;
  const auto lane = static_cast<std::uint8_t>(thread % 32);
  for (; event != end; ++event) {
    const Access access = access_of(event->key);
    if (access.op() != Op::kBlock && access.space() == Space::kGlobal) {
      request(event->key, thread / 32, 1, &event->address, &lane, false);
    }
    event->address |= kSeen;
  }
}

/// `count` neighbouring accesses by neighbouring threads.
void GlobalCheck::use_run(Slot slot, std::uintptr_t address, unsigned bytes, unsigned count,
                          unsigned thread, const std::uint64_t* addresses) {
  const std::uintptr_t end = address + std::uintptr_t{count} * bytes;
  for (std::uintptr_t base = address / kUnit * kUnit; base < end; base += kUnit) {
    const std::uintptr_t low = std::max(base, address) - base;
    const std::uintptr_t high = std::min(base + kUnit, end) - base;
    slot.bytes = mask_of(low, high);
    const auto before =
        (static_cast<std::int64_t>(base) - static_cast<std::int64_t>(address)) >> slot.shift;
    slot.thread0 = static_cast<std::int16_t>(static_cast<std::int64_t>(thread) + before);
    use(base, slot, address, addresses);
  }
}

/// @param first address of the run, and `addresses` its events', with the hashes.
void GlobalCheck::use(std::uintptr_t base, Slot now, std::uintptr_t first,
                      const std::uint64_t* addresses) {
  Unit& unit = unit_of(base);
  const UnitLock lock(unit);
  if (unit.tag != tag_) {
    if (static_cast<std::int32_t>(unit.tag - tag_) > 0) return;
    unit.tag = tag_;
    unit.more = nullptr;
    unit.used = 0;
  }
  Slot* place = nullptr;
  bool crowded = false;
  const ByteMask used = now.bytes;
  ByteMask used_before = 0;  // by the same threads at the same place
  for_each_slot(unit, [&](Slot& slot) {
    const ByteMask both = slot.bytes & now.bytes;
    if (slot.block == now.block) {
      if (both != 0 && slot.use != now.use && replaces(now.use, slot.use)) {
        slot.bytes &= ~now.bytes;
      } else if (slot.bytes != 0 && slot.use == now.use) {
        const bool same_time = slot.pc == now.pc && slot.stamp == now.stamp;
        if (same_time && slot.thread0 == now.thread0 && slot.shift == now.shift) {
          used_before |= slot.bytes;
          slot.bytes = 0;
        } else if (same_time) {
          now.bytes &= ~slot.bytes;  // the first one is reported
        } else {
          slot.bytes &= ~now.bytes;
        }
      }
    } else if (both != 0) {
      crowded |= slot.use == now.use;
      const ByteMask bytes = conflict(slot, now, base, first, addresses);
      if (bytes != 0 && checks_->matters(slot.block)) {
        if (!ordered(slot, bytes, now)) {
          note_race(slot, now, base, bytes);
        } else if (!is_read(now.use)) {
          slot.bytes &= ~both;  // whoever comes after this one comes after that one, too
        }
      }
    }
    if (slot.bytes == 0 && place == nullptr) place = &slot;
  });
  if (crowded) {
    now.bytes &= ~twice_before(unit, now);
  }
  now.bytes |= used_before;
  if (now.bytes == 0) return;
  if (place == nullptr && unit.used < std::size(unit.slots)) {
    place = &unit.slots[unit.used++];
  } else if (place == nullptr) {
    SlotNode* const node = checks_->new_node();
    if (node == nullptr) return;
    *node = {};
    node->next = unit.more;
    unit.more = node;
    place = node->slots;
  }
  *place = now;
  if (crowded) {
    for_each_slot(unit, [&](Slot& slot) {
      if (slot.block > now.block && slot.use == now.use && (slot.bytes & now.bytes) != 0) {
        slot.bytes &= ~twice_before(unit, slot);
      }
    });
  }
  if (!is_read(now.use) && now.use != Use::kUpdate) {
    const unsigned bytes = 1u << now.shift;
    const unsigned begin = lowest_byte(used);
    const unsigned end = end_byte(used);
    std::uint16_t* const values = values_of(base);
    const std::uint64_t* event = addresses + ((base + begin - first) >> now.shift);
    for (unsigned offset = begin; offset < end; offset += bytes) {
      const auto hash = static_cast<std::uint16_t>(*event++ >> kHashShift);
      if (bytes == 4) {
        values[offset / 4] = hash;
      } else {
        store_hash(values, offset, bytes, hash);
      }
    }
  }
}

/// The bytes that both use, at least one of them writing something else.
ByteMask GlobalCheck::conflict(const Slot& then, const Slot& now, std::uintptr_t base,
                               std::uintptr_t first, const std::uint64_t* addresses) const {
  if (is_read(then.use) && is_read(now.use)) return 0;
  if (is_strong(then.use) && is_strong(now.use)) return 0;
  const ByteMask both = then.bytes & now.bytes;
  if (is_read(then.use) || is_read(now.use) || then.use == Use::kUpdate ||
      now.use == Use::kUpdate || then.shift != now.shift) {
    return both;
  }
  ByteMask differ = 0;
  const unsigned bytes = 1u << now.shift;
  const std::uint16_t* const values = values_of(base);
  for (ByteMask rest = both; rest != 0;) {
    const auto offset = lowest_byte(rest) / bytes * bytes;
    const ByteMask mask = mask_of(offset, offset + bytes);
    const std::uint64_t event = addresses[(base + offset - first) >> now.shift];
    if (!same_hash(values, offset, bytes, static_cast<std::uint16_t>(event >> kHashShift))) {
      differ |= mask & both;
    }
    rest &= ~mask;
  }
  return differ;
}

bool GlobalCheck::ordered(const Slot& then, ByteMask bytes, const Slot& now) {
  if (!checks_->order.active()) return false;
  const unsigned byte = lowest_byte(bytes);
  const auto warp = [byte](const Slot& slot) {
    return static_cast<std::uint32_t>(slot.thread(byte)) / 32;
  };
  return checks_->order.ordered(then.block, warp(then), then.stamp, now.block, warp(now), phase_);
}

void GlobalCheck::note_race(const Slot& then, const Slot& now, std::uintptr_t base,
                            ByteMask bytes) {
  const unsigned byte = lowest_byte(bytes);
  const auto side = [byte](const Slot& slot) {
    return BlockAccess{slot.block, static_cast<unsigned>(slot.thread(byte)), slot.use,
                       reinterpret_cast<const void*>(std::uintptr_t{slot.pc})};
  };
  BlockRace race{true, base + byte, side(then), side(now)};
  if (race.first.block > race.second.block) std::swap(race.first, race.second);
  checks_->note(race);
}

}  // namespace simt
