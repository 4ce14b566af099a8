#include "execution/block/block.h"

#include <atomic>
#include <bit>
#include <cstdio>
#include <mutex>

#include "base/address_map.h"
#include "base/process.h"
#include "base/symbols.h"
#include "execution/block/multiprocessor.h"
#include "memory/elements.h"
#include "memory/memory.h"

namespace simt {
namespace {

std::uintptr_t next_shared_window() {
  static std::atomic<std::size_t> next{0};
  const std::size_t window = next.fetch_add(1);
  if (window >= kSharedWindows) {
    std::fprintf(stderr, "simt: more than %zu blocks wait for each other\n", kSharedWindows);
    end_process(1);
  }
  return kSharedBase + window * kSharedWindow;
}

}  // namespace

Block::Block(Multiprocessor& multiprocessor)
    : multiprocessor_(multiprocessor),
      shared_base_(next_shared_window()),
      shared_check_(
          shared_base_, [this](std::uintptr_t address) { return elements_at(address); },
          [](const void* pc) {
            const Unrecorded unrecorded;
            return is_in_copy_function(pc);
          }),
      cluster_check_(shared_base_, shared_check_.swap_reads()),
      records_(threads_, multiprocessor.events, global_order_.check()) {
  reserve_address_map();
}

Block::~Block() = default;

void Block::begin_grid(Grid& grid, Cluster& cluster, unsigned rank) {
  grid_ = &grid;
  cluster_ = &cluster;
  rank_ = rank;
  lane_order_.begin_grid(grid.order);
  records_.begin_grid(grid);
  shared_check_.begin_grid();
  threads_.begin_grid(grid.config.block);
  for (const SharedArray& array : cluster.shared().arrays()) shared_array_added(array);
}

void Block::end_grid() {
  async_copies_.clear();
  for (const SharedArray& array : cluster_->shared().arrays()) {
    set_shared_valid(shared_base_ + array.offset, array.bytes, false);
  }
  const std::lock_guard lock(grid_->mutex);
  records_.end_grid(*grid_);
  for (BlockOutput& output : output_) grid_->output.push_back(std::move(output));
  output_.clear();
  grid_ = nullptr;
}

void Block::begin_block(std::uint64_t cluster_number) {
  const dim3& grid = grid_->config.grid;
  order_ = cluster_number * grid_->cluster_blocks + rank_;
  number_ = grid_->block_of(cluster_number, rank_);
  index_ = {static_cast<unsigned>(number_ % grid.x),
            static_cast<unsigned>(number_ / grid.x % grid.y),
            static_cast<unsigned>(number_ / grid.x / grid.y)};
  threads_.begin_block();
  lane_order_.begin_block(number_);
  BlockTrace trace;
  if (cluster_number == 0 && grid_->trace != nullptr) trace = {grid_->trace.get(), rank_};
  records_.begin_block(*grid_, number_, number_ == 0 && !settings_.picture_folder.empty(), trace);
  if (trace.cluster != nullptr) {
    trace.cluster->add_block(shared_base_);
    for (const SharedArray& array : cluster_->shared().arrays()) trace_shared_array(array);
  }
  local_arrays_.begin_block();
  barrier_.begin_block();
  numbered_.reset();
  tile_barriers_.begin_block();
  guest_.clear();
  cluster_start_.begin_block();
  cluster_end_.begin_block();
  launches_ = 0;
  noted_unwritten_ = {};
  begin_watching();
  signals_ = 0;
  others_look_ = false;
  mask_check_.begin_block();
  barriers_passed_ = 0;
  for (unsigned scope = 0; scope < kGroupScopes; ++scope) {
    groups_[scope] = {group_phase(static_cast<GroupScope>(scope)), 0, false};
  }
  shared_check_.begin_block(threads_.count);
  cluster_check_.begin_block(rank_, cluster_->size());
  global_order_.check().begin_block(grid_->checks.watches() ? &grid_->checks : nullptr, order_);
  async_copies_.clear();
  scan_warp_ = lane_order_.choose(threads_.runnable);
  state_ = State::kPaused;
}

void Block::abandon() {
  for (unsigned w = 0; w < threads_.warp_count; ++w) {
    Warp& warp = threads_.warps[w];
    for (std::uint32_t rest = warp.all & ~warp.unstarted & ~warp.finished; rest != 0;
         rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      multiprocessor_.stacks.give_back(threads_.lanes[w * kWarpLanes + lane].stack_low);
    }
    warp.finished = warp.all;
    if (warp.events != nullptr) records_.end_warp(w);
  }
  state_ = State::kFinished;
}

bool Block::is_parameter(std::uintptr_t address) const {
  return address - reinterpret_cast<std::uintptr_t>(grid_->call.get()) < grid_->call->size;
}

void Block::trace_shared_array(const SharedArray& array) {
  records_.trace().cluster->add_shared(array.name, array.offset, array.bytes);
}

Elements Block::elements_at(std::uintptr_t address) const {
  if (is_any_shared(address)) {
    return cluster_->shared().elements_at((address - kSharedBase) % kSharedWindow);
  }
  for (const ElementRange& range : grid_->elements) {
    if (address - range.begin < range.end - range.begin) return range.elements;
  }
  return {};
}

void Block::note_unwritten(std::uintptr_t address, Op op, const void* site) {
  if (settings_.check_init == InitCheck::kOff || has_noted_unwritten(site)) return;
  const Unrecorded unrecorded;
  grid_->checks.note(UnwrittenRead{order_, threads_.current, op, site, address});
  noted_unwritten_ = {site, threads_.current};
}

void Block::check_written(std::uintptr_t address, Access access, const void* site, ReadKind kind) {
  const WrittenPart part = written_part(address, access.bytes());
  if (part.missing == 0 || has_noted_unwritten(site)) return;
  const Unrecorded unrecorded;
  const auto declared = [&] { return declared_at(grid_->call.get(), address); };
  const auto is_in_copy = [site] { return is_in_copy_function(site); };
  if (is_mistake(access.op(), access.bytes(), kind, part.some, declared, is_in_copy)) {
    note_unwritten(part.missing, access.op(), site);
  }
}

void Block::free_memory(std::uintptr_t address, std::size_t bytes, const void* site) {
  // What the thread has just stored there is looked at while it is still there.
  if (recorder.is_pending()) global_order_.flush_pending();
  threads_.set_cursor(threads_.current, recorder.cursor);
  const Unrecorded unrecorded;
  records_.note_access(address, bytes, Access(Op::kStore, Space::kGlobal, 1), site);
  if (global_order_.watches()) {
    global_order_.check().free_memory(address, bytes, threads_.current, site);
  }
}

void Block::check_aggregate_written(std::uintptr_t address, std::size_t bytes, const void* site) {
  if (bytes == 0) return;
  if (address - kGlobalBase < kGlobalBytes) {
    if (global_words_are_written(address, 1)) return;  // the common case
    if (!written_part(address, bytes).some) note_unwritten(address, Op::kLoad, site);
  } else if (is_any_shared(address)) {
    address = unmapped(address);
    const unsigned owner = is_remote(address) ? cluster_->owner_of(address) : rank_;
    if (owner == cluster_->size()) return;
    cluster_->member(owner).shared_check_.check_aggregate(
        address, bytes, threads_.current + (owner == rank_ ? 0 : (rank_ + 1) * kMaxBlockThreads),
        site);
  }
}

void Block::order_shared() {
  shared_check_.barrier();
  if (!async_copies_.is_empty()) async_copies_.publish();
}

void Block::end_interval(bool shared) {
  if (recorder.is_pending()) global_order_.flush_pending();
  threads_.set_cursor(threads_.current, recorder.cursor);
  const Unrecorded unrecorded;
  end_interval_of_all(shared);
}

void Block::end_interval_of_all(bool shared) {
  if (global_order_.watches()) global_order_.check_all_lanes();
  if (shared) {
    check_waiting_races();
    order_shared();
  }
  if (cluster_check_.is_needed()) {  // the object may be the cluster's
    for (unsigned rank = 0; rank < cluster_->size(); ++rank) {
      cluster_->member(rank).cluster_check_.clear();
      cluster_->member(rank).cluster_end_.forget();
    }
  }
  records_.barrier("part");
  global_order_.check().barrier();
}

std::uint64_t Block::next_launch() {
  records_.note_launch();
  threads_.current_lane().launched = true;
  return launches_++;
}

}  // namespace simt
