// Memory that is registered goes back to the C library while it is locked, and a copy may still read it.
// exit: 0
// expect: simt: warning: free() of host memory that is still registered, since
// expect: @register
// expect: @free
// expect: advice  call cudaHostUnregister first
#include <cuda_runtime.h>

#include <cstdlib>
#include <cstring>

int main() {
  int* const host = static_cast<int*>(std::malloc(4000));
  std::memset(host, 0, 4000);
  cudaHostRegister(host, 4000, cudaHostRegisterDefault);  // @register
  int* device;
  cudaMalloc(&device, 4000);
  cudaMemcpyAsync(device, host, 4000, cudaMemcpyHostToDevice);
  free(host);  // @free
  cudaDeviceSynchronize();
  cudaFree(device);
}
