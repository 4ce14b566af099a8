// __activemask(): which lanes are converged at the same call. A lane runs on its own fiber, so it waits there; when no
// lane of the warp can proceed, the replay of their events tells which of them a warp would execute together.
#include <algorithm>

#include "base/bits.h"
#include "execution/block/block.h"
#include "execution/block/scheduler_inline.h"

namespace simt {
namespace {

/// How often lanes with full event buffers go first. They may be spinning on the lanes at __activemask(), so there has
/// to be a limit.
constexpr unsigned kMaxDeferrals = 1024;

}  // namespace

std::uint32_t Collectives::active_mask(const void* site, void* frame) {
  BlockThreads& threads = scheduler_.threads();
  Warp& warp = threads.current_warp();
  if (threads.current_bit() == warp.live()) return threads.current_bit();
  if (scheduler_.is_tick_due()) [[unlikely]]
    scheduler_.yield(site);
  const auto depth = reinterpret_cast<std::uintptr_t>(frame) - worker().recorder.stack_low;
  scheduler_.reserve_events(1);
  *worker().recorder.cursor++ = {event_key(depth, site, Access::mask_query()), 0};
  scheduler_.suspend(site);
  warp.at_active_mask |= threads.current_bit();
  threads.runnable |= 1u << threads.current / kWarpLanes;
  scheduler_.wait();
  return static_cast<std::uint32_t>(
      exchanges_[threads.current / kWarpLanes].result[threads.current % kWarpLanes]);
}

void Collectives::complete_active_mask(unsigned warp_number, std::uint32_t group) {
  BlockThreads& threads = scheduler_.threads();
  Warp& warp = threads.warps[warp_number];
  Exchange& exchange = exchanges_[warp_number];
  const unsigned first = warp_number * kWarpLanes;
  if (group == 0) {
    if (++exchange.deferrals < kMaxDeferrals) return;
    std::uint64_t smallest = ~std::uint64_t{0};
    for (const unsigned lane : set_bits(warp.at_active_mask)) {
      const std::uint64_t key = threads.cursor_of(first + lane)[-1].key;
      if (key < smallest) group = 0;
      smallest = std::min(smallest, key);
      if (key == smallest) group |= 1u << lane;
    }
  }
  exchange.deferrals = 0;
  for (const unsigned lane : set_bits(group)) {
    --threads.recorded[first + lane];  // its event
    exchange.result[lane] = group;
  }
  warp.at_active_mask &= ~group;
  threads.make_ready(warp_number, group);
}

unsigned active_mask() {
  return device_code("__activemask")
      .collectives()
      .active_mask(__builtin_return_address(0), __builtin_dwarf_cfa());
}

}  // namespace simt
