#include "execution/block/mask_check.h"

#include <algorithm>

#include "base/bits.h"
#include "base/symbols.h"

namespace simt {
namespace {

/// So many of a lane's last events are compared.
constexpr std::ptrdiff_t kMaxSteps = 16;

bool is_block(const TraceEvent& event) { return access_of(event.key).op() == Op::kBlock; }

}  // namespace

MaskCheck::Mismatch MaskCheck::find_mismatch(unsigned warp, std::uint32_t missing,
                                             std::uint32_t mask, const void* site) const {
  for (const unsigned lane : set_bits(missing)) {
    const Call& last = calls_[warp * kWarpLanes + lane];
    if (last.block != block_ || last.mask == mask) continue;
    if (last.site == site || source_line(last.site) == source_line(site)) {
      return {true, lane, last.mask};
    }
  }
  return {};
}

void MaskCheck::watch(unsigned thread, std::uint32_t missing, std::uint32_t mask,
                      const void* site) {
  const TraceEvent* const own = threads_.events_of(thread);
  const TraceEvent* const own_end = threads_.cursor_of(thread);
  steps_.clear();
  for (const unsigned lane : set_bits(missing)) {
    const unsigned other = thread / kWarpLanes * kWarpLanes + lane;
    const TraceEvent* const begin = threads_.events_of(other);
    const TraceEvent* event = threads_.cursor_of(other);
    bool is_last_block = true;  // the common exit of the kernel
    for (auto left = std::min(kMaxSteps, event - begin); left-- > 0;) {
      --event;
      if (is_block(*event) && is_last_block) {
        is_last_block = false;
        continue;
      }
      const void* const pc = pc_of(event->key);
      const auto is_there = [pc](const TraceEvent& one) { return pc_of(one.key) == pc; };
      if (std::none_of(own, own_end, is_there)) steps_.push_back({pc, lane});
    }
  }
  is_watching_ = !steps_.empty();
  thread_ = thread;
  mask_ = mask;
  site_ = site;
  recorded_ = threads_.recorded[thread];
}

MaskCheck::Bypass MaskCheck::check(unsigned thread) {
  if (thread != thread_) return {};
  is_watching_ = false;
  const std::uint16_t count = threads_.recorded[thread];
  const TraceEvent* const begin = threads_.events_of(thread);
  // What was recorded may have been replayed since.
  for (std::uint16_t i = count >= recorded_ ? recorded_ : std::uint16_t{0}; i < count; ++i) {
    for (const Step& step : steps_) {
      if (step.pc == pc_of(begin[i].key)) return {true, step.lane, mask_, site_};
    }
  }
  return {};
}

}  // namespace simt
