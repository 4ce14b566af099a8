#include "execution/threads/block_identity.h"

#include "execution/grid/grid.h"
#include "execution/threads/cluster_blocks.h"

namespace simt {

ThreadPlace BlockIdentity::place_of(const BlockThreads& threads, ClusterThread thread) const {
  if (thread.is_of_other()) return cluster->block(thread.rank()).place_of(thread.thread());
  return {grid->config, threads.lanes[thread.thread()].index, index};
}

Elements BlockIdentity::elements_at(std::uintptr_t address) const {
  if (is_any_shared(address)) {
    return cluster->shared().elements_at((address - kSharedBase) % kSharedWindow);
  }
  for (const ElementRange& range : grid->elements) {
    if (address - range.begin < range.end - range.begin) return range.elements;
  }
  return {};
}

bool BlockIdentity::is_parameter(std::uintptr_t address) const {
  return address - reinterpret_cast<std::uintptr_t>(grid->call.get()) < grid->call->size;
}

}  // namespace simt
