#include "api/work/graph_memory.h"

#include <algorithm>
#include <map>

#include "api/work/state.h"
#include "base/device.h"
#include "base/refusals.h"
#include "memory/allocations.h"
#include "memory/graph_allocations.h"
#include "operations/stream_order.h"

namespace simt {
namespace {

/// Graphs take memory from the device in pieces of this size.
constexpr std::uint64_t kPiece = std::uint64_t{32} << 20;

}  // namespace

GraphMemory::~GraphMemory() {
  const Lock lock(state().mutex);  // the last launch may have had it
  state().graph_memory.erase(address());
  retire_graph_memory(address());
}

cudaError_t make_graph_memory(const cudaMemAllocNodeParams& parameters, const Graph* owner,
                              const void* site, std::shared_ptr<GraphMemory>& memory) {
  const cudaMemPoolProps& pool = parameters.poolProps;
  if (parameters.bytesize == 0 || pool.allocType != cudaMemAllocationTypePinned ||
      (parameters.accessDescCount > 0 && parameters.accessDescs == nullptr)) {
    return cudaErrorInvalidValue;
  }
  if (pool.location.type == cudaMemLocationTypeInvalid) return cudaErrorInvalidValue;
  if (pool.location.type != cudaMemLocationTypeDevice ||
      pool.handleTypes != cudaMemHandleTypeNone) {
    return cudaErrorNotSupported;
  }
  if (!is_device(pool.location.id)) return cudaErrorInvalidValue;
  if (pool.location.id != current_device_number()) {
    return because(cudaErrorNotSupported, "the CPU backend has no graphs over several devices");
  }
  void* const address = reserve_for_graph(parameters.bytesize, site);
  if (address == nullptr) return cudaErrorMemoryAllocation;
  memory = std::make_shared<GraphMemory>();
  memory->access.assign(parameters.accessDescs,
                        parameters.accessDescs + parameters.accessDescCount);
  memory->parameters = parameters;
  memory->parameters.accessDescs = memory->access.data();
  memory->parameters.dptr = address;
  memory->owner = owner;
  state().graph_memory[address] = memory;
  return cudaSuccess;
}

std::shared_ptr<GraphMemory> find_graph_memory(const void* pointer) {
  const auto found = state().graph_memory.find(pointer);
  return found == state().graph_memory.end() ? nullptr : found->second.lock();
}

cudaError_t free_in_graph(GraphMemory& memory, const Graph* graph) {
  const bool is_owner = graph == memory.owner;
  if (memory.is_freed_by_owner || (is_owner && memory.is_freed_elsewhere)) {
    return cudaErrorInvalidValue;
  }
  (is_owner ? memory.is_freed_by_owner : memory.is_freed_elsewhere) = true;
  return cudaSuccess;
}

void GraphMemoryPool::Launch::allocate(const GraphMemory& memory,
                                       const std::vector<const void*>& freed_before) {
  const auto is_free = [&](const Block& block) {
    if (!block.is_free || block.bytes < memory.bytes()) return false;
    if (block.user != nullptr) {  // freed by this launch
      return std::find(freed_before.begin(), freed_before.end(), block.user) != freed_before.end();
    }
    return block.last == nullptr || block.last->clock.era < begin_->clock.era ||
           begin_->happens_after(*block.last);
  };
  auto& blocks = pool_.blocks_;
  Block* best = nullptr;
  for (Block& block : blocks) {
    if (is_free(block) && (best == nullptr || block.bytes < best->bytes)) best = &block;
  }
  if (best == nullptr) {
    blocks.push_back({(memory.bytes() + kPiece - 1) / kPiece * kPiece, nullptr, false, nullptr});
    best = &blocks.back();
    for (std::uint64_t& high : pool_.high_) high = std::max(high, pool_.used());
  }
  best->is_free = false;
  best->user = memory.address();
  best->last = nullptr;
}

void GraphMemoryPool::Launch::release(const void* address) {
  for (Block& block : pool_.blocks_) {
    if (block.user == address) block.is_free = true;
  }
}

void GraphMemoryPool::Launch::end(const OperationPtr& end) {
  for (Block& block : pool_.blocks_) {
    if (!block.is_free || block.user == nullptr) continue;
    block.user = nullptr;
    block.last = end;
  }
}

void GraphMemoryPool::release(const void* address, const OperationPtr& release) {
  for (Block& block : blocks_) {
    if (block.user == address) block = {block.bytes, nullptr, true, release};
  }
}

void GraphMemoryPool::trim() {
  const auto is_over = [](const Block& block) {
    return block.is_free &&
           (block.last == nullptr || stream_order().happens_before_host(*block.last));
  };
  blocks_.erase(std::remove_if(blocks_.begin(), blocks_.end(), is_over), blocks_.end());
}

std::uint64_t GraphMemoryPool::used() const {
  std::uint64_t bytes = 0;
  for (const Block& block : blocks_) bytes += block.bytes;
  return bytes;
}

GraphMemoryPool& graph_memory_pool() { return current_device().part<GraphMemoryPool>(); }

void record_graph_memory_freed(const void* pointer, const OperationPtr& release) {
  const Lock lock(state().mutex);
  graph_memory_pool().release(pointer, release);
}

}  // namespace simt
