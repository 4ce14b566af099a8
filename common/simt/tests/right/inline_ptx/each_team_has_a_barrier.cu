// Every two warps add up a row of their own, with a barrier of their own; the last ones have less to do and are gone
// earlier. In the end all vote.
// prints: 2016 6112 10208 14304, 128 even
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kTeam = 64, kTeams = 4;

__global__ void rows(int* sums, int* even) {
  __shared__ int values[kTeams * kTeam];
  const unsigned team = threadIdx.x / kTeam, member = threadIdx.x % kTeam;
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  for (unsigned half = kTeam / 2; half > 0; half /= 2) {
    asm volatile("barrier.sync %0, %1;" ::"r"(team + 1), "n"(kTeam) : "memory");
    if (member < half) values[threadIdx.x] += values[threadIdx.x + half];
  }
  if (member == 0) sums[team] = values[threadIdx.x];
  int count;
  asm volatile(
      "{\n"
      "  .reg .pred p;\n"
      "  setp.eq.u32 p, %1, 0;\n"
      "  barrier.red.popc.u32 %0, 9, p;\n"
      "}"
      : "=r"(count)
      : "r"(threadIdx.x & 1)
      : "memory");
  if (threadIdx.x == 0) *even = count;
}

int main() {
  int *out, host[kTeams + 1];
  cudaMalloc(&out, sizeof(host));
  rows<<<2, kTeams * kTeam>>>(out, out + kTeams);
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d, %d even\n", host[0], host[1], host[2], host[3], host[4]);
  cudaFree(out);
}
