/// @file
/// @ingroup simt_races
/// When two uses of the same bytes are a race if nothing orders them, and which of two needs not be known any
/// more.
#pragma once

#include "base/trace_event.h"
#include "races/block_order.h"
#include "races/global_shadow.h"

namespace simt {

/// The lower, the more races: plain uses meet all others, those for the block only all of other blocks.
inline unsigned strength(Use use) { return is_plain(use) ? 0 : is_strong(use, false) ? 2 : 1; }

/// Whether a later use by the same threads makes an earlier one needless to know: whatever conflicts
/// with the earlier one conflicts with the later one, too. Not a store for an atomic operation: another
/// store of the same value conflicts with the latter only.
inline bool replaces(Use later, Use earlier) {
  if (is_read(later) != is_read(earlier) || is_update(earlier)) return false;
  return strength(later) <= strength(earlier);
}

/// Whether atomic operation `a` was before `b`, or is the same.
inline bool is_before(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::int32_t>(b - a) >= 0;
}

/// Whether one is an atomic operation, and the other one's threads had a later one behind them: so it
/// has come before in the order of that word, which all see.
inline bool is_overtaken(const Slot& a, const Slot& b) {
  if (a.turn == 0 || b.turn == 0 || is_update(a.use()) == is_update(b.use())) return false;
  return is_update(a.use()) ? is_before(a.turn, b.turn) : is_before(b.turn, a.turn);
}

inline bool have_same_threads(const Slot& a, const Slot& b, ByteMask bytes) {
  if (a.users.thread0 == b.users.thread0 && a.users.step == b.users.step) return true;
  const unsigned low = lowest_byte(bytes), high = end_byte(bytes) - 1;
  return a.thread(low) == b.thread(low) && a.thread(high) == b.thread(high);
}

inline bool is_of_same_time(const Slot& a, const Slot& b) {
  return a.pc == b.pc && a.stamp == b.stamp;
}

template <class Visit>
void for_each_slot(Unit& unit, Visit visit) {
  for (unsigned i = 0; i < unit.used; ++i) visit(unit.slots[i]);
  for (SlotNode* node = unit.more; node != nullptr; node = node->next) {
    for (Slot& slot : node->slots) visit(slot);
  }
}

/// Of the bytes that both use, those that conflict: at least one writes something else, and not both
/// are strong. @param inside whether both are of one block
/// @param base of the unit. @param first address of the run that `now` belongs to, and `addresses` its events'
ByteMask conflict(const Slot& then, const Slot& now, ByteMask both, bool inside,
                  std::uintptr_t base, std::uintptr_t first, const std::uint64_t* addresses);
/// A run writes: the values are those in its events.
void note_values(const Slot& slot, ByteMask used, std::uintptr_t base, std::uintptr_t first,
                 const std::uint64_t* addresses);

}  // namespace simt
