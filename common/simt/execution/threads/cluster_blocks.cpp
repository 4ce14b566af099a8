#include "execution/threads/cluster_blocks.h"

#include "base/address_map.h"
#include "execution/threads/running_thread.h"

namespace simt {

unsigned ClusterBlocks::owner_of(std::uintptr_t address) const {
  unsigned rank = 0;
  while (rank < size() && address - blocks_[rank].identity.shared_base >= kSharedWindow) ++rank;
  return rank;
}

void ClusterBlocks::check_owner(std::uintptr_t address, const void* site) const {
  if (owner_of(address) == size()) {
    stop_kernel(cudaErrorIllegalAddress, "an access to another block's shared memory", site,
                "shared memory belongs to one block; only the blocks of a cluster may use each "
                "other's, through map_shared_rank()");
  }
}

}  // namespace simt
