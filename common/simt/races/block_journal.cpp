#include "races/block_journal.h"

namespace simt {

void BlockJournal::add(const Event* begin, const Event* end, unsigned thread, bool met) {
  for (const Event* event = begin; event != end; ++event) {
    const Access access = access_of(event->key);
    if (access.op() == Op::kBlock) continue;
    if (access.space() != Space::kGlobal && access.space() != Space::kConstant) continue;
    const std::uintptr_t address = event->address & kAddressMask;
    append({site_of(event->key), address, address + access.bytes(), phase_,
            static_cast<std::int16_t>(thread), static_cast<std::uint16_t>(thread / 32),
            static_cast<std::uint16_t>(met ? 1 : 0)});
  }
}

}  // namespace simt
