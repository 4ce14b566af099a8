/// @file
/// @ingroup simt_api
/// Memory that nodes of graphs allocate: what frees it, and how much of the device graphs have reserved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "simt/graphs.h"

#include "operations/operation.h"

namespace simt {

struct Graph;

/// What one node allocates. It has its address as long as the node, or an executable graph with it, lives.
struct GraphMemory {
  GraphMemory() = default;
  ~GraphMemory();
  GraphMemory(const GraphMemory&) = delete;
  GraphMemory& operator=(const GraphMemory&) = delete;

  cudaMemAllocNodeParams parameters{};  ///< with the address
  std::vector<cudaMemAccessDesc> access;
  const Graph* owner = nullptr;
  bool is_freed_by_owner = false;  ///< a node of the same graph frees it
  bool is_freed_elsewhere = false;

  void* address() const { return parameters.dptr; }
  std::size_t bytes() const { return parameters.bytesize; }
};

/// An error if these are no parameters of memory that the model has.
cudaError_t make_graph_memory(const cudaMemAllocNodeParams& parameters, const Graph* owner,
                              const void* site, std::shared_ptr<GraphMemory>& memory);
/// What begins at the address; null if that is no memory of a graph.
std::shared_ptr<GraphMemory> find_graph_memory(const void* pointer);
/// Notes that a node of `graph` will free the memory; an error if it must not.
cudaError_t free_in_graph(GraphMemory& memory, const Graph* graph);

/// What the launches of graphs have reserved of the device, as cudaDeviceGetGraphMemAttribute returns it. Memory that
/// a launch frees is there for the next one, if that comes after it.
class GraphMemoryPool {
 public:
  /// Goes through the allocations of one launch. @param begin its first operation
  class Launch {
   public:
    Launch(GraphMemoryPool& pool, const OperationPtr& begin) : pool_(pool), begin_(begin) {}
    /// @param freed_before the addresses of what nodes in front have freed
    void allocate(const GraphMemory& memory, const std::vector<const void*>& freed_before);
    void release(const void* address);
    /// @param end its last operation
    void end(const OperationPtr& end);

   private:
    GraphMemoryPool& pool_;
    const OperationPtr& begin_;
  };

  /// Host code has freed it. @param release null: at once
  void release(const void* address, const OperationPtr& release);
  void trim();
  std::uint64_t used() const;
  /// @param attribute cudaGraphMemAttrUsedMemHigh or cudaGraphMemAttrReservedMemHigh
  std::uint64_t high(cudaGraphMemAttributeType attribute) const { return high_[attribute / 2]; }
  void reset_high(cudaGraphMemAttributeType attribute) { high_[attribute / 2] = used(); }

 private:
  struct Block {
    std::uint64_t bytes;
    const void* user;  ///< the memory that has it, or had it last in a launch that is being issued
    bool is_free = false;
    OperationPtr last;  ///< after which it is free; null: it is
  };
  std::vector<Block> blocks_;
  std::uint64_t high_[2] = {};  ///< used, reserved
};
/// Needs the state's lock.
GraphMemoryPool& graph_memory_pool();
/// Host code has freed this, or will have after the operation; nothing happens if it is no graph's.
void record_graph_memory_freed(const void* pointer, const OperationPtr& release);

}  // namespace simt
