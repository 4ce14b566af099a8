// Inline PTX: what concerns other threads, other blocks and other memory, against what the PTX ISA says of it.
// supports: inline PTX: atom and red of all types (f16x2 and bf16x2, too), volatile and vector accesses, isspacep, cvta
// supports: inline PTX: barrier.cluster, mapa, ld and st of shared::cluster, exit, elect.sync, redux, special registers
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cstdint>
#include <vector>

#include "ptx_test.cuh"

namespace {

__constant__ int constants[4] = {3, 1, 4, 1};

__global__ void memory(Verdict* out, u64* words, u32* halves) {
  Verdict verdict = {};
  __shared__ u32 shared[64];
  const u32 thread = threadIdx.x;
  u64 old;
  asm volatile("atom.global.add.u64 %0, [%1], %2;"
               : "=l"(old)
               : "l"(words), "l"(u64{3})
               : "memory");
  EXPECT_PTX(old % 3, 0ull);
  asm volatile("atom.global.gpu.relaxed.max.s64 %0, [%1], %2;"
               : "=l"(old)
               : "l"(words + 1), "l"(s64{thread})
               : "memory");
  asm volatile("red.global.or.b64 [%0], %1;" ::"l"(words + 2), "l"(u64{1} << thread) : "memory");
  double sum;
  asm volatile("atom.global.add.f64 %0, [%1], 0d3FE0000000000000;"
               : "=d"(sum)
               : "l"(words + 3)
               : "memory");
  EXPECT_PTX(sum >= 0 && sum < 32, true);
  // pairs of half precision: (1, 2) each time
  asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(halves), "r"(0x40003c00u) : "memory");
  u32 before;
  asm volatile("atom.global.add.noftz.bf16x2 %0, [%1], %2;"
               : "=r"(before)
               : "l"(halves + 1), "r"(0x40003f80u)
               : "memory");
  EXPECT_PTX(before >> 16 >= (before & 0xffff), true);
  asm volatile("red.global.add.v4.f32 [%0], {%1, %1, %1, %2};" ::"l"(halves + 4), "f"(0.0f),
               "f"(1.0f)
               : "memory");
  const auto place = static_cast<u32>(__cvta_generic_to_shared(&shared[thread]));
  asm volatile("st.shared::cta.u32 [%0], %1;" ::"r"(place), "r"(100 + thread) : "memory");
  u32 u, v;
  asm volatile("atom.shared.inc.u32 %0, [%1], 4096;" : "=r"(u) : "r"(place) : "memory");
  EXPECT_PTX(u, 100 + thread);
  asm volatile("atom.acq_rel.cta.shared::cta.exch.b32 %0, [%1], 7;"
               : "=r"(u)
               : "r"(place)
               : "memory");
  EXPECT_PTX(u, 101 + thread);
  asm volatile("atom.shared.cas.b32 %0, [%1], 7, 9;" : "=r"(u) : "r"(place) : "memory");
  EXPECT_PTX(shared[thread], 9u);
  __syncthreads();
  asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];"
               : "=r"(u), "=r"(v)
               : "r"(static_cast<u32>(__cvta_generic_to_shared(&shared[thread / 2 * 2]))));
  EXPECT_PTX(u + v, 18u);
  asm("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(u) : "l"(shared));
  EXPECT_PTX(u, 1u);
  asm("{ .reg .pred p; isspacep.global p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(u) : "l"(shared));
  EXPECT_PTX(u, 0u);
  s32 s;
  asm("{ .reg .u64 place; cvta.to.const.u64 place, %1; ld.const.s32 %0, [place+8]; }"
      : "=r"(s)
      : "l"(static_cast<const int*>(constants)));
  EXPECT_PTX(s, 4);
  asm volatile("discard.global.L2 [%0], 128;" ::"l"(words + 16) : "memory");
  u64 policy;
  asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  asm volatile("ld.global.L2::cache_hint.u32 %0, [%1], %2;"
               : "=r"(u)
               : "l"(halves + 4), "l"(policy));
  EXPECT_PTX(u, 0u);
  asm volatile("fence.acquire.gpu;" ::: "memory");
  asm volatile("fence.proxy.async;" ::: "memory");
  out[thread] = verdict;
}

TEST(PtxThreads, Memory) {
  u64* words = nullptr;
  u32* halves = nullptr;
  ASSERT_EQ(cudaMalloc(&words, 256), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&halves, 32), cudaSuccess);
  ASSERT_EQ(cudaMemset(words, 0, 256), cudaSuccess);
  ASSERT_EQ(cudaMemset(halves, 0, 32), cudaSuccess);
  run([&](Verdict* out) { memory<<<1, 64>>>(out, words, halves); });
  std::vector<u64> results(4);
  std::vector<u32> pairs(8);
  ASSERT_EQ(cudaMemcpy(results.data(), words, 32, cudaMemcpyDeviceToHost), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(pairs.data(), halves, 32, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(results, (std::vector<u64>{192, 63, ~u64{0}, 0x4040000000000000ull}));
  EXPECT_EQ(pairs,
            (std::vector<u32>{0x58005400u, 0x43004280u, 0, 0, 0, 0, 0, 0x42800000u}));  // 64, 128
  EXPECT_EQ(cudaFree(words), cudaSuccess);
  EXPECT_EQ(cudaFree(halves), cudaSuccess);
}

__global__ void lanes(Verdict* out) {
  Verdict verdict = {};
  const u32 lane = threadIdx.x % 32;
  u32 u, v;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(u));
  asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(v) : "r"(u));
  EXPECT_PTX(v, 1u);
  asm volatile("{ .reg .pred p; match.all.sync.b32 %0|p, %1, 0xffffffff; }"
               : "=r"(u)
               : "r"(lane / 32));
  EXPECT_PTX(u, 0xffffffffu);
  asm("mov.u32 %0, %%laneid;" : "=r"(u));
  EXPECT_PTX(u, lane);
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(u));
  EXPECT_PTX(u, (2u << lane) - 1);
  asm("mov.u32 %0, WARP_SZ;" : "=r"(u));
  EXPECT_PTX(u, 32u);
  asm volatile("mov.u32 %0, %%smid;\n\tmov.u32 %1, %%nsmid;" : "=r"(u), "=r"(v));
  EXPECT_PTX(u < v, true);
  u64 early, late;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(early)::"memory");
  asm volatile("nanosleep.u32 100;");
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(late)::"memory");
  EXPECT_PTX(early <= late, true);
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(early)::"memory");
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(u));
  EXPECT_PTX(u, 48u);
  asm("mov.u32 %0, %%nctaid.x;\n\tmov.u32 %1, %%clusterid.x;" : "=r"(u), "=r"(v));
  EXPECT_PTX(u, 1u);
  EXPECT_PTX(v, 0u);
  out[threadIdx.x] = verdict;
  __syncthreads();
  // half of the threads have come to their end
  asm volatile("{ .reg .pred p; setp.ge.u32 p, %0, 32; @p exit; }" ::"r"(threadIdx.x));
  out[32 + threadIdx.x] = verdict;
}

TEST(PtxThreads, Lanes) {
  run([](Verdict* out) { lanes<<<1, 64, 48>>>(out); });
}

/// Each block gets a value from its neighbour in the cluster, and puts one there.
__global__ void __cluster_dims__(2, 1, 1) neighbours(Verdict* out) {
  Verdict verdict = {};
  __shared__ u32 given[32], taken[32];
  u32 rank, u;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  EXPECT_PTX(rank, blockIdx.x % 2);
  given[threadIdx.x] = 100 * rank + threadIdx.x;
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
  const auto from = static_cast<u32>(__cvta_generic_to_shared(&given[threadIdx.x]));
  const auto to = static_cast<u32>(__cvta_generic_to_shared(&taken[threadIdx.x]));
  asm volatile(
      "{ .reg .b32 there;\n"
      "  mapa.shared::cluster.u32 there, %1, %2;\n"
      "  ld.shared::cluster.u32 %0, [there]; }"
      : "=r"(u)
      : "r"(from), "r"(rank ^ 1)
      : "memory");
  EXPECT_PTX(u, 100 * (rank ^ 1) + threadIdx.x);
  const void* const neighbours_own = __cluster_map_shared_rank(given, rank ^ 1);
  EXPECT_PTX(__isClusterShared(neighbours_own) != 0 && __isShared(neighbours_own) == 0, true);
  asm("{ .reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0, 1, 0, p; }"
      : "=r"(u)
      : "l"(neighbours_own));
  EXPECT_PTX(u, 1);
  asm volatile(
      "{ .reg .b32 there;\n"
      "  mapa.shared::cluster.u32 there, %0, %1;\n"
      "  st.shared::cluster.u32 [there], %2; }" ::"r"(to),
      "r"(rank ^ 1), "r"(rank)
      : "memory");
  asm volatile("barrier.cluster.arrive;\n\tbarrier.cluster.wait;" ::: "memory");
  EXPECT_PTX(taken[threadIdx.x], rank ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = verdict;
}

TEST(PtxThreads, Clusters) {
  run([](Verdict* out) { neighbours<<<2, 32>>>(out); });
}

}  // namespace
