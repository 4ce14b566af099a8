// Two warps fill buffers and two empty them; numbered barriers pass each buffer on, and the ends of the pair of warps
// that only arrives do not wait.
// supports: inline PTX: numbered barriers (bar.sync, bar.arrive, bar.red), also between some of the warps
// prints: 0 wrong
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kItems = 64, kRounds = 6;

__device__ void wait_at(int barrier) {
  asm volatile("bar.sync %0, 128;" ::"r"(barrier) : "memory");
}
__device__ void arrive_at(int barrier) {
  asm volatile("bar.arrive %0, 128;" ::"r"(barrier) : "memory");
}

// Barriers 1 and 2: a buffer is full. Barriers 3 and 4: it is empty.
__global__ void running_sums(const int* in, int* out) {
  __shared__ int buffer[2][kItems];
  const int item = threadIdx.x % kItems;
  if (threadIdx.x < kItems) {
    for (int round = 0; round < kRounds; ++round) {
      if (round >= 2) wait_at(3 + round % 2);
      buffer[round % 2][item] = in[round * kItems + item];
      arrive_at(1 + round % 2);
    }
  } else {
    int sum = 0;
    for (int round = 0; round < kRounds; ++round) {
      wait_at(1 + round % 2);
      sum += buffer[round % 2][kItems - 1 - item];
      if (round + 2 < kRounds) arrive_at(3 + round % 2);
    }
    out[item] = sum;
  }
}

int main() {
  int host[kRounds * kItems], sums[kItems], *in, *out;
  for (int i = 0; i < kRounds * kItems; ++i) host[i] = i;
  cudaMalloc(&in, sizeof(host));
  cudaMalloc(&out, sizeof(sums));
  cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
  running_sums<<<3, 2 * kItems>>>(in, out);
  cudaMemcpy(sums, out, sizeof(sums), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int item = 0; item < kItems; ++item) {
    int expected = 0;
    for (int round = 0; round < kRounds; ++round) expected += round * kItems + kItems - 1 - item;
    wrong += sums[item] != expected;
  }
  std::printf("%d wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
}
