// Chapter 03 · transpose_global
//
// A transpose reads rows and writes columns, or the other way round: one side is always strided.
// Copies along rows and down columns bound what it can reach in global memory alone.
//
//   transpose_global [--size N]      N columns, 3/4 N rows; default 512 on the CPU backend, 8192 on
//                                    a GPU
#include "tutorial.cuh"

constexpr int kCount = 4;

// `in` is height × width, row after row; `out` is width × height. In all kernels the lanes of a warp
// are neighbours in x.

// Upper bound: x runs along rows, and loads and stores have stride 1.
__global__ void copy_rows(const float* in, float* out, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) out[row * width + column] = in[row * width + column];
}

// Lower bound: x runs down columns, and loads and stores have the stride of a row.
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

// Coarsened: four elements per thread, a block apart in x, loaded before the first store.
__global__ void copy_rows_x4(const float* in, float* out, int width, int height) {
  const int first = blockIdx.x * blockDim.x * kCount + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= height) return;
  float value[kCount];
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int column = first + k * blockDim.x;
    value[k] = column < width ? in[row * width + column] : 0;
  }
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int column = first + k * blockDim.x;
    if (column < width) out[row * width + column] = value[k];
  }
}
__global__ void read_columns_x4(const float* in, float* out, int width, int height) {
  const int first = blockIdx.x * blockDim.x * kCount + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width) return;
  float value[kCount];
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int row = first + k * blockDim.x;
    value[k] = row < height ? in[row * width + column] : 0;
  }
#pragma unroll
  for (int k = 0; k < kCount; ++k) {
    const int row = first + k * blockDim.x;
    if (row < height) out[column * height + row] = value[k];
  }
}

// Blocks that cover nx × ny elements.
dim3 grid_for(unsigned nx, unsigned ny, dim3 block, unsigned per_thread = 1) {
  const unsigned in_x = block.x * per_thread;
  return dim3((nx + in_x - 1) / in_x, (ny + block.y - 1) / block.y);
}

std::vector<float> transposed(const std::vector<float>& in, int width, int height);

int main(int argc, char** argv) {
  const Options options(argc, argv, "Transpose a matrix in global memory, between two bounds.");
  const int width = options.size({.cpu = 512, .gpu = 8192, .dimensions = 2});
  const int height = width - width / 4;
  const int n = width * height;
  const size_t bytes = n * sizeof(float);
  const std::vector<float> input = random_floats(n);
  const std::vector<float> expected = transposed(input, width, height);

  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice));

  const std::string matrix =
      std::to_string(height) + " rows × " + std::to_string(width) + " columns";
  const auto columns = {Column::kTime, Column::kBandwidth, Column::kOfCopy, Column::kSectorsPerLoad,
                        Column::kSectorsPerStore};
  const auto run = [&](Experiment& experiment, const std::string& variant, auto kernel, dim3 grid,
                       dim3 block, const std::vector<float>& result) {
    experiment.run(
        variant, [&] { kernel<<<grid, block>>>(in, out, width, height); }, result);
  };

  // Where x runs down the columns of `in`, the grid is that of the transposed matrix.
  const dim3 wide(32, 8);
  const dim3 rows = grid_for(width, height, wide), down = grid_for(height, width, wide);
  Experiment ladder("Transposing " + matrix, out, n, 2.0 * bytes);
  ladder.show(columns);
  run(ladder, "copy, along rows", copy_rows, rows, wide, input);
  run(ladder, "copy, along rows, × 4", copy_rows_x4, grid_for(width, height, wide, kCount), wide,
      input);
  run(ladder, "copy, down columns", copy_columns, down, wide, input);
  run(ladder, "read rows", read_rows, rows, wide, expected);
  run(ladder, "read columns", read_columns, down, wide, expected);
  run(ladder, "read columns, × 4", read_columns_x4, grid_for(height, width, wide, kCount), wide,
      expected);
  const bool right = ladder.finish();

  // Warps of 8 × 4 elements. Launched by its name, which SIMT_REPORT and SIMT_PICTURE then show.
  const dim3 narrow(8, 32);
  Experiment shapes("Block shapes, " + matrix, out, n, 2.0 * bytes);
  shapes.show(columns);
  shapes.run(
      "read rows, 8 × 32",
      [&] { read_rows<<<grid_for(width, height, narrow), narrow>>>(in, out, width, height); },
      expected);
  run(shapes, "read columns, 8 × 32", read_columns, grid_for(height, width, narrow), narrow,
      expected);
  run(shapes, "read columns, 8 × 32, × 4", read_columns_x4, grid_for(height, width, narrow, kCount),
      narrow, expected);

  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(shapes.finish() && right);
}

std::vector<float> transposed(const std::vector<float>& in, int width, int height) {
  std::vector<float> out(in.size());
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      out[column * height + row] = in[row * width + column];
    }
  }
  return out;
}
