#include "base/symbols.h"
#include "execution/block/block.h"
#include "execution/block/block_inline.h"
#include "execution/reports/barrier_reports.h"

namespace simt {

[[gnu::always_inline]] inline int Block::barrier(Vote vote, int predicate, const void* site) {
  if (arrived_ == 0) {
    barrier_site_ = site;
    barrier_vote_ = vote;
    barrier_sites_differ_ = false;
    votes_ = vote == Vote::kAnd;
  } else if (site != barrier_site_) {
    barrier_sites_differ_ = true;
  }
  switch (vote) {
    case Vote::kNone:
      break;
    case Vote::kCount:
      votes_ += predicate != 0;
      break;
    case Vote::kAnd:
      votes_ &= predicate != 0;
      break;
    case Vote::kOr:
      votes_ |= predicate != 0;
      break;
  }
  suspend_current(site);
  current_warp().at_barrier |= current_bit();
  if (++arrived_ == live_) release_barrier();
  wait();
  return barrier_result_;
}

void Block::release_barrier() {
  if (barrier_sites_differ_) check_barrier_sites();
  if (settings_.barrier_needs_all && live_ < thread_count_) {
    const Unrecorded unrecorded;
    fail(exited_threads_report(live_, thread_count_ - live_, barrier_site_, here()));
  }
  for (unsigned w = 0; w < warp_count_; ++w) {
    Warp& warp = warps_[w];
    if (warp.at_barrier == 0) continue;
    retire(w);
    warp.ready |= warp.at_barrier;
    warp.at_barrier = 0;
    runnable_ |= 1u << w;
  }
  if (shared_check_.unwritten().pc != nullptr) fail_unwritten();
  all_met_ |= some_met_;
  shared_check_.barrier();
  global_check_.barrier();
  journal_.barrier();
  arrived_ = 0;
  barrier_result_ = votes_;
  scan_warp_ = choose(runnable_);
}

/// Hardware counts arrivals and would let this pass; CUDA calls it undefined. One source line that
/// the compiler has duplicated is no error.
void Block::check_barrier_sites() {
  unsigned first = kNoThread;
  for (unsigned thread = 0; thread < thread_count_; ++thread) {
    if ((warps_[thread / kWarpLanes].at_barrier >> thread % kWarpLanes & 1) == 0) continue;
    if (first == kNoThread) first = thread;
    const void* site = lanes_[thread].wait_site;
    if (site == lanes_[first].wait_site) continue;
    if (source_line(site) != source_line(lanes_[first].wait_site)) fail_divergent_barrier();
  }
}

int block_barrier(Vote vote, int predicate) {
  return device_code("__syncthreads").barrier(vote, predicate, __builtin_return_address(0));
}

}  // namespace simt
