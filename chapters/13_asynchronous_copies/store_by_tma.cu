// Chapter 13 · store_by_tma
//
// A transpose that the TMA loads and stores: threads only move values from one swizzled tile to another, 16 bytes
// at a time. What a box has outside of the result is not written; the padding of its rows belongs to it. For compute
// capability 9.0 and newer.
//
//   store_by_tma [--size N]      N columns, 3/4 N rows, default 16384
#include "transposition.cuh"

__device__ float get(const float4& v, int i) {
  return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
}

// A tile of kSide × kSide in boxes of 32 columns, beside each other. A thread turns 4 × 4 elements: piece `across` of
// four rows becomes piece `down` of four rows of the result. 8 lanes access shared memory at a time; they have
// different pieces in both tiles, so that neither their loads nor their stores conflict.
template <int kSide>
__global__ void __launch_bounds__(kSide* kSide / 16)
    transpose(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out) {
  constexpr int kBoxes = kSide / kBox;
  alignas(1024) __shared__ float4 tile[kBoxes][kSide][8], result[kBoxes][kSide][8];
  __shared__ Barrier barrier;
  const int row = blockIdx.x * kSide, column = blockIdx.y * kSide;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    fence_init();
    arrive_expecting(&barrier, sizeof tile);
    for (int i = 0; i < kBoxes; ++i) {
      const int corner[] = {column + i * kBox, row};
      ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile[i], &in, corner,
                                &barrier);
    }
  }
  __syncthreads();
  const int across = threadIdx.x % 8, down = across ^ (threadIdx.x / 8 % 8);
  const int left = threadIdx.x / 64 % kBoxes, top = threadIdx.x / 64 / kBoxes;
  wait(&barrier, 0);
  float4 value[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int y = down * 4 + k;
    value[k] = tile[left][top * kBox + y][across ^ (y % 8)];
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int x = across * 4 + k;
    result[top][left * kBox + x][down ^ (x % 8)] =
        make_float4(get(value[0], k), get(value[1], k), get(value[2], k), get(value[3], k));
  }
  ptx::fence_proxy_async(ptx::space_shared);  // what this thread has written, for the TMA to read
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < kBoxes; ++i) {
      const int corner[] = {row + i * kBox, column};
      ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &out, corner, result[i]);
    }
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());  // shared memory must not go before that
  }
}

template <int kSide>
void run(Transposition& transposition) {
  const CUtensorMap in = transposition.map_in(kSide), out = transposition.map_out(kSide);
  const dim3 grid = transposition.grid(kSide, kSide);
  transposition.run(std::to_string(kSide) + " × " + std::to_string(kSide),
                    [=] { transpose<kSide><<<grid, kSide * kSide / 16>>>(in, out); });
}

int main(int argc, char** argv) {
  Transposition transposition(argc, argv, "Transpose a matrix that the TMA loads and stores.");
  run<32>(transposition);
  run<64>(transposition);
  return transposition.report();
}
