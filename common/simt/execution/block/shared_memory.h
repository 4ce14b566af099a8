/// @file
/// @ingroup simt_execution
/// The shared memory of a resident block: its arrays, and how it is mapped into the other blocks of the cluster.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/elements.h"

#include "execution/block/watch/records.h"
#include "execution/threads/block_identity.h"
#include "execution/threads/shared_layout.h"

namespace simt {

class SharedMemory {
 public:
  SharedMemory(const BlockIdentity& identity, const BlockRecords& records)
      : identity_(identity), records_(records) {}

  void begin_grid();
  void begin_block();
  void end_grid();
  /// The address of an array that the running thread declares.
  void* array(const void* key, const char* name, std::size_t bytes, std::size_t alignment,
              Elements elements, const void* site);
  void* dynamic(Elements elements);
  /// An array was added to the cluster's layout.
  void array_added(const SharedArray& array);
  /// An address of this block's memory in that of the block of another rank.
  void* map(const void* shared, unsigned rank, const void* site) const;
  /// What map_shared_rank() returns for this place in the block's shared memory.
  void* mapped(std::size_t offset) const {
    return reinterpret_cast<void*>(identity_.shared_base + kSharedBytes + offset);
  }

 private:
  const BlockIdentity& identity_;
  const BlockRecords& records_;
};

}  // namespace simt
