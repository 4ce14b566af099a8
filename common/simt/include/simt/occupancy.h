/// @file
/// Attributes of kernels, occupancy, and the search for a block size.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "simt/device_api.h"

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

template <class... Parameters>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   void (*kernel)(Parameters...),
                                                                   int block_size,
                                                                   std::size_t dynamic_shared_bytes,
                                                                   unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, reinterpret_cast<const void*>(kernel), block_size, dynamic_shared_bytes, flags);
}
template <class... Parameters>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                          void (*kernel)(Parameters...),
                                                          int block_size,
                                                          std::size_t dynamic_shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, reinterpret_cast<const void*>(kernel), block_size, dynamic_shared_bytes);
}
template <class... Parameters>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes,
                                                      void (*kernel)(Parameters...), int blocks,
                                                      int block_size) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, reinterpret_cast<const void*>(kernel),
                                                   blocks, block_size);
}

/// The block size with the most resident threads, the larger one on a tie, and how many blocks
/// fill the device. `shared_bytes(block_size)` is the dynamic shared memory such a block needs.
template <class SharedBytes, class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* min_grid_size,
                                                                    int* block_size, Kernel kernel,
                                                                    SharedBytes shared_bytes,
                                                                    int block_size_limit = 0,
                                                                    unsigned int flags = 0) {
  if (min_grid_size == nullptr || block_size == nullptr || kernel == nullptr) {
    return cudaErrorInvalidValue;
  }
  cudaFuncAttributes attributes;
  if (const cudaError_t error = cudaFuncGetAttributes(&attributes, kernel)) return error;
  int limit = attributes.maxThreadsPerBlock;
  if (block_size_limit > 0 && block_size_limit < limit) limit = block_size_limit;
  int best_threads = 0, best_size = 0, best_blocks = 0, processors = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  for (int size = (limit + 31) / 32 * 32; size > 0; size -= 32) {
    const int threads = size < limit ? size : limit;
    int blocks = 0;
    if (const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            &blocks, kernel, threads, shared_bytes(threads), flags)) {
      return error;
    }
    if (blocks * threads > best_threads) {
      best_threads = blocks * threads;
      best_size = threads;
      best_blocks = blocks;
    }
  }
  *block_size = best_size;
  *min_grid_size = best_blocks * processors;
  return cudaSuccess;
}
template <class SharedBytes, class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid_size, int* block_size,
                                                           Kernel kernel, SharedBytes shared_bytes,
                                                           int block_size_limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid_size, block_size, kernel,
                                                                 shared_bytes, block_size_limit);
}
template <class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid_size, int* block_size,
                                                        Kernel kernel,
                                                        std::size_t dynamic_shared_bytes = 0,
                                                        int block_size_limit = 0,
                                                        unsigned int flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      min_grid_size, block_size, kernel, [=](int) { return dynamic_shared_bytes; },
      block_size_limit, flags);
}
template <class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid_size, int* block_size, Kernel kernel,
                                               std::size_t dynamic_shared_bytes = 0,
                                               int block_size_limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(min_grid_size, block_size, kernel,
                                                     dynamic_shared_bytes, block_size_limit);
}
