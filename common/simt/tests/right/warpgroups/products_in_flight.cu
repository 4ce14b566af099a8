// Two groups of products in flight, whose factors threads and bulk copies write again as soon as they may; sums that
// threads change between products; an empty group.
// supports: inline PTX: factors of wgmma that are written again behind wait_group, by threads or by bulk copies
// prints: 16 32 64 80 80
#include <cstdio>
#include <cuda/ptx>

#include "../../warpgroups.cuh"

namespace ptx = cuda::ptx;

constexpr int kRounds = 5;

/// Two stages, filled by one more warp. Of each consuming warp, some lane says that a stage is free.
__global__ void sum_up(const Number* in, float* out) {
  __shared__ alignas(128) Tiles stages[2];
  __shared__ std::uint64_t full[2], empty[2];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], 4);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (threadIdx.x >= 128) {
    if (threadIdx.x == 128) {
      for (int round = 0; round < kRounds; ++round) {
        const int stage = round % 2;
        while (!ptx::mbarrier_try_wait_parity(&empty[stage], round / 2 % 2 ^ 1)) {
        }
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                       &full[stage], sizeof(Tiles));
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, &stages[stage], in, sizeof(Tiles),
                           &full[stage]);
      }
    }
    return;
  }
  float sums[4] = {};
  FENCE_PRODUCTS();
  for (int round = 0; round < kRounds; ++round) {
    const int stage = round % 2;
    while (!ptx::mbarrier_try_wait_parity(&full[stage], round / 2 % 2)) {
    }
    MULTIPLY(sums, descriptor_of_a(stages[stage]), descriptor_of_b(stages[stage]), true);
    COMMIT_PRODUCTS();
    WAIT_FOR_PRODUCTS(1);
    if (round > 0 && threadIdx.x % 32 == 5) ptx::mbarrier_arrive(&empty[stage ^ 1]);
  }
  WAIT_FOR_PRODUCTS(0);
  store(sums, out);
}

__global__ void change(float* out) {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  __shared__ alignas(128) Tiles tiles;
  fill(tiles, 1);
  fence_for_products();
  __syncthreads();
  float sums[4] = {}, others[4] = {};
  FENCE_PRODUCTS();
  MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), false);
  COMMIT_PRODUCTS();
  COMMIT_PRODUCTS();  // empty
  WAIT_FOR_PRODUCTS(1);
  out[threadIdx.x == 0 ? 0 : 10 + threadIdx.x] = sums[0];
  __syncthreads();
  fill(tiles, 2);
  fence_for_products();
  __syncthreads();
  MULTIPLY(others, descriptor_of_a(tiles), descriptor_of_b(tiles),
           true);  // other sums need no other fence
  COMMIT_PRODUCTS();
  WAIT_FOR_PRODUCTS(0);
  out[threadIdx.x == 0 ? 1 : 10 + threadIdx.x] = others[0];
  for (float& sum : others) sum *= 2;
  out[threadIdx.x == 0 ? 2 : 10 + threadIdx.x] = others[0];
  FENCE_PRODUCTS();
  for (int i = 0; i < 2; ++i) {
    MULTIPLY(sums, descriptor_of_a(tiles), descriptor_of_b(tiles), true);
    COMMIT_PRODUCTS();
  }
  WAIT_FOR_PRODUCTS(0);
  out[threadIdx.x == 0 ? 3 : 10 + threadIdx.x] = sums[0];
}

int main() {
  float *out, first[4], last;
  Number* in;
  cudaMalloc(&out, 512 * sizeof(float));
  cudaMalloc(&in, sizeof(Tiles));
  std::uint16_t ones[sizeof(Tiles) / 2];
  for (std::uint16_t& one : ones) one = 0x3f80;
  cudaMemcpy(in, ones, sizeof ones, cudaMemcpyHostToDevice);
  change<<<1, 128>>>(out);
  cudaMemcpy(first, out, sizeof first, cudaMemcpyDeviceToHost);
  sum_up<<<1, 160>>>(in, out);
  cudaMemcpy(&last, out + 300, sizeof last, cudaMemcpyDeviceToHost);
  for (const float sum : first) std::printf("%g ", sum);
  std::printf("%g\n", last);
  cudaFree(out);
  cudaFree(in);
}
