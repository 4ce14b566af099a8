// The lock is in global memory, and what it guards in shared memory: given back too early, it guards only half of it.
// expect: simt: race on shared memory
// expect: of most
// expect: @after
#include <cuda_runtime.h>

__global__ void largest(const int* values, int* lock, int* out) {
  __shared__ int most, place;
  if (threadIdx.x == 0) most = place = 0;
  __syncthreads();
  for (bool done = false; !done;) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      const bool is_larger = values[threadIdx.x] > most;
      if (is_larger) place = static_cast<int>(threadIdx.x);
      __threadfence();
      atomicExch(lock, 0);
      if (is_larger) most = values[threadIdx.x];  // @after
      done = true;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = most + place;
}

int main() {
  int values[64], *in, *out;
  for (int i = 0; i < 64; ++i) values[i] = i * 37 % 64;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 2 * sizeof(int));
  largest<<<1, 64>>>(in, out, out + 1);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
