/// @file
/// The host functions of the CUDA runtime that the model has. What is not declared here, it does
/// not have: the compiler says so.
#pragma once

#ifndef __cplusplus
#error \
    "the CPU backend's headers are C++: name the file .cpp or .cu, or keep CUDA's types out of the C file"
#endif

#define __CUDA_RUNTIME_API_H__  // programs ask whether this header is there
#define __DEVICE_TYPES_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "simt/users_macros_away.inc"

#include <cstddef>

#include "driver_types.h"
#include "simt/arrays.h"
#include "simt/device_api.h"
#include "simt/earlier_versions.h"
#include "simt/graphs.h"
#include "simt/ignored.h"
#include "simt/kernel_pointers.h"
#include "simt/launch_config.h"
#include "simt/memory_api.h"
#include "simt/occupancy.h"
#include "simt/peers.h"
#include "simt/streams.h"
#include "vector_types.h"

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
template <class T>
SIMT_INLINE Symbol symbol_of(const volatile T& symbol) {
  return {const_cast<const void*>(static_cast<const volatile void*>(__builtin_addressof(symbol))),
          sizeof(T)};
}
}  // namespace simt

template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, std::size_t bytes,
                               std::size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return simt::copy_to_symbol(simt::symbol_of(symbol), from, bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes,
                                 std::size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return simt::copy_from_symbol(to, simt::symbol_of(symbol), bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, std::size_t bytes,
                                    std::size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                    cudaStream_t stream = nullptr) {
  return simt::copy_to_symbol(simt::symbol_of(symbol), from, bytes, offset, kind, stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes,
                                      std::size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                      cudaStream_t stream = nullptr) {
  return simt::copy_from_symbol(to, simt::symbol_of(symbol), bytes, offset, kind, stream);
}
template <class Pointer, class T>
cudaError_t cudaGetSymbolAddress(Pointer** pointer, const T& symbol) {
  return simt::symbol_address(reinterpret_cast<void**>(pointer), simt::symbol_of(symbol));
}
template <class T>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T& symbol) {
  return simt::symbol_size(bytes, simt::symbol_of(symbol));
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

#include "simt/users_macros_back.inc"
