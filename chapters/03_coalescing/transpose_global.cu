// Chapter 03 · transpose_global
//
// A transpose reads rows and writes columns, or the other way round: one side is always strided.
// Copies along rows and along columns bound what it can reach in global memory alone.
//
//   transpose_global [--size N]      N columns, 3/4 N rows; default 512 on the CPU backend, 8192 on
//                                    a GPU
#include "tutorial.cuh"

constexpr int kUnroll = 4;

// `in` is height × width, row after row; `out` is width × height. Whatever the kernel, x is the
// fastest thread index: the lanes of a warp are neighbours in x.

// Bounds. Rows: loads and stores have stride 1, better than any transpose. Columns: both have the
// stride of a row, worse than any transpose.
__global__ void copy_rows(const float* in, float* out, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) out[row * width + column] = in[row * width + column];
}
__global__ void copy_columns(const float* in, float* out, int width, int height) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) out[row * width + column] = in[row * width + column];
}

// x runs along the rows of `in`: loads have stride 1, stores the stride of a row of `out`.
__global__ void read_rows(const float* in, float* out, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) out[column * height + row] = in[row * width + column];
}

// x runs along the rows of `out`: stores have stride 1, loads the stride of a row of `in`.
__global__ void read_columns(const float* in, float* out, int width, int height) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) out[column * height + row] = in[row * width + column];
}

// The same without the L1 cache: __ldcg caches in L2 only. What it loses is what L1 gave.
__global__ void read_columns_l2(const float* in, float* out, int width, int height) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    out[column * height + row] = __ldcg(&in[row * width + column]);
  }
}

// Four elements per thread, a block apart in x: four loads are under way before the first store.
// Element (x, y) lies at x * in_x + y * in_y, and goes to x * out_x + y * out_y.
__device__ void move_x4(const float* in, float* out, int nx, int ny, int in_x, int in_y, int out_x,
                        int out_y) {
  const int first = blockIdx.x * blockDim.x * kUnroll + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y >= ny) return;
  float value[kUnroll];
#pragma unroll
  for (int k = 0; k < kUnroll; ++k) {
    const int x = first + k * blockDim.x;
    value[k] = x < nx ? in[x * in_x + y * in_y] : 0;
  }
#pragma unroll
  for (int k = 0; k < kUnroll; ++k) {
    const int x = first + k * blockDim.x;
    if (x < nx) out[x * out_x + y * out_y] = value[k];
  }
}
__global__ void copy_rows_x4(const float* in, float* out, int width, int height) {
  move_x4(in, out, width, height, 1, width, 1, width);
}
__global__ void read_rows_x4(const float* in, float* out, int width, int height) {
  move_x4(in, out, width, height, 1, width, height, 1);
}
__global__ void read_columns_x4(const float* in, float* out, int width, int height) {
  move_x4(in, out, height, width, width, 1, 1, height);
}

// Diagonal order: blocks that run at the same time lie on a diagonal of the matrix, instead of in
// one of its rows. For GPUs of 2008, whose memory was divided into partitions of 256-byte stripes:
// blocks of one column all wrote to the same partition. Today addresses are hashed.
__device__ dim3 diagonal_block() {
  const unsigned number = blockIdx.y * gridDim.x + blockIdx.x;
  const unsigned y = number % gridDim.y;
  return dim3((number / gridDim.y + y) % gridDim.x, y);
}
__global__ void read_rows_diagonal(const float* in, float* out, int width, int height) {
  const dim3 block = diagonal_block();
  const int column = block.x * blockDim.x + threadIdx.x;
  const int row = block.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) out[column * height + row] = in[row * width + column];
}
__global__ void read_columns_diagonal(const float* in, float* out, int width, int height) {
  const dim3 block = diagonal_block();
  const int row = block.x * blockDim.x + threadIdx.x;
  const int column = block.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) out[column * height + row] = in[row * width + column];
}

dim3 grid_for(dim3 elements, dim3 block, int per_thread = 1) {
  const unsigned in_x = block.x * per_thread;
  return dim3((elements.x + in_x - 1) / in_x, (elements.y + block.y - 1) / block.y);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Transpose a matrix in global memory, between two bounds.");
  const int width = options.size({.cpu = 512, .gpu = 8192, .dimensions = 2});
  const int height = width - width / 4;
  const int n = width * height;
  const size_t bytes = n * sizeof(float);
  const std::vector<float> input = random_floats(n);
  std::vector<float> transposed(n);
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      transposed[column * height + row] = input[row * width + column];
    }
  }

  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice));

  const auto columns = {Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kSectorsPerLoad,
                        Column::kSectorsPerStore};
  const std::string matrix =
      std::to_string(height) + " rows × " + std::to_string(width) + " columns";
  const auto run = [&](Experiment& experiment, const std::string& variant, auto kernel, dim3 grid,
                       dim3 block, const std::vector<float>& expected) {
    experiment.run(
        variant, [&] { kernel<<<grid, block>>>(in, out, width, height); }, expected);
  };

  // Every variant in blocks of 32 × 8. Where x runs down the columns of `in`, the grid is that of
  // the transposed matrix.
  const dim3 rows(width, height), down(height, width), block(32, 8);
  const dim3 row_grid = grid_for(rows, block), row_grid_x4 = grid_for(rows, block, kUnroll);
  const dim3 down_grid = grid_for(down, block), down_grid_x4 = grid_for(down, block, kUnroll);
  Experiment ladder("Transposing " + matrix, out, n, 2.0 * bytes);
  ladder.show(columns);
  run(ladder, "copy, along rows", copy_rows, row_grid, block, input);
  run(ladder, "copy, along rows, × 4", copy_rows_x4, row_grid_x4, block, input);
  run(ladder, "copy, down columns", copy_columns, down_grid, block, input);
  run(ladder, "read rows", read_rows, row_grid, block, transposed);
  run(ladder, "read columns", read_columns, down_grid, block, transposed);
  run(ladder, "read columns, __ldcg", read_columns_l2, down_grid, block, transposed);
  run(ladder, "read rows, × 4", read_rows_x4, row_grid_x4, block, transposed);
  run(ladder, "read columns, × 4", read_columns_x4, down_grid_x4, block, transposed);
  run(ladder, "read rows, diagonal", read_rows_diagonal, row_grid, block, transposed);
  run(ladder, "read columns, diagonal", read_columns_diagonal, down_grid, block, transposed);

  bool right = ladder.finish();

  // Block shapes: with 32 and more threads in x a warp is 32 × 1 elements, below 16 × 2, 8 × 4 …
  // Launched by name, which SIMT_REPORT and SIMT_PICTURE then show, too.
  Experiment shapes("Block shapes, " + matrix, out, n, 2.0 * bytes);
  shapes.show(columns);
  for (const dim3 shape : {dim3(32, 32), dim3(32, 16), dim3(32, 8), dim3(16, 32), dim3(16, 16),
                           dim3(8, 32), dim3(4, 64), dim3(64, 4), dim3(64, 16), dim3(128, 8)}) {
    const std::string label = std::to_string(shape.x) + " × " + std::to_string(shape.y);
    shapes.run(
        "read rows, " + label,
        [&] { read_rows<<<grid_for(rows, shape), shape>>>(in, out, width, height); }, transposed);
    shapes.run(
        "read columns, " + label,
        [&] { read_columns<<<grid_for(down, shape), shape>>>(in, out, width, height); },
        transposed);
  }
  // What both tables say together.
  const dim3 narrow(8, 32);
  run(shapes, "read rows, 8 × 32, × 4", read_rows_x4, grid_for(rows, narrow, kUnroll), narrow,
      transposed);
  run(shapes, "read columns, 8 × 32, × 4", read_columns_x4, grid_for(down, narrow, kUnroll), narrow,
      transposed);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(right & shapes.finish());
}
