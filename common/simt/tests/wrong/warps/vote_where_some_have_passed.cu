// Lanes without work leave the loop and count what they have; those that go on still ask them for their vote.
// exit: 0
// expect: simt: warning: a call of a warp with mask 0xffffffff names lane
// expect: which has passed it by
// expect: @vote
#include <cuda_runtime.h>

__global__ void halve(int* numbers, int* rounds, int* all) {
  const unsigned i = threadIdx.x;
  int round = 0;
  while (numbers[i] > 1) {
    numbers[i] /= 2;
    ++round;
    if (__all_sync(0xffffffffu, round > 20)) break;  // @vote
  }
  rounds[i] = round;
  if (round > 3) atomicAdd(all, 1);
}

int main() {
  int host[32], *data;
  for (int i = 0; i < 32; ++i) host[i] = 1 << i % 7;
  if (cudaMalloc(&data, 65 * sizeof(int)) != cudaSuccess) return 2;
  if (cudaMemset(data, 0, 65 * sizeof(int)) != cudaSuccess) return 2;
  if (cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice) != cudaSuccess) return 2;
  halve<<<1, 32>>>(data, data + 32, data + 64);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  return cudaFree(data) == cudaSuccess ? 0 : 2;
}
