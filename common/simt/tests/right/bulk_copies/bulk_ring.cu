// Inline PTX: one thread fills a ring of stages with bulk copies and waits until they are empty, a warp reads them. The
// parity of both waits changes with each round of the ring.
// supports: inline PTX: cp.async.bulk of global and shared memory, with mbarrier::complete_tx::bytes, multicast::cluster, bulk_group; cp.reduce.async.bulk; both with tensor maps; fence.proxy.async, fence.mbarrier_init
// prints: 0 wrong
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

constexpr int kTile = 64, kTiles = 9, kStages = 2;

__device__ std::uint32_t place(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}
__device__ void init(std::uint64_t* barrier, unsigned arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(place(barrier)), "r"(arrivals)
               : "memory");
}
__device__ void expect(std::uint64_t* barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(place(barrier)),
               "r"(bytes)
               : "memory");
}
__device__ void arrive(std::uint64_t* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(place(barrier)) : "memory");
}
__device__ void wait(std::uint64_t* barrier, unsigned parity) {
  asm volatile(
      "{ .reg .pred done;\n"
      "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again; }" ::"r"(place(barrier)),
      "r"(parity)
      : "memory");
}
__device__ void copy(void* to, const void* from, unsigned bytes, std::uint64_t* barrier) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(place(to)),
      "l"(from), "r"(bytes), "r"(place(barrier))
      : "memory");
}

__global__ void sums(const int* values, int* result, int tiles) {
  __shared__ alignas(128) int stage[kStages][kTile];
  __shared__ std::uint64_t full[kStages], empty[kStages];
  if (threadIdx.x == 0) {
    for (int i = 0; i < kStages; ++i) {
      init(&full[i], 1);
      init(&empty[i], 32);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  const bool loads = threadIdx.x >= 32;
  int sum = 0;
  for (int i = 0, round = 0; i < tiles; ++i) {
    const int at = i % kStages;
    if (loads && threadIdx.x == 32) {
      wait(&empty[at], (round & 1) ^ 1);
      expect(&full[at], sizeof stage[at]);
      copy(stage[at], values + i * kTile, sizeof stage[at], &full[at]);
    } else if (!loads) {
      wait(&full[at], round & 1);
      sum += stage[at][threadIdx.x] + stage[at][threadIdx.x + 32];
      arrive(&empty[at]);
    }
    if (at == kStages - 1) ++round;
  }
  if (!loads) result[threadIdx.x] = sum;
}

int main() {
  static int host[kTile * kTiles], result[32];
  for (int i = 0; i < kTile * kTiles; ++i) host[i] = i * 7 % 31;
  int *values, *device_result;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&device_result, sizeof result);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  sums<<<1, 64>>>(values, device_result, kTiles);
  cudaMemcpy(result, device_result, sizeof result, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int lane = 0; lane < 32; ++lane) {
    int sum = 0;
    for (int i = lane; i < kTile * kTiles; i += 32) sum += host[i];
    wrong += result[lane] != sum;
  }
  std::printf("%d wrong\n", wrong);
  cudaFree(values);
  cudaFree(device_result);
}
