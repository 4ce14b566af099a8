/// @file
/// @ingroup simt_execution
/// The rows of a bulk copy: contiguous bytes, checked and moved, but not counted: they go past the threads' own way to
/// memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "simt/bulk_copy.h"

#include "base/address_map.h"
#include "base/trace_event.h"
#include "execution/block/watch/async_copies.h"
#include "execution/reports/bulk_reports.h"
#include "execution/threads/cluster_blocks.h"
#include "execution/threads/running_thread.h"

namespace simt {

/// One bulk copy by the running thread, or what a product of its warp reads.
class BulkRows {
 public:
  /// @param function its name, for reports
  /// @param site where it is called
  BulkRows(const char* function, const void* site, BulkReader reader = BulkReader::kCopy);

  const ClusterBlocks& cluster() const;

  // Stop the kernel for arguments that no GPU takes.
  /// @param what "a destination"
  /// @param alignment in bytes
  void require_aligned(const char* what, const void* pointer, std::size_t alignment) const;
  void require_shared(const char* what, const void* pointer, bool may_be_remote) const;
  /// @param what returns the words
  template <class What>
  void require(bool is_right, What&& what, const char* advice) const {
    if (is_right) return;
    stop_kernel_with([&] {
      return bulk_argument_report(function_, std::string(what()), site_, advice, running_thread());
    });
  }

  // A row of at least one byte. @param row in shared memory; of whichever block of the cluster, not mapped
  void load_global(std::uintptr_t row, std::size_t bytes);
  void load_shared(std::uintptr_t row, std::size_t bytes);
  /// It is about to be written. @param from the row in global memory that it comes from; 0: none
  void store_shared(std::uintptr_t row, std::uintptr_t from, std::size_t bytes);
  void store_global(std::uintptr_t row, const void* from, std::size_t bytes);
  /// @param type of the elements, each of which is an atomic operation
  void reduce_global(std::uintptr_t row, const void* from, std::size_t bytes, BulkOp op,
                     BulkType type);
  void reduce_shared(std::uintptr_t row, const void* from, std::size_t bytes, BulkOp op,
                     BulkType type);

  /// What it has stored in shared memory of the block with this rank is in flight until the phase of a counter there.
  void go_on_until(unsigned rank, std::uintptr_t counter, std::size_t signalled_bytes);
  /// What it has loaded from shared memory belongs to the open bulk group, or to that of products.
  void go_on_in_group();

 private:
  unsigned number_in(const BlockIdentity& owner) const;
  void check_global(std::uintptr_t row, std::size_t bytes, Op op) const;
  void record_global(std::uintptr_t row, std::size_t bytes, Op op) const;

  const char* const function_;
  const void* const site_;
  const BulkReader reader_;
  std::vector<AsyncStore> stores_, loads_;  ///< rows in shared memory, of the current destination
};

/// Calls `copy(place, rank, counter)` for each block of the cluster that gets a copy: where it has the destination and
/// the counter that is signalled. @param blocks as in bulk_copy.h
template <class Copy>
void for_each_destination(const BulkRows& rows, const void* to, const ArrivalCounter* counter,
                          BlockMask blocks, Copy copy) {
  const ClusterBlocks& cluster = rows.cluster();
  const std::uintptr_t place = unmapped(reinterpret_cast<std::uintptr_t>(to));
  const std::uintptr_t signalled = unmapped(reinterpret_cast<std::uintptr_t>(counter));
  if (blocks == 0) {
    const unsigned rank = cluster.owner_of(place);
    rows.require(
        rank == cluster.owner_of(signalled),
        [] { return "a destination and an mbarrier in different blocks"; },
        "the mbarrier is in the block that gets the copy: map both to it");
    return copy(place, rank, signalled);
  }
  rows.require(
      blocks >> cluster.size() == 0,
      [] { return "a mask with blocks that the cluster does not have"; },
      "bit i of the mask stands for the cluster's block i");
  for (unsigned rank = 0; rank < cluster.size(); ++rank) {
    if ((blocks >> rank & 1) == 0) continue;
    const std::uintptr_t base = cluster.block(rank).identity.shared_base;
    copy(base + (place - kSharedBase) % kSharedWindow, rank,
         base + (signalled - kSharedBase) % kSharedWindow);
  }
}

/// Size of an element.
std::size_t size_of(BulkType type);

}  // namespace simt
