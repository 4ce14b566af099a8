// The properties of the modelled device: its attributes under other names.
#include <cstring>

#include "base/device.h"
#include "base/error.h"
#include "cuda_runtime_api.h"

namespace simt {
namespace {

constexpr auto attribute = device_attribute;

void set_multiprocessors(cudaDeviceProp& p) {
  p.sharedMemPerBlock = attribute(cudaDevAttrMaxSharedMemoryPerBlock);
  p.regsPerBlock = attribute(cudaDevAttrMaxRegistersPerBlock);
  p.warpSize = attribute(cudaDevAttrWarpSize);
  p.maxThreadsPerBlock = attribute(cudaDevAttrMaxThreadsPerBlock);
  p.maxThreadsDim[0] = attribute(cudaDevAttrMaxBlockDimX);
  p.maxThreadsDim[1] = attribute(cudaDevAttrMaxBlockDimY);
  p.maxThreadsDim[2] = attribute(cudaDevAttrMaxBlockDimZ);
  p.maxGridSize[0] = attribute(cudaDevAttrMaxGridDimX);
  p.maxGridSize[1] = attribute(cudaDevAttrMaxGridDimY);
  p.maxGridSize[2] = attribute(cudaDevAttrMaxGridDimZ);
  p.major = attribute(cudaDevAttrComputeCapabilityMajor);
  p.minor = attribute(cudaDevAttrComputeCapabilityMinor);
  p.multiProcessorCount = attribute(cudaDevAttrMultiProcessorCount);
  p.maxThreadsPerMultiProcessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  p.sharedMemPerMultiprocessor = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  p.regsPerMultiprocessor = attribute(cudaDevAttrMaxRegistersPerMultiprocessor);
  p.sharedMemPerBlockOptin = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  p.maxBlocksPerMultiProcessor = attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
  p.reservedSharedMemPerBlock = attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  p.clockRate = attribute(cudaDevAttrClockRate);
  p.singleToDoublePrecisionPerfRatio = attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio);
}

void set_memory(cudaDeviceProp& p) {
  p.totalGlobalMem = device_memory_bytes();
  p.memPitch = attribute(cudaDevAttrMaxPitch);
  p.totalConstMem = attribute(cudaDevAttrTotalConstantMemory);
  p.canMapHostMemory = attribute(cudaDevAttrCanMapHostMemory);
  p.memoryBusWidth = attribute(cudaDevAttrGlobalMemoryBusWidth);
  p.l2CacheSize = attribute(cudaDevAttrL2CacheSize);
  p.persistingL2CacheMaxSize = attribute(cudaDevAttrMaxPersistingL2CacheSize);
  p.managedMemory = attribute(cudaDevAttrManagedMemory);
  p.hostNativeAtomicSupported = attribute(cudaDevAttrHostNativeAtomicSupported);
  p.pageableMemoryAccess = attribute(cudaDevAttrPageableMemoryAccess);
  p.concurrentManagedAccess = attribute(cudaDevAttrConcurrentManagedAccess);
  p.canUseHostPointerForRegisteredMem = attribute(cudaDevAttrCanUseHostPointerForRegisteredMem);
  p.pageableMemoryAccessUsesHostPageTables =
      attribute(cudaDevAttrPageableMemoryAccessUsesHostPageTables);
  p.directManagedMemAccessFromHost = attribute(cudaDevAttrDirectManagedMemAccessFromHost);
  p.hostRegisterSupported = attribute(cudaDevAttrHostRegisterSupported);
  p.hostRegisterReadOnlySupported = attribute(cudaDevAttrHostRegisterReadOnlySupported);
  p.memoryPoolsSupported = attribute(cudaDevAttrMemoryPoolsSupported);
  p.gpuDirectRDMASupported = attribute(cudaDevAttrGPUDirectRDMASupported);
  p.gpuDirectRDMAFlushWritesOptions = attribute(cudaDevAttrGPUDirectRDMAFlushWritesOptions);
  p.gpuDirectRDMAWritesOrdering = attribute(cudaDevAttrGPUDirectRDMAWritesOrdering);
  p.memoryPoolSupportedHandleTypes = attribute(cudaDevAttrMemoryPoolSupportedHandleTypes);
  p.deferredMappingCudaArraySupported = attribute(cudaDevAttrDeferredMappingCudaArraySupported);
  p.deviceNumaConfig = attribute(cudaDevAttrNumaConfig);
  p.deviceNumaId = attribute(cudaDevAttrNumaId);
  p.hostNumaId = attribute(cudaDevAttrHostNumaId);
  p.hostNumaMultinodeIpcSupported = attribute(cudaDevAttrHostNumaMultinodeIpcSupported);
  p.memoryClockRate = attribute(cudaDevAttrMemoryClockRate);
}

void set_textures(cudaDeviceProp& p) {
  p.textureAlignment = attribute(cudaDevAttrTextureAlignment);
  p.texturePitchAlignment = attribute(cudaDevAttrTexturePitchAlignment);
  p.maxTexture1D = attribute(cudaDevAttrMaxTexture1DWidth);
  p.maxTexture1DMipmap = attribute(cudaDevAttrMaxTexture1DMipmappedWidth);
  p.maxTexture2D[0] = attribute(cudaDevAttrMaxTexture2DWidth);
  p.maxTexture2D[1] = attribute(cudaDevAttrMaxTexture2DHeight);
  p.maxTexture2DMipmap[0] = attribute(cudaDevAttrMaxTexture2DMipmappedWidth);
  p.maxTexture2DMipmap[1] = attribute(cudaDevAttrMaxTexture2DMipmappedHeight);
  p.maxTexture2DLinear[0] = attribute(cudaDevAttrMaxTexture2DLinearWidth);
  p.maxTexture2DLinear[1] = attribute(cudaDevAttrMaxTexture2DLinearHeight);
  p.maxTexture2DLinear[2] = attribute(cudaDevAttrMaxTexture2DLinearPitch);
  p.maxTexture2DGather[0] = attribute(cudaDevAttrMaxTexture2DGatherWidth);
  p.maxTexture2DGather[1] = attribute(cudaDevAttrMaxTexture2DGatherHeight);
  p.maxTexture3D[0] = attribute(cudaDevAttrMaxTexture3DWidth);
  p.maxTexture3D[1] = attribute(cudaDevAttrMaxTexture3DHeight);
  p.maxTexture3D[2] = attribute(cudaDevAttrMaxTexture3DDepth);
  p.maxTexture3DAlt[0] = attribute(cudaDevAttrMaxTexture3DWidthAlt);
  p.maxTexture3DAlt[1] = attribute(cudaDevAttrMaxTexture3DHeightAlt);
  p.maxTexture3DAlt[2] = attribute(cudaDevAttrMaxTexture3DDepthAlt);
  p.maxTextureCubemap = attribute(cudaDevAttrMaxTextureCubemapWidth);
  p.maxTexture1DLayered[0] = attribute(cudaDevAttrMaxTexture1DLayeredWidth);
  p.maxTexture1DLayered[1] = attribute(cudaDevAttrMaxTexture1DLayeredLayers);
  p.maxTexture2DLayered[0] = attribute(cudaDevAttrMaxTexture2DLayeredWidth);
  p.maxTexture2DLayered[1] = attribute(cudaDevAttrMaxTexture2DLayeredHeight);
  p.maxTexture2DLayered[2] = attribute(cudaDevAttrMaxTexture2DLayeredLayers);
  p.maxTextureCubemapLayered[0] = attribute(cudaDevAttrMaxTextureCubemapLayeredWidth);
  p.maxTextureCubemapLayered[1] = attribute(cudaDevAttrMaxTextureCubemapLayeredLayers);
  p.maxSurface1D = attribute(cudaDevAttrMaxSurface1DWidth);
  p.maxSurface2D[0] = attribute(cudaDevAttrMaxSurface2DWidth);
  p.maxSurface2D[1] = attribute(cudaDevAttrMaxSurface2DHeight);
  p.maxSurface3D[0] = attribute(cudaDevAttrMaxSurface3DWidth);
  p.maxSurface3D[1] = attribute(cudaDevAttrMaxSurface3DHeight);
  p.maxSurface3D[2] = attribute(cudaDevAttrMaxSurface3DDepth);
  p.maxSurface1DLayered[0] = attribute(cudaDevAttrMaxSurface1DLayeredWidth);
  p.maxSurface1DLayered[1] = attribute(cudaDevAttrMaxSurface1DLayeredLayers);
  p.maxSurface2DLayered[0] = attribute(cudaDevAttrMaxSurface2DLayeredWidth);
  p.maxSurface2DLayered[1] = attribute(cudaDevAttrMaxSurface2DLayeredHeight);
  p.maxSurface2DLayered[2] = attribute(cudaDevAttrMaxSurface2DLayeredLayers);
  p.maxSurfaceCubemap = attribute(cudaDevAttrMaxSurfaceCubemapWidth);
  p.maxSurfaceCubemapLayered[0] = attribute(cudaDevAttrMaxSurfaceCubemapLayeredWidth);
  p.maxSurfaceCubemapLayered[1] = attribute(cudaDevAttrMaxSurfaceCubemapLayeredLayers);
  p.surfaceAlignment = attribute(cudaDevAttrSurfaceAlignment);
  p.maxTexture1DLinear = attribute(cudaDevAttrMaxTexture1DLinearWidth);
}

void set_features(cudaDeviceProp& p) {
  p.integrated = attribute(cudaDevAttrIntegrated);
  p.concurrentKernels = attribute(cudaDevAttrConcurrentKernels);
  p.ECCEnabled = attribute(cudaDevAttrEccEnabled);
  p.pciBusID = attribute(cudaDevAttrPciBusId);
  p.pciDeviceID = attribute(cudaDevAttrPciDeviceId);
  p.pciDomainID = attribute(cudaDevAttrPciDomainId);
  p.tccDriver = attribute(cudaDevAttrTccDriver);
  p.asyncEngineCount = attribute(cudaDevAttrAsyncEngineCount);
  p.unifiedAddressing = attribute(cudaDevAttrUnifiedAddressing);
  p.streamPrioritiesSupported = attribute(cudaDevAttrStreamPrioritiesSupported);
  p.globalL1CacheSupported = attribute(cudaDevAttrGlobalL1CacheSupported);
  p.localL1CacheSupported = attribute(cudaDevAttrLocalL1CacheSupported);
  p.isMultiGpuBoard = attribute(cudaDevAttrIsMultiGpuBoard);
  p.multiGpuBoardGroupID = attribute(cudaDevAttrMultiGpuBoardGroupID);
  p.computePreemptionSupported = attribute(cudaDevAttrComputePreemptionSupported);
  p.cooperativeLaunch = attribute(cudaDevAttrCooperativeLaunch);
  p.accessPolicyMaxWindowSize = attribute(cudaDevAttrMaxAccessPolicyWindowSize);
  p.sparseCudaArraySupported = attribute(cudaDevAttrSparseCudaArraySupported);
  p.timelineSemaphoreInteropSupported = attribute(cudaDevAttrTimelineSemaphoreInteropSupported);
  p.ipcEventSupported = attribute(cudaDevAttrIpcEventSupport);
  p.clusterLaunch = attribute(cudaDevAttrClusterLaunch);
  p.mpsEnabled = attribute(cudaDevAttrMpsEnabled);
  p.gpuPciDeviceID = attribute(cudaDevAttrGpuPciDeviceId);
  p.gpuPciSubsystemID = attribute(cudaDevAttrGpuPciSubsystemId);
  p.deviceOverlap = attribute(cudaDevAttrGpuOverlap);
  p.kernelExecTimeoutEnabled = attribute(cudaDevAttrKernelExecTimeout);
  p.computeMode = attribute(cudaDevAttrComputeMode);
  p.cooperativeMultiDeviceLaunch = attribute(cudaDevAttrCooperativeMultiDeviceLaunch);
}

}  // namespace
}  // namespace simt

using simt::result;

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (properties == nullptr) return result(cudaErrorInvalidValue);
  if (!simt::is_device(device)) return result(cudaErrorInvalidDevice);
  cudaDeviceProp p{};
  std::strcpy(p.name, "CPU backend (models an NVIDIA H200)");
  simt::set_multiprocessors(p);
  simt::set_memory(p);
  simt::set_textures(p);
  simt::set_features(p);
  p.pciDeviceID += device;
  *properties = p;
  return cudaSuccess;
}
