#include "base/symbols.h"
#include "execution/block/block.h"
#include "execution/block/block_inline.h"
#include "execution/reports/barrier_reports.h"

namespace simt {

[[gnu::always_inline]] inline int Block::barrier(Vote vote, int predicate, const void* site) {
  barrier_.vote(vote, predicate, site);
  suspend_current(site);
  Warp& warp = threads_.current_warp();
  warp.at_barrier |= threads_.current_bit();
  if (warp.at_barrier == (warp.all & ~warp.finished)) {
    records_.put_down_warp(threads_.current / kWarpLanes);
  }
  if (barrier_.arrive() == threads_.live) {
    release_barrier();
    tick(site);
  }
  wait();
  return barrier_.result();
}

void Block::release_barrier() {
  if (barrier_.sites_differ()) check_barrier_sites();
  if (threads_.live < threads_.count) [[unlikely]]
    judge_exited_threads();
  for (unsigned w = 0; w < threads_.warp_count; ++w) {
    Warp& warp = threads_.warps[w];
    if (warp.at_barrier == 0) continue;
    records_.replay_warp(w);
    warp.ready |= warp.at_barrier;
    warp.at_barrier = 0;
    threads_.runnable |= 1u << w;
  }
  check_waiting_races();
  if (shared_check_.unwritten().pc != nullptr) fail_unwritten();
  cluster_start_.block_met();
  if (cluster_check_.is_needed()) share_barriers_passed();
  order_shared();
  global_order_.check().barrier();
  records_.barrier("block");
  barrier_.release();
  scan_warp_ = lane_order_.choose(threads_.runnable);
}

/// CUDA allows a barrier in code that all threads of the block execute. Hardware does not wait for those that
/// have exited.
void Block::judge_exited_threads() {
  if (settings_.barrier_needs_all) {
    const Unrecorded unrecorded;
    stop_kernel(exited_threads_report(threads_.live, threads_.count - threads_.live,
                                      barrier_.site(), running_thread()));
  }
  if (!settings_.barrier_warns || barrier_.site() == warned_site_) return;
  const Unrecorded unrecorded;
  warned_site_ = barrier_.site();
  warn_of_exited_threads(threads_.live, threads_.count - threads_.live, barrier_.site(),
                         running_thread());
}

/// Hardware counts arrivals and would let this pass; CUDA calls it undefined. One source line that
/// the compiler has duplicated is no error.
void Block::check_barrier_sites() {
  unsigned first = kNoThread;
  for (unsigned thread = 0; thread < threads_.count; ++thread) {
    if ((threads_.warps[thread / kWarpLanes].at_barrier >> thread % kWarpLanes & 1) == 0) continue;
    if (first == kNoThread) first = thread;
    const void* site = threads_.lanes[thread].wait_site;
    if (site == threads_.lanes[first].wait_site) continue;
    if (source_line(site) != source_line(threads_.lanes[first].wait_site)) fail_divergent_barrier();
  }
}

int block_barrier(Vote vote, int predicate) {
  return device_code("__syncthreads").barrier(vote, predicate, __builtin_return_address(0));
}

}  // namespace simt
