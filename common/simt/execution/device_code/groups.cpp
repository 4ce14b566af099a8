// The barriers of groups, fences, and clusters, as kernels call them.
#include "simt/groups.h"

#include "base/address_map.h"
#include "execution/block/block.h"

namespace simt {

#define SIMT_SITE __builtin_return_address(0)

void block_arrive() {
  device_code("barrier_arrive").groups().arrive(GroupScope::kBlock, SIMT_SITE);
}
void block_wait() { device_code("barrier_wait").groups().wait(GroupScope::kBlock, SIMT_SITE); }
void cluster_arrive() {
  device_code("barrier_arrive").groups().arrive(GroupScope::kCluster, SIMT_SITE);
}
void cluster_wait() { device_code("barrier_wait").groups().wait(GroupScope::kCluster, SIMT_SITE); }
void cluster_barrier() { device_code("sync").groups().sync(GroupScope::kCluster, SIMT_SITE); }
void grid_arrive() { device_code("barrier_arrive").groups().arrive(GroupScope::kGrid, SIMT_SITE); }
void grid_wait() { device_code("barrier_wait").groups().wait(GroupScope::kGrid, SIMT_SITE); }
void grid_barrier() { device_code("sync").groups().sync(GroupScope::kGrid, SIMT_SITE); }

void device_fence() {
  if (Block* const block = current_block()) {
    block->grid().has_fences.store(true, std::memory_order_relaxed);
    block->scheduler().polls().fence();
    block->watch().fence(Scope::kDevice);
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  // Other threads may read what the fence has published.
  if (worker().recorder.cursor != nullptr) current_block()->scheduler().yield_after_signal(true);
}

void block_fence() {
  Block* const block = current_block();
  if (block == nullptr) return;
  block->scheduler().polls().fence();
  block->watch().fence(Scope::kBlock);
}

void narrow_scope() { worker().recorder.scope = Scope::kBlock; }
void widen_scope() { worker().recorder.scope = Scope::kSystem; }

bool is_cooperative() { return device_code("is_valid").config().cooperative; }

dim3 cluster_extent() { return device_code("this_cluster").config().cluster; }

dim3 cluster_position() {
  const Block& self = device_code("this_cluster");
  const dim3& extent = self.config().cluster;
  return dim3(self.identity().rank % extent.x, self.identity().rank / extent.x % extent.y,
              self.identity().rank / extent.x / extent.y);
}

void* map_shared_rank(const void* shared, unsigned rank) {
  return device_code("map_shared_rank").shared_memory().map(shared, rank, SIMT_SITE);
}

unsigned query_shared_rank(const void* shared) {
  const auto address = reinterpret_cast<std::uintptr_t>(shared);
  const Block& self = device_code("query_shared_rank");
  // An address that is not mapped means the block's own memory.
  if (is_any_shared(address) && !is_mapped(address)) return self.identity().rank;
  return self.cluster().owner_of(unmapped(address));
}

}  // namespace simt
