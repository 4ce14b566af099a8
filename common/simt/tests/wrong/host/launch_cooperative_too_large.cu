// All blocks of a cooperative grid have to be resident, and so many are not.
// exit: 0
// expect: simt: warning: cudaLaunchCooperativeKernel() at
// expect: @launch
// expect: cudaErrorCooperativeLaunchTooLarge
// expect: reason  a cooperative grid of 1000 blocks, which all have to be resident, and the device has room for 264: 2 on each of 132
#include <cuda_runtime.h>

__global__ void fill(int* out) { out[blockIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 1000 * sizeof *out);
  void* arguments[] = {&out};
  const dim3 blocks(1000), threads(1024);
  const void* kernel = reinterpret_cast<const void*>(&fill);
  cudaLaunchCooperativeKernel(kernel, blocks, threads, arguments, 0, nullptr);  // @launch
  cudaFree(out);
}
