// Shuffles and votes beside shared memory, with a __syncwarp() wherever lanes use each other's places.
// prints: 1488 496 32
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sums(int* out) {
  __shared__ int row[32];
  const unsigned all = 0xffffffffu;
  const int lane = threadIdx.x;
  row[lane] = lane;
  int sum = __shfl_xor_sync(all, lane, 1) + lane;  // each pair's sum
  __syncwarp();
  sum += row[31 - lane];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(all, sum, step);
  __syncwarp();
  row[lane] = 2 * row[lane];  // its own
  const unsigned even = __ballot_sync(all, row[lane] % 2 == 0);
  __syncwarp();
  int total = row[(lane + 5) % 32] / 2;
  for (int step = 16; step > 0; step /= 2) total += __shfl_xor_sync(all, total, step);
  if (lane == 0) {
    out[0] = sum;
    out[1] = total;
    out[2] = __popc(even);
  }
}

int main() {
  int *out, host[3];
  cudaMalloc(&out, sizeof host);
  sums<<<1, 32>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", host[0], host[1], host[2]);
  cudaFree(out);
}
