// Which atomic operation on a word has come last: all threads see the same order of them.
#include "races/global_check.h"
#include "races/use_rules.h"

namespace simt {

/// Of all atomic operations on these bytes the last one is kept.
void GlobalCheck::put_last(Unit& unit, Slot slot) {
  slot.users.beside = 1;
  Slot* free = nullptr;
  for_each_slot(unit, [&](Slot& old) {
    const ByteMask both = old.bytes & slot.bytes;
    if (both != 0 && old.users.beside && is_update(old.use())) {
      (is_before(slot.turn, old.turn) ? slot : old).bytes &= ~both;
    }
    if (old.bytes == 0 && free == nullptr) free = &old;
  });
  if (slot.bytes != 0) place(unit, free, slot);
}

void GlobalCheck::keep_turn(const Now& now) {
  Turn& turn = turns_[now.first / 4 % kTurns];
  const bool is_own = turn.tag == tag_ && turn.block == block_ && turn.address == now.first;
  if (is_own && is_before(now.slot.turn, turn.turn)) return;
  const unsigned byte = lowest_byte(now.slot.bytes);
  turn = {now.first,
          tag_,
          block_,
          now.slot.turn,
          now.slot.stamp,
          static_cast<std::uint16_t>(now.slot.last_thread(byte)),
          static_cast<std::uint16_t>(1u << now.slot.users.width)};
}

/// The place of the last atomic operation of the block on these bytes, if it comes before this use.
std::uint32_t GlobalCheck::turn_before(const Now& now) const {
  const Slot& slot = now.slot;
  const Turn& turn = turns_[now.first / 4 % kTurns];
  if (turn.address != now.first || turn.tag != tag_ || turn.block != block_ ||
      slot.users.step != 7 || 1u << slot.users.width > turn.bytes) {
    return 0;
  }
  const auto thread = static_cast<unsigned>(slot.users.thread0);
  const bool comes_before = Stamp::phase(turn.stamp) != Stamp::phase(slot.stamp) ||
                            inside_.ordered(turn.thread, Stamp::moment(turn.stamp), thread);
  return comes_before ? turn.turn : 0;
}

}  // namespace simt
