// Loops without an end: a block that neither finishes nor gets anywhere is stopped. Barriers,
// collectives and full buffers are ticks of a clock; now and then it asks whether the block gets on.
#include <algorithm>
#include <bit>
#include <utility>

#include "base/fiber.h"
#include "base/hash.h"
#include "execution/block/block.h"
#include "execution/block/block_inline.h"
#include "execution/block/cluster.h"
#include "execution/block/multiprocessor.h"
#include "execution/grid/progress.h"

namespace simt {
namespace {

constexpr unsigned kTicks = 256;
/// So long are states compared before a pause, if the limit is short.
constexpr double kBudgetSeconds = 0.05;
/// For so long no other block must have got on: longer than a pause of the check, and than an OS thread
/// of a busy machine waits for its turn.
constexpr double kQuietSeconds = 1;
/// For so long, behind the limit, the states of other blocks are compared, too, before there is a verdict: less
/// than the check goes on without a pause, in which clusters may come to take turns otherwise.
constexpr double kOthersSeconds = 0.03;

}  // namespace

void Block::begin_watching() {
  ticks_ = kTicks;
  live_before_ = threads_.count;
  livelock_.forget();
}

/// The current thread and others are ready, as they were many times before: whoever they may wait for has a
/// turn, lanes of the warp, other warps, and other blocks of this OS thread.
void Block::let_others_go_on(const void* site) {
  judge_progress(site);
  Warp& warp = threads_.current_warp();
  const std::uint32_t here = warp.ready & ~warp.unstarted;
  if ((here | warp.finished) != warp.all && (warp.unstarted | warp.full | warp.asking) != 0) {
    warp.ready &= ~here;
    warp.full |= here;
  }
  const unsigned current = threads_.current / kWarpLanes;
  if (const std::uint32_t others = threads_.runnable & ~(1u << current); others != 0) {
    scan_warp_ = lane_order_.choose(std::rotr(others, static_cast<int>(current)));
    scan_warp_ = (scan_warp_ + current) % kMaxWarps;
  }
  if (cluster_->size() == 1 && !multiprocessor_.others_wait()) return;
  leave(State::kPaused);
  suspend_current(site);
  threads_.current_warp().ready |= threads_.current_bit();
  threads_.runnable |= 1u << threads_.current / kWarpLanes;
}

/// The same for a thread that goes on alone.
void Block::yield(const void* site) {
  suspend_current(site);
  threads_.current_warp().ready |= threads_.current_bit();
  threads_.runnable |= 1u << threads_.current / kWarpLanes;
  let_others_go_on(site);
  wait();
}

/// What is in registers goes to the stack, where it can be compared.
[[gnu::noinline]] void Block::judge_progress(const void* site) {
  __builtin_unwind_init();
  judge_state(site);
  asm volatile("" ::: "memory");  // no jump: this frame stays
}

[[gnu::noinline]] void Block::judge_state(const void* site) {
  ticks_ = kTicks;
  note_question();
  if (threads_.live != live_before_) note_progress();
  live_before_ = threads_.live;
  // Who waits for a clock gets on, and will tell the others.
  if (std::exchange(clock_reads_before_, clock_reads) != clock_reads) note_change();
  const double seconds = seconds_without_progress();
  if (seconds < settings_.timeout_seconds) return livelock_.forget();
  if (seconds >= settings_.timeout_seconds * kTimeoutFactor) fail_timeout(false, site);
  if (livelock_.is_pausing()) return;
  ticks_ = 1;
  if (!livelock_.wants(threads_.current)) return;
  const auto stack = reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa());
  // It may wait for a block that does something.
  const double quiet = std::max(kQuietSeconds, settings_.timeout_seconds / 2);
  const double budget = std::max(kBudgetSeconds, settings_.timeout_seconds / 20);
  const bool is_early =
      seconds < settings_.timeout_seconds + kOthersSeconds || !all_have_asked(quiet / 2);
  const bool may_wait = seconds_without_change() < quiet ||
                        (is_early && (others_are_busy() || multiprocessor_.has_others(*cluster_)));
  switch (livelock_.visit([&] { return hash_of_state(stack); }, may_wait, budget)) {
    case LivelockCheck::Answer::kNothing:
      break;
    case LivelockCheck::Answer::kChanges:
      note_change();
      break;
    case LivelockCheck::Answer::kRepeats:
      fail_timeout(true, site);
  }
}

/// All on which it depends how the block goes on, but global memory. @param stack where that of the
/// running thread ends
std::uint64_t Block::hash_of_state(std::uintptr_t stack) const {
  std::uint64_t hash = hash_bytes(clock_reads, &barrier_, sizeof barrier_);
  for (const GroupBarrier& group : groups_) {
    hash = hash_bytes(hash, &group.arrived, sizeof group.arrived);
  }
  hash = hash_bytes(hash, exchanges_, threads_.warp_count * sizeof exchanges_[0]);
  hash = hash_bytes(hash, threads_.warps, threads_.warp_count * sizeof threads_.warps[0]);
  for (unsigned thread = 0; thread < threads_.count; ++thread) {
    const Warp& warp = threads_.warps[thread / kWarpLanes];
    if (((warp.finished | warp.unstarted) >> thread % kWarpLanes & 1) != 0) continue;
    const Lane& lane = threads_.lanes[thread];
    const auto low =
        thread == threads_.current ? stack : reinterpret_cast<std::uintptr_t>(lane.stack_pointer);
    hash = hash_bytes(hash, reinterpret_cast<const void*>(low), lane.stack_low + kStackBytes - low);
  }
  for (const SharedArray& array : cluster_->shared().arrays()) {
    hash =
        hash_bytes(hash, reinterpret_cast<const void*>(shared_base_ + array.offset), array.bytes);
  }
  return hash;
}

}  // namespace simt
