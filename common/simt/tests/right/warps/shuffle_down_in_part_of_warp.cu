// Part of a warp shuffles down: sums by halves, and neighbours where the mask names who calls.
// prints: 28 120
// prints: 1 1 0
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sums(int* out) {
  const int lane = threadIdx.x;
  if (lane >= 16) return;
  int of_sixteen = lane;
  for (int step = 8; step > 0; step /= 2) of_sixteen += __shfl_down_sync(0xffffu, of_sixteen, step);
  if (lane == 0) out[1] = of_sixteen;
  if (lane >= 8) return;
  int of_eight = lane;
  for (int step = 4; step > 0; step /= 2) of_eight += __shfl_down_sync(0xffu, of_eight, step);
  if (lane == 0) out[0] = of_eight;
}

__global__ void differences(int* out, int n) {
  const int lane = threadIdx.x;
  const unsigned mask = __ballot_sync(0xffffffffu, lane < n);
  if (lane >= n) return;
  const int right = __shfl_down_sync(mask, lane, 1);
  out[lane] = lane + 1 < n ? right - lane : 0;
}

int main() {
  int *out, host[20];
  cudaMalloc(&out, sizeof(host));
  sums<<<1, 32>>>(out);
  cudaMemcpy(host, out, 2 * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  differences<<<1, 32>>>(out, 20);
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", host[0], host[18], host[19]);
  cudaFree(out);
}
