#include "execution/block/block_barrier.h"

#include <utility>

#include "base/hash.h"
#include "base/settings.h"
#include "base/symbols.h"
#include "execution/block/block.h"
#include "execution/block/scheduler_inline.h"
#include "execution/reports/barrier_reports.h"

namespace simt {

[[gnu::always_inline]] inline void BlockBarrier::add_vote(Vote kind, int predicate,
                                                          const void* site) {
  if (now_.arrived == 0) {
    now_.site = site;
    now_.sites_differ = false;
    now_.votes = kind == Vote::kAnd;
  } else if (site != now_.site) {
    now_.sites_differ = true;
  }
  switch (kind) {
    case Vote::kNone:
      break;
    case Vote::kCount:
      now_.votes += predicate != 0;
      break;
    case Vote::kAnd:
      now_.votes &= predicate != 0;
      break;
    case Vote::kOr:
      now_.votes |= predicate != 0;
      break;
  }
}

[[gnu::always_inline]] inline int BlockBarrier::wait(Scheduler& scheduler, Vote vote, int predicate,
                                                     const void* site) {
  BlockThreads& threads = scheduler.threads();
  add_vote(vote, predicate, site);
  scheduler.suspend(site);
  Warp& warp = threads.current_warp();
  warp.at_barrier |= threads.current_bit();
  if (warp.at_barrier == warp.live()) {
    scheduler.watch().wait_for_warps(threads.current / kWarpLanes);
  }
  if (++now_.arrived == threads.live) {
    release();
    scheduler.tick(site);
  }
  scheduler.wait();
  return now_.result;
}

void BlockBarrier::thread_finished() {
  if (now_.arrived == scheduler_.threads().live) release();
}

void BlockBarrier::release() {
  BlockThreads& threads = scheduler_.threads();
  if (now_.sites_differ) check_sites();
  if (threads.live < threads.count) [[unlikely]]
    check_exited_threads();
  for (unsigned w = 0; w < threads.warp_count; ++w) {
    Warp& warp = threads.warps[w];
    if (warp.at_barrier == 0) continue;
    scheduler_.watch().converge(w);
    threads.make_ready(w, std::exchange(warp.at_barrier, 0));
  }
  scheduler_.watch().barrier();
  now_.arrived = 0;
  now_.result = now_.votes;
  scheduler_.choose_warp();
}

/// CUDA allows a barrier in code that all threads of the block execute. Hardware does not wait for those that
/// have exited.
void BlockBarrier::check_exited_threads() {
  const BlockThreads& threads = scheduler_.threads();
  const unsigned exited = threads.count - threads.live;
  if (settings().barrier_needs_all) {
    stop_kernel_with(
        [&] { return exited_threads_report(threads.live, exited, now_.site, running_thread()); });
  }
  if (!settings().barrier_warns || now_.site == warned_site_) return;
  warned_site_ = now_.site;
  identity_.grid->findings.warn(identity_.order, "exited threads", now_.site, [&] {
    return exited_threads_warning(threads.live, exited, now_.site, running_thread());
  });
}

/// Hardware counts arrivals and would let this pass; CUDA calls it undefined. One source line that
/// the compiler has duplicated is no error.
void BlockBarrier::check_sites() {
  const BlockThreads& threads = scheduler_.threads();
  unsigned first = kNoThread;
  for (unsigned thread = 0; thread < threads.count; ++thread) {
    if (!threads.is_in(&Warp::at_barrier, thread)) continue;
    if (first == kNoThread) first = thread;
    const void* site = threads.lanes[thread].wait_site;
    if (site == threads.lanes[first].wait_site) continue;
    if (source_line(site) != source_line(threads.lanes[first].wait_site)) fail_divergent();
  }
}

void BlockBarrier::fail_divergent() {
  stop_kernel_with([&] {
    const BlockThreads& threads = scheduler_.threads();
    WaitingThreads waiting;
    for (unsigned thread = 0; thread < threads.count; ++thread) {
      if (threads.is_in(&Warp::at_barrier, thread)) {
        ++waiting[source_line(threads.lanes[thread].wait_site)];
      }
    }
    return divergent_barrier_report(waiting, running_thread());
  });
}

std::uint64_t BlockBarrier::hash(std::uint64_t seed) const {
  return hash_bytes(seed, &now_, sizeof now_);
}

int block_barrier(Vote vote, int predicate) {
  Block& block = device_code("__syncthreads");
  return block.barrier().wait(block.scheduler(), vote, predicate, __builtin_return_address(0));
}

}  // namespace simt
