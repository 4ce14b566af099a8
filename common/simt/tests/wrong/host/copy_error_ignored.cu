// Elements for bytes, the wrong way round: each of the two calls does nothing, and says so to nobody.
// exit: 0
// expect: simt: warning: cudaMemset() at
// expect: @set
// expect: failed with cudaErrorInvalidValue
// expect: simt: warning: cudaMemcpy() at
// expect: @copy
// expect: and the program did not ask
// expect: it has done nothing
#include <cuda_runtime.h>

#include <vector>

int main() {
  std::vector<double> host(300, 1.0);
  double* device;
  if (cudaMalloc(&device, host.size()) != cudaSuccess) return 2;
  cudaMemset(device, 0, host.size() * sizeof(double));  // @set
  if (host[0] > 0) {
    cudaMemcpy(device, host.data(), host.size() * sizeof(double),  // @copy
               cudaMemcpyHostToDevice);
  }
  cudaFree(device);
}
