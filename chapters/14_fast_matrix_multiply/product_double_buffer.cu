// Chapter 14 · product_double_buffer
//
// The warp tiles of product_vectors, filled by cp.async: first with one pair of tiles, which is copied and then
// used; then with two, so that the next tiles are copied while the block computes.
//
//   product_double_buffer [--size N] [--columns N] [--depth N]      C has size × columns elements, sums of depth
#include "block_product.cuh"
#include "products.cuh"

__global__ void __launch_bounds__(kThreads, 2)
    copy_then_compute(const float* a, const float* b, float* c, Shape s) {
  __shared__ __align__(16) Stage stage;
  const int row0 = blockIdx.y * kTile, column0 = blockIdx.x * kTile;
  Copies copies(a, b, s, row0, column0);
  float sum[8][8] = {};
  for (int k0 = 0; k0 < s.k; k0 += kStep) {
    copies.start(stage, k0);
    wait_for_copies<0>();  // this thread's copies have arrived,
    __syncthreads();       // and those of all others
    multiply_add(sum, stage, place_in_tile());
    __syncthreads();  // all have used the stage: it can be filled again
  }
  store(sum, c, s, row0, column0);
}

__global__ void __launch_bounds__(kThreads, 2)
    copy_ahead(const float* a, const float* b, float* c, Shape s) {
  __shared__ __align__(16) Stage stages[2];
  const int row0 = blockIdx.y * kTile, column0 = blockIdx.x * kTile;
  float sum[8][8] = {};
  sum_up(sum, stages, a, b, s, row0, column0);
  store(sum, c, s, row0, column0);
}

int main(int argc, char** argv) {
  Products<float> products(argc, argv, "A product in float, with tiles copied ahead by cp.async.");
  const Shape s = products.shape();
  const dim3 grid(divide_up(s.n, kTile), divide_up(s.m, kTile));
  products.run("copy, then compute", copy_then_compute, grid, kThreads);
  products.run("2 pairs of tiles", copy_ahead, grid, kThreads);
  // Shared memory that no thread uses leaves room for only one block per multiprocessor.
  constexpr int kUnused = kCountsInsteadOfTimes ? 0 : 100 * 1024;
  products.run("copy, then compute, alone", copy_then_compute, grid, kThreads, kUnused);
  products.run("2 pairs of tiles, alone", copy_ahead, grid, kThreads, kUnused);
  return products.report();
}
