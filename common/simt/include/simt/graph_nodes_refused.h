/// @file
/// Nodes of graphs that the model does not have: what makes them returns cudaErrorNotSupported.
#pragma once

#include <cstddef>

#include "simt/graphs.h"
#include "simt/memory_types.h"

struct cudaMemAllocNodeParams {
  cudaMemPoolProps poolProps;
  const cudaMemAccessDesc* accessDescs;
  std::size_t accessDescCount;
  std::size_t bytesize;
  void* dptr;
};
enum cudaGraphMemAttributeType {
  cudaGraphMemAttrUsedMemCurrent = 0,
  cudaGraphMemAttrUsedMemHigh = 1,
  cudaGraphMemAttrReservedMemCurrent = 2,
  cudaGraphMemAttrReservedMemHigh = 3,
};
SIMT_INLINE cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t*, cudaGraph_t,
                                                 const cudaGraphNode_t*, std::size_t,
                                                 cudaMemAllocNodeParams*) {
  return simt::result(cudaErrorNotSupported);
}
SIMT_INLINE cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t, cudaMemAllocNodeParams*) {
  return simt::result(cudaErrorInvalidValue);
}
SIMT_INLINE cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t*, cudaGraph_t,
                                                const cudaGraphNode_t*, std::size_t, void*) {
  return simt::result(cudaErrorNotSupported);
}
SIMT_INLINE cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t, void*) {
  return simt::result(cudaErrorInvalidValue);
}
/// No graph has memory of its own.
SIMT_INLINE cudaError_t cudaDeviceGraphMemTrim(int device) {
  return simt::result(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
SIMT_INLINE cudaError_t cudaDeviceGetGraphMemAttribute(int, cudaGraphMemAttributeType, void*) {
  return simt::result(cudaErrorNotSupported);
}
SIMT_INLINE cudaError_t cudaDeviceSetGraphMemAttribute(int, cudaGraphMemAttributeType, void*) {
  return simt::result(cudaErrorNotSupported);
}
SIMT_INLINE cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle*, cudaGraph_t,
                                                         unsigned int = 0, unsigned int = 0) {
  return simt::result(cudaErrorNotSupported);
}
/// In a kernel. There is no handle that it could have.
SIMT_INLINE void cudaGraphSetConditional(cudaGraphConditionalHandle, unsigned int) {}
