/// @file
/// The host functions of the CUDA runtime that the model has. What is not declared here, it does
/// not have: the compiler says so.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "simt/arrays.h"
#include "simt/graphs.h"
#include "simt/kernel_pointers.h"
#include "simt/launch_config.h"
#include "simt/memory_api.h"
#include "simt/streams.h"
#include "vector_types.h"

// Errors
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);

// Device
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int* flags);
cudaError_t cudaDeviceReset();
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);

// Memory
cudaError_t cudaMalloc(void** pointer, std::size_t bytes);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaMallocHost(void** pointer, std::size_t bytes);
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned int flags);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes);
cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes);
// Kernels
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel);
cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size,
                                                          std::size_t dynamic_shared_bytes);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int block_size,
                                                                   std::size_t dynamic_shared_bytes,
                                                                   unsigned int flags);
/// The dynamic shared memory that each block can have with that many blocks on a multiprocessor.
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* kernel,
                                                      int blocks, int block_size);

template <class T>
SIMT_INLINE cudaError_t cudaMalloc(T** pointer, std::size_t bytes) {
  return simt::declared(pointer, cudaMalloc(reinterpret_cast<void**>(pointer), bytes));
}
template <class T>
SIMT_INLINE cudaError_t cudaMallocHost(T** pointer, std::size_t bytes,
                                       unsigned int flags = cudaHostAllocDefault) {
  return simt::declared(pointer, cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags));
}
template <class T>
SIMT_INLINE cudaError_t cudaHostAlloc(T** pointer, std::size_t bytes, unsigned int flags) {
  return simt::declared(pointer, cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags));
}
namespace simt {
/// A `__device__` or `__constant__` variable, with its size.
struct Symbol {
  const void* address;
  std::size_t bytes;
};
cudaError_t copy_to_symbol(Symbol symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind);
cudaError_t copy_to_symbol(Symbol symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t copy_from_symbol(void* to, Symbol symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind);
cudaError_t copy_from_symbol(void* to, Symbol symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t symbol_address(void** pointer, Symbol symbol);
cudaError_t symbol_size(std::size_t* bytes, Symbol symbol);
}  // namespace simt

template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, std::size_t bytes,
                               std::size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return simt::copy_to_symbol({&symbol, sizeof(T)}, from, bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes,
                                 std::size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return simt::copy_from_symbol(to, {&symbol, sizeof(T)}, bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, std::size_t bytes,
                                    std::size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                    cudaStream_t stream = nullptr) {
  return simt::copy_to_symbol({&symbol, sizeof(T)}, from, bytes, offset, kind, stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes,
                                      std::size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                      cudaStream_t stream = nullptr) {
  return simt::copy_from_symbol(to, {&symbol, sizeof(T)}, bytes, offset, kind, stream);
}
template <class Pointer, class T>
cudaError_t cudaGetSymbolAddress(Pointer** pointer, const T& symbol) {
  return simt::symbol_address(reinterpret_cast<void**>(pointer), {&symbol, sizeof(T)});
}
template <class T>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T& symbol) {
  return simt::symbol_size(bytes, {&symbol, sizeof(T)});
}
template <class T>
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* dependencies, std::size_t count,
                                           const T& symbol, const void* from, std::size_t bytes,
                                           std::size_t offset, cudaMemcpyKind kind) {
  if (offset > sizeof(T) || bytes > sizeof(T) - offset) return simt::result(cudaErrorInvalidValue);
  char* to;
  if (const cudaError_t error = cudaGetSymbolAddress(&to, symbol)) return error;
  return cudaGraphAddMemcpyNode1D(node, graph, dependencies, count, to + offset, from, bytes, kind);
}
template <class T>
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* dependencies, std::size_t count,
                                             void* to, const T& symbol, std::size_t bytes,
                                             std::size_t offset, cudaMemcpyKind kind) {
  if (offset > sizeof(T) || bytes > sizeof(T) - offset) return simt::result(cudaErrorInvalidValue);
  char* from;
  if (const cudaError_t error = cudaGetSymbolAddress(&from, symbol)) return error;
  return cudaGraphAddMemcpyNode1D(node, graph, dependencies, count, to, from + offset, bytes, kind);
}

template <class... Parameters>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, void (*kernel)(Parameters...)) {
  return cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}
template <class... Parameters>
cudaError_t cudaFuncSetAttribute(void (*kernel)(Parameters...), cudaFuncAttribute attribute,
                                 int value) {
  return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
template <class... Parameters>
cudaError_t cudaFuncSetCacheConfig(void (*kernel)(Parameters...), cudaFuncCache config) {
  return cudaFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), config);
}

#include "simt/occupancy.h"
