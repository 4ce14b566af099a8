// expect: simt: host code reads or writes device memory
// expect: @access
#include <cuda_runtime.h>

#include <cstring>

int main() {
  int host[4], *device;
  cudaMalloc(&device, 16);
  cudaMemset(device, 0, 16);
  std::memcpy(host, device, 16);  // @access
  return host[0];
}
