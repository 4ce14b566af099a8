#include "execution/block/observers.h"

#include "base/address_map.h"
#include "base/settings.h"
#include "base/trace_event.h"
#include "execution/grid/grid.h"
#include "memory/written.h"

namespace simt {

Observers::Observers(BlockThreads& threads, EventPool& events, const BlockIdentity& identity,
                     Polls& polls)
    : shared(threads, identity),
      copies(threads, identity, *this),
      global(threads, identity, polls, *this),
      records(threads, events, global.check()),
      threads_(threads),
      identity_(identity) {}

void Observers::begin_grid() {
  records.begin_grid();
  shared.begin_grid();
}

void Observers::begin_block(const Grid& grid, bool is_traced) {
  BlockTrace trace;
  if (is_traced) trace = {grid.results.trace.get(), identity_.rank};
  const bool keeps_samples = identity_.number == 0 && !settings().picture_folder.empty();
  records.begin_block(grid, identity_.number, keeps_samples, trace);
  shared.begin_block();
  global.begin_block();
  copies.begin_block();
}

void Observers::end_grid(Grid& grid) { records.end_grid(grid); }

void Observers::sync_warps(std::uint32_t warps) {
  if (settings().check_shared) shared.check().sync_warps(warps);
  if (global.watches()) global.sync_warps(warps);
  records.barrier("part");
}

void Observers::barrier() {
  shared.check_interval();
  shared.check_unwritten();
  shared.start().block_barrier();
  if (shared.is_clustered()) shared.share_barriers_passed();
  shared.barrier();
  copies.barrier();
  global.check().barrier();
  records.barrier("block");
}

void Observers::arrive() {
  shared.check_interval();
  if (global.watches()) global.check_all_lanes();
}

void Observers::end_interval(bool shared_too) {
  global.settle();
  const Unrecorded unrecorded;
  end_interval_of_all(shared_too);
}

void Observers::end_interval_of_all(bool shared_too) {
  if (global.watches()) global.check_all_lanes();
  if (shared_too) {
    shared.check_interval();
    shared.barrier();
    copies.barrier();
  }
  shared.clear_cluster();  // the object may be the cluster's
  records.barrier("part");
  global.check().barrier();
}

void Observers::end() {
  records.end();
  shared.end();
}

void Observers::check_aggregate_written(std::uintptr_t address, std::size_t bytes,
                                        const void* site) {
  if (bytes == 0) return;
  if (address - kGlobalBase < kGlobalBytes) {
    if (global_words_are_written(address, 1)) return;  // the common case
    if (!written_part(address, bytes).some) global.record_unwritten(address, Op::kLoad, site);
  } else if (is_any_shared(address)) {
    shared.check_aggregate(address, bytes, site);
  }
}

}  // namespace simt
