#include "execution/block/collectives.h"

#include <bit>

#include "base/hash.h"
#include "base/settings.h"
#include "base/symbols.h"
#include "execution/block/block.h"
#include "execution/block/matrices.h"
#include "execution/block/scheduler_inline.h"
#include "execution/reports/warp_reports.h"

namespace simt {

Collectives::Collectives(Scheduler& scheduler, const BlockIdentity& identity)
    : scheduler_(scheduler), identity_(identity), mask_check_(scheduler.threads()) {}

ThreadPlace Collectives::place_of(unsigned thread) const {
  return identity_.place_of(scheduler_.threads(), thread);
}

[[gnu::always_inline]] inline std::uint64_t Collectives::wait(Scheduler& scheduler, WarpOp op,
                                                              std::uint32_t mask,
                                                              std::uint64_t value, int lane_arg,
                                                              int width, const void* site) {
  BlockThreads& threads = scheduler.threads();
  Warp& warp = threads.current_warp();
  Exchange* place = &exchanges_[threads.current / kWarpLanes];
  asm("" : "+r"(place));  // is known now, and not computed again for each of its members
  Exchange& exchange = *place;
  const unsigned lane = threads.current % kWarpLanes;
  if ((mask & threads.current_bit()) == 0 || width < 1 || width > 32 || (width & (width - 1)) != 0)
      [[unlikely]] {
    fail_arguments(mask, width, site);
  }
  exchange.value[lane] = value;
  exchange.lane_arg[lane] = lane_arg;
  exchange.width[lane] = width;
  mask_check_.note_call(threads.current, mask, site);

  const unsigned which = exchange.join(op, mask, lane, warp.collective_count);
  const bool is_last = exchange.collectives[which].arrived == (mask & warp.live());

  scheduler.suspend(site);
  warp.in_collective |= threads.current_bit();
  if (is_last) {
    complete(threads.current / kWarpLanes, which);
    scheduler.tick(site);
  }
  scheduler.wait();
  return exchange.result[lane];
}

void Collectives::fail_arguments(std::uint32_t mask, int width, const void* site) const {
  const BlockThreads& threads = scheduler_.threads();
  if ((mask & threads.current_bit()) == 0) {
    stop_kernel_with([&] {
      return mask_without_caller_report(threads.current % kWarpLanes, mask, site, running_thread());
    });
  }
  stop_kernel_with([&] { return bad_width_report(width, site, running_thread()); });
}

void Collectives::complete(unsigned warp_number, unsigned which) {
  BlockThreads& threads = scheduler_.threads();
  Warp& warp = threads.warps[warp_number];
  Exchange& exchange = exchanges_[warp_number];
  const Collective done = exchange.collectives[which];
  exchange.collectives[which] = exchange.collectives[--warp.collective_count];
  if (done.op == WarpOp::kMatrix) {
    check_matrix_lanes(warp_number, done);
  } else if (const std::uint32_t missing = done.mask & warp.all & ~done.arrived; missing != 0)
      [[unlikely]] {
    check_missing_lanes(warp_number, done);
  }
  scheduler_.watch().meet(warp_number, done.arrived);
  // CUDA promises no order of memory for any other: what tensor cores have read and written is known to all lanes.
  const bool is_wait =
      done.op == WarpOp::kMatrix &&
      reinterpret_cast<const MatrixLane*>(exchange.value[0])->op == MatrixOp::kWarpgroupWait;
  if (done.op == WarpOp::kSync || is_wait) {
    const bool is_whole = done.arrived == warp.live();
    scheduler_.watch().sync_warp(warp_number, done.arrived, is_whole);
  }
  scheduler_.watch().share_cluster_start(warp_number, done.arrived);
  if (done.arrived != ~0u && is_shuffle(done.op) && settings().check_shuffle) {
    if (const Exchange::Missing* const missing = exchange.find_missing(done)) {
      fail_missing_source(warp_number, *missing, done.mask);
    }
    if (exchange.unneeded() != nullptr) warn_of_missing_source(warp_number, done.mask);
  }
  exchange.compute_results(done.op, done.arrived);
  if (scheduler_.watch().records.are_observed() && is_shuffle(done.op)) [[unlikely]] {
    const Unrecorded unrecorded;
    const auto lane = static_cast<unsigned>(std::countr_zero(done.arrived));
    const void* const site = threads.lanes[warp_number * kWarpLanes + lane].wait_site;
    scheduler_.watch().records.shuffle(
        {shuffle_name(done.op), site, warp_number, exchange.shuffled(done.op, done.arrived)});
  }
  warp.in_collective &= ~done.arrived;
  threads.make_ready(warp_number, done.arrived);
}

/// An instruction of the whole warp: all lanes must be at the same one.
void Collectives::check_matrix_lanes(unsigned warp_number, const Collective& done) {
  BlockThreads& threads = scheduler_.threads();
  const Exchange& exchange = exchanges_[warp_number];
  const unsigned first =
      warp_number * kWarpLanes + static_cast<unsigned>(std::countr_zero(done.arrived));
  const void* const site = threads.lanes[first].wait_site;
  if (done.arrived != ~0u) {
    const auto missing = static_cast<unsigned>(std::countr_one(done.arrived));
    const bool exists = (threads.warps[warp_number].all >> missing & 1) != 0;
    stop_kernel_with(
        [&] { return matrix_lane_missing_report(missing, exists, site, place_of(first)); });
  }
  const auto& part = *reinterpret_cast<const MatrixLane*>(exchange.value[0]);
  for (unsigned lane = 1; lane < kWarpLanes; ++lane) {
    const void* const other = threads.lanes[first + lane].wait_site;
    const auto& others = *reinterpret_cast<const MatrixLane*>(exchange.value[lane]);
    if (part.does_the_same(others) && (other == site || source_line(other) == source_line(site)))
      continue;
    stop_kernel_with(
        [&] { return matrix_lanes_differ_report(lane, other, site, place_of(first)); });
  }
}

/// Lanes that the mask names have ended.
void Collectives::check_missing_lanes(unsigned warp_number, const Collective& done) {
  BlockThreads& threads = scheduler_.threads();
  if (!settings().check_shuffle) return;
  const Unrecorded unrecorded;
  const std::uint32_t missing = done.mask & threads.warps[warp_number].all & ~done.arrived;
  const auto lane = static_cast<unsigned>(std::countr_zero(done.arrived));
  const unsigned thread = warp_number * kWarpLanes + lane;
  const void* const site = threads.lanes[thread].wait_site;
  const auto other = mask_check_.find_mismatch(warp_number, missing, done.mask, site);
  if (other.found) {
    stop_kernel_with([&] {
      return masks_differ_report(lane, done.mask, other.lane, other.mask, site, place_of(thread));
    });
  }
  if (!mask_check_.is_watching()) mask_check_.watch(thread, missing, done.mask, site);
}

void Collectives::check_bypassed_call() {
  BlockThreads& threads = scheduler_.threads();
  const Unrecorded unrecorded;
  const MaskCheck::Bypass bypass = mask_check_.check(threads.current);
  if (!bypass.found) return;
  identity_.grid->findings.warn(identity_.order, "passed call", bypass.site, [&] {
    return bypassed_call_warning(bypass.lane, bypass.mask, bypass.site, running_thread());
  });
}

void Collectives::fail_missing_source(unsigned warp_number, const Exchange::Missing& missing,
                                      std::uint32_t mask) const {
  const BlockThreads& threads = scheduler_.threads();
  const unsigned thread = warp_number * kWarpLanes + missing.lane;
  stop_kernel_with([&] {
    return missing_source_report(missing.lane, missing.source, mask, threads.warps[warp_number].all,
                                 threads.lanes[thread].wait_site, place_of(thread));
  });
}

void Collectives::warn_of_missing_source(unsigned warp_number, std::uint32_t mask) {
  BlockThreads& threads = scheduler_.threads();
  const Exchange::Missing& missing = *exchanges_[warp_number].unneeded();
  const unsigned thread = warp_number * kWarpLanes + missing.lane;
  const void* const site = threads.lanes[thread].wait_site;
  if (site == warned_site_) return;
  warned_site_ = site;
  identity_.grid->findings.warn(identity_.order, "missing source", site, [&] {
    return missing_source_warning(missing.lane, missing.source, mask,
                                  threads.warps[warp_number].all, site, place_of(thread));
  });
}

/// A lane has exited: completes the collectives that waited only for it.
void Collectives::thread_finished(unsigned warp_number) {
  BlockThreads& threads = scheduler_.threads();
  Warp& warp = threads.warps[warp_number];
  for (unsigned i = warp.collective_count; i-- > 0;) {
    const Collective& waiting = exchanges_[warp_number].collectives[i];
    if (waiting.arrived == (waiting.mask & warp.live())) {
      complete(warp_number, i);
    }
  }
}

std::uint32_t Collectives::mask_of(unsigned thread) const {
  const BlockThreads& threads = scheduler_.threads();
  const unsigned lane = thread % kWarpLanes;
  std::uint32_t mask = 0;
  for (unsigned i = 0; i < threads.warps[thread / kWarpLanes].collective_count; ++i) {
    const Collective& collective = exchanges_[thread / kWarpLanes].collectives[i];
    if (collective.arrived >> lane & 1) mask = collective.mask;
  }
  return mask;
}

std::uint64_t Collectives::hash(std::uint64_t seed) const {
  const BlockThreads& threads = scheduler_.threads();
  return hash_bytes(seed, exchanges_, threads.warp_count * sizeof exchanges_[0]);
}

void matrix_collective(MatrixLane& mine, const void* site) {
  Block& block = *current_block();
  block.collectives().wait(block.scheduler(), WarpOp::kMatrix, ~0u,
                           reinterpret_cast<std::uintptr_t>(&mine), 0, kWarpLanes, site);
}

std::uint64_t warp_collective(WarpOp op, unsigned mask, std::uint64_t value, int lane_arg,
                              int width) {
  Block& block = device_code("a warp collective");
  return block.collectives().wait(block.scheduler(), op, mask, value, lane_arg, width,
                                  __builtin_return_address(0));
}

}  // namespace simt
