#include "execution/block/progress_watch.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "base/address_map.h"
#include "base/fiber.h"
#include "base/hash.h"
#include "base/settings.h"
#include "execution/block/residency.h"
#include "execution/block/scheduled_block.h"
#include "execution/block/watch/block_watch.h"
#include "execution/grid/grid.h"
#include "execution/grid/progress.h"
#include "execution/reports/barrier_reports.h"
#include "execution/reports/global_reports.h"
#include "execution/threads/cluster_blocks.h"

namespace simt {
namespace {

constexpr unsigned kTicks = 256;
/// A random order ends after so many of them in which no thread has ended: in a spin loop, half a second.
constexpr unsigned kRandomTicks = 1 << 18;
/// Time to compare states before a pause, if the limit is short.
constexpr double kBudgetSeconds = 0.05;
/// For so long no other block must have made progress: longer than a pause of the check, and than an OS thread of a
/// busy machine waits to be scheduled.
constexpr double kQuietSeconds = 1;
/// Without progress for so long, it is looked at whether the block repeats itself and depends on nobody: seconds.
constexpr double kAloneSeconds = 0.2;
constexpr double kAloneBudget = 0.005;
/// After the limit, the states of other blocks are compared for so long, too, before a block is stopped. It is less
/// than the check runs without a pause, after which clusters may be scheduled in another order.
constexpr double kOthersSeconds = 0.03;

/// The last event of the running thread whose Access is one of these; null: there is none.
template <class Accepts>
const TraceEvent* last_event(const BlockThreads& threads, Accepts accepts) {
  const std::reverse_iterator begin(threads.cursor_of(threads.current));
  const std::reverse_iterator end(threads.events_of(threads.current));
  const auto found = std::find_if(
      begin, end, [&](const TraceEvent& event) { return accepts(access_of(event.key)); });
  return found == end ? nullptr : &*found;
}

/// Where the running thread was last seen. @param site where it waits, or null
const void* last_site(const BlockThreads& threads, const void* site) {
  if (site != nullptr) return site;
  const TraceEvent* const last = last_event(threads, [](Access) { return true; });
  return last != nullptr ? pc_of(last->key) : nullptr;
}

/// The word of global memory that the running thread has looked at last by a volatile or atomic load, and its value;
/// empty: none.
std::string polled_word(const Grid& grid, const BlockThreads& threads) {
  const TraceEvent* const last = last_event(threads, [](Access access) {
    return (access.op() == Op::kAtomic || (access.op() == Op::kLoad && access.strong())) &&
           access.space() == Space::kGlobal && access.bytes() == sizeof(std::int32_t);
  });
  if (last == nullptr) return {};
  const std::uintptr_t address = last->address & kAddressMask;
  const std::int32_t value =
      __atomic_load_n(reinterpret_cast<const std::int32_t*>(address), __ATOMIC_RELAXED);
  return memory_text(grid, address) + ", which is " + std::to_string(value);
}

}  // namespace

void ProgressWatch::begin_block() {
  ticks_ = interval_ = kTicks;
  ticks_without_progress_ = 0;
  live_before_ = block_.threads().count;
  livelock_.reset();
  alone_.reset();
}

/// Spills the registers to the stack, where they can be compared.
[[gnu::noinline]] void ProgressWatch::check(const void* site) {
  __builtin_unwind_init();
  check_state(site);
  asm volatile("" ::: "memory");  // no jump: this frame stays
}

[[gnu::noinline]] void ProgressWatch::check_state(const void* site) {
  ticks_without_progress_ += interval_;
  ticks_ = interval_ = kTicks;
  record_check();
  const Settings& limits = settings();
  const BlockThreads& threads = block_.threads();
  if (threads.live != live_before_) {
    ticks_without_progress_ = 0;
    record_progress();
  }
  live_before_ = threads.live;
  if (ticks_without_progress_ >= kRandomTicks) order_.end_random();
  // A thread that waits for a clock makes progress, and may release the others.
  if (std::exchange(clock_reads_before_, worker().clock_reads) != worker().clock_reads)
    record_change();
  const double seconds = seconds_without_progress();
  const auto stack = reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa());
  if (!kStackIsWhole) {
    if (seconds >= limits.timeout_seconds * kTimeoutFactor) fail_timeout(false, site);
    return;
  }
  if (seconds < kAloneSeconds) {
    alone_.reset();
  } else if (!alone_.is_pausing() && !depends_on_others()) {
    check_alone(stack, site);
  }
  if (seconds < limits.timeout_seconds) return livelock_.reset();
  if (seconds >= limits.timeout_seconds * kTimeoutFactor) fail_timeout(false, site);
  if (livelock_.is_pausing()) return;
  ticks_ = interval_ = 1;
  polls_.restart();  // as with buffers: every tick lets others run
  if (!livelock_.wants(threads.current)) return;
  // It may wait for a block that makes progress.
  const double quiet = std::max(kQuietSeconds, limits.timeout_seconds / 2);
  const double budget = std::max(kBudgetSeconds, limits.timeout_seconds / 20);
  const bool is_early =
      seconds < limits.timeout_seconds + kOthersSeconds || !all_have_checked(quiet / 2);
  const bool may_wait =
      seconds_without_change() < quiet ||
      (is_early && (others_are_busy() || residency_.has_others(*block_.identity().cluster)));
  switch (livelock_.visit([&] { return hash_of_state(stack); }, may_wait, budget)) {
    case LivelockCheck::Answer::kNothing:
      break;
    case LivelockCheck::Answer::kChanges:
      record_change();
      break;
    case LivelockCheck::Answer::kRepeats:
      fail_timeout(true, site);
  }
}

/// Whether the block may go on because of what others do: its running thread looks at their memory, or one of its
/// threads waits at a barrier that may not be only the block's.
bool ProgressWatch::depends_on_others() const {
  const BlockThreads& threads = block_.threads();
  return block_.identity().cluster->size() > 1 ||
         std::any_of(threads.warps, threads.warps + threads.warp_count,
                     [](const Warp& warp) { return warp.at_group != 0; }) ||
         std::any_of(threads.events_of(threads.current), threads.cursor_of(threads.current),
                     [](const TraceEvent& event) { return is_outside(access_of(event.key)); });
}

/// A state that comes again is a proof, if no thread has used memory in between that others can change.
void ProgressWatch::check_alone(std::uintptr_t stack, const void* site) {
  const std::uint64_t outside = watch_.records.outside_accesses();
  if (std::exchange(outside_before_, outside) != outside) return alone_.reset();
  const auto thread_state = [&] {
    const unsigned current = block_.threads().current;
    return hash_of_thread(current, current, stack);
  };
  const auto state = [&] { return block_.threads().hash_of_buffers(hash_of_state(stack)); };
  if (alone_.visit_alone(thread_state, state, kAloneBudget) == LivelockCheck::Answer::kRepeats) {
    fail_alone(site);
  }
}

/// @param stack the stack pointer of the running thread
std::uint64_t ProgressWatch::hash_of_thread(std::uint64_t seed, unsigned thread,
                                            std::uintptr_t stack) const {
  const BlockThreads& threads = block_.threads();
  const Lane& lane = threads.lanes[thread];
  const auto low =
      thread == threads.current ? stack : reinterpret_cast<std::uintptr_t>(lane.stack_pointer);
  return hash_bytes(seed, reinterpret_cast<const void*>(low), lane.stack_low + kStackBytes - low);
}

/// Hash of everything that determines how the block continues, except for global memory and the buffers of events. Two
/// equal ones prove that it repeats itself, so a field that is missing here can mean a false report. What is left out
/// on purpose:
///
/// - what only checks, counters and reports look at, since none of these decides which thread runs: BlockWatch, of a
///   lane its `barriers_arrived`, `barriers_passed`, `knows_cluster_started`, `journaled`, `arrays` and `wait_site`,
///   the mask checks, addresses and hashes in recorded events, the numbers of launches, what has been printed;
/// - the numbers of phases, which are only compared with each other: of GroupBarrier it has whether the group is ahead;
/// - threads that have not started or have ended, beyond the masks of their warp: they have no state;
/// - what decides when other blocks run: `slice_used_`, `withheld_`, `polled_`, `child_`, and here `ticks_`. A block
///   that depends on nobody goes on in the same way whenever it is its turn; of one that may wait for others,
///   `may_wait` sees that all of them repeat themselves;
/// - how full the buffers are, which decides when a thread lets others run. check_alone() has it. Behind the time limit
///   every tick does that, full or not, and until buffers repeat themselves, too, takes hundreds of times as long.
///
/// @param stack the stack pointer of the running thread
std::uint64_t ProgressWatch::hash_of_state(std::uintptr_t stack) const {
  const BlockThreads& threads = block_.threads();
  std::uint64_t hash = block_.hash(worker().clock_reads);
  for (unsigned thread = 0; thread < threads.count; ++thread) {
    if (threads.is_under_way(thread)) hash = hash_of_thread(hash, thread, stack);
  }
  for (const SharedArray& array : block_.identity().cluster->shared().arrays()) {
    hash = hash_bytes(hash,
                      reinterpret_cast<const void*>(block_.identity().shared_base + array.offset),
                      array.bytes);
  }
  return hash;
}

/// Of the objects at which threads wait by a parity; of all if there are several.
std::string ProgressWatch::phases_of_awaited() const {
  const BarrierObject(&objects)[BarrierObjects::kMost] = worker().awaited.all;
  std::string lines;
  for (const BarrierObject& object : objects) {
    if (object.expected == 0 || (object.parity < 0 && objects[1].expected == 0)) break;
    std::string name = is_any_shared(object.address)
                           ? block_.identity().cluster->shared().position_text(object.address)
                           : memory_text(*block_.identity().grid, object.address);
    constexpr std::string_view kBegin = "byte 0 of ";
    if (name.compare(0, kBegin.size(), kBegin) == 0) name.erase(0, kBegin.size());
    lines += phase_line(name, object);
  }
  return lines;
}

void ProgressWatch::fail_alone(const void* site) {
  watch_.check_races();
  const Unrecorded unrecorded;
  const BlockThreads& threads = block_.threads();
  site = last_site(threads, site);
  const TraceEvent* const load = last_event(threads, [](Access access) {
    return (access.op() == Op::kLoad || access.op() == Op::kAtomic) &&
           access.space() == Space::kShared;
  });
  std::string awaited;
  if (load != nullptr) {
    site = pc_of(load->key);
    awaited = block_.identity().cluster->shared().position_text(load->address & kAddressMask);
  }
  stop_kernel_with([&] {
    return endless_alone_report(awaited, worker().awaited.latest(), phases_of_awaited(),
                                threads.count - threads.live, block_.waiting_threads(), site,
                                running_thread());
  });
}

void ProgressWatch::fail_timeout(bool repeats, const void* site) {
  watch_.check_races();
  const BlockThreads& threads = block_.threads();
  site = last_site(threads, site);
  const double limit = settings().timeout_seconds;
  Grid& grid = *block_.identity().grid;
  stop_kernel_with([&] {
    const unsigned each = grid.cluster_blocks;
    const Awaited awaited = {.object = worker().awaited.latest(),
                             .phases = phases_of_awaited(),
                             .waiting = block_.waiting_threads(),
                             .finished = threads.count - threads.live,
                             .word = polled_word(grid, threads),
                             .begun = grid.begun() * each,
                             .ended = grid.ended_clusters.load() * each,
                             .blocks = grid.block_count,
                             .room = grid.most_resident() * each};
    return repeats ? endless_report(limit, awaited, site, running_thread())
                   : timeout_report(limit * kTimeoutFactor, awaited, site, running_thread());
  });
}

}  // namespace simt
