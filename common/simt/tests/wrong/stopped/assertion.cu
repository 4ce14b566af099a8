// expect: assertion.cu:
// expect: : void divide(const int*, int*): block: [1,0,0], thread: [3,0,0] Assertion `in[i] != 0` failed.
// expect: kernel  divide
#include <cuda_runtime.h>

#include <cassert>
#include <vector>

__global__ void divide(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(in[i] != 0);
  out[i] = 100 / in[i];
}

int main() {
  std::vector<int> host(64, 1);
  host[35] = 0;
  int *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemcpy(in, host.data(), 256, cudaMemcpyHostToDevice);
  divide<<<2, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorAssert ? 0 : 5;
}
