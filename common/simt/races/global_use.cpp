// Checks one use of a unit of global memory against its shadow, and records it there.
#include <algorithm>
#include <bit>

#include "races/global_check.h"
#include "races/use_rules.h"

namespace simt {
namespace {

/// Bytes of `slot` that two lower blocks have used in the same way: their races would be reported first.
ByteMask twice_before(Unit& unit, const Slot& slot) {
  ByteMask once = 0, twice = 0;
  for_each_slot(unit, [&](const Slot& other) {
    if (other.users.use != slot.users.use || other.block >= slot.block || other.users.secondary) {
      return;
    }
    const ByteMask both = other.bytes & slot.bytes;
    twice |= once & both;
    once |= both;
  });
  return twice;
}

}  // namespace

/// Second users of bytes that their block has already used in the same way. Only threads of the block are checked
/// against them. They are stored after all other slots are up to date.
class GlobalCheck::SecondaryUses {
 public:
  void add(Slot slot, ByteMask bytes, const Slot& partner) {
    if (count_ == std::size(slots_) || is_update(slot.use())) return;
    slot.bytes = bytes;
    const unsigned low = lowest_byte(bytes);
    if (slot.thread(low) == partner.thread(low)) {
      if (!slot.users.several) return;
      slot.users.set_thread0(slot.last_thread(low));
      slot.users.step = Users::kOneThread;
    }
    slot.users.several = 0;
    slot.users.lane = 0;
    slot.users.secondary = 1;
    slots_[count_] = slot;
    partners_[count_++] = partner;
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (unsigned i = 0; i < count_; ++i) visit(slots_[i], partners_[i]);
  }

 private:
  unsigned count_ = 0;
  Slot slots_[4];
  Slot partners_[4];
};

namespace {

/// Which of two secondary users to keep besides the primary `partner`: one of another warp, or else the later one.
bool is_kept(const Slot& old, const Slot& slot, const Slot& partner, unsigned byte,
             bool is_of_this_interval) {
  const int first = partner.thread(byte);
  if (!is_of_this_interval || old.thread(byte) == first) return false;
  if (old.thread(byte) / 32 != first / 32) return true;
  return slot.thread(byte) / 32 == first / 32 && old.timestamp >= slot.timestamp;
}

}  // namespace

void GlobalCheck::use(Now& now) {
  Unit& unit = unit_of(now.base);
  Slot& slot = now.slot;
  const Use use = slot.use();
  const UnitLock lock(unit);
  if (is_update(use)) {  // the event has only the last 16 bits of its position
    slot.modification =
        unit.modification == 0
            ? 0
            : unit.modification - ((unit.modification - slot.modification) & 0xffff);
    record_atomic(now);
  }
  const ByteMask used = slot.bytes;
  if (unit.tag != tag_) {
    if (static_cast<std::int32_t>(unit.tag - tag_) > 0) return;
    __atomic_store_n(&unit.read_enough, std::uint16_t{0}, __ATOMIC_RELAXED);
    __atomic_store_n(&unit.tag, tag_, __ATOMIC_RELEASE);
    unit.more = nullptr;
    unit.used = 1;
    unit.slots[0] = slot;
  } else if (!is_read(use) || !read_is_simple(unit, slot)) {
    __atomic_store_n(&unit.read_enough, std::uint16_t{0}, __ATOMIC_RELAXED);
    use_again(unit, now);
  }
  if (!is_read(use) && !is_update(use) && slot.users.width != Users::kFreed) {
    record_values(slot, used, now.base, now.first, now.addresses);
  }
}

/// Records a read, or finds that it adds nothing to what is known, where that is simple: of a unit that so far has only
/// been read. Loops read the same bytes again, or those beside them, in many warps and blocks.
bool GlobalCheck::read_is_simple(Unit& unit, const Slot& slot) const {
  if (unit.modification != 0) return false;
  const ByteMask bytes = slot.bytes;
  ByteMask once = 0, twice = 0;  // read by other blocks, in the same way
  std::uint32_t highest = 0;     // of all blocks
  Slot* same = nullptr;          // by the same threads at the same place
  const Slot* primary = nullptr;
  const Slot* secondary = nullptr;
  bool is_simple = true, has_free = false;
  for_each_slot(unit, [&](Slot& then) {
    const ByteMask both = then.bytes & bytes;
    if (then.bytes == 0) {
      has_free |= same == nullptr;
      return;
    }
    highest = std::max(highest, then.block);
    if (!is_read(then.use())) {
      is_simple = false;
    } else if (then.block == slot.block && !then.users.secondary && then.users == slot.users &&
               is_same_event(then, slot)) {
      is_simple &= same == nullptr && then.modification == 0;
      same = &then;
    } else if (then.block != slot.block) {
      if (then.users.use != slot.users.use || then.users.secondary) return;
      is_simple &= both == 0 || then.block < slot.block;
      twice |= once & then.bytes;
      once |= then.bytes;
    } else if (both == 0) {
      return;
    } else if (then.users.use != slot.users.use) {
      is_simple = false;
    } else {
      const Slot*& found = then.users.secondary ? secondary : primary;
      is_simple &= found == nullptr;
      found = &then;
    }
  });
  if (!is_simple) return false;
  const bool is_new =
      primary == nullptr && secondary == nullptr && (same == nullptr || (same->bytes & bytes) == 0);
  if (is_new && (twice & bytes) == bytes) {
    // Two lower blocks: their races would be reported first.
    const bool is_enough = twice == ~ByteMask{0} && slot.use() == Use::kRead && highest < 0xffff;
    if (is_enough) {
      __atomic_store_n(&unit.read_enough, static_cast<std::uint16_t>(highest + 1),
                       __ATOMIC_RELAXED);
    }
    return true;
  }
  if ((twice & bytes) != 0) return false;
  if (primary == nullptr && secondary == nullptr) {
    if (same == nullptr || has_free) return false;
    same->bytes |= bytes;
    return true;
  }
  // Two users in different warps are enough.
  if (primary == nullptr || secondary == nullptr || !is_same_event(*primary, slot)) return false;
  const unsigned byte = lowest_byte(bytes);
  return (bytes & ~primary->bytes) == 0 && (bytes & ~secondary->bytes) == 0 &&
         (same == nullptr || (same->bytes & bytes) == 0) && is_of_this_interval(*secondary) &&
         secondary->thread(byte) / 32 != primary->thread(byte) / 32;
}

void GlobalCheck::use_again(Unit& unit, Now& now) {
  Slot& slot = now.slot;
  const unsigned use = slot.users.use;
  const ByteMask used = slot.bytes;
  if (unit.modification != 0 && is_plain(slot.use()))
    slot.modification = preceding_modification(now);
  Slot* free = nullptr;
  Slot* last = nullptr;  // atomic operation on exactly these bytes
  bool crowded = false;
  ByteMask used_before = 0;  // by the same threads at the same place
  SecondaryUses secondary_uses;
  const Slot whole = slot;
  for_each_slot(unit, [&](Slot& then) {
    if (then.block != slot.block) {
      const ByteMask both = then.bytes & slot.bytes;
      if (both != 0 && (!then.users.secondary || is_update(then.use()))) {
        crowded |= then.users.use == use;
        use_of_other_block(then, now);
      }
    } else if (then.bytes != 0) {
      const ByteMask both = then.bytes & used;
      if (both != 0 && is_of_this_interval(then)) check_inside(then, whole, now, both);
      use_of_own_block(then, now, secondary_uses, &used_before);
    }
    if (then.bytes == 0 && free == nullptr) free = &then;
    if (then.bytes == used && then.users.secondary && is_update(then.use())) last = &then;
  });
  if (crowded) slot.bytes &= ~twice_before(unit, slot);
  slot.bytes |= used_before;
  if (slot.bytes != 0) {
    place(unit, free, slot);
    if (crowded) {
      for_each_slot(unit, [&](Slot& other) {
        if (other.block > slot.block && other.users.use == use && !other.users.secondary &&
            (other.bytes & slot.bytes) != 0) {
          other.bytes &= ~twice_before(unit, other);
        }
      });
    }
  }
  secondary_uses.for_each(
      [&](const Slot& one, const Slot& partner) { add_secondary(unit, one, partner); });
  if (!is_update(whole.use())) return;
  if (last == nullptr) {
    keep_last_atomic(unit, whole);
  } else if (!is_before(whole.modification, last->modification)) {
    *last = whole;
    last->users.secondary = 1;
  }
}

void GlobalCheck::use_of_other_block(Slot& then, const Now& now) {
  const Slot& slot = now.slot;
  const ByteMask both = then.bytes & slot.bytes;
  const ByteMask bytes = conflict(then, slot, both, false, now.base, now.first, now.addresses);
  if (bytes == 0 || !checks_->matters(then.block)) return;
  const unsigned byte = lowest_byte(bytes);
  if (!is_ordered_by_modification(then, slot) && !ordered(then, bytes, slot)) {
    record_race(then, static_cast<unsigned>(then.thread(byte)), slot,
                static_cast<unsigned>(slot.thread(byte)), now.base + byte);
  } else if (!is_read(slot.use()) && strength(slot.use()) <= strength(then.use())) {
    then.bytes &= ~both;  // what happens after this one happens after that one, too
  }
}

/// Updates the slot of an earlier use by the same block.
void GlobalCheck::use_of_own_block(Slot& then, Now& now, SecondaryUses& secondary_uses,
                                   ByteMask* used_before) {
  Slot& slot = now.slot;
  const bool same_interval = is_of_this_interval(then);
  if (then.users.secondary) {
    if (!same_interval && !is_update(then.use())) then.bytes = 0;
    return;
  }
  const ByteMask both = then.bytes & slot.bytes;
  if (then.users.use != slot.users.use) {
    if (both != 0 && replaces(slot.use(), then.use()) &&
        (!same_interval || (have_same_threads(then, slot, both) && !then.users.several))) {
      then.bytes &= ~both;
    }
    return;
  }
  if (is_same_event(then, slot)) {
    if (then.users == slot.users &&
        (then.modification == slot.modification || is_update(slot.use()))) {
      *used_before |= then.bytes;
      then.bytes = 0;
      if (!is_before(then.modification, slot.modification)) slot.modification = then.modification;
    } else if (both != 0) {  // the first one stays primary
      slot.bytes &= ~both;
      secondary_uses.add(slot, both, then);
    }
  } else if (both != 0) {
    if (same_interval &&
        (!have_same_threads(then, slot, both) || (then.users.several && !slot.users.several))) {
      secondary_uses.add(then, both, slot);
    }
    then.bytes &= ~both;
  }
}

void GlobalCheck::place(Unit& unit, Slot* free, const Slot& slot) {
  if (free == nullptr && unit.used < std::size(unit.slots)) {
    free = &unit.slots[unit.used++];
  } else if (free == nullptr) {
    SlotNode* const node = checks_->new_node();
    if (node == nullptr) return;
    *node = {};
    node->next = unit.more;
    unit.more = node;
    free = node->slots;
  }
  *free = slot;
}

void GlobalCheck::add_secondary(Unit& unit, Slot slot, const Slot& partner) {
  Slot* free = nullptr;
  for_each_slot(unit, [&](Slot& old) {
    if (const ByteMask both = old.bytes & slot.bytes; both != 0 && old.users.secondary &&
                                                      old.block == slot.block &&
                                                      old.users.use == slot.users.use) {
      const bool keeps = is_kept(old, slot, partner, lowest_byte(both), is_of_this_interval(old));
      (keeps ? slot : old).bytes &= ~both;
    }
    if (old.bytes == 0 && free == nullptr) free = &old;
  });
  if (slot.bytes == 0) return;
  bool is_added = false;
  for_each_slot(unit, [&](Slot& old) {
    if (is_added || old.bytes == 0 || !(old.users == slot.users) || old.block != slot.block ||
        !is_same_event(old, slot) || old.modification != slot.modification) {
      return;
    }
    old.bytes |= slot.bytes;
    is_added = true;
  });
  if (!is_added) place(unit, free, slot);
}

/// Two uses by the same block between two of its barriers.
void GlobalCheck::check_inside(const Slot& then, const Slot& slot, const Now& now, ByteMask both) {
  const bool several = then.users.several || slot.users.several;
  if (!several && then.users.thread0 == slot.users.thread0 && then.users.step == slot.users.step) {
    return;
  }
  if (Timestamp::is_saturated(then.timestamp) || is_ordered_by_modification(then, slot)) return;
  const ByteMask bytes = conflict(then, slot, both, true, now.base, now.first, now.addresses);
  const unsigned step = 1u << std::min(then.users.width, slot.users.width);
  for (ByteMask rest = bytes; rest != 0;) {
    const unsigned byte = lowest_byte(rest);
    const unsigned element = byte / step * step;
    rest &= ~mask_of(element, element + step);
    for (const int earlier : {then.thread(byte), then.last_thread(byte)}) {
      for (const int later : {slot.thread(byte), slot.last_thread(byte)}) {
        const auto a = static_cast<unsigned>(earlier), b = static_cast<unsigned>(later);
        if (inside_.ordered(a, Timestamp::clock(then.timestamp), b)) continue;
        return record_race(then, a, slot, b, now.base + byte);
      }
    }
  }
}

bool GlobalCheck::is_freed_concurrently(std::uintptr_t address, unsigned thread) {
  Unit& unit = unit_of(address);
  const UnitLock lock(unit);
  if (unit.tag != tag_) return false;
  Slot now{};
  now.block = block_;
  now.bytes = mask_of(address % kUnit, address % kUnit + 1);
  now.users.step = Users::kOneThread;
  now.users.set_thread0(static_cast<int>(thread));
  bool found = false;
  for_each_slot(unit, [&](const Slot& then) {
    if ((then.bytes & now.bytes) == 0 || then.users.width != Users::kFreed) return;
    if (then.block != block_) {
      if (ordered(then, now.bytes, now)) return;
      blamed_block_ = std::max<std::uint64_t>(blamed_block_, then.block);
    } else if (!is_of_this_interval(then) || Timestamp::is_saturated(then.timestamp) ||
               inside_.ordered(static_cast<unsigned>(then.users.thread0),
                               Timestamp::clock(then.timestamp), thread)) {
      return;
    }
    found = true;
  });
  return found;
}

bool GlobalCheck::ordered(const Slot& then, ByteMask bytes, const Slot& now) {
  if (!checks_->order.active()) return false;
  const unsigned byte = lowest_byte(bytes);
  const auto warp = [byte](const Slot& slot) {
    return static_cast<std::uint32_t>(slot.thread(byte)) / 32;
  };
  return checks_->order.ordered(then.block, warp(then), then.timestamp, now.block, warp(now),
                                phase_);
}

void GlobalCheck::record_race(const Slot& then, unsigned then_thread, const Slot& now,
                              unsigned now_thread, std::uintptr_t address) {
  const auto side = [](const Slot& slot, unsigned thread) {
    return BlockAccess{slot.block, thread, slot.use(),
                       reinterpret_cast<const void*>(std::uintptr_t{slot.pc}),
                       slot.users.width == Users::kFreed};
  };
  BlockRace race{true, address, side(then, then_thread), side(now, now_thread)};
  if (race.first.block > race.second.block) std::swap(race.first, race.second);
  checks_->record(race);
}

}  // namespace simt
