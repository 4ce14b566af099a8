/// @file
/// What CUDA 13 has no longer, or has with other parameters: programs for CUDA 11 and 12 name it.
#pragma once

#include <cstddef>

#include "simt/device_api.h"
#include "simt/graphs.h"
#include "simt/memory_api.h"
#include "simt/occupancy.h"

// CUDA 12 writes cudaGetDeviceProperties, and its header makes this of it.
SIMT_INLINE cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp* properties, int device) {
  return cudaGetDeviceProperties(properties, device);
}

// A device by its number, where there is a cudaMemLocation today
namespace simt {
constexpr cudaMemLocation location_of_device(int device) {
  return {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, device};
}
}  // namespace simt
SIMT_INLINE cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int device,
                                             cudaStream_t stream = nullptr) {
  return cudaMemPrefetchAsync(pointer, bytes, simt::location_of_device(device), 0, stream);
}
SIMT_INLINE cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes,
                                      cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(pointer, bytes, advice, simt::location_of_device(device));
}
SIMT_INLINE cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, std::size_t bytes,
                                                cudaMemLocation location, unsigned int flags,
                                                cudaStream_t stream = nullptr) {
  return cudaMemPrefetchAsync(pointer, bytes, location, flags, stream);
}
SIMT_INLINE cudaError_t cudaMemAdvise_v2(const void* pointer, std::size_t bytes,
                                         cudaMemoryAdvise advice, cudaMemLocation location) {
  return cudaMemAdvise(pointer, bytes, advice, location);
}

// A device was the host thread's
SIMT_INLINE cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
SIMT_INLINE cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
SIMT_INLINE cudaError_t cudaThreadGetLimit(std::size_t* value, cudaLimit limit) {
  return cudaDeviceGetLimit(value, limit);
}
SIMT_INLINE cudaError_t cudaThreadSetLimit(cudaLimit limit, std::size_t value) {
  return cudaDeviceSetLimit(limit, value);
}
SIMT_INLINE cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* config) {
  return cudaDeviceGetCacheConfig(config);
}
SIMT_INLINE cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) {
  return cudaDeviceSetCacheConfig(config);
}

// The banks of shared memory have had one width since compute capability 5.0: a wish for another one changes nothing
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config);
cudaError_t cudaFuncSetSharedMemConfig(const void* kernel, cudaSharedMemConfig config);
template <class... Parameters>
cudaError_t cudaFuncSetSharedMemConfig(void (*kernel)(Parameters...), cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig(reinterpret_cast<const void*>(kernel), config);
}

// Devices compute with doubles as they are
SIMT_INLINE cudaError_t cudaSetDoubleForDevice(double*) { return cudaSuccess; }
SIMT_INLINE cudaError_t cudaSetDoubleForHost(double*) { return cudaSuccess; }

// Bytes of an array in the order of its rows, from column `x` (in bytes) of row `y` on
cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                              std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                   std::size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                     std::size_t bytes, cudaMemcpyKind kind,
                                     cudaStream_t stream = nullptr);

// Graphs whose edges had no data
SIMT_INLINE cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                 const cudaGraphNode_t* to, std::size_t count) {
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}
SIMT_INLINE cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                    const cudaGraphNode_t* to, std::size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, nullptr, count);
}
SIMT_INLINE cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from,
                                          cudaGraphNode_t* to, std::size_t* count) {
  return cudaGraphGetEdges(graph, from, to, nullptr, count);
}
SIMT_INLINE cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                     std::size_t* count) {
  return cudaGraphNodeGetDependencies(node, nodes, nullptr, count);
}
SIMT_INLINE cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                       std::size_t* count) {
  return cudaGraphNodeGetDependentNodes(node, nodes, nullptr, count);
}
SIMT_INLINE cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                         const cudaGraphNode_t* dependencies, std::size_t count,
                                         cudaGraphNodeParams* parameters,
                                         const char* file = __builtin_FILE(),
                                         int line = __builtin_LINE()) {
  return cudaGraphAddNode(node, graph, dependencies, nullptr, count, parameters, file, line);
}
SIMT_INLINE cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream,
                                                    cudaStreamCaptureStatus* status,
                                                    unsigned long long* id = nullptr,
                                                    cudaGraph_t* graph = nullptr,
                                                    const cudaGraphNode_t** nodes = nullptr,
                                                    std::size_t* count = nullptr) {
  return cudaStreamGetCaptureInfo(stream, status, id, graph, nodes, nullptr, count);
}
SIMT_INLINE cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                                 cudaStreamCaptureStatus* status,
                                                 unsigned long long* id, cudaGraph_t* graph,
                                                 const cudaGraphNode_t** nodes,
                                                 std::size_t* count) {
  return cudaStreamGetCaptureInfo(stream, status, id, graph, nodes, nullptr, count);
}
SIMT_INLINE cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                            cudaGraphNode_t* dependencies,
                                                            std::size_t count,
                                                            unsigned int flags = 0) {
  return cudaStreamUpdateCaptureDependencies(stream, dependencies, nullptr, count, flags);
}

/// One cooperative launch on several devices, of which there is one; CUDA 13 has it no longer.
#define cudaCooperativeLaunchMultiDeviceNoPreSync 0x01
#define cudaCooperativeLaunchMultiDeviceNoPostSync 0x02
struct cudaLaunchParams {
  void* func;
  dim3 gridDim;
  dim3 blockDim;
  void** args;
  std::size_t sharedMem;
  cudaStream_t stream;
};
cudaError_t cudaLaunchCooperativeKernelMultiDevice(cudaLaunchParams* launches, unsigned int devices,
                                                   unsigned int flags = 0);
