#include "execution/block/tile_barriers.h"

#include <algorithm>
#include <bit>
#include <string>

#include "simt/groups.h"

#include "base/hash.h"
#include "execution/block/block.h"
#include "execution/block/scheduler_inline.h"

namespace simt {

void TileBarriers::begin_block() {
  for (const std::unique_ptr<TileBarrier>& barrier : barriers_) {
    if (barrier == nullptr) continue;
    std::fill(std::begin(barrier->tiles), std::end(barrier->tiles), TileBarrier::Tile{});
    std::fill(std::begin(barrier->waiting), std::end(barrier->waiting), 0);
  }
}

TileBarrier& TileBarriers::of(unsigned size) {
  std::unique_ptr<TileBarrier>& barrier = barriers_[std::countr_zero(size / 64)];
  if (barrier == nullptr) {
    const Unrecorded unrecorded;
    barrier = std::make_unique<TileBarrier>();
  }
  return *barrier;
}

std::uint64_t TileBarriers::hash(std::uint64_t seed) const {
  for (const std::unique_ptr<TileBarrier>& barrier : barriers_) {
    if (barrier != nullptr) seed = hash_bytes(seed, barrier.get(), sizeof *barrier);
  }
  return seed;
}

std::string TileBarriers::text_of(unsigned thread) const {
  for (unsigned i = 0; i < kSizes; ++i) {
    const TileBarrier* const barrier = barriers_[i].get();
    if (barrier == nullptr ||
        (barrier->waiting[thread / kWarpLanes] >> thread % kWarpLanes & 1) == 0) {
      continue;
    }
    const unsigned size = 64u << i, tile = thread / size;
    const TileBarrier::Tile& state = barrier->tiles[tile];
    return std::string("in ") + (state.is_sync ? "sync()" : "a collective") + " of tile " +
           std::to_string(tile) + " of " + std::to_string(size) + " threads (threads " +
           std::to_string(tile * size) + " to " + std::to_string(tile * size + size - 1) +
           "), where " + std::to_string(state.arrived) + " have come, at ";
  }
  return {};
}

void TileBarriers::begin(unsigned size, const void* site) const {
  const BlockThreads& threads = scheduler_.threads();
  if (threads.count % size == 0) return;
  stop_kernel(
      cudaErrorLaunchFailure,
      [&] {
        return "tiled_partition<" + std::to_string(size) + ">() of a block of " +
               std::to_string(threads.count) + " threads";
      },
      site, "the size of the tiles must divide the block: the last tile would not be complete");
}

void TileBarriers::wait(unsigned size, bool is_sync, std::uint64_t value, const void* site) {
  BlockThreads& threads = scheduler_.threads();
  TileBarrier& barrier = of(size);
  const unsigned thread = threads.current;
  TileBarrier::Tile& state = barrier.tiles[thread / size];
  if (state.arrived == 0) {
    state.is_sync = is_sync;
  } else if (state.is_sync != is_sync) {
    stop_kernel(
        cudaErrorLaunchFailure,
        "some threads of a tile call sync(), and others at the same time a collective", site,
        "all threads of a tile make the same calls in the same order: look for the branch that "
        "keeps some threads away");
  }
  barrier.values[state.parity % 2][thread] = value;
  scheduler_.suspend(site);
  barrier.waiting[thread / kWarpLanes] |= threads.current_bit();
  threads.current_warp().at_named_barrier |= threads.current_bit();
  if (++state.arrived == size) {
    release(barrier, size, thread / size);
    scheduler_.tick(site);
  }
  scheduler_.wait();
}

void TileBarriers::release(TileBarrier& barrier, unsigned size, unsigned tile) {
  BlockThreads& threads = scheduler_.threads();
  TileBarrier::Tile& state = barrier.tiles[tile];
  const unsigned first = tile * size / kWarpLanes, end = first + size / kWarpLanes;
  const std::uint32_t warps = ~0u >> (kMaxWarps - (end - first)) << first;
  if (state.is_sync) {  // CUDA promises no order of memory for anything else
    const Unrecorded unrecorded;
    scheduler_.watch().sync_warps(warps);
  }
  for (unsigned w = first; w < end; ++w) {
    scheduler_.watch().converge(w);
    Warp& warp = threads.warps[w];
    barrier.waiting[w] = 0;
    warp.at_named_barrier = 0;
    threads.make_ready(w, warp.all);
    scheduler_.watch().share_cluster_start(w, warp.all);
  }
  state.arrived = 0;
  state.parity ^= 1;
}

std::uint64_t TileBarriers::value(unsigned size, unsigned rank, const void* site) {
  if (rank >= size) {
    stop_kernel(
        cudaErrorLaunchFailure,
        [&] {
          return "shfl() from rank " + std::to_string(rank) + " of a tile of " +
                 std::to_string(size) + " threads";
        },
        site, "ranks go from 0 to the size of the tile less 1");
  }
  const TileBarrier& barrier = of(size);
  const unsigned tile = scheduler_.threads().current / size;
  return barrier.values[(barrier.tiles[tile].parity + 1) % 2][tile * size + rank];
}

void begin_tiles(unsigned size) {
  device_code("tiled_partition").tile_barriers().begin(size, __builtin_return_address(0));
}

void tile_sync(unsigned size) {
  device_code("sync").tile_barriers().wait(size, true, 0, __builtin_return_address(0));
}

void tile_publish(unsigned size, std::uint64_t value) {
  device_code("a collective of a tile")
      .tile_barriers()
      .wait(size, false, value, __builtin_return_address(0));
}

std::uint64_t tile_value(unsigned size, unsigned rank) {
  return device_code("a collective of a tile")
      .tile_barriers()
      .value(size, rank, __builtin_return_address(0));
}

}  // namespace simt
