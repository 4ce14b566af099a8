// Chapter 01 · matrix_add
//
// One matrix sum under many grids. The result never depends on the layout; which elements the 32
// threads of a warp share does, and with it how many sectors a warp needs.
//
//   matrix_add [--size N]      N columns, 3/4 N rows
//                              default 504 on the CPU backend, 8200 on a GPU
#include "tutorial.cuh"

// Rows lie one after the other in memory: element (row, column) is number row * width + column.

// 2D grid: x runs along a row, y down the rows. With a block one thread high this is the "2D grid,
// 1D block" layout. Both edges need a check, neither dimension has to be a multiple of the block.
__global__ void add_2d(const float* a, const float* b, float* c, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    const int i = row * width + column;
    c[i] = a[i] + b[i];
  }
}

// The same grid, the axes swapped: x runs down the rows. The 32 threads of a warp are now in 32
// rows, and each of them needs a sector of its own.
__global__ void add_2d_swapped(const float* a, const float* b, float* c, int width, int height) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    const int i = row * width + column;
    c[i] = a[i] + b[i];
  }
}

// 1D grid, one thread per element: the matrix is a vector. An element-wise sum needs no row and no
// column.
__global__ void add_flat(const float* a, const float* b, float* c, int width, int height) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < width * height) c[i] = a[i] + b[i];
}

// 1D grid, one thread per column: at every step of the loop a warp has 32 neighbours of one row.
__global__ void add_columns(const float* a, const float* b, float* c, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= width) return;
  for (int row = 0; row < height; ++row) {
    const int i = row * width + column;
    c[i] = a[i] + b[i];
  }
}

// 1D grid, one thread per row: natural for a CPU thread, but at every step a warp has 32 elements
// of one column.
__global__ void add_rows(const float* a, const float* b, float* c, int width, int height) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= height) return;
  for (int column = 0; column < width; ++column) {
    const int i = row * width + column;
    c[i] = a[i] + b[i];
  }
}

int blocks_for(int n, int block) { return (n + block - 1) / block; }

int main(int argc, char** argv) {
  const Options options(argc, argv, "Add two matrices under different grids and block shapes.");
  const int width = options.size(
      {.cpu = 504, .gpu = 8200, .bytes_per_element = 3 * sizeof(float), .dimensions = 2});
  const int height = width - width / 4;
  const int n = width * height;
  const size_t bytes = n * sizeof(float);
  const std::vector<float> host_a = random_floats(n);
  const std::vector<float> host_b = random_floats(n);

  float *a = nullptr, *b = nullptr, *c = nullptr;
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMalloc(&c, bytes));
  CHECK(cudaMemcpy(a, host_a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, host_b.data(), bytes, cudaMemcpyHostToDevice));

  const auto expected = [&](int i) { return host_a[i] + host_b[i]; };
  Experiment experiment("Adding matrices of " + std::to_string(height) + " rows × " +
                            std::to_string(width) + " columns",
                        c, n, 3.0 * bytes, {.columns = width});
  experiment.show({Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kSectorsPerLoad,
                   Column::kSectorsPerStore, Column::kActiveLanes, Column::kOccupancy});
  experiment.longest_name("1D grid, 1D block, thread per element");

  // Layouts, all with 256 threads per block.
  const dim3 block(32, 8);
  const dim3 grid(blocks_for(width, block.x), blocks_for(height, block.y));
  experiment.run(
      "2D grid, 2D block", [&] { add_2d<<<grid, block>>>(a, b, c, width, height); }, expected);
  experiment.run(
      "2D grid, 1D block",
      [&] { add_2d<<<dim3(blocks_for(width, 256), height), 256>>>(a, b, c, width, height); },
      expected);
  experiment.run(
      "1D grid, 1D block, thread per element",
      [&] { add_flat<<<blocks_for(n, 256), 256>>>(a, b, c, width, height); }, expected);
  experiment.run(
      "1D grid, 1D block, thread per column",
      [&] { add_columns<<<blocks_for(width, 256), 256>>>(a, b, c, width, height); }, expected);
  experiment.run(
      "1D grid, 1D block, thread per row",
      [&] { add_rows<<<blocks_for(height, 256), 256>>>(a, b, c, width, height); }, expected);
  const dim3 swapped_grid(blocks_for(height, block.x), blocks_for(width, block.y));
  experiment.run(
      "2D grid, 2D block, x down the rows",
      [&] { add_2d_swapped<<<swapped_grid, block>>>(a, b, c, width, height); }, expected);

  // Block shapes. CUDA refuses 256 × 8 = 2048 threads; the table says so instead of leaving it out.
  const unsigned most_threads = device_attribute(cudaDevAttrMaxThreadsPerBlock);
  for (const dim3 shape :
       {dim3(32, 32), dim3(32, 16), dim3(16, 32), dim3(16, 16), dim3(8, 32), dim3(4, 64),
        dim3(1, 256), dim3(64, 4), dim3(128, 8), dim3(256, 4), dim3(256, 8)}) {
    const std::string label = "block " + std::to_string(shape.x) + " × " + std::to_string(shape.y);
    const auto launch = [&] {
      const dim3 blocks(blocks_for(width, shape.x), blocks_for(height, shape.y));
      add_2d<<<blocks, shape>>>(a, b, c, width, height);
    };
    if (shape.x * shape.y <= most_threads) {
      experiment.run(label, launch, expected);
    } else {
      experiment.run_refused(label, launch);
    }
  }

  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
  return experiment.report();
}
