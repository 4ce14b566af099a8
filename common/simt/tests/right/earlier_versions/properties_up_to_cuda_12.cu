// What a tool that describes a device computed from members of cudaDeviceProp that CUDA 13 does not have, and the same
// as attributes.
// supports: earlier versions of CUDA: all members of `cudaDeviceProp` since CUDA 11
// prints: the two sources agree
// prints: 0 1 131072 65536 512
#include <cuda_runtime.h>

#include <cstdio>

int attribute(cudaDeviceAttr which) {
  int value = -1;
  if (cudaDeviceGetAttribute(&value, which, 0) != cudaSuccess) return -1;
  return value;
}

/// In GB/s: two transfers in a clock.
double bandwidth(int kilohertz, int bits) { return 2.0 * kilohertz * (bits / 8) / 1e6; }

int main() {
  cudaDeviceProp device;
  if (cudaGetDeviceProperties_v2(&device, 0) != cudaSuccess) return 1;
  const bool agree =
      bandwidth(device.memoryClockRate, device.memoryBusWidth) ==
          bandwidth(attribute(cudaDevAttrMemoryClockRate),
                    attribute(cudaDevAttrGlobalMemoryBusWidth)) &&
      device.clockRate == attribute(cudaDevAttrClockRate) && device.clockRate > 0 &&
      device.singleToDoublePrecisionPerfRatio ==
          attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio) &&
      device.kernelExecTimeoutEnabled == attribute(cudaDevAttrKernelExecTimeout) &&
      device.maxTexture1DLinear == attribute(cudaDevAttrMaxTexture1DLinearWidth) &&
      device.cooperativeMultiDeviceLaunch == attribute(cudaDevAttrCooperativeMultiDeviceLaunch) &&
      device.pciDeviceID == attribute(cudaDevAttrPciDeviceId);
  std::printf("%s\n", agree ? "the two sources agree" : "the two sources differ");
  std::printf("%d %d %d %d %zu\n", device.computeMode == cudaComputeModeProhibited,
              device.deviceOverlap, device.maxTexture2D[0], device.maxSurface2D[1],
              device.surfaceAlignment);
}
