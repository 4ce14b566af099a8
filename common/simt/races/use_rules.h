/// @file
/// @ingroup simt_races
/// Which unordered uses of the same bytes race, and which earlier uses a later one makes redundant.
#pragma once

#include "base/trace_event.h"
#include "races/block_order.h"
#include "races/global_shadow.h"

namespace simt {

/// The lower, the more races: plain uses race with all others, those of block scope with all of other blocks.
inline unsigned strength(Use use) { return is_plain(use) ? 0 : is_strong(use, false) ? 2 : 1; }

/// Whether a later use by the same threads makes an earlier one redundant: whatever conflicts with the earlier one
/// conflicts with the later one, too. A store does not replace an atomic operation: another store of the same value
/// conflicts only with the latter.
inline bool replaces(Use later, Use earlier) {
  if (is_read(later) != is_read(earlier) || is_update(earlier)) return false;
  return strength(later) <= strength(earlier);
}

/// Whether `a` is before `b` in the modification order, or the same.
inline bool is_before(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::int32_t>(b - a) >= 0;
}

/// Whether one is an atomic operation, and a later one in the modification order happens before the other. Then the
/// first comes before the other, too, since all threads agree on that order.
inline bool is_ordered_by_modification(const Slot& a, const Slot& b) {
  if (a.modification == 0 || b.modification == 0 || is_update(a.use()) == is_update(b.use()))
    return false;
  return is_update(a.use()) ? is_before(a.modification, b.modification)
                            : is_before(b.modification, a.modification);
}

inline bool have_same_threads(const Slot& a, const Slot& b, ByteMask bytes) {
  if (a.users.thread0 == b.users.thread0 && a.users.step == b.users.step) return true;
  const unsigned low = lowest_byte(bytes), high = end_byte(bytes) - 1;
  return a.thread(low) == b.thread(low) && a.thread(high) == b.thread(high);
}

inline bool is_same_event(const Slot& a, const Slot& b) {
  return a.pc == b.pc && a.timestamp == b.timestamp;
}

template <class Visit>
void for_each_slot(Unit& unit, Visit visit) {
  for (unsigned i = 0; i < unit.used; ++i) visit(unit.slots[i]);
  for (SlotNode* node = unit.more; node != nullptr; node = node->next) {
    for (Slot& slot : node->slots) visit(slot);
  }
}

/// @return those of the bytes in `both` on which the two uses conflict: at least one of them writes another value, and
/// not both are strong.
/// @param inside whether both are of one block
/// @param base of the unit
/// @param first address of the run that `now` belongs to
/// @param addresses in the events of this run
ByteMask conflict(const Slot& then, const Slot& now, ByteMask both, bool inside,
                  std::uintptr_t base, std::uintptr_t first, const std::uint64_t* addresses);
/// Records the values that a run writes: their hashes are in its events.
void record_values(const Slot& slot, ByteMask used, std::uintptr_t base, std::uintptr_t first,
                   const std::uint64_t* addresses);

}  // namespace simt
