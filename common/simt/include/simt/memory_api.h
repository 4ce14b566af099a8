/// @file
/// Pitched, page-locked, managed and stream-ordered memory.
#pragma once

#include <cstddef>

#include "simt/elements.h"
#include "simt/memory_types.h"

// Rows and boxes
/// Rows begin at multiples of 512 bytes, as on an H200.
cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height);
cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent);
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width,
                         std::size_t height);
cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream = nullptr);
cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent,
                              cudaStream_t stream = nullptr);

// Between devices: there is one, so both sides are on it
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           std::size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                std::size_t bytes, cudaStream_t stream = nullptr);

// Page-locked memory of the host: kernels use it under the host's address
/// Accesses must stay inside of the range; a GPU's limit is the page.
cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int* flags, void* pointer);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);

// Managed memory: nothing migrates, all of it is always where it is used
cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes,
                              unsigned int flags = cudaMemAttachGlobal);
cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream = nullptr);
cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location);
cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t data_bytes,
                                     cudaMemRangeAttribute attribute, const void* pointer,
                                     std::size_t bytes);
cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* data_bytes,
                                      cudaMemRangeAttribute* attributes, std::size_t count,
                                      const void* pointer, std::size_t bytes);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t bytes = 0,
                                     unsigned int flags = cudaMemAttachSingle);

// Memory in the order of a stream
cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t bytes_to_keep);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list,
                                 std::size_t count);
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
/// The same, since CUDA 13, of a place for memory. The model has pools of the device's own memory only.
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool, cudaMemLocation* place,
                                     cudaMemAllocationType type);
cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool, cudaMemLocation* place,
                              cudaMemAllocationType type);

template <class T>
SIMT_INLINE cudaError_t cudaMallocPitch(T** pointer, std::size_t* pitch, std::size_t width,
                                        std::size_t height) {
  return simt::declared(pointer,
                        cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height));
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T** device_pointer, void* host_pointer, unsigned int flags) {
  return cudaHostGetDevicePointer(reinterpret_cast<void**>(device_pointer), host_pointer, flags);
}
template <class T>
SIMT_INLINE cudaError_t cudaMallocManaged(T** pointer, std::size_t bytes,
                                          unsigned int flags = cudaMemAttachGlobal) {
  return simt::declared(pointer,
                        cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags));
}
template <class T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, std::size_t bytes = 0,
                                     unsigned int flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, static_cast<void*>(pointer), bytes, flags);
}
template <class T>
SIMT_INLINE cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaStream_t stream) {
  return simt::declared(pointer, cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream));
}
template <class T>
SIMT_INLINE cudaError_t cudaMallocFromPoolAsync(T** pointer, std::size_t bytes, cudaMemPool_t pool,
                                                cudaStream_t stream) {
  return simt::declared(
      pointer, cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream));
}
template <class T>
SIMT_INLINE cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaMemPool_t pool,
                                        cudaStream_t stream) {
  return simt::declared(
      pointer, cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream));
}
