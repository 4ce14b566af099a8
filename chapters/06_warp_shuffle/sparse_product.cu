// Chapter 06 · sparse_product
//
// y = A x with a sparse matrix A. How many lanes should add up a row? As many as the row can feed:
// a tile of 4 to 32 lanes, of one width for all rows or of one that each block chooses by the length
// of its rows. On a GPU, cuSPARSE runs beside it.
//
//   sparse_product [--size N]      about N nonzeros per matrix, default 2^16 on the CPU backend,
//                                  2^26 on a GPU
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "tutorial.cuh"
#include "tutorial/sparse.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = 256;
constexpr int kLoads = 4;                // nonzeros per thread, all in flight at once
constexpr int kChunk = kBlock * kLoads;  // nonzeros

// A sparse matrix in device memory: row r has the nonzeros first[r] … first[r + 1] - 1.
struct Rows {
  int rows;
  const int *first, *column;
  const float* value;
};

// A thread per row: neighbouring lanes read addresses a row's length apart, and the longest of 32
// rows keeps the warp busy.
__global__ void row_per_thread(Rows a, const float* x, float* y) {
  const int r = blockIdx.x * kBlock + threadIdx.x;
  if (r >= a.rows) return;
  float sum = 0;
  for (int i = a.first[r]; i < a.first[r + 1]; ++i) sum += a.value[i] * x[a.column[i]];
  y[r] = sum;
}

// A tile per row: neighbours in memory are read by neighbouring lanes. A tile that is wider than
// its row has idle lanes; one that is much narrower makes the warp's other tiles wait for it.
template <int kWidth>
__global__ void row_per_tile(Rows a, const float* x, float* y) {
  const auto tile = cg::tiled_partition<kWidth>(cg::this_thread_block());
  const int r = (blockIdx.x * kBlock + threadIdx.x) / kWidth;
  if (r >= a.rows) return;  // a whole tile leaves
  float sum = 0;
#pragma unroll 4
  for (int i = a.first[r] + tile.thread_rank(); i < a.first[r + 1]; i += kWidth) {
    sum += a.value[i] * x[a.column[i]];
  }
  sum = cg::reduce(tile, sum, cg::plus<float>());
  if (tile.thread_rank() == 0) y[r] = sum;
}

// A block for as many rows as have up to 1024 nonzeros together, or for one longer row. All threads
// multiply, wherever a row begins, so no row makes another one wait. Then a tile adds up each row,
// as wide as the block has threads for each of its rows. (Of a longer row, every 1024th product is
// added to the same place first.)
__global__ void __launch_bounds__(kBlock)
    rows_per_block(Rows a, const int* first_row, const float* x, float* y) {
  __shared__ float products[kChunk];
  const int from = first_row[blockIdx.x], rows = first_row[blockIdx.x + 1] - from;
  const int first = a.first[from], end = a.first[from + rows], t = threadIdx.x;
  float product[kLoads] = {};
  for (int chunk = first; chunk < end; chunk += kChunk) {
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      const int i = chunk + k * kBlock + t;
      if (i < end) product[k] += __ldcs(a.value + i) * x[__ldcs(a.column + i)];
    }
  }
#pragma unroll
  for (int k = 0; k < kLoads; ++k) products[k * kBlock + t] = product[k];
  __syncthreads();
  int width = 1;  // of a tile: 1, 2, 4, … 32 lanes, so there are at least kBlock / 32 tiles
  while (2 * width * max(rows, kBlock / 32) <= kBlock) width *= 2;
  const int r = from + t / width;
  const bool has_row = t / width < rows;
  const int stop = has_row ? min(a.first[r + 1] - first, kChunk) : 0;
  float sum = 0;
  for (int i = has_row ? a.first[r] - first + t % width : 0; i < stop; i += width)
    sum += products[i];
  for (int offset = width / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(~0u, sum, offset, width);
  }
  if (has_row && t % width == 0) y[r] = sum;
}

// The first row of each block of rows_per_block.
std::vector<int> rows_of_blocks(const SparseMatrix& m) {
  std::vector<int> first_row = {0};
  for (int r = 0; r < m.rows; first_row.push_back(r)) {
    const int from = r++;
    while (r < m.rows && r - from < kBlock && m.first[r + 1] - m.first[from] <= kChunk) ++r;
  }
  return first_row;
}

template <class T>
T* on_device(const std::vector<T>& host) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Multiply sparse matrices with a vector, a tile per row.");
  const int n = options.size({.cpu = 1 << 16, .gpu = 1 << 26, .bytes_per_element = 16});
  bool ok = true;
  for (const SparseMatrix& m : sparse_matrices(n)) {
    const std::vector<int> numbers = random_ints(m.columns, -8, 8);
    const std::vector<float> input(numbers.begin(), numbers.end());
    const std::vector<float> expected = product_on_host(m, input);
    const std::vector<int> first_rows = rows_of_blocks(m);
    int *first = on_device(m.first), *column = on_device(m.column), *list = on_device(first_rows);
    float *value = on_device(m.value), *x = on_device(input), *y = nullptr;
    CHECK(cudaMalloc(&y, m.rows * sizeof(float)));
    const Rows a = {m.rows, first, column, value};
    const int chunks = static_cast<int>(first_rows.size()) - 1;

    Experiment experiment(m.name + ", " + std::to_string(m.value.size()) + " nonzeros", y, m.rows,
                          8.0 * m.value.size() + 8.0 * m.rows + 4.0 * m.columns);
    experiment.show({Column::kTime, Column::kBandwidth, Column::kOfPeer, Column::kLoadRequests,
                     Column::kSectorsPerLoad, Column::kActiveLanes});
    experiment.compare_with("cuSPARSE", "× cuSPARSE");
    const auto run = [&](const char* name, const auto& f) { experiment.run(name, f, expected); };
    const auto blocks = [&](int width) { return m.rows / (kBlock / width) + 1; };
    run("thread per row", [&] { row_per_thread<<<blocks(1), kBlock>>>(a, x, y); });
    run("tile of 4", [&] { row_per_tile<4><<<blocks(4), kBlock>>>(a, x, y); });
    run("tile of 8", [&] { row_per_tile<8><<<blocks(8), kBlock>>>(a, x, y); });
    run("tile of 16", [&] { row_per_tile<16><<<blocks(16), kBlock>>>(a, x, y); });
    run("tile of 32", [&] { row_per_tile<32><<<blocks(32), kBlock>>>(a, x, y); });
    run("rows per block", [&] { rows_per_block<<<chunks, kBlock>>>(a, list, x, y); });
#ifdef WITH_LIBRARIES
    CuSparseProduct product(m, first, column, value, x, y);
    run("cuSPARSE", [&] { product.launch(); });
#else
    experiment.skip_library("cuSPARSE");
#endif
    ok &= experiment.finish();
    for (int* memory : {first, column, list}) CHECK(cudaFree(memory));
    for (float* memory : {value, x, y}) CHECK(cudaFree(memory));
  }
  return verdict(ok);
}
