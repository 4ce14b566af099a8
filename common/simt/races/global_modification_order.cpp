// The modification order of atomic operations: all threads agree on which one on a word came last.
#include "races/global_check.h"
#include "races/use_rules.h"

namespace simt {

/// Of all atomic operations on these bytes, only the last one is kept.
void GlobalCheck::keep_last_atomic(Unit& unit, Slot slot) {
  slot.users.secondary = 1;
  Slot* free = nullptr;
  for_each_slot(unit, [&](Slot& old) {
    const ByteMask both = old.bytes & slot.bytes;
    if (both != 0 && old.users.secondary && is_update(old.use())) {
      (is_before(slot.modification, old.modification) ? slot : old).bytes &= ~both;
    }
    if (old.bytes == 0 && free == nullptr) free = &old;
  });
  if (slot.bytes != 0) place(unit, free, slot);
}

void GlobalCheck::record_atomic(const Now& now) {
  LastAtomic& atomic = last_atomics_[now.first / 4 % kLastAtomics];
  const bool is_own = atomic.tag == tag_ && atomic.block == block_ && atomic.address == now.first;
  if (is_own && is_before(now.slot.modification, atomic.modification)) return;
  const unsigned byte = lowest_byte(now.slot.bytes);
  atomic = {now.first,
            tag_,
            block_,
            now.slot.modification,
            now.slot.timestamp,
            static_cast<std::uint16_t>(now.slot.last_thread(byte)),
            static_cast<std::uint16_t>(1u << now.slot.users.width)};
}

/// The position of the block's last atomic operation on these bytes, if that happens before this use; else 0.
std::uint32_t GlobalCheck::preceding_modification(const Now& now) const {
  const Slot& slot = now.slot;
  const LastAtomic& atomic = last_atomics_[now.first / 4 % kLastAtomics];
  if (atomic.address != now.first || atomic.tag != tag_ || atomic.block != block_ ||
      slot.users.step != Users::kOneThread || 1u << slot.users.width > atomic.bytes) {
    return 0;
  }
  const auto thread = static_cast<unsigned>(slot.users.thread0);
  const bool comes_before =
      Timestamp::phase(atomic.timestamp) != Timestamp::phase(slot.timestamp) ||
      inside_.ordered(atomic.thread, Timestamp::clock(atomic.timestamp), thread);
  return comes_before ? atomic.modification : 0;
}

}  // namespace simt
