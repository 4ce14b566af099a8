// What stops a block: gathers what the reports say of its threads.
#include <cstdio>
#include <string>
#include <utility>

#include "base/symbols.h"
#include "execution/block/block.h"
#include "execution/block/running_thread.h"
#include "execution/reports/barrier_reports.h"
#include "execution/reports/launch_reports.h"
#include "execution/reports/shared_reports.h"

namespace simt {
namespace {

std::string group_text(std::uint8_t scope) {
  switch (static_cast<GroupScope>(scope)) {
    case GroupScope::kCluster:
      return "for the cluster at ";
    case GroupScope::kGrid:
      return "for the grid at ";
    default:
      return "for the block at ";
  }
}

}  // namespace

ThreadPlace Block::place_of(unsigned thread) const {
  if (thread >= kMaxBlockThreads) {
    return cluster_->member(thread / kMaxBlockThreads - 1).place_of(thread % kMaxBlockThreads);
  }
  return {grid_->config, threads_.lanes[thread].index, index_};
}

void Block::fail(KernelError&& error) {
  recorder.cursor = nullptr;
  grid_->fail(order_, std::move(error));
  leave_for_good(State::kFailed);
}

void stop_kernel(KernelError&& error) { current_block()->fail(std::move(error)); }

void stop_kernel(cudaError_t code, std::string_view what, const void* site,
                 std::string_view advice) {
  const Unrecorded unrecorded;
  stop_kernel(error_report(code, what, site, running_thread(), advice));
}

ThreadPlace running_thread() { return current_block()->here(); }
unsigned running_thread_number() { return current_block()->current_thread(); }
Grid& running_grid() { return current_block()->grid(); }
void note_access(std::uintptr_t address, Access access, const void* site) {
  current_block()->records().note_access(address, access, site);
}

void Block::refuse_host_function(const char* function, const void* site) {
  // If the function does not say where it was called, the last that the thread recorded does.
  const void* const last =
      recorder.cursor != nullptr ? pc_of(recorder.cursor[-1].key) : __builtin_return_address(0);
  const Unrecorded unrecorded;
  stop_kernel(host_function_report(function, site, last, here()));
}

void Block::fail_race(const Block& owner, const Race& race) {
  const Unrecorded unrecorded;
  const RaceAccess &earlier = race.earlier, &later = race.later;
  stop_kernel(
      shared_race_report(cluster_->shared().position_text(race.address),
                         {earlier.op, earlier.pc, owner.place_of(earlier.thread)},
                         {later.op, later.pc, owner.place_of(later.thread)},
                         earlier.thread >= kMaxBlockThreads || later.thread >= kMaxBlockThreads));
}

void Block::fail_early_access(const Block& user) {
  const Unrecorded unrecorded;
  const EarlyAccess& early = user.early_access();
  stop_kernel(early_access_report(early.owner, {early.op, early.pc, user.place_of(early.thread)}));
}

void Block::fail_unwritten() {
  const Unrecorded unrecorded;
  const RaceAccess& read = shared_check_.unwritten();
  stop_kernel(
      unwritten_shared_report(cluster_->shared().position_text(shared_check_.unwritten_address()),
                              {read.op, read.pc, place_of(read.thread)}));
}

void Block::fail_timeout(bool repeats, const void* site) {
  check_waiting_races();
  const Unrecorded unrecorded;
  const TraceEvent* const start = threads_.events_of(threads_.current);
  const TraceEvent* const end = threads_.cursor_of(threads_.current);
  if (site == nullptr && end > start) site = pc_of(end[-1].key);
  stop_kernel(repeats ? endless_report(settings_.timeout_seconds, site, here())
                      : timeout_report(settings_.timeout_seconds * kTimeoutFactor, site, here()));
}

void Block::fail_divergent_barrier() {
  const Unrecorded unrecorded;
  WaitingThreads waiting;
  for (unsigned thread = 0; thread < threads_.count; ++thread) {
    if (threads_.warps[thread / kWarpLanes].at_barrier >> thread % kWarpLanes & 1) {
      ++waiting[source_line(threads_.lanes[thread].wait_site)];
    }
  }
  stop_kernel(divergent_barrier_report(waiting, here()));
}

void Block::fail_deadlock() {
  check_waiting_races();
  const Unrecorded unrecorded;
  WaitingThreads waiting;
  int finished = 0;
  for (unsigned thread = 0; thread < threads_.count; ++thread) {
    const Warp& warp = threads_.warps[thread / kWarpLanes];
    const unsigned lane = thread % kWarpLanes;
    if (warp.finished >> lane & 1) {
      ++finished;
    } else if (warp.at_barrier >> lane & 1) {
      ++waiting["in __syncthreads() at " + source_line(threads_.lanes[thread].wait_site)];
    } else if (warp.at_numbered >> lane & 1) {
      std::string where = tile_barriers_.text_of(thread);
      if (where.empty()) where = numbered_->text_of(thread, threads_.warp_count);
      ++waiting[where + source_line(threads_.lanes[thread].wait_site)];
    } else if (warp.at_group >> lane & 1) {
      ++waiting[group_text(threads_.lanes[thread].group) +
                source_line(threads_.lanes[thread].wait_site)];
    } else {
      std::uint32_t mask = 0;
      for (unsigned i = 0; i < warp.collective_count; ++i) {
        const Collective& collective = exchanges_[thread / kWarpLanes].collectives[i];
        if (collective.arrived >> lane & 1) mask = collective.mask;
      }
      char text[64];
      std::snprintf(text, sizeof text, "in a warp collective with mask 0x%08x at ", mask);
      ++waiting[text + source_line(threads_.lanes[thread].wait_site)];
    }
  }
  stop_kernel(deadlock_report(waiting, finished, here()));
}

/// The block's part in a deadlock of the whole grid.
KernelError Block::grid_deadlock() const {
  const void* site = nullptr;
  int threads = 0;
  for (unsigned thread = 0; thread < threads_.count; ++thread) {
    if ((threads_.warps[thread / kWarpLanes].at_group >> thread % kWarpLanes & 1) == 0) continue;
    site = threads_.lanes[thread].wait_site;
    ++threads;
  }
  return grid_deadlock_report(threads, site, here());
}

}  // namespace simt
