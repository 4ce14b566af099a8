// Chapter 14 · product_split_k
//
// A small C with long sums has few tiles, so most multiprocessors have none. Here several blocks share a tile:
// each sums up a part of k, and a second kernel adds up the parts, always in the same order.
//
//   product_split_k [--size N] [--columns N] [--depth N]      C has size × columns elements, sums of depth
#include "block_product.cuh"
#include "products.cuh"

// Block z sums up `depth` of k. Its tile goes to a matrix of its own.
__global__ void __launch_bounds__(kThreads, 2)
    parts_of_k(const float* a, const float* b, float* parts, Shape s, int depth) {
  __shared__ __align__(16) Stage stages[2];
  const int row0 = blockIdx.y * kTile, column0 = blockIdx.x * kTile, k0 = blockIdx.z * depth;
  Shape part = s;
  part.k = min(depth, s.k - k0);
  float sum[8][8] = {};
  sum_up(sum, stages, a + k0, b + size_t(k0) * s.ldb, part, row0, column0);
  store(sum, parts + size_t(blockIdx.z) * s.m * s.ldc, s, row0, column0);
}

// Not atomicAdd: the order of the additions, and with it the rounding, would change from run to run.
__global__ void add_parts(const float* parts, float* c, Shape s, int count) {
  const int column = blockIdx.y * blockDim.x + threadIdx.x, row = blockIdx.x;
  if (column >= s.n) return;
  float sum = 0;
  for (int i = 0; i < count; ++i) sum += parts[(size_t(i) * s.m + row) * s.ldc + column];
  c[size_t(row) * s.ldc + column] = sum;
}

int main(int argc, char** argv) {
  Products<float> products(argc, argv, "A small product of long sums, split over k.");
  const Shape s = products.shape();
  const int rows = divide_up(s.m, kTile), columns = divide_up(s.n, kTile);
  for (const int wanted : {1, 4, 16, 64}) {
    // A part is a multiple of a step, so its rows of A begin at multiples of 16 bytes, too.
    const int depth = divide_up(divide_up(s.k, wanted), kStep) * kStep;
    const int count = divide_up(s.k, depth);
    float* parts = nullptr;
    CHECK(cudaMalloc(&parts, sizeof(float) * count * s.m * s.ldc));
    const std::string name = std::to_string(count) + (count == 1 ? " part" : " parts") +
                             ", blocks: " + std::to_string(rows * columns * count);
    products.run(name.c_str(), [&] {
      parts_of_k<<<dim3(columns, rows, count), kThreads>>>(products.a(), products.b(), parts, s,
                                                           depth);
      add_parts<<<dim3(s.m, divide_up(s.n, 256)), 256>>>(parts, products.c(), s, count);
    });
    CHECK(cudaFree(parts));
  }
  return products.report();
}
