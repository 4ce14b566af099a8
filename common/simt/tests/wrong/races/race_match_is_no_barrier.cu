// The first lane of those with equal keys clears the count that the others have read: a match of the keys lies
// between, and orders nothing.
// expect: simt: race on shared memory
// expect: @read
// expect: @clear
#include <cuda_runtime.h>

__global__ void take(const int* keys, int* out) {
  __shared__ int counts[4];
  const int lane = threadIdx.x;
  if (lane < 4) counts[lane] = 10 * lane;
  __syncwarp();
  const int key = keys[lane];
  out[lane] = counts[key];  // @read
  const unsigned same = __match_any_sync(0xffffffffu, key);
  if (lane == __ffs(same) - 1) counts[key] = 0;  // @clear
}

int main() {
  int keys[32], *in, *out;
  for (int i = 0; i < 32; ++i) keys[i] = i % 4;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 128);
  cudaMemcpy(in, keys, 128, cudaMemcpyHostToDevice);
  take<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
