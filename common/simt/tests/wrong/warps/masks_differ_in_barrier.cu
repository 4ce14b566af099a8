// Pairs of lanes synchronize, but every second pair asks for all four.
// expect: simt: lane
// expect: @barrier
#include <cuda_runtime.h>

__device__ unsigned lanes_of_group(unsigned lane) {
  const unsigned size = lane % 4 >= 2 ? 4 : 2;
  return (1u << size) - 1 << lane / size * size;
}

__global__ void swap_pairs(int* data) {
  __shared__ int box[32];
  const unsigned lane = threadIdx.x;
  box[lane] = data[lane];
  __syncwarp(lanes_of_group(lane));  // @barrier
  if (lane % 4 < 2) data[lane] = box[lane ^ 1];
}

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  swap_pairs<<<1, 32>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
