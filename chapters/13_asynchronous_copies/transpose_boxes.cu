// Chapter 13 · transpose_boxes
//
// A transpose whose tiles the TMA loads: no thread computes an address of the matrix that is read, and at its edges
// there is nothing to check. Columns of a tile have bank conflicts; a swizzle removes them without padding, which the
// TMA could not write. For compute capability 9.0 and newer.
//
//   transpose_boxes [--size N]      N columns, 3/4 N rows, default 16384
#include "transposition.cuh"

constexpr int kThreads = 256;

// A tile of kRows × 32 elements. A lane stores elements of one row y of the tile; together, the lanes of a warp store
// to four rows of the result, a sector to each. (Lanes of one result row would read one column, whose pieces lie in 8
// places even with a swizzle: their rows repeat after 8 lines.)
template <int kRows, bool kSwizzled>
__global__ void load_boxes(const __grid_constant__ CUtensorMap in, float* out, int width,
                           int out_ld) {
  alignas(1024) __shared__ float tile[kRows * kBox];
  __shared__ Barrier barrier;
  const int row = blockIdx.x * kRows, column = blockIdx.y * kBox;
  const int corner[] = {column, row};
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    fence_init();
    arrive_expecting(&barrier, sizeof tile);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &in, corner, &barrier);
  }
  __syncthreads();
  wait(&barrier, 0);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
  for (int i = 0; i < kRows / (kThreads / 32); ++i) {
    const int step = (i * (kThreads / 32) + warp) / (kRows / 32);
    const int y = warp % (kRows / 32) * 32 + lane;
    const int x = step / 4 * 4 + (step + lane / 8) % 4;
    const int piece = kSwizzled ? (x / 4) ^ (y % 8) : x / 4;
    const float value = tile[y * kBox + piece * 4 + x % 4];
    if (row + y < out_ld && column + x < width) {
      out[static_cast<size_t>(column + x) * out_ld + row + y] = value;
    }
  }
}

template <int kRows, bool kSwizzled>
void run(Transposition& transposition) {
  const CUtensorMap in = transposition.map_in(
      kRows, kSwizzled ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE);
  const dim3 grid = transposition.grid(kRows, kBox);
  const std::string name =
      std::to_string(kRows) + " × 32" + (kSwizzled ? ", swizzled" : ", not swizzled");
  transposition.run(name, [=, &transposition] {
    load_boxes<kRows, kSwizzled><<<grid, kThreads>>>(in, transposition.out(), transposition.width(),
                                                     transposition.out_ld());
  });
}

int main(int argc, char** argv) {
  Transposition transposition(argc, argv, "Transpose a matrix in boxes that the TMA loads.");
  run<64, false>(transposition);
  run<32, true>(transposition);
  run<64, true>(transposition);
  run<128, true>(transposition);
  return transposition.report();
}
