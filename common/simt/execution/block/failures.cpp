// What stops a block: gathers what the reports say of its threads.
#include <cstdio>
#include <string>
#include <utility>

#include "base/symbols.h"
#include "execution/block/block.h"
#include "execution/reports/barrier_reports.h"
#include "execution/reports/launch_reports.h"
#include "execution/reports/shared_reports.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

std::string group_text(GroupScope scope) {
  switch (scope) {
    case GroupScope::kCluster:
      return "for the cluster";
    case GroupScope::kGrid:
      return "for the grid";
    default:
      return "for the block";
  }
}

}  // namespace

void Block::fail(KernelError&& error) {
  worker().recorder.cursor = nullptr;
  grid().fail(watch().global.blamed_block(), std::move(error));
  scheduler_.leave_for_good(State::kFailed);
}

void Block::refuse_host_function(const char* function, const void* site) {
  // If the function does not say where it was called, the last that the thread recorded does.
  const void* const last = worker().recorder.cursor != nullptr
                               ? pc_of(worker().recorder.cursor[-1].key)
                               : __builtin_return_address(0);
  stop_kernel_with([&] { return host_function_report(function, site, last, here()); });
}

WaitingThreads Block::waiting_threads() const {
  const BlockThreads& threads = scheduler_.threads();
  WaitingThreads waiting;
  for (unsigned thread = 0; thread < threads.count; ++thread) {
    if (threads.is_in(&Warp::at_barrier, thread)) {
      ++waiting["in __syncthreads() at " + source_line(threads.lanes[thread].wait_site)];
    } else if (threads.is_in(&Warp::at_named_barrier, thread)) {
      std::string where = tile_barriers_.text_of(thread);
      if (where.empty()) where = named_barriers_.text_of(thread);
      ++waiting[where + source_line(threads.lanes[thread].wait_site)];
    } else if (threads.is_in(&Warp::at_group, thread)) {
      const GroupScope scope = threads.lanes[thread].group;
      ++waiting[group_text(scope) + ", where " + std::to_string(groups_.arrived(scope)) +
                " of the block's " + std::to_string(threads.count) + " threads have come, at " +
                source_line(threads.lanes[thread].wait_site)];
    } else if (threads.is_in(&Warp::in_collective, thread) ||
               threads.is_in(&Warp::at_active_mask, thread)) {
      char text[64];
      std::snprintf(text, sizeof text, "in a warp collective with mask 0x%08x at ",
                    collectives_.mask_of(thread));
      ++waiting[text + source_line(threads.lanes[thread].wait_site)];
    }
  }
  return waiting;
}

/// All of its threads wait for each other.
KernelError Block::deadlock() const {
  return deadlock_report(waiting_threads(), threads().count - threads().live, here());
}

/// The block's part in a deadlock of the whole grid.
KernelError Block::grid_deadlock() const {
  const BlockThreads& all = threads();
  const void* site = nullptr;
  int waiting = 0;
  for (unsigned thread = 0; thread < all.count; ++thread) {
    if (!all.is_in(&Warp::at_group, thread)) continue;
    site = all.lanes[thread].wait_site;
    ++waiting;
  }
  return grid_deadlock_report(waiting, grid().arrivals(), site, here());
}

}  // namespace simt
