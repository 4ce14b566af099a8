// For launches_test.sh: children in all the streams that there are, alike and different.
#include <cuda_runtime.h>

__global__ void leaf(int* counter) { atomicAdd(counter, 1); }

__global__ void branch(int* counter, int leaves) {
  for (int i = 0; i < leaves; ++i) leaf<<<1, 32>>>(counter);
}

__global__ void chain(int left) {
  if (left > 0) chain<<<1, 1>>>(left - 1);
}

__global__ void root(int* counter) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == 0) leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(counter);
  branch<<<1, 1, 0, cudaStreamFireAndForget>>>(counter, 3);
  branch<<<dim3(2, 2), 1>>>(counter, blockIdx.x == 0 ? 2 : 1);
  leaf<<<1, 1>>>(counter);
  if (blockIdx.x == 0) leaf<<<1, 2, 0, cudaStreamTailLaunch>>>(counter);
}

int main() {
  int* counter = nullptr;
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  root<<<4, 8>>>(counter);
  for (int i = 0; i < 2; ++i) chain<<<1, 1>>>(20);
  const bool ok = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(counter);
  return ok ? 0 : 1;
}
