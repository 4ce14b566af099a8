#include "races/block_journal.h"

namespace simt {

void BlockJournal::add(const TraceEvent* begin, const TraceEvent* end, unsigned thread,
                       bool synced) {
  for (const TraceEvent* event = begin; event != end; ++event) {
    const Access access = access_of(event->key);
    if (access.op() == Op::kBlock) continue;
    if (access.space() != Space::kGlobal && access.space() != Space::kConstant) continue;
    const std::uintptr_t address = event->address & kAddressMask;
    append({site_of(event->key), address, address + access.bytes(), phase_,
            static_cast<std::int16_t>(thread),
            static_cast<std::uint16_t>((thread / kWarpLanes) & 0x7fff), synced});
  }
}

}  // namespace simt
