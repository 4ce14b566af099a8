// Memory that captured streams allocate and free: nodes of the graph.
#include "api/streams/capture.h"
#include "api/streams/stream.h"
#include "api/work/graph_memory.h"

namespace simt {

std::optional<cudaError_t> capture_allocation(cudaStream_t handle, std::size_t bytes,
                                              const void* site, void** pointer) {
  const Lock lock(state().mutex);
  const auto stream = find_stream(handle);
  if (stream == nullptr || stream->capture == nullptr) return std::nullopt;
  cudaMemAllocNodeParams parameters{};
  parameters.poolProps.allocType = cudaMemAllocationTypePinned;
  parameters.poolProps.location = {cudaMemLocationTypeDevice, 0};
  parameters.bytesize = bytes;
  std::shared_ptr<GraphMemory> memory;
  const Graph* const graph = stream->capture->graph.get();
  if (const cudaError_t error = make_graph_memory(parameters, graph, site, memory)) return error;
  *pointer = memory->address();
  capture_node(*stream, AllocateWork{std::move(memory)});
  return cudaSuccess;
}

std::optional<cudaError_t> capture_release(cudaStream_t handle, void* pointer) {
  const Lock lock(state().mutex);
  const auto stream = find_stream(handle);
  if (stream == nullptr || stream->capture == nullptr) return std::nullopt;
  const auto memory = find_graph_memory(pointer);
  if (memory == nullptr)
    return cudaErrorInvalidValue;  // what another one allocates, is not a graph's to free
  if (const cudaError_t error = free_in_graph(*memory, stream->capture->graph.get())) return error;
  capture_node(*stream, ReleaseWork{memory});
  return cudaSuccess;
}

}  // namespace simt
