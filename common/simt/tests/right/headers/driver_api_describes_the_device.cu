// The driver API answers questions about the device, with results of its own.
// supports: <cuda.h>: types, cuInit, cuDeviceGet... and cuGetErrorName
// prints: 1 device, 32 lanes, 9.0
// prints: CUDA_ERROR_INVALID_DEVICE invalid device ordinal
// prints: as the runtime has it
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

int attribute(CUdevice_attribute which, CUdevice device) {
  int value = 0;
  return cuDeviceGetAttribute(&value, which, device) == CUDA_SUCCESS ? value : -1;
}

int main() {
  CUdevice device;
  int count = 0, major = 0, minor = 0;
  if (cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&count) != CUDA_SUCCESS) return 1;
  if (cuDeviceGet(&device, 0) != CUDA_SUCCESS) return 1;
  major = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  minor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  std::printf("%d device, %d lanes, %d.%d\n", count > 0,
              attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE, device), major, minor);

  CUdevice none;
  const char *name = "", *text = "";
  const CUresult error = cuDeviceGet(&none, 1000);
  cuGetErrorName(error, &name);
  cuGetErrorString(error, &text);
  std::printf("%s %s\n", name, text);

  char device_name[256];
  size_t bytes = 0;
  cudaDeviceProp properties;
  cuDeviceGetName(device_name, sizeof device_name, device);
  cuDeviceTotalMem(&bytes, device);
  cudaGetDeviceProperties(&properties, 0);
  const bool same =
      std::strcmp(device_name, properties.name) == 0 && bytes == properties.totalGlobalMem;
  std::printf("%s\n", same ? "as the runtime has it" : "another device");
}
