#include "execution/block/named_barriers.h"

#include "simt/groups.h"

#include <algorithm>
#include <bit>

#include "base/bits.h"
#include "base/hash.h"
#include "execution/block/block.h"
#include "execution/block/scheduler_inline.h"

namespace simt {
namespace {

/// Two would do; the number is small so that an endless loop repeats its state.
constexpr std::uint32_t kPhases = 4;

int result_of(Vote vote, const NamedBarrier::Votes& votes) {
  switch (vote) {
    case Vote::kAnd:
      return votes.yes == votes.all;
    case Vote::kOr:
      return votes.yes > 0;
    default:
      return votes.yes;
  }
}

}  // namespace

std::uint64_t NamedBarriers::hash(std::uint64_t seed) const {
  return are_used() ? hash_bytes(seed, barriers_.get(), sizeof *barriers_) : seed;
}

std::string NamedBarriers::text_of(unsigned thread) const {
  const unsigned warps = scheduler_.threads().warp_count;
  for (unsigned number = 0; number < kNamedBarriers; ++number) {
    const NamedBarrier& barrier = (*barriers_)[number];
    if ((barrier.waiting[thread / kWarpLanes] >> thread % kWarpLanes & 1) == 0) continue;
    const unsigned expected =
        barrier.expected == kAllThreads ? warps : barrier.expected / kWarpLanes;
    return "at barrier " + std::to_string(number) + ", where " +
           std::to_string(std::popcount(barrier.arrived)) + " of " + std::to_string(expected) +
           " warps have come, at ";
  }
  return "at ";
}

void NamedBarriers::check_arguments(unsigned number, unsigned threads, bool waits,
                                    const void* site) const {
  const BlockThreads& block = scheduler_.threads();
  if (number >= kNamedBarriers) {
    stop_kernel(
        cudaErrorLaunchFailure, [&] { return "barrier " + std::to_string(number) + " of a block"; },
        site, "a block has 16 barriers, 0 to 15");
  }
  if (threads != kAllThreads && (threads == 0 || threads % kWarpLanes != 0)) {
    stop_kernel(
        cudaErrorLaunchFailure,
        [&] {
          return "a barrier for " + std::to_string(threads) + " threads, which are no whole warps";
        },
        site, "barriers count warps: the number of threads must be a multiple of 32");
  }
  if (threads != kAllThreads && threads > block.warp_count * kWarpLanes) {
    stop_kernel(
        cudaErrorLaunchFailure,
        [&] {
          return "a barrier for " + std::to_string(threads) + " threads in a block of " +
                 std::to_string(block.count);
        },
        site, "the number counts those that wait and those that only arrive");
  }
  const NamedBarrier& barrier = (*barriers_)[number];
  if (barrier.expected == 0 || barrier.expected == threads) return;
  const auto text = [](unsigned n) {
    return n == kAllThreads ? std::string("all") : std::to_string(n);
  };
  stop_kernel_with([&] {
    return error_report(cudaErrorLaunchFailure,
                        "barrier " + std::to_string(number) + " for " + text(threads) +
                            " threads, at which others wait for " + text(barrier.expected),
                        site, running_thread(),
                        std::string("everybody who ") + (waits ? "comes" : "arrives") +
                            " names the same number of threads");
  });
}

/// For the check of shared memory, a barrier is an object at the end of the block's window, where there are no
/// variables.
CounterPhase NamedBarriers::phase_of(unsigned number, std::uint32_t phase) const {
  return {identity_.shared_base + kSharedWindow - 2 * (number + 1), phase};
}

int NamedBarriers::arrive(unsigned number, unsigned threads, bool waits, Vote vote, int predicate,
                          const void* site) {
  if (barriers_ == nullptr) {
    const Unrecorded unrecorded;
    barriers_ = std::make_unique<Barriers>();
  }
  check_arguments(number, threads, waits, site);
  NamedBarrier& barrier = (*barriers_)[number];
  BlockThreads& block = scheduler_.threads();
  const unsigned thread = block.current, warp = thread / kWarpLanes;
  const CounterPhase phase = phase_of(number, (barrier.phase + barrier.pending[thread]) % kPhases);
  scheduler_.watch().named_barrier_arrives(phase);
  barrier.expected = threads;
  NamedBarrier::Votes& votes = barrier.votes[phase.number % 2];
  votes.yes += predicate != 0;
  votes.all += waits;
  ++barrier.pending[thread];
  if (!waits) {
    block.lanes[thread].wait_site = site;
    count_warp(number, warp);
    return 0;
  }
  scheduler_.suspend(site);
  barrier.waiting[warp] |= block.current_bit();
  block.current_warp().at_named_barrier |= block.current_bit();
  count_warp(number, warp);
  if ((block.current_warp().ready & block.current_bit()) != 0) scheduler_.tick(site);
  scheduler_.wait();
  scheduler_.watch().named_barrier_passed(phase);
  return result_of(vote, votes);
}

/// A GPU would count the warp twice, and release those that wait too early.
void NamedBarriers::fail_repeated_arrival(unsigned number) {
  stop_kernel(
      cudaErrorLaunchFailure,
      [&] {
        return "a warp arrives at barrier " + std::to_string(number) +
               " again, and others have not come since its last time";
      },
      scheduler_.threads().current_lane().wait_site,
      "who only arrives must wait for the others elsewhere, at a second barrier, before the next "
      "round");
}

/// Counts an arrival of the warp, if all its live lanes have arrived.
void NamedBarriers::count_warp(unsigned number, unsigned warp_number) {
  NamedBarrier& barrier = (*barriers_)[number];
  const Warp& warp = scheduler_.threads().warps[warp_number];
  const std::uint32_t live = warp.live();
  std::uint8_t* const pending = &barrier.pending[warp_number * kWarpLanes];
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
    if ((live >> lane & 1) != 0 && pending[lane] == 0) return;
  }
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
    if (pending[lane] > 0) --pending[lane];
  }
  if ((barrier.arrived >> warp_number & 1) != 0) fail_repeated_arrival(number);
  barrier.arrived |= 1u << warp_number;
  release(number);
}

/// Completes the phase, if all expected warps have arrived.
void NamedBarriers::release(unsigned number) {
  NamedBarrier& barrier = (*barriers_)[number];
  BlockThreads& threads = scheduler_.threads();
  unsigned expected = barrier.expected / kWarpLanes;
  if (barrier.expected == kAllThreads) {
    expected = 0;
    for (unsigned w = 0; w < threads.warp_count; ++w)
      expected += threads.warps[w].finished != threads.warps[w].all;
  }
  if (barrier.expected == 0 || static_cast<unsigned>(std::popcount(barrier.arrived)) < expected)
    return;
  const CounterPhase phase = phase_of(number, barrier.phase);
  scheduler_.watch().named_barrier(phase);
  barrier.arrived = 0;
  barrier.phase = (barrier.phase + 1) % kPhases;
  const bool is_used =
      std::any_of(barrier.pending.begin(), barrier.pending.end(), [](auto n) { return n > 0; });
  if (!is_used) barrier.expected = 0;
  barrier.votes[barrier.phase % 2] = {};
  for (unsigned w = 0; w < threads.warp_count; ++w) {
    Warp& warp = threads.warps[w];
    std::uint32_t released = barrier.waiting[w];
    for (const unsigned lane : set_bits(released)) {
      if (barrier.pending[w * kWarpLanes + lane] > 0)
        released &= ~(1u << lane);  // of the next phase
    }
    if (released == 0) continue;
    barrier.waiting[w] &= ~released;
    if (released == warp.live()) scheduler_.watch().converge(w);
    warp.at_named_barrier &= ~released;
    threads.make_ready(w, released);
  }
}

void NamedBarriers::thread_finished(unsigned warp_number) {
  if (barriers_ == nullptr) return;
  for (unsigned number = 0; number < kNamedBarriers; ++number) {
    const NamedBarrier& barrier = (*barriers_)[number];
    bool is_pending = false;
    for (unsigned lane = 0; lane < kWarpLanes; ++lane)
      is_pending |= barrier.pending[warp_number * kWarpLanes + lane] > 0;
    if (is_pending) {
      count_warp(number, warp_number);
    } else {
      release(number);
    }
  }
}

int numbered_barrier(unsigned number, unsigned threads, bool waits, Vote vote, int predicate) {
  return device_code("a barrier of the block")
      .named_barriers()
      .arrive(number, threads, waits, vote, predicate, __builtin_return_address(0));
}

}  // namespace simt
