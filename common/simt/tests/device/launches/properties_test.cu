// The properties of the device are its attributes under other names.
#include "../device_test.cuh"

namespace {

struct Row {
  const char* name;
  long long property;
  cudaDeviceAttr attribute;
};

TEST(Properties, AreTheAttributes) {
  cudaDeviceProp p;
  ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
#define ROW(member, attribute) \
  { #member, static_cast < long long>(p.member), cudaDevAttr##attribute }
  const Row rows[] = {
    ROW(sharedMemPerBlock, MaxSharedMemoryPerBlock),
    ROW(regsPerBlock, MaxRegistersPerBlock),
    ROW(warpSize, WarpSize),
    ROW(memPitch, MaxPitch),
    ROW(maxThreadsPerBlock, MaxThreadsPerBlock),
    ROW(maxThreadsDim[0], MaxBlockDimX),
    ROW(maxThreadsDim[1], MaxBlockDimY),
    ROW(maxThreadsDim[2], MaxBlockDimZ),
    ROW(maxGridSize[0], MaxGridDimX),
    ROW(maxGridSize[1], MaxGridDimY),
    ROW(maxGridSize[2], MaxGridDimZ),
    ROW(totalConstMem, TotalConstantMemory),
    ROW(major, ComputeCapabilityMajor),
    ROW(minor, ComputeCapabilityMinor),
    ROW(textureAlignment, TextureAlignment),
    ROW(texturePitchAlignment, TexturePitchAlignment),
    ROW(multiProcessorCount, MultiProcessorCount),
    ROW(integrated, Integrated),
    ROW(canMapHostMemory, CanMapHostMemory),
    ROW(maxTexture1D, MaxTexture1DWidth),
    ROW(maxTexture1DMipmap, MaxTexture1DMipmappedWidth),
    ROW(maxTexture2D[0], MaxTexture2DWidth),
    ROW(maxTexture2D[1], MaxTexture2DHeight),
    ROW(maxTexture2DMipmap[0], MaxTexture2DMipmappedWidth),
    ROW(maxTexture2DMipmap[1], MaxTexture2DMipmappedHeight),
    ROW(maxTexture2DLinear[0], MaxTexture2DLinearWidth),
    ROW(maxTexture2DLinear[1], MaxTexture2DLinearHeight),
    ROW(maxTexture2DLinear[2], MaxTexture2DLinearPitch),
    ROW(maxTexture2DGather[0], MaxTexture2DGatherWidth),
    ROW(maxTexture2DGather[1], MaxTexture2DGatherHeight),
    ROW(maxTexture3D[0], MaxTexture3DWidth),
    ROW(maxTexture3D[1], MaxTexture3DHeight),
    ROW(maxTexture3D[2], MaxTexture3DDepth),
    ROW(maxTexture3DAlt[0], MaxTexture3DWidthAlt),
    ROW(maxTexture3DAlt[1], MaxTexture3DHeightAlt),
    ROW(maxTexture3DAlt[2], MaxTexture3DDepthAlt),
    ROW(maxTextureCubemap, MaxTextureCubemapWidth),
    ROW(maxTexture1DLayered[0], MaxTexture1DLayeredWidth),
    ROW(maxTexture1DLayered[1], MaxTexture1DLayeredLayers),
    ROW(maxTexture2DLayered[0], MaxTexture2DLayeredWidth),
    ROW(maxTexture2DLayered[1], MaxTexture2DLayeredHeight),
    ROW(maxTexture2DLayered[2], MaxTexture2DLayeredLayers),
    ROW(maxTextureCubemapLayered[0], MaxTextureCubemapLayeredWidth),
    ROW(maxTextureCubemapLayered[1], MaxTextureCubemapLayeredLayers),
    ROW(maxSurface1D, MaxSurface1DWidth),
    ROW(maxSurface2D[0], MaxSurface2DWidth),
    ROW(maxSurface2D[1], MaxSurface2DHeight),
    ROW(maxSurface3D[0], MaxSurface3DWidth),
    ROW(maxSurface3D[1], MaxSurface3DHeight),
    ROW(maxSurface3D[2], MaxSurface3DDepth),
    ROW(maxSurface1DLayered[0], MaxSurface1DLayeredWidth),
    ROW(maxSurface1DLayered[1], MaxSurface1DLayeredLayers),
    ROW(maxSurface2DLayered[0], MaxSurface2DLayeredWidth),
    ROW(maxSurface2DLayered[1], MaxSurface2DLayeredHeight),
    ROW(maxSurface2DLayered[2], MaxSurface2DLayeredLayers),
    ROW(maxSurfaceCubemap, MaxSurfaceCubemapWidth),
    ROW(maxSurfaceCubemapLayered[0], MaxSurfaceCubemapLayeredWidth),
    ROW(maxSurfaceCubemapLayered[1], MaxSurfaceCubemapLayeredLayers),
    ROW(surfaceAlignment, SurfaceAlignment),
    ROW(concurrentKernels, ConcurrentKernels),
    ROW(ECCEnabled, EccEnabled),
    ROW(pciBusID, PciBusId),
    ROW(pciDeviceID, PciDeviceId),
    ROW(pciDomainID, PciDomainId),
    ROW(tccDriver, TccDriver),
    ROW(asyncEngineCount, AsyncEngineCount),
    ROW(unifiedAddressing, UnifiedAddressing),
    ROW(memoryBusWidth, GlobalMemoryBusWidth),
    ROW(l2CacheSize, L2CacheSize),
    ROW(persistingL2CacheMaxSize, MaxPersistingL2CacheSize),
    ROW(maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor),
    ROW(streamPrioritiesSupported, StreamPrioritiesSupported),
    ROW(globalL1CacheSupported, GlobalL1CacheSupported),
    ROW(localL1CacheSupported, LocalL1CacheSupported),
    ROW(sharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor),
    ROW(regsPerMultiprocessor, MaxRegistersPerMultiprocessor),
    ROW(managedMemory, ManagedMemory),
    ROW(isMultiGpuBoard, IsMultiGpuBoard),
    ROW(multiGpuBoardGroupID, MultiGpuBoardGroupID),
    ROW(hostNativeAtomicSupported, HostNativeAtomicSupported),
    ROW(pageableMemoryAccess, PageableMemoryAccess),
    ROW(concurrentManagedAccess, ConcurrentManagedAccess),
    ROW(computePreemptionSupported, ComputePreemptionSupported),
    ROW(canUseHostPointerForRegisteredMem, CanUseHostPointerForRegisteredMem),
    ROW(cooperativeLaunch, CooperativeLaunch),
    ROW(sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin),
    ROW(pageableMemoryAccessUsesHostPageTables, PageableMemoryAccessUsesHostPageTables),
    ROW(directManagedMemAccessFromHost, DirectManagedMemAccessFromHost),
    ROW(maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor),
    ROW(accessPolicyMaxWindowSize, MaxAccessPolicyWindowSize),
    ROW(reservedSharedMemPerBlock, ReservedSharedMemoryPerBlock),
    ROW(hostRegisterSupported, HostRegisterSupported),
    ROW(sparseCudaArraySupported, SparseCudaArraySupported),
    ROW(hostRegisterReadOnlySupported, HostRegisterReadOnlySupported),
    ROW(timelineSemaphoreInteropSupported, TimelineSemaphoreInteropSupported),
    ROW(memoryPoolsSupported, MemoryPoolsSupported),
    ROW(gpuDirectRDMASupported, GPUDirectRDMASupported),
    ROW(gpuDirectRDMAFlushWritesOptions, GPUDirectRDMAFlushWritesOptions),
    ROW(gpuDirectRDMAWritesOrdering, GPUDirectRDMAWritesOrdering),
    ROW(memoryPoolSupportedHandleTypes, MemoryPoolSupportedHandleTypes),
    ROW(deferredMappingCudaArraySupported, DeferredMappingCudaArraySupported),
    ROW(ipcEventSupported, IpcEventSupport),
    ROW(clusterLaunch, ClusterLaunch),
#if CUDART_VERSION >= 13000
    ROW(deviceNumaConfig, NumaConfig),
    ROW(deviceNumaId, NumaId),
    ROW(mpsEnabled, MpsEnabled),
    ROW(hostNumaId, HostNumaId),
    ROW(gpuPciDeviceID, GpuPciDeviceId),
    ROW(gpuPciSubsystemID, GpuPciSubsystemId),
    ROW(hostNumaMultinodeIpcSupported, HostNumaMultinodeIpcSupported),
#endif
  };
#undef ROW
  for (const Row& row : rows) {
    int value = -1;
    EXPECT_EQ(cudaDeviceGetAttribute(&value, row.attribute, 0), cudaSuccess) << row.name;
    EXPECT_EQ(row.property, value) << row.name;
  }
}

}  // namespace
